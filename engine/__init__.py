"""The rules engine: knows Magic: The Gathering, and no solver."""

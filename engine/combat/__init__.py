"""The combat phase (506-511): who attacks, who blocks, and what damage they deal."""

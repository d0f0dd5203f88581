"""The words a position may use: designations of players, choices made for a permanent."""

from __future__ import annotations

DESIGNATIONS = ("speed", "ring", "monarch", "initiative", "blessing")
"""What a player can have (start your engines 702.179, how often the Ring tempted 701.54, 724, 725, city's blessing 702.131)."""

CHOICES = ("color", "type", "name", "number", "player", "mode")
"""What can have been chosen for a permanent."""

"""Reading and writing positions: our YAML and the `.pzl` files of Forge."""

from engine.formats.errors import PositionError
from engine.formats.files import read_position

__all__ = ["PositionError", "read_position"]

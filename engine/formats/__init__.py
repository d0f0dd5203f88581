"""Reading and writing positions: our YAML and the `.pzl` files of Forge."""

from engine.formats.errors import PositionError
from engine.formats.files import read_position
from engine.formats.writing import to_json, write_yaml

__all__ = ["PositionError", "read_position", "to_json", "write_yaml"]

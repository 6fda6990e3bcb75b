"""A task package of Inspect AI: ``inspect eval task.py`` asks any solver, and our validators judge in its sandbox."""

from authoring.formats.inspect.codes import CODES
from authoring.formats.inspect.package import export

__all__ = ["CODES", "export"]

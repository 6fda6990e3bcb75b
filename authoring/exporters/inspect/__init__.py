"""A task package of Inspect AI: ``inspect eval task.py`` asks any solver, and our validators judge in its sandbox."""

from authoring.exporters.inspect.offences import OFFENCES
from authoring.exporters.inspect.package import export

__all__ = ["OFFENCES", "export"]

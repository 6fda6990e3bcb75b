"""InfiAgent-DABench: questions about one table each, whose answers are named values that are compared as text."""

from authoring.formats.dabench.benchmark import export
from authoring.formats.dabench.codes import CODES

__all__ = ["CODES", "export"]

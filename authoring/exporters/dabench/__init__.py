"""InfiAgent-DABench: questions about one table each, whose answers are named values that are compared as text."""

from authoring.exporters.dabench.benchmark import export
from authoring.exporters.dabench.offences import OFFENCES

__all__ = ["OFFENCES", "export"]

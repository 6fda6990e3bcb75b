"""The tree of notebooks that OpenCompass loads as CIBench: suites, module folders, steps with tags and outputs."""

from authoring.exporters.cibench.offences import OFFENCES
from authoring.exporters.cibench.tree import LANGUAGES, SUITES, export

__all__ = ["LANGUAGES", "OFFENCES", "SUITES", "export"]

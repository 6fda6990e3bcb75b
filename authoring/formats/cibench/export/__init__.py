"""The tree of notebooks that OpenCompass loads as CIBench: suites, module folders, steps with tags and outputs."""

from authoring.formats.cibench.export.codes import CODES
from authoring.formats.cibench.export.tree import LANGUAGES, SUITES, export

__all__ = ["LANGUAGES", "CODES", "SUITES", "export"]

"""A data set for the Hugging Face hub: rows of problems, a card, and Croissant metadata."""

from authoring.exporters.huggingface.folder import export
from authoring.exporters.huggingface.offences import OFFENCES

__all__ = ["OFFENCES", "export"]

"""A data set for the Hugging Face hub: rows of problems, a card, and Croissant metadata."""

from authoring.formats.huggingface.folder import export
from authoring.formats.huggingface.offences import OFFENCES

__all__ = ["OFFENCES", "export"]

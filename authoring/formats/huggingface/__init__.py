"""A data set for the Hugging Face hub: rows of problems, a card, and Croissant metadata."""

from authoring.formats.huggingface.codes import CODES
from authoring.formats.huggingface.folder import export

__all__ = ["CODES", "export"]

"""Notebooks for people: one per set with the questions, one with the answers, and a page of HTML of each."""

from authoring.formats.jupyter.codes import CODES
from authoring.formats.jupyter.folder import export

__all__ = ["CODES", "export"]

"""Notebooks for people: one per set with the questions, one with the answers, and a page of HTML of each."""

from authoring.formats.jupyter.folder import export
from authoring.formats.jupyter.offences import OFFENCES

__all__ = ["OFFENCES", "export"]

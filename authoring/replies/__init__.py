"""Replies of language models: parsed, never trusted. Pure: no files, no model, nothing is run."""

from authoring.replies.continuation import join_continuation, take_tail
from authoring.replies.json_reply import read_json
from authoring.replies.offences import OFFENCES
from authoring.replies.problemset import MendedText, read_problemset
from authoring.replies.replacements import read_replacements
from authoring.replies.sketch import SKETCH_SCHEMA, read_sketch

__all__ = [
    "OFFENCES",
    "SKETCH_SCHEMA",
    "MendedText",
    "join_continuation",
    "read_json",
    "read_problemset",
    "read_replacements",
    "read_sketch",
    "take_tail",
]

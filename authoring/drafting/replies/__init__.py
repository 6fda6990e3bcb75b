"""Replies of language models: parsed, never trusted. Pure: no files, no model, nothing is run."""

from authoring.drafting.replies.codes import CODES
from authoring.drafting.replies.continuation import join_continuation, take_tail
from authoring.drafting.replies.json_reply import read_json
from authoring.drafting.replies.problemset import MendedText, read_problemset
from authoring.drafting.replies.replacements import read_replacements
from authoring.drafting.replies.sketch import SKETCH_SCHEMA, read_sketch

__all__ = [
    "CODES",
    "SKETCH_SCHEMA",
    "MendedText",
    "join_continuation",
    "read_json",
    "read_problemset",
    "read_replacements",
    "read_sketch",
    "take_tail",
]

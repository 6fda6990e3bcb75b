"""Notebooks for people: one per set with the questions, one with the answers, and a page of HTML of each."""

from authoring.formats.base.port import Format
from authoring.formats.jupyter.codes import CODES
from authoring.formats.jupyter.export import export
from authoring.records.bundle import LANGUAGES, ORIGINAL

FORMAT = Format(
    summary="a notebook per set for students, one with the answers, and HTML of both",
    export=export,
    codes=CODES,
    next_step="jupyter lab {folder}/notebooks",
    runs=True,
    languages=(ORIGINAL, *LANGUAGES),
)

"""A data set for the Hugging Face hub: rows of problems, a card, and Croissant metadata."""

from authoring.formats.base.port import Format
from authoring.formats.huggingface.codes import CODES
from authoring.formats.huggingface.export import export
from authoring.records.bundle import LANGUAGES, ORIGINAL

FORMAT = Format(
    summary="a data set for the Hugging Face hub, with a card and Croissant metadata",
    export=export,
    codes=CODES,
    next_step="mlcroissant validate --jsonld {folder}/croissant.json",
    languages=(ORIGINAL, *LANGUAGES),
)

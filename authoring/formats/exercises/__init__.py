"""Exercise notebooks, with questions in Markdown and answers in code, which are imported as problem sets."""

from authoring.formats.base.exercises.codes import CODES
from authoring.formats.base.port import Format

FORMAT = Format(summary="an exercise notebook with its solutions", import_codes=CODES)

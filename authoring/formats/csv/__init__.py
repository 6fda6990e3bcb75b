"""Tables of questions and answers, one pair a row, which are imported as a problem set."""

from authoring.formats.base.exercises.codes import CODES as EXERCISE_CODES
from authoring.formats.base.port import Format
from authoring.formats.csv.codes import CODES

FORMAT = Format(summary="a table of questions and answers", import_codes={**CODES, **EXERCISE_CODES})

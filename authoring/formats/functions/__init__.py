"""Files of functions with descriptions and examples, which are imported as problems that `table_test` judges."""

from authoring.formats.base.port import Format
from authoring.formats.functions.codes import CODES

FORMAT = Format(summary="a file of functions with descriptions and examples", import_codes=CODES)

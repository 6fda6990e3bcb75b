"""The benchmark folder that DSEval 0.0.1 loads: ``_manifest.yaml``, ``NAME.py``, ``_inputs/NAME/``."""

from authoring.formats.base.port import Format
from authoring.formats.dseval.codes import EXPORT_CODES, IMPORT_CODES
from authoring.formats.dseval.export import export

FORMAT = Format(
    summary="the benchmark folder of DSEval 0.0.1",
    export=export,
    codes=EXPORT_CODES,
    import_codes=IMPORT_CODES,
    next_step="authoring run {folder}",
)

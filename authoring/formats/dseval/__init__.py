"""The benchmark folder that DSEval 0.0.1 loads: ``_manifest.yaml``, ``NAME.py``, ``_inputs/NAME/``."""

from authoring.formats.dseval.codes import CODES
from authoring.formats.dseval.folder import export

__all__ = ["CODES", "export"]

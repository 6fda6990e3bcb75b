"""The benchmark folder that DSEval 0.0.1 loads: ``_manifest.yaml``, ``NAME.py``, ``_inputs/NAME/``."""

from authoring.formats.dseval.folder import export
from authoring.formats.dseval.offences import OFFENCES

__all__ = ["OFFENCES", "export"]

"""The benchmark folder that DSEval 0.0.1 loads: ``_manifest.yaml``, ``NAME.py``, ``_inputs/NAME/``."""

from authoring.exporters.dseval.folder import export
from authoring.exporters.dseval.offences import OFFENCES

__all__ = ["OFFENCES", "export"]

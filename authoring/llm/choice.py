"""Which model is asked, and how."""

from authoring.records.model_config import Api, ModelChoice

__all__ = ["Api", "ModelChoice"]

"""Which model is asked, and how."""

from authoring.choice import Api, ModelChoice

__all__ = ["Api", "ModelChoice"]

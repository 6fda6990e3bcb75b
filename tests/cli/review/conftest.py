"""The review on the screen is tried on the review that its state machine is tried on."""

from tests.api.review.conftest import review

__all__ = ["review"]

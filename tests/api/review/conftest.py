"""What the tests of the review share."""

from collections.abc import Callable

import pytest

from authoring.api.review.state_machine import Review, start_review
from authoring.records.draft import Draft
from authoring.records.evidence import Evidence


@pytest.fixture
def review(draft: Draft, evidence_of: Callable[..., Evidence]) -> Review:
    """Return a review that has just begun: one context cell, three problems, nothing said."""
    return start_review(draft, evidence_of(draft.text), None)

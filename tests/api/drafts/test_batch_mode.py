"""Drafting through a provider's batch mode, as far as no provider is needed."""

import pytest

from authoring.api.drafts.batch_mode import draft_in_batches
from authoring.api.drafts.requests import DraftRequest
from authoring.errors import UsageError
from authoring.workspace import Workspace


def test_templates_need_no_batch(drafted: Workspace) -> None:
    """Nothing is submitted where no model is named."""
    with pytest.raises(UsageError, match="templates need no batch"):
        draft_in_batches(drafted, DraftRequest(seeds=("penguins",)))

"""Drafting through a provider's batch mode, as far as no provider is needed."""

import pytest

from authoring.api.drafts.batch_mode import draft_in_batches, submission_path
from authoring.api.drafts.requests import DraftRequest
from authoring.errors import UsageError
from authoring.records.model_config import ModelChoice
from authoring.workspace import Workspace


def test_templates_need_no_batch(drafted: Workspace) -> None:
    """Nothing is submitted where no model is named."""
    with pytest.raises(UsageError, match="templates need no batch"):
        draft_in_batches(drafted, DraftRequest(seeds=("penguins",)))


def test_each_model_has_its_own_record_of_submissions(bare: Workspace) -> None:
    """Other parameters are another model, whose replies are other replies."""
    configs = [ModelChoice(name="a"), ModelChoice(name="b"), ModelChoice(name="a", temperature=0.5)]

    assert len({submission_path(bare, config) for config in configs}) == 3

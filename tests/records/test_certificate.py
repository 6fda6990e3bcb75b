"""A trial of a rewritten value accuses a validator in two ways."""

import pytest

from authoring.records.certificate.trial import RewriteTrial


@pytest.mark.parametrize(
    ("side", "judgement", "is_fault"),
    [
        ("wrong", "accepted", True),
        ("wrong", "refused", False),
        ("wrong", "undecided", False),
        ("right", "refused", True),
        ("right", "accepted", False),
        ("right", "undecided", False),
    ],
)
def test_trial_accuses(side: str, judgement: str, is_fault: bool) -> None:  # noqa: FBT001 - parametrized
    """A wrong value that is accepted is a fault, and a right one that is refused; nothing else is."""
    fields = {"operator": "emptied", "subject": "value", "description": "empty", "text": "[]"}
    trial = RewriteTrial.model_validate({"side": side, "judgement": judgement, **fields})

    assert trial.is_fault is is_fault
    assert RewriteTrial.model_validate_json(trial.model_dump_json()) == trial

"""A model whose replies come later collects what is to be asked, once, and gives what has come."""

from pathlib import Path

import pytest

from authoring.llm.batch.pending import PendingModel, PendingReplyError
from authoring.llm.ledger import Ledger
from authoring.llm.port import CallError, Failure
from authoring.records.model_config import ModelChoice
from tests.llm.requests import REQUEST

CHOICE = ModelChoice(name="m")


@pytest.fixture
def ledger(tmp_path: Path) -> Ledger:
    """Return an empty ledger."""
    return Ledger(tmp_path / "ledger.sqlite")


def test_a_request_is_collected_once(ledger: Ledger) -> None:
    """Whoever asks again waits for the same reply."""
    model = PendingModel(CHOICE, ledger)
    for _ in range(2):
        with pytest.raises(PendingReplyError, match="penguins: write"):
            model.complete(REQUEST)

    assert model.unsubmitted == {REQUEST.identity: REQUEST}
    assert (model.name, model.fingerprint) == (CHOICE.name, CHOICE.fingerprint)


def test_what_is_under_way_is_not_asked_again(ledger: Ledger) -> None:
    """A request that the provider has already is waited for and not submitted a second time."""
    model = PendingModel(CHOICE, ledger, under_way=[REQUEST.identity])
    with pytest.raises(PendingReplyError):
        model.complete(REQUEST)

    assert model.unsubmitted == {}


def test_what_will_never_come_is_an_error(ledger: Ledger) -> None:
    """A failure of the provider is told with its reason, and nothing is submitted for it."""
    model = PendingModel(CHOICE, ledger, failed={REQUEST.identity: CallError("refused", failure=Failure.REFUSED)})
    with pytest.raises(CallError, match="refused"):
        model.complete(REQUEST)

    assert model.unsubmitted == {}


def test_waiting_is_no_failure() -> None:
    """What is pending is never tried again by a policy of retries."""
    assert not issubclass(PendingReplyError, CallError)

"""Sums of money and tokens say what they leave out, and shares say how sure they are."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from authoring.cli.views.reports import next_of_spending, next_of_yield, share_text, spending_view


def spent(calls: int) -> Any:
    """Return a report of spending with as many calls."""
    return cast("Any", SimpleNamespace(total=SimpleNamespace(calls=calls), rows=()))


def test_nothing_spent_is_a_sentence() -> None:
    """Without a call there is no table of zeros, and the next command shows what a draft would cost."""
    (line,) = spending_view(spent(0))

    assert str(line) == "No model was asked here."
    assert "--estimate" in next_of_spending(spent(0))
    assert next_of_spending(spent(1)) == "authoring report yield"


@pytest.mark.parametrize(("asked", "command"), [(0, "authoring draft SEED"), (3, "authoring learn")])
def test_next_command_of_a_yield(asked: int, command: str) -> None:
    """Who has drafts learns from them; who has none begins."""
    report = cast("Any", SimpleNamespace(total=SimpleNamespace(funnel=SimpleNamespace(asked=asked))))

    assert next_of_yield(report) == command


def test_a_share_stands_with_its_interval() -> None:
    """A share of nothing is no number."""
    share = cast("Any", SimpleNamespace(share=0.5, low=0.25, high=0.75, of=4))

    assert share_text(share) == "50% (25-75)"
    assert share_text(cast("Any", SimpleNamespace(of=0))) == "-"

"""What a command paid for answers is told of its own calls alone."""

from contextlib import ExitStack
from pathlib import Path

from authoring.api.evaluation.spending import new_spending
from authoring.llm.ledger import Ledger
from authoring.llm.port import Purpose
from authoring.workspace import Workspace
from tests.llm.fakes import reply, request_about


def pay(ledger: Ledger, purpose: Purpose, question: str, cost: int | None = 1_000_000_000) -> None:
    """Enter a call with its reply."""
    request = request_about(question).model_copy(update={"purpose": purpose})
    call = ledger.begin(request, model="m", fingerprint="f")
    assert isinstance(call, int)
    ledger.reply(call, reply(), cost=cost, currency="USD")


def test_calls_of_another_command_are_not_counted(bare: Workspace, tmp_path: Path) -> None:
    """Two commands work on one ledger at once; a command whose solvers have several models has as many ledgers open."""
    with ExitStack() as stack:
        first, second, other = (stack.enter_context(Ledger(tmp_path / "ledger.sqlite")) for _ in range(3))
        for number, ledger in enumerate((first, second, other)):
            pay(ledger, "solve", f"question {number}")
        pay(other, "judge", "why")
        own = new_spending(bare, (first, second, first), "solve")
        others = [new_spending(bare, (other,), purpose) for purpose in ("solve", "judge")]
        pay(first, "solve", "without a price", cost=None)

        assert new_spending(bare, (other,), "solve", "judge") == (2, "2.00 USD")
        assert own == (2, "2.00 USD")
        assert others == [(1, "1.00 USD")] * 2
        assert new_spending(bare, (first, second), "solve") == (3, "")
        assert new_spending(bare, (), "solve") == (0, "")
        assert len(first.own_entries()) == 2
        assert len(first.entries()) == 5

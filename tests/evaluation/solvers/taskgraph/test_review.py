"""A person's words mean what they mean in Data Interpreter."""

import pytest

from authoring.evaluation.solvers.taskgraph.review import ReviewVerdict, decision_of_run, read_decision


@pytest.mark.parametrize(
    ("words", "verdict", "advice"),
    [
        *((word, ReviewVerdict.ACCEPT, "") for word in ("confirm", "continue", "c", "yes", "Y", " Confirm. ")),
        ("confirm, and use the median", ReviewVerdict.ACCEPT, "and use the median"),
        ("I confirm", ReviewVerdict.ACCEPT, "I"),
        ("redo", ReviewVerdict.REDO, "redo"),
        ("please REDO it with care", ReviewVerdict.REDO, "please REDO it with care"),
        ("", ReviewVerdict.REDO, "redo"),
        ("exit", ReviewVerdict.EXIT, ""),
        ("there is no way to exit", ReviewVerdict.ADVICE, "there is no way to exit"),
        ("use the median", ReviewVerdict.ADVICE, "use the median"),
        ("yes, but later", ReviewVerdict.ADVICE, "yes, but later"),
    ],
)
def test_words(words: str, verdict: ReviewVerdict, advice: str) -> None:
    """Single words and any confirm accept, redo tries again, exit ends, everything else is advice."""
    decision = read_decision(words)

    assert (decision.verdict, decision.advice) == (verdict, advice)


def test_without_a_person_runs_decide() -> None:
    """A task is accepted if its last run ended well, and else planned anew."""
    assert decision_of_run(is_success=True).verdict is ReviewVerdict.ACCEPT
    assert decision_of_run(is_success=False).verdict is ReviewVerdict.ADVICE

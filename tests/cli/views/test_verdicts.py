"""Every verdict has words and a colour, and a recorded one is shown with all that its file says."""

import pytest
from rich.console import Console

from authoring.cli.views.verdicts import effort_of, pair_words, problem_view, recorded_view, style_of
from authoring.records.results import Outage, ProblemResult, RecordedResult
from authoring.validators.verdicts import SubverdictName, VerdictName


@pytest.mark.parametrize("verdict", VerdictName)
def test_verdict_is_shown_in_words(verdict: VerdictName) -> None:
    """DSEval's names lose their underscores; only a correct answer is green."""
    words = pair_words((verdict, SubverdictName.UNCATEGORIZED))

    assert words == words.lower()
    assert "_" not in words
    assert (style_of(verdict) == "green") is (verdict is VerdictName.CORRECT)


def test_what_was_not_judged_says_so() -> None:
    """A missing verdict is no verdict."""
    assert pair_words(None) == "not judged"


@pytest.mark.parametrize(
    ("stats", "words"),
    [
        ({"calls": 2, "prompt_tokens": 1_200, "output_tokens": 30}, "2 calls, 1,200 + 30 tokens"),
        ({"calls": 1}, "1 call"),
        ({"seconds": 63.25, "runs": 2}, "63.2 s"),
        ({"seconds": "long", "cost": 1}, ""),
    ],
)
def test_what_an_answer_took_is_said(stats: dict[str, object], words: str) -> None:
    """Calls and tokens of a model, the time of a person; what else a program tells is not taken for either."""
    assert effort_of(stats) == words


def test_a_recorded_result_is_shown_whole() -> None:
    """Question, code and verdict stand there, and nothing of it is obeyed by the terminal."""
    result = RecordedResult(
        problemset="penguins",
        index=2,
        question="How \x1b[2Jmany?",
        code="len(df)",
        verdict=VerdictName.CORRECT,
        subverdict=SubverdictName.UNCATEGORIZED,
    )
    console = Console(width=100, no_color=True)
    with console.capture() as caught:
        console.print(*recorded_view(result), sep="\n")
    shown = caught.get()

    assert all(words in shown for words in ("penguins 2", "many?", "len(df)", "correct"))
    assert "\x1b[2J" not in shown


@pytest.mark.parametrize(
    ("outages", "words"),
    [
        ((), "nothing was submitted"),
        ((Outage(attempt=1, message="the server is down"),), "the model gave no reply: the server is down"),
        ((Outage(attempt=1, message="", is_pending=True),), "the reply is on its way"),
    ],
)
def test_why_there_is_no_answer_is_shown(outages: tuple[Outage, ...], words: str) -> None:
    """A model that is out of reach submitted nothing wrong, and it is said that it is."""
    problem = ProblemResult(
        problemset="pens", index=1, question="How many?", difficulty=0, validators=(), outages=outages
    )
    console = Console(width=100, no_color=True)
    with console.capture() as caught:
        console.print(*problem_view(problem), sep="\n")

    assert words in caught.get()

"""A conversation asks in the words of its pages, sees what it saw before, and tells outages from answers."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from authoring.errors import WorkspaceError
from authoring.evaluation.solvers.base import ContextPart, OutageError
from authoring.evaluation.solvers.dialogue.conversation import MOST_OUTAGES, OutageCount, page_of
from authoring.llm.port import CallError, Failure, Message
from tests.evaluation.solvers.scene import FAILED, PAGES, TASK, code_block, solved, value_run

Golden = Callable[[str, str], None]
LATER = {"attempt": 2, "last_code": "len(gull)", "last_error": "NameError: gull", "hint": '{"correct": "no"}'}


def page(messages: Sequence[Message]) -> str:
    """Return messages as one text."""
    return "\n".join(f"=== {message.role}\n{message.content}" for message in messages) + "\n"


def test_words_of_one_reply(tmp_path: Path, golden: Golden) -> None:
    """What `model` asks with the context that DSEval's agent has."""
    golden("prompts/solvers/model.md", page(solved("model", tmp_path, code_block("1")).requests[0].messages))


def test_words_with_everything_in_view(tmp_path: Path, golden: Golden) -> None:
    """All parts of the context, and a further attempt with hints."""
    task = TASK.model_copy(update=LATER)
    solution = solved(
        "model", tmp_path, code_block("1"), task=task, context=tuple(ContextPart), profile="gulls.csv: 5 rows"
    )
    golden("prompts/solvers/everything.md", page(solution.requests[0].messages))


def test_words_without_code(tmp_path: Path, golden: Golden) -> None:
    """What a draft is solved blind with: questions, packages, conventions, and what of the session a solver may know.

    Functions that no question names are no part of it, nor are variables.
    """
    made = "def width(table):\n    return table.shape[1]\ndef depth(table): ...\ncount = width(gulls)\ncount"
    task = TASK.model_copy(
        update={
            "history": (f"import pandas as pd\n{TASK.history[0]}", made),
            "questions": ("", "Write `width`, which counts columns. How many has `gulls`?"),
            "conventions": ("Numbers in an answer are rounded to 2 decimals.",),
        }
    )
    solution = solved(
        "model",
        tmp_path,
        code_block("1"),
        task=task,
        context=(ContextPart.QUESTIONS, ContextPart.VARIABLES),
        helpers=False,
        packages="Python 3.13.1, numpy 2.4.0, pandas 3.0.0",
    )
    golden("prompts/solvers/questions.md", page(solution.requests[0].messages[1:]))


def test_words_of_a_repair(tmp_path: Path, golden: Golden) -> None:
    """What `selfdebug` says of a failure."""
    solution = solved("selfdebug", tmp_path, code_block("gul"), code_block("1"), runs={"gul": FAILED})
    golden("prompts/solvers/selfdebug.md", page(solution.requests[-1].messages[2:]))


def test_words_of_turns(tmp_path: Path, golden: Golden) -> None:
    """The rules of `react`, and what it is told after a look."""
    solution = solved("react", tmp_path, code_block("gulls"), "Hm.", code_block("1"), runs={"gulls": value_run("5")})
    golden("prompts/solvers/react.md", page(solution.requests[-1].messages))


def test_question_alone(tmp_path: Path) -> None:
    """With an empty context, nothing of the session is in the prompt."""
    prompt = page(solved("model", tmp_path, code_block("1"), context=()).requests[0].messages)

    assert TASK.question in prompt
    assert not any(text in prompt for text in ("gulls.csv", "Ada", "How many columns"))


def test_conventions_stand_behind_the_question(tmp_path: Path) -> None:
    """With an empty context, too, a solver is told what holds for all; its answer names the question alone."""
    task = TASK.model_copy(update={"conventions": ("New tables are numbered from 0.",)})
    solution = solved("model", tmp_path, code_block("1"), task=task, context=())

    prompt = page(solution.requests[0].messages)
    assert f"{TASK.question.strip()}\n\nUnless said otherwise above:\n- New tables are numbered from 0.\n" in prompt
    assert solution.answer.question == TASK.question


@pytest.mark.parametrize(
    "failure", [Failure.SERVER, Failure.TIMEOUT, Failure.CONNECTION, Failure.RATE_LIMIT, Failure.REQUEST]
)
def test_an_outage_is_no_answer(tmp_path: Path, failure: Failure) -> None:
    """It is raised, so that nobody takes it for a wrong one."""
    with pytest.raises(OutageError, match="out of order"):
        solved("model", tmp_path, CallError("out of order", failure=failure))


def test_a_refused_key_stops_everything(tmp_path: Path) -> None:
    """No other problem would fare better."""
    with pytest.raises(CallError):
        solved("model", tmp_path, CallError("no", failure=Failure.KEY))


def test_a_refusal_is_not_asked_for_again(tmp_path: Path) -> None:
    """It was paid like a reply: a command that goes on takes it for one."""
    first = solved("model", tmp_path, CallError("no", failure=Failure.REFUSED))
    # A script without a reply left raises.
    again = solved("model", tmp_path, CallError("no", failure=Failure.REFUSED))

    assert first.answer.agent_exception == again.answer.agent_exception == "the model refused to answer"
    assert (len(first.requests), len(again.requests)) == (1, 0)


def test_what_was_seen_is_seen_again(tmp_path: Path) -> None:
    """A run that gives something else now is told of as before, so that the next request is the one that was paid."""
    replies = (code_block("clock()"), f"Final answer:\n{code_block('1')}")
    first, again = (
        solved("react", tmp_path, *replies, runs={"clock()": value_run(time)}).requests[-1] for time in ("8:01", "9:30")
    )

    assert "8:01" in again.messages[-1].content
    assert first.identity == again.identity


def test_what_was_seen_elsewhere_is_not_recalled(tmp_path: Path) -> None:
    """Under other packages, other data or other limits, code is told of by what it does there."""
    replies = (code_block("version"), f"Final answer:\n{code_block('1')}")
    for place in ("pandas 2", "pandas 3"):
        solution = solved("react", tmp_path, *replies, runs={"version": value_run(place)}, surroundings=place)
        assert place in solution.last_turn


def test_a_dead_server_is_given_up() -> None:
    """After some outages in a row nothing is asked any more; a reply begins the count anew."""
    outages = OutageCount()
    for _ in range(MOST_OUTAGES - 1):
        outages.note_outage("down")
    outages.note_reply()
    outages.require_model()
    for _ in range(MOST_OUTAGES):
        outages.note_outage("down")

    with pytest.raises(OutageError, match="not asked: the last 3 calls gave no reply; the last: down"):
        outages.require_model()


def test_missing_page_is_an_error() -> None:
    """Which says how to get it back."""
    with pytest.raises(WorkspaceError, match=r"solvers/task\.md is missing"):
        page_of(PAGES[:2], "task")

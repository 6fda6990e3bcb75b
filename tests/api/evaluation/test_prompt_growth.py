"""The upper end of an estimate counts prompts that grow by what is appended to them."""

import pytest

from authoring.api.evaluation.prompt_growth import FILLING, GROWTHS, USUAL, growing_calls
from authoring.llm.estimate import PlannedCalls, estimate
from authoring.llm.port import Message, Request
from authoring.llm.pricing import shipped_prices
from authoring.llm.tokens import estimate_tokens

REQUEST = Request(purpose="solve", subject="s", messages=(Message(role="user", content="How many rows? " * 50),))
REPLY = 900
"""Tokens of a long reply."""


def calls(kind: str, *, turns: int, samples: int = 1, attempts: int = 1) -> PlannedCalls:
    """Return the calls for one problem."""
    return growing_calls(kind, REQUEST, turns=turns, samples=samples, attempts=attempts)


def output(characters: int) -> int:
    """Return the tokens of an output of so many characters."""
    return estimate_tokens(FILLING * (characters // len(FILLING)))


def sent(planned: PlannedCalls) -> int:
    """Return the tokens that are sent at most."""
    return estimate([planned], model="m", prices=shipped_prices()).prompt


def test_one_turn_does_not_grow() -> None:
    """A solver that asks once sends its first prompt and no more."""
    planned = calls("model", turns=1, samples=3)

    assert (planned.minimum, planned.maximum, sent(planned)) == (3, 3, 3 * planned.prompt)


@pytest.mark.parametrize(("kind", "turns"), [("react", 3), ("selfdebug", 4)])
def test_each_turn_appends_reply_and_output(kind: str, turns: int) -> None:
    """By hand: the second prompt holds one reply with its output, the third two, and so on, for every sample."""
    planned = calls(kind, turns=turns, samples=2)
    appended = sum(range(turns)) * (REPLY + output(USUAL.output))

    assert (planned.minimum, planned.maximum) == (2, 2 * turns)
    assert sent(planned) == pytest.approx(2 * (turns * planned.prompt + appended), abs=2 * turns)


def test_further_attempts_begin_with_the_last_answer() -> None:
    """The prompt of a second attempt holds the code and what it gave."""
    planned = calls("model", turns=1, attempts=2)

    assert sent(planned) == pytest.approx(2 * planned.prompt + REPLY + output(USUAL.output), abs=2)


def test_a_plan_takes_two_calls_and_shows_a_bounded_past() -> None:
    """A graph takes a plan and a task, rounds two thoughts and code; their prompts stop growing where they are cut."""
    growth = GROWTHS["taskgraph"]
    few, many = calls("taskgraph", turns=30), calls("taskgraph", turns=300)
    assert growth.most is not None

    assert (few.minimum, few.maximum, calls("taskgraph", turns=1).minimum) == (2, 30, 1)
    assert calls("thinkact", turns=30).minimum == 3
    assert few.prompt_most is not None
    assert few.prompt < few.prompt_most < few.prompt + output(growth.most)
    assert many.prompt_most is not None
    assert many.prompt_most < many.prompt + output(growth.most)
    assert many.prompt_most > few.prompt_most

"""What the plan has and a reply has not: found, named, and asked for again."""

import pytest

from authoring.drafting.left_out import left_out_findings, left_out_problems, place_of
from authoring.dseal.parse import parse
from authoring.records.draft import Draft, LeftOutProblem, ProblemOrigin
from authoring.records.sketch import PlannedProblem
from tests.drafting.prompts.talk import problemset

PLANS = tuple(
    PlannedProblem(task=f"Count the rows of day {day}.", knowledge=(f"k{day}",), level="hard") for day in range(1, 6)
)


def left_out(*plans: int) -> list[tuple[int, int]]:
    """Return number and place of the planned problems that a text lacks, of which these are written; 0 is unplanned."""
    written = [PLANS[number - 1] if number else None for number in plans]
    return [(problem.number, problem.follows) for problem in left_out_problems(PLANS, written, model="m")]


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ((1, 2, 3, 4, 5), []),
        ((1, 2, 4, 5), [(3, 2)]),
        ((2, 3, 4), [(1, 0), (5, 3)]),
        ((1, 5), [(2, 1), (3, 1), (4, 1)]),
        # What resembles no plan may be the planned problem in other words.
        ((1, 0, 3, 4, 5), []),
        ((1, 0, 4, 5), [(3, 2)]),
    ],
)
def test_what_no_problem_was_written_for_is_left_out(written: tuple[int, ...], expected: list[tuple[int, int]]) -> None:
    """A planned problem that stands behind none of the text is named with the place where it belongs."""
    assert left_out(*written) == expected


def problem(follows: int) -> LeftOutProblem:
    """Return a planned problem that belongs behind the written one of this number."""
    origin = ProblemOrigin(origin="model:m", knowledge=("k",), level="hard")
    return LeftOutProblem(number=follows + 1, follows=follows, task="Count the\x1b rows.", origin=origin)


def test_finding_names_the_problem_of_the_plan() -> None:
    """A person reads which problem is absent and what it was to ask, at the cell behind which it belongs."""
    text = problemset(3)
    draft = Draft(name="a", seed="a", revision=1, text=text, origins=(), left_out=(problem(2),))
    (finding,) = left_out_findings(draft)

    assert finding.message == "problem 3 of the plan was not written: Count the\\x1b rows"
    assert finding.line == parse(text).problems[1][0].span.line


def test_first_problem_belongs_behind_what_stands_above_all() -> None:
    """Imports and conventions stay at the top."""
    assert place_of(problem(0), parse(problemset(3))) == 0
    assert place_of(problem(3), parse(problemset(3))) == 3

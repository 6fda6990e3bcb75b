"""How often solvers of a pilot are right over all its problems, and how that is shown."""

from rich.console import Console, Group

from authoring.api.evaluation.pass_rates import passes_of_pilot, rate_of_solver
from authoring.cli.views.evaluation.pilot import answers_view, solvers_table
from authoring.evaluation.pilot.item_statistics import item_statistics
from authoring.records.pilot import AnswerOutcome, PilotAnswer, PilotProblem, PilotRecord, PilotSolver
from authoring.validators.verdicts import SubverdictName, VerdictName
from tests.workspace.test_pilots import RECORD


def answers(marks: str) -> tuple[PilotAnswer, ...]:
    """Return two answers of each of two solvers, with a plus for each right one."""
    return tuple(
        PilotAnswer(
            solver=solver,
            sample=sample,
            outcome=AnswerOutcome.RIGHT if mark == "+" else AnswerOutcome.WRONG,
            verdict=VerdictName.CORRECT if mark == "+" else VerdictName.WRONG_OUTPUT,
            subverdict=SubverdictName.UNCATEGORIZED,
        )
        for (solver, sample), mark in zip([("a", 1), ("a", 2), ("b", 1), ("b", 2)], marks, strict=True)
    )


def record(*marks: str) -> PilotRecord:
    """Return a pilot of two solvers with two samples each."""
    given = {number: answers(text) for number, text in enumerate(marks, 1)}
    figures = item_statistics(given, 2)
    problems = tuple(
        PilotProblem(number=number, question="q", reference="1", answers=given[number], statistics=figures[number])
        for number in given
    )
    solvers = tuple(PilotSolver(name=name, answers=2 * len(marks)) for name in ("a", "b"))
    return RECORD.model_copy(update={"problems": problems, "solvers": solvers})


PILOT = record("++++", "+-+-", "----", "++--")


def test_pass_rates_of_a_pilot_are_means_over_problems() -> None:
    """By hand: half of all answers are right; of two answers one is right in 1, 5/6, 0 and 5/6 of all pairs."""
    first, pair = passes_of_pilot(PILOT)

    assert (first.samples, first.rate, first.problems) == (1, 0.5, 4)
    assert abs(pair.rate - (1 + 5 / 6 + 0 + 5 / 6) / 4) < 1e-9
    assert first.low < first.rate < first.high
    assert passes_of_pilot(RECORD) == ()


def test_solvers_of_a_pilot_have_intervals() -> None:
    """Of as many answers as the problems are worth; who gave none has none."""
    first, second = rate_of_solver(PILOT, "a"), rate_of_solver(PILOT, "b")

    assert first is not None
    assert second is not None
    assert (first.rate, second.rate) == (0.625, 0.375)
    assert first.low < 0.3
    assert rate_of_solver(PILOT, "c") is None


def test_both_stand_in_the_tables() -> None:
    """The table of problems ends with both ends of k, that of solvers has the interval beside the share."""
    console = Console(width=100)
    with console.capture() as capture:
        console.print(Group(*answers_view(PILOT), solvers_table(PILOT)))
    lines = [" ".join(line.split()) for line in capture.get().splitlines()]

    assert "one right of pass@k 95 % interval problems" in lines
    assert any(line.startswith("1 answer 50.0 %") for line in lines)
    assert any(line.startswith("2 answers 66.7 %") for line in lines)
    first = rate_of_solver(PILOT, "a")
    assert first is not None
    assert f"a 0% {100 * first.low:.0f}-{100 * first.high:.0f} 8" in lines

"""Several solvers beside each other, while they answer and when they have."""

from pathlib import Path

import pytest
from rich.console import Console, Group

from authoring.api.evaluation import EvaluationRequest
from authoring.api.evaluation.report import report_of
from authoring.api.evaluation.run_comparison import ComparableRun, table_of_runs
from authoring.api.evaluation.solver_comparison import ProblemRates, SolverComparison
from authoring.cli.views.evaluation.command import command_of
from authoring.cli.views.evaluation.solvers import SolversBoard, next_of_solvers, solvers_view
from authoring.records.evidence import CellRun, Judgement, Outcome
from authoring.records.progress import PartialResult, SolverEvent, Started
from authoring.records.results import (
    Attempt,
    Evaluation,
    EvaluationOptions,
    Outage,
    ProblemResult,
    SetResult,
    Submission,
)
from authoring.records.solvers.task_graph import LiveGraph, PlanTask, TaskGraph, TaskPlan
from authoring.validators.verdicts import SubverdictName, VerdictName

RIGHT = (VerdictName.CORRECT, SubverdictName.UNCATEGORIZED)
WRONG = (VerdictName.WRONG_OUTPUT, SubverdictName.VALUE_MISMATCH)


def problem(index: int, *, is_right: bool) -> ProblemResult:
    """Return a problem with one answer."""
    verdict, subverdict = RIGHT if is_right else WRONG
    attempt = Attempt(
        submission=Submission(problemset="pens", index=index, code="1"),
        run=CellRun(outcome=Outcome.OK, seconds=0, peak_memory=0),
        judgement=Judgement(correct="yes" if is_right else "no", category="and"),
        verdict=verdict,
        subverdict=subverdict,
        reason="",
    )
    return ProblemResult(problemset="pens", index=index, question="", validators=(), difficulty=0, attempts=(attempt,))


def evaluation(solver: str, marks: str) -> Evaluation:
    """Return an evaluation of one set; a problem has a plus where the solver is right, and else a minus."""
    problems = tuple(problem(index, is_right=mark == "+") for index, mark in enumerate(marks, start=1))
    return Evaluation(
        benchmark="shop",
        version="",
        dialect="strict",
        solver=solver,
        options=EvaluationOptions(),
        python="3.11",
        packages=(),
        sets=(SetResult(name="pens", problems=problems, root_causes=(), findings=(), seconds=1),),
    )


def compared(*evaluations: Evaluation) -> SolverComparison:
    """Return the comparison of evaluations."""
    runs = [ComparableRun.of(item, Path(f"{item.solver}.jsonl"), None) for item in evaluations]
    places = [item.index for item in evaluations[0].sets[0].problems]
    return SolverComparison(
        benchmark="shop",
        reports=tuple(report_of(item, Path(f"{item.solver}.jsonl")) for item in evaluations),
        comparison=table_of_runs(runs),
        problems=tuple(
            ProblemRates(problemset="pens", index=index, rates=tuple(run.scores.get(("pens", index)) for run in runs))
            for index in places
        ),
    )


def drawn(record: SolverComparison, fail_under: float | None = None) -> str:
    """Return what a person sees of it."""
    console = Console(width=100)
    with console.capture() as capture:
        console.print(Group(*solvers_view(record, fail_under=fail_under)))
    return capture.get()


FIRST = evaluation("first", "++--")
SECOND = evaluation("second", "+-+-")


def test_what_nobody_solves_comes_first() -> None:
    """Then what parts the solvers, then how each fails; the next command shows an answer to the first of these."""
    record = compared(FIRST, SECOND)
    text = drawn(record)

    assert "1  problem that nobody solves: pens 4" in text
    assert "2  problems that part the solvers: pens 2, pens 3" in text
    assert "2  wrong output, value mismatch (first): pens 3" in text
    assert next_of_solvers(record) == "authoring results show first.jsonl pens 4"


def test_rates_stand_with_interval_difference_and_power() -> None:
    """Nobody reads a rate without how far it can be trusted."""
    text = drawn(compared(FIRST, SECOND))

    assert "to first" in text
    assert "may be chance" in text
    assert "show a difference from about" in text


def test_one_who_is_wrong_is_shown_where_solvers_part() -> None:
    """Of a problem that parts the solvers the next command shows the answer of one that is wrong."""
    record = compared(evaluation("first", "++"), evaluation("second", "+-"))

    assert next_of_solvers(record) == "authoring results show second.jsonl pens 2"


def test_answers_that_are_missing_are_asked_for_again() -> None:
    """Then no problem is shown, but the same command comes next; the outage is told with its solver."""
    silent = ProblemResult(
        problemset="pens",
        index=1,
        question="",
        validators=(),
        difficulty=0,
        attempts=(),
        outages=(Outage(attempt=1, message="503"),),
    )
    broken = FIRST.model_copy(
        update={"solver": "b", "sets": (FIRST.sets[0].model_copy(update={"problems": (silent,)}),)}
    )
    record = compared(evaluation("a", "+"), broken)

    assert next_of_solvers(record) == ""
    assert "b: 1 answer did not come" in drawn(record)
    assert record.exit_code(None) == 1


def test_who_is_under_the_rate_is_named() -> None:
    """A rate that a build asks for is asked of each solver."""
    record = compared(evaluation("a", "++"), evaluation("b", "+-"))

    assert record.exit_code(60) == 1
    assert "b: the pass rate of 50.0 % is under 60 %" in drawn(record, 60)


def test_a_line_for_each_solver_while_they_answer() -> None:
    """Each shows its problems and verdicts; where nothing is redrawn, a set that is done is a line with its solver."""
    board = SolversBoard()
    board.handle(Started((("first", 4), ("model:m", 4))))
    for solver in ("first", "model:m"):
        board.handle(SolverEvent(solver, Started((("pens", 4),))))
    printed = board.handle(SolverEvent("first", PartialResult(FIRST.sets[0])))
    board.handle(SolverEvent("model:m", PartialResult(SECOND.sets[0].problems[1])))
    finished, working = board.lines(board.longest)

    assert printed is not None
    assert printed.plain == "first    pens   2/4        1.0 s  2 wrong output"
    assert [line.plain.split()[0] for line in finished] == ["first"]
    assert [line.plain for line in working] == ["model:m  0 of 1 set, 1 of 4 problems  1 wrong output"]
    assert board.steps == (5, 8)


def test_graphs_of_several_solvers() -> None:
    """The only one that is worked on is drawn below its solver; several have a line each, with the page."""
    board = SolversBoard()
    board.handle(Started((("taskgraph:m", 4), ("taskgraph:n", 4))))
    drawings = []
    for solver in ("taskgraph:m", "taskgraph:n"):
        board.handle(SolverEvent(solver, Started((("pens", 4),))))
        task = PlanTask(task_id="1", instruction="Count\x1b[31m them.")
        graph = TaskGraph(problemset="pens", index=2, plan=TaskPlan(goal="g", tasks=(task, task)))
        state = LiveGraph(solver=solver, page=f"{solver[-1]}.html", graph=graph)
        board.handle(SolverEvent(solver, PartialResult(state)))
        drawings.append([line.plain for line in board.lines(board.longest)[1]])

    assert drawings[0][1] == "    · 1  Count\\x1b[31m them."
    assert [line for line in drawings[1] if "html" in line] == [
        "    pens 2 (1)  0/2 tasks  m.html",
        "    pens 2 (1)  0/2 tasks  n.html",
    ]
    board.handle(SolverEvent("taskgraph:n", PartialResult(state.model_copy(update={"graph": ended(graph)}))))
    assert [line.plain for line in board.lines(board.longest)[1]] == drawings[0]


def ended(graph: TaskGraph) -> TaskGraph:
    """Return a graph on which nobody works any more."""
    return graph.model_copy(update={"outcome": "no-plan"})


@pytest.mark.parametrize("solvers", [("model:m",), ("model:m", "react:m")])
def test_the_command_names_every_solver(solvers: tuple[str, ...]) -> None:
    """A command that is to be given again asks the same solvers."""
    words = " ".join(f"--solver {name}" for name in solvers)

    assert command_of(EvaluationRequest(Path("b")), solvers) == f"authoring evaluate b {words}"


def test_one_who_gave_nothing_is_left_out_of_the_comparison() -> None:
    """What the others gave is compared, and it is said who is left out; where only one gave anything, nobody is."""
    nobody = evaluation("silent", "")
    text = drawn(compared(FIRST, nobody, SECOND))

    assert "left out, because nothing was judged: silent" in text
    assert "2 runs over the 4 problems that all were asked" in text
    assert "The solvers are not compared" in drawn(compared(FIRST, nobody))


def test_long_names_are_told_apart() -> None:
    """Names that are alike at their beginning stand in full above the table, under the numbers that the table has."""
    names = [f"taskgraph-of-a-model-{size}" for size in ("small", "large")]
    text = drawn(compared(evaluation(names[0], "++--"), evaluation(names[1], "+-+-")))

    assert [f"{number}  {name}" in text for number, name in enumerate(names, start=1)] == [True, True]
    assert "to 1" in text

"""What an evaluation looks like: on 80 columns, with everything that can go wrong, and with strangers' text in it."""

from collections.abc import Callable
from pathlib import Path

import pytest
from rich.console import Console, Group, RenderableType
from rich.text import Text

from authoring.api.evaluation import EvaluationRequest
from authoring.api.evaluation.report import EvaluationReport, report_of
from authoring.api.evaluation.solvers import AskingRequest
from authoring.api.evaluation.spending import ModelSpending
from authoring.api.models import ModelAccess
from authoring.cli.views.evaluation import (
    EvaluationBoard,
    JudgedSets,
    end_view,
    evaluation_view,
    label_of,
    next_of_evaluation,
    outages_view,
    spending_view,
)
from authoring.cli.views.evaluation.command import command_of
from authoring.cli.views.verdicts import problem_view
from authoring.dseal.diagnostic import Diagnostic, Severity
from authoring.records.evidence import CellRun, Judgement, Outcome, ValueView
from authoring.records.progress import PartialResult, Progress, Started
from authoring.records.results import (
    Attempt,
    Evaluation,
    EvaluationOptions,
    Outage,
    ProblemResult,
    RootCause,
    SetResult,
    SolverSetup,
    Submission,
    SubmissionNotice,
)
from authoring.records.solvers.task_graph import LiveGraph, PlanTask, TaskGraph, TaskPlan
from authoring.validators.base import Difference
from authoring.validators.verdicts import SubverdictName, VerdictName

STEERING = "\x1b[2J\u202edrop\x07"
"""Clears a screen, turns the reading direction, rings a bell."""

WRONG = Judgement(
    correct="no",
    category="and",
    parts=(
        Judgement(correct="yes", category="crash", reason="it ran"),
        Judgement(
            correct="no",
            category="namespace_check",
            parts=(
                Judgement(
                    correct="no",
                    category="namespace_check",
                    subject="means",
                    reason="values differ in 2 of 3 rows",
                    kind="value",
                    differences=(
                        Difference("row 'Adelie', 'mass'", "3700.7", "3701"),
                        Difference("row 'Gentoo', 'mass'", "5076.0", "5076"),
                    ),
                ),
            ),
        ),
    ),
)


def attempt(
    name: str, index: int, verdict: VerdictName, subverdict: SubverdictName = SubverdictName.UNCATEGORIZED
) -> Attempt:
    """Return a submission with its verdict."""
    return Attempt(
        submission=Submission(problemset=name, index=index, code=f"means = penguins.mean()  # {index}"),
        run=CellRun(
            outcome=Outcome.OK,
            seconds=0.1,
            peak_memory=1_000_000,
            stream="done\n",
            value=ValueView(type="float", text="3701"),
        ),
        judgement=WRONG if verdict is not VerdictName.CORRECT else Judgement(correct="yes", category="and"),
        verdict=verdict,
        subverdict=subverdict,
        reason="" if verdict is VerdictName.CORRECT else "values differ in 2 of 3 rows",
    )


def problem(name: str, index: int, *attempts: Attempt, blocked_by: int | None = None) -> ProblemResult:
    """Return a problem with what was submitted to it."""
    return ProblemResult(
        problemset=name,
        index=index,
        question="What is the mean `mass` of each species?\nRound to no decimals.",
        difficulty=9.0 * index,
        validators=("crash", "namespace_intact", "namespace_check"),
        attempts=attempts,
        blocked_by=blocked_by,
    )


def of_sets(*sets: SetResult) -> Evaluation:
    """Return an evaluation of sets."""
    return Evaluation(
        benchmark="birds",
        version=1,
        dialect="dseval",
        solver="an-agent",
        options=EvaluationOptions(),
        python="3.11.7",
        packages=(("numpy", "1.26.0"), ("pandas", "2.1.1")),
        sets=sets,
    )


@pytest.fixture
def evaluation() -> Evaluation:
    """Return an evaluation in which all kinds of things happened."""
    first, second = "penguins", "a-set-with-a-name-that-is-far-longer-than-any-screen-likes"
    verdicts = (
        (VerdictName.CORRECT, SubverdictName.UNCATEGORIZED),
        (VerdictName.WRONG_VARIABLES, SubverdictName.VALUE_MISMATCH),
        (VerdictName.INTACT_VIOLATION, SubverdictName.UNCATEGORIZED),
        (VerdictName.PRESENTATION_ERROR, SubverdictName.INDEX_MISMATCH),
    )
    asked = [problem(first, index, attempt(first, index, *pair)) for index, pair in enumerate(verdicts, start=1)]
    cause = RootCause(
        problemset=second, cell=2, number=2, line=14, message="FileNotFoundError: no file gulls.csv", blocked=(2, 3)
    )
    weak = Diagnostic(
        code="DS999",
        name="toothless-check",
        severity=Severity.WARNING,
        message="no submission can get `means` wrong",
        path="birds/penguins.py",
        line=7,
    )
    return of_sets(
        SetResult(name=first, problems=(*asked, problem(first, 5)), findings=(weak,), seconds=2.5),
        SetResult(
            name=second,
            problems=(
                problem(second, 1, attempt(second, 1, VerdictName.CORRECT)),
                problem(second, 2, blocked_by=2),
                problem(second, 3, blocked_by=2),
            ),
            root_causes=(cause,),
            seconds=61.0,
        ),
    )


CORRECT = (VerdictName.CORRECT, SubverdictName.UNCATEGORIZED)
RECORDED = {
    ("penguins", 1, 1): CORRECT,
    ("penguins", 2, 1): (VerdictName.CRASH, SubverdictName.KEY_ERROR),
    ("penguins", 5, 1): CORRECT,
    ("gulls", 1, 1): CORRECT,
}
"""Verdicts of which one agrees, one is another, one has nothing against it, and one is of a set nobody judged."""

REMARKS = (
    SubmissionNotice(
        place="gulls", message="the benchmark holds no set of this name", hint="see that they belong together"
    ),
    SubmissionNotice(place="a.jsonl:3", message="the key `x` is not known, and left out"),
    SubmissionNotice(place="a.jsonl:4", message="the key `x` is not known, and left out"),
)


def drawn(*parts: RenderableType, width: int = 80) -> str:
    """Return what a screen of some width shows, without the blanks at the ends of lines."""
    console = Console(width=width, highlight=False, markup=False, emoji=False, color_system=None)
    with console.capture() as capture:
        console.print(Group(*parts), crop=False)
    return "".join(f"{line.rstrip()}\n" for line in capture.get().splitlines())


def report(evaluation: Evaluation) -> EvaluationReport:
    """Return what an evaluation comes to."""
    return report_of(evaluation, Path("results/birds/an-agent.jsonl"), recorded=RECORDED, remarks=REMARKS)


Golden = Callable[[str, str], None]


def test_report(evaluation: Evaluation, golden: Golden) -> None:
    """On 80 columns: sets, rates, verdicts, difficulty, validators, root causes, weak validators, agreement, files."""
    summary = report(evaluation)
    screen = drawn(*evaluation_view(summary, evaluation.sets), *end_view(summary, earlier=1, fail_under=50))

    assert max(len(line) for line in screen.splitlines()) <= 80
    golden("cli/evaluation.txt", screen)
    assert next_of_evaluation(summary) == "authoring results show results/birds/an-agent.jsonl penguins 2"


def test_report_of_nothing_judged(golden: Golden) -> None:
    """When nothing could be judged that is what it says, and the command fails."""
    cause = RootCause(problemset="gulls", cell=0, number=None, line=2, message="ImportError: no gulls", blocked=(1,))
    blocked = SetResult(name="gulls", problems=(problem("gulls", 1, blocked_by=0),), root_causes=(cause,))
    summary = report(of_sets(blocked))

    assert summary.exit_code(None) == 1
    golden(
        "cli/evaluation-nothing.txt", drawn(*evaluation_view(summary), *end_view(summary, earlier=0, fail_under=None))
    )


def test_problem(evaluation: Evaluation, golden: Golden) -> None:
    """One problem: question, code, the validators' words, what differs, what was given and printed."""
    golden("cli/evaluation-problem.txt", drawn(*problem_view(evaluation.sets[0].problems[1])))


def test_problem_that_is_blocked(evaluation: Evaluation) -> None:
    """A problem that could not be judged says why."""
    screen = drawn(*problem_view(evaluation.sets[1].problems[1], "no file gulls.csv"))

    assert screen.splitlines()[-1].strip() == "no file gulls.csv"


@pytest.mark.parametrize(("fail_under", "code"), [(None, 0), (40.0, 0), (41.0, 1)])
def test_exit_code(evaluation: Evaluation, fail_under: float | None, code: int) -> None:
    """Wrong answers are no failure of the command; a rate that was asked for and missed is: here 2 of 6."""
    lower = fail_under and fail_under - 7

    assert report(evaluation).exit_code(lower) == code


def test_nothing_steers_the_terminal(evaluation: Evaluation) -> None:
    """Whatever questions, code, names and messages hold, the screen shows it as text."""

    def spoiled(text: str) -> str:
        for known in ("penguins", "What is", "values differ", "means", "done", "3701", "FileNotFound", "no submission"):
            text = text.replace(known, known + STEERING.encode("unicode_escape").decode().replace("\\x", "\\u00"))
        return text

    bad = Evaluation.model_validate_json(spoiled(evaluation.model_dump_json()))
    summary = report(bad)
    board = EvaluationBoard()
    board.handle(Started(((STEERING, 1),)))
    board.handle(PartialResult(SetResult(name=STEERING, problems=())))
    screen = drawn(
        *evaluation_view(summary, bad.sets),
        *end_view(summary, earlier=1, fail_under=99),
        *problem_view(bad.sets[0].problems[1], STEERING),
        board,
    )

    assert "\\x1b[2J\\u202edrop\\x07" in screen
    assert set(screen) & {"\x1b", "\u202e", "\x07"} == set()


def test_many_sets_are_cut_to_the_worst() -> None:
    """Of many sets those with most wrong are listed, in the benchmark's order, and the rest are counted."""
    sets = [
        SetResult(
            name=f"set-{number:02}",
            problems=(
                problem(f"set-{number:02}", 1, attempt(f"set-{number:02}", 1, VerdictName.CORRECT)),
                *(problem(f"set-{number:02}", wrong + 2) for wrong in range(number % 3)),
            ),
        )
        for number in range(30)
    ]
    lines = drawn(JudgedSets(sets, max_sets=12)).splitlines()

    assert [line.split()[0] for line in lines[:3]] == ["set-01", "set-02", "set-04"]
    assert lines[12] == "… and 18 sets with fewer wrong"


def by_model(*sets: SetResult, samples: int = 1) -> Evaluation:
    """Return an evaluation in which a model answered."""
    setup = SolverSetup(
        solver="react", model="tutor", server="", temperature=0.5, samples=samples, context=("code",), turns=3
    )
    options = EvaluationOptions(samples=samples)
    return of_sets(*sets).model_copy(update={"setup": setup, "options": options, "solver": "react:tutor"})


def with_stats(made: Attempt, failure: str = "") -> Attempt:
    """Return an attempt of a model, with what it took."""
    stats = {"model": "tutor", "calls": 2, "prompt_tokens": 1_200, "output_tokens": 30}
    submission = made.submission.model_copy(update={"agent_stats": stats, "agent_exception": failure})
    return made.model_copy(update={"submission": submission})


def test_report_of_a_model(golden: Golden) -> None:
    """How it was asked, pass@k, what to look at first, what did not come, and what it took."""
    right, wrong = VerdictName.CORRECT, VerdictName.WRONG_OUTPUT
    answers = [with_stats(attempt("gulls", 1, verdict)) for verdict in (right, wrong)]
    silent = with_stats(attempt("gulls", 2, wrong), "the model refused to answer")
    missing = (Outage(attempt=2, message=f"no reply from tutor {STEERING}"),)
    second = problem("gulls", 2, silent).model_copy(update={"outages": missing})
    summary = report(by_model(SetResult(name="gulls", problems=(problem("gulls", 1, *answers), second)), samples=2))
    golden(
        "cli/evaluation-model.txt", drawn(*evaluation_view(summary, ()), *end_view(summary, earlier=0, fail_under=50))
    )

    assert summary.exit_code(None) == 1


def test_board_shows_what_is_waited_for() -> None:
    """A set is on the board as soon as its model is asked; a problem without a reply is counted as that."""
    board = EvaluationBoard()
    board.handle(Started((("gulls", 2), ("terns", 2))))
    board.handle(Progress("solve: asks tutor", 0, None, "gulls"))
    (line,) = board.lines(20)[1]
    assert line.plain.endswith("  solve: asks tutor")

    missing = (Outage(attempt=1, message="down"),)
    board.handle(PartialResult(problem("gulls", 1).model_copy(update={"outages": missing})))
    assert "1 no reply of the model" in board.lines(20)[1][0].plain


def test_what_a_batch_holds_is_no_failure() -> None:
    """Answers that are on their way are counted and told apart from those that did not come."""
    outages = (Outage(attempt=1, message="down"), Outage(attempt=1, message="in a batch", is_pending=True))
    problems = [
        problem("gulls", index).model_copy(update={"outages": (outage,)}) for index, outage in enumerate(outages, 1)
    ]
    summary = report(by_model(SetResult(name="gulls", problems=tuple(problems))))
    text = drawn(*outages_view(summary))

    assert [label_of(each) for each in problems] == ["no reply of the model", "waiting for a batch"]
    assert "1 answer in a batch, within a day" in text
    assert "1 answer did not come" in text
    assert text.count("  down") == 1


def test_board_shows_the_plan_of_the_first_problem() -> None:
    """Of several that are worked on at once it is the one that is judged next, whichever changed last."""
    board = EvaluationBoard()
    board.handle(Started((("gulls", 2),)))
    for index in (2, 1, 2):
        plan = TaskPlan(goal="g", tasks=(PlanTask(task_id="1", instruction=f"Do problem {index}."),))
        graph = TaskGraph(problemset="gulls", index=index, plan=plan)
        board.handle(PartialResult(LiveGraph(solver="taskgraph:m", page="p", graph=graph)))
    assert board.lines(20)[1][1].plain.endswith("Do problem 1.")

    board.handle(PartialResult(problem("gulls", 1)))
    assert board.lines(20)[1][1].plain.endswith("Do problem 2.")


def test_command_can_be_given_again() -> None:
    """It has every option that was given, quoted as for a shell."""
    asking = AskingRequest(ModelAccess(base_url="http://localhost:1/v1", budget="2$"), "code,outputs", 5, 0.0)
    options = EvaluationOptions(samples=3, error_propagation=True, max_time=2)
    request = EvaluationRequest(Path("a b"), None, "react:tutor", asking, ("x",), options, jobs=2)

    assert command_of(request) == (
        "authoring evaluate 'a b' --solver react:tutor --set x --context code,outputs --turns 5 --temperature 0.0 "
        "--base-url http://localhost:1/v1 --budget '2$' --samples 3 --max-time 2 --jobs 2 --error-propagation"
    )


@pytest.mark.parametrize(
    ("calls", "now", "words"),
    [
        (3, 3, []),
        (3, 0, []),
        (3, 2, ["of these 2 calls now"]),
        (0, 2, ["with those that gave no reply 2 calls now"]),
    ],
)
def test_calls_of_this_command_stand_beside_those_of_the_answers(calls: int, now: int, words: list[str]) -> None:
    """Where replies were there before there are fewer, and more where a server gave none."""
    spending = ModelSpending(calls=calls, prompt=10, output=5, cached=0, new_calls=now)
    report = report_of(of_sets(), Path("a.jsonl"), spending=spending)
    lines = [line.plain.strip() for line in spending_view(report) if isinstance(line, Text)]

    assert lines[1:] == words


def test_a_person_is_a_baseline_with_a_time() -> None:
    """All answers together and the median of one; only a person has such a time, whatever others note in seconds."""
    made = [attempt("gulls", index, VerdictName.CORRECT) for index in (1, 2, 3)]
    timed = [
        answer.model_copy(
            update={"submission": answer.submission.model_copy(update={"agent_stats": {"seconds": seconds}})}
        )
        for answer, seconds in zip(made, (20.0, 65.5, 600), strict=True)
    ]
    gulls = SetResult(
        name="gulls", problems=tuple(problem("gulls", index, answer) for index, answer in enumerate(timed, 1))
    )
    person = report(of_sets(gulls).model_copy(update={"solver": "person"}))

    assert person.person_time is not None
    assert (person.person_time.answers, person.person_time.total, person.person_time.median) == (3, 685.5, 65.5)
    assert "person: 3 answers in 11:26 min, median 1:06 min" in drawn(*evaluation_view(person))
    assert report(of_sets(gulls)).person_time is None

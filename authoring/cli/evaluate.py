"""``authoring evaluate``: judge what an agent answered to the questions of a benchmark."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from authoring.cli.options import AsJson, InWorkspace

if TYPE_CHECKING:
    from authoring.cli.evaluating import Request

WHO = "Who answers"
HOW = "How it is judged"
WHERE = "Where results go"

Benchmark = Annotated[
    Path | None,
    typer.Argument(
        metavar="[BENCHMARK]",
        help="A folder with _manifest.yaml, or one problem set's file; the workspace's problemsets/ if not given.",
    ),
]
Submissions = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Recorded answers: DSEval's results, JSON lines.", rich_help_panel=WHO),
]
SolverName = Annotated[
    str | None,
    typer.Option("--solver", metavar="NAME", help='"reference", or "command:PROGRAM ARGUMENTS".', rich_help_panel=WHO),
]
Sets = Annotated[
    list[str] | None, typer.Option("--set", metavar="NAME", help="Only this problem set; repeat.", rich_help_panel=WHO)
]
MaxAttempts = Annotated[
    int | None,
    typer.Option(
        metavar="N", min=1, help="Ask again after a wrong answer; else 1, or what is recorded.", rich_help_panel=HOW
    ),
]
RetryReset = Annotated[
    bool, typer.Option("--retry-reset", help="Each attempt begins in the state before it.", rich_help_panel=HOW)
]
RetryHint = Annotated[
    bool, typer.Option("--retry-hint", help="Tell the solver what the validators said.", rich_help_panel=HOW)
]
ErrorPropagation = Annotated[
    bool,
    typer.Option("--error-propagation", help="Show a solver its own earlier answers as history.", rich_help_panel=HOW),
]
MaxTime = Annotated[
    float,
    typer.Option(metavar="SECONDS", min=0.1, max=86_400, help="For problems that do not say it.", rich_help_panel=HOW),
]
DialectName = Annotated[
    Literal["dseval", "strict"] | None,
    typer.Option("--dialect", help="Whose rules; else what the manifest says, else dseval.", rich_help_panel=HOW),
]
Python = Annotated[
    Path | None,
    typer.Option("--python", metavar="PATH", help="The interpreter that runs the cells.", rich_help_panel=HOW),
]
Jobs = Annotated[int, typer.Option(metavar="N", min=1, help="Sets judged at once.", rich_help_panel=HOW)]
Out = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="DSEval's result lines; else results/BENCHMARK/NAME.jsonl.", rich_help_panel=WHERE
    ),
]
Fresh = Annotated[bool, typer.Option("--fresh", help="Begin anew instead of going on.", rich_help_panel=WHERE)]
Overwrite = Annotated[
    bool,
    typer.Option("--overwrite", help="Replace a file that no evaluation wrote.", rich_help_panel=WHERE),
]
FailUnder = Annotated[
    float | None,
    typer.Option(
        metavar="PERCENT", min=0, max=100, help="Exit with 1 if the pass rate is lower.", rich_help_panel=WHERE
    ),
]


def evaluate(  # noqa: PLR0913 - typer reads options from parameters
    benchmark: Benchmark = None,
    *,
    submissions: Submissions = None,
    solver: SolverName = None,
    sets: Sets = None,
    max_attempts: MaxAttempts = None,
    retry_reset: RetryReset = False,
    retry_hint: RetryHint = False,
    error_propagation: ErrorPropagation = False,
    max_time: MaxTime = 1.0,
    dialect: DialectName = None,
    python: Python = None,
    jobs: Jobs = 1,
    out: Out = None,
    fresh: Fresh = False,
    overwrite: Overwrite = False,
    fail_under: FailUnder = None,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Judge what an agent answered to the questions of a benchmark.

    Ends with 0 whatever the verdicts are; with 1 if nothing could be judged, or the pass rate is under --fail-under.

    Example: authoring evaluate problemsets --solver reference
    """
    from authoring.cli.evaluating import Request
    from authoring.records.results import EvaluationOptions

    options = EvaluationOptions(
        retry_reset=retry_reset,
        retry_hint=retry_hint,
        error_propagation=error_propagation,
        max_time=max_time,
    )
    request = Request(
        benchmark=benchmark,
        submissions=submissions,
        solver=solver,
        sets=tuple(sets or ()),
        options=options,
        max_attempts=max_attempts,
        dialect=dialect,
        out=out,
        workspace=workspace,
        fresh=fresh,
        overwrite=overwrite,
        jobs=jobs,
    )
    _judge_and_tell(request, python, fail_under, as_json=as_json)


def _judge_and_tell(request: "Request", python: Path | None, fail_under: float | None, *, as_json: bool) -> None:
    from authoring.cli.evaluated import exit_code, sum_up
    from authoring.cli.evaluating import judge, plan_of
    from authoring.cli.evaluation_view import end_view, evaluation_view, next_of
    from authoring.cli.isolation import open_sandbox
    from authoring.cli.views.render import emit, next_command, show

    plan = plan_of(request)
    folders = [each.path.parent for each in plan.benchmark.sets]
    with open_sandbox(plan.place, python=python, benchmarks=folders) as sandbox:
        outcome = judge(plan, sandbox=sandbox, quiet=as_json)
    done = sum_up(outcome.evaluation, plan.out, recorded=plan.answers.recorded, remarks=plan.answers.remarks)
    if as_json:
        emit(done)
    else:
        show(*evaluation_view(done, outcome.unlisted), *end_view(done, kept=outcome.kept, fail_under=fail_under))
        next_command(next_of(done))
    raise typer.Exit(exit_code(done, fail_under))

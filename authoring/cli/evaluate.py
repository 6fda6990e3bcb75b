"""``authoring evaluate``: judge what an agent answered to the questions of a benchmark."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from authoring.cli.options import AsJson, InWorkspace

if TYPE_CHECKING:
    from authoring.api.evaluation import EvaluationReport
    from authoring.cli.views.evaluation import EvaluationBoard

SOLVER_PANEL = "Who answers"
JUDGING_PANEL = "How it is judged"
OUTPUT_PANEL = "Where results go"
Benchmark = Annotated[
    Path | None,
    typer.Argument(
        metavar="[BENCHMARK]",
        help="A folder with _manifest.yaml, or one problem set's file; the workspace's problemsets/ if not given.",
    ),
]
Submissions = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Recorded answers: DSEval's results, JSON lines.", rich_help_panel=SOLVER_PANEL),
]
SolverName = Annotated[
    str | None,
    typer.Option(
        "--solver", metavar="NAME", help='"reference", or "command:PROGRAM ARGUMENTS".', rich_help_panel=SOLVER_PANEL
    ),
]
Sets = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME", help="Only this problem set; repeat.", rich_help_panel=SOLVER_PANEL),
]
MaxAttempts = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=1,
        help="Ask again after a wrong answer; else 1, or what is recorded.",
        rich_help_panel=JUDGING_PANEL,
    ),
]
RetryReset = Annotated[
    bool,
    typer.Option("--retry-reset", help="Each attempt begins in the state before it.", rich_help_panel=JUDGING_PANEL),
]
RetryHint = Annotated[
    bool, typer.Option("--retry-hint", help="Tell the solver what the validators said.", rich_help_panel=JUDGING_PANEL)
]
ErrorPropagation = Annotated[
    bool,
    typer.Option(
        "--error-propagation", help="Show a solver its own earlier answers as history.", rich_help_panel=JUDGING_PANEL
    ),
]
MaxTime = Annotated[
    float,
    typer.Option(
        metavar="SECONDS", min=0.1, max=86_400, help="For problems that do not say it.", rich_help_panel=JUDGING_PANEL
    ),
]
DialectName = Annotated[
    Literal["dseval", "strict"] | None,
    typer.Option(
        "--dialect", help="Whose rules; else what the manifest says, else dseval.", rich_help_panel=JUDGING_PANEL
    ),
]
Python = Annotated[
    Path | None,
    typer.Option(
        "--python", metavar="PATH", help="The interpreter that runs the cells.", rich_help_panel=JUDGING_PANEL
    ),
]
Jobs = Annotated[int, typer.Option(metavar="N", min=1, help="Sets judged at once.", rich_help_panel=JUDGING_PANEL)]
Out = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE", help="DSEval's result lines; else results/BENCHMARK/NAME.jsonl.", rich_help_panel=OUTPUT_PANEL
    ),
]
Fresh = Annotated[bool, typer.Option("--fresh", help="Begin anew instead of going on.", rich_help_panel=OUTPUT_PANEL)]
Overwrite = Annotated[
    bool,
    typer.Option("--overwrite", help="Replace a file that no evaluation wrote.", rich_help_panel=OUTPUT_PANEL),
]
FailUnder = Annotated[
    float | None,
    typer.Option(
        metavar="PERCENT", min=0, max=100, help="Exit with 1 if the pass rate is lower.", rich_help_panel=OUTPUT_PANEL
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
    from authoring.api import evaluation as api
    from authoring.cli.views.evaluation import EvaluationBoard
    from authoring.cli.views.live import live_reporter
    from authoring.cli.views.render import emit
    from authoring.records.results import EvaluationOptions

    options = EvaluationOptions(
        retry_reset=retry_reset, retry_hint=retry_hint, error_propagation=error_propagation, max_time=max_time
    )
    request = api.EvaluationRequest(
        benchmark=benchmark,
        submissions=submissions,
        solver=solver,
        sets=tuple(sets or ()),
        options=options,
        max_attempts=max_attempts,
        dialect=dialect,
        python=python,
        out=out,
        fresh=fresh,
        overwrite=overwrite,
        jobs=jobs,
        workspace=workspace,
    )
    board = EvaluationBoard()
    with live_reporter(board, quiet=as_json) as reporter:
        report = api.evaluate(request, reporter=reporter)
    if as_json:
        emit(report)
    else:
        _show_report(report, board, redrawn=reporter.redrawn, fail_under=fail_under)
    # Wrong answers are what is measured, and no failure of the command.
    raise typer.Exit(report.exit_code(fail_under))


def _show_report(
    report: "EvaluationReport", board: "EvaluationBoard", *, redrawn: bool, fail_under: float | None
) -> None:
    from authoring.cli.views.evaluation import end_view, evaluation_view, next_of_evaluation
    from authoring.cli.views.render import next_command, show

    # What was printed line by line while it ran is not said twice.
    unlisted = board.results if redrawn else board.earlier
    end = end_view(report, earlier=len(board.earlier), fail_under=fail_under)
    show(*evaluation_view(report, unlisted), *end)
    next_command(next_of_evaluation(report))

"""``authoring evaluate``: judge what an agent answered to the questions of a benchmark."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from authoring.cli.options import BY_MODEL, AsJson, BaseUrl, Budget, InWorkspace, model_access

if TYPE_CHECKING:
    from authoring.api.evaluation import EvaluationRequest
    from authoring.api.evaluation.report import EvaluationReport
    from authoring.api.evaluation.solvers import AskingRequest
    from authoring.cli.views.evaluation import EvaluationBoard

SOLVER_PANEL = "Who answers"
JUDGING_PANEL = "How it is judged"
STEPS_PANEL = "From one answer to the next"
OUTPUT_PANEL = "Where results go"
Benchmark = Annotated[
    Path | None,
    typer.Argument(
        metavar="[BENCHMARK]",
        help="A folder with _manifest.yaml, or one problem set's file; the workspace's problemsets/ if not given. Or a "
        "CIBench tree, DABench's files, or a folder of ML-Benchmark's tasks.",
    ),
]
Submissions = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Recorded answers: DSEval's results, JSON lines.", rich_help_panel=SOLVER_PANEL),
]
Solvers = Annotated[
    list[str] | None,
    typer.Option(
        "--solver",
        metavar="NAME",
        help='"model:MODEL", "selfdebug:MODEL", "react:MODEL", "taskgraph:MODEL" or "thinkact:MODEL", '
        '"command:PROGRAM ARGUMENTS", '
        '"person" at this terminal, or "reference"; repeat to compare.',
        rich_help_panel=SOLVER_PANEL,
    ),
]
Sets = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME", help="Only this problem set; repeat.", rich_help_panel=SOLVER_PANEL),
]
Mode = Annotated[
    Literal["separate", "end-to-end", "oracle"],
    typer.Option(
        "--mode",
        help="What an answer finds. separate: what the references left, as in DSEval. end-to-end: what the solver's "
        "own answers left, failed ones too. oracle: that, and each reference runs behind it. Both are CIBench's.",
        rich_help_panel=STEPS_PANEL,
    ),
]
ErrorPropagation = Annotated[
    bool,
    typer.Option(
        "--error-propagation",
        help="DSEval's: show a solver its own answers as history; what it finds stays the references'.",
        rich_help_panel=STEPS_PANEL,
    ),
]
MaxAttempts = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=1,
        help="DSEval's: ask again after a wrong answer; else 1, or what is recorded.",
        rich_help_panel=STEPS_PANEL,
    ),
]
RetryReset = Annotated[
    bool,
    typer.Option(
        "--retry-reset", help="DSEval's: each attempt begins in the state before it.", rich_help_panel=STEPS_PANEL
    ),
]
RetryHint = Annotated[
    bool,
    typer.Option(
        "--retry-hint",
        help="DSEval's: tell the solver what the validators said of its last attempt.",
        rich_help_panel=STEPS_PANEL,
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
Jobs = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=1,
        help="Sets judged at once; else with a model 4, a program 1, and for other answers as many as there are "
        "processors.",
        rich_help_panel=JUDGING_PANEL,
    ),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        metavar="ADDRESS",
        help="Have a Dask cluster run and judge answers, as many sets at once as its workers have threads; models are "
        "asked from here. Its scheduler, as tcp://host:8786.",
        rich_help_panel=JUDGING_PANEL,
    ),
]
Context = Annotated[
    str | None,
    typer.Option(
        metavar="PARTS",
        help="What the model is shown: code, variables, questions, outputs, profile, with commas between; or none. "
        "Else code,variables.",
        rich_help_panel=BY_MODEL,
    ),
]
Turns = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=1,
        max=50,
        help="Replies to one problem, at most; else selfdebug 4, react 3, taskgraph 30, thinkact 40.",
        rich_help_panel=BY_MODEL,
    ),
]
Temperature = Annotated[
    float | None,
    typer.Option(metavar="T", min=0, max=2, help="Else what authoring.toml says.", rich_help_panel=BY_MODEL),
]
Seed = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=0,
        help="What the model's provider is to draw by, where it takes a seed; sample K by N + K - 1.",
        rich_help_panel=BY_MODEL,
    ),
]
Samples = Annotated[
    int,
    typer.Option(
        metavar="K", min=1, max=100, help="Independent answers to each problem, for pass@k.", rich_help_panel=BY_MODEL
    ),
]
Confirm = Annotated[
    bool,
    typer.Option(
        "--confirm",
        help="Ask at the terminal after each plan and task of taskgraph and thinkact: confirm, redo, exit, or advice.",
        rich_help_panel=BY_MODEL,
    ),
]
Judge = Annotated[
    str | None,
    typer.Option(
        metavar="MODEL",
        help="Have a model say why answers are wrong where rules leave it open; a verdict needs a verbatim quote.",
        rich_help_panel=BY_MODEL,
    ),
]
Batch = Annotated[
    bool,
    typer.Option(
        "--batch",
        help="Hand calls to the provider's batch mode and leave; the same command collects and judges later.",
        rich_help_panel=BY_MODEL,
    ),
]
Estimate = Annotated[
    bool, typer.Option("--estimate", help="Say calls, tokens and money; ask nothing.", rich_help_panel=BY_MODEL)
]
Out = Annotated[
    Path | None,
    typer.Option(
        metavar="FILE",
        help="DSEval's result lines; else results/BENCHMARK/NAME.jsonl. Of several solvers a folder.",
        rich_help_panel=OUTPUT_PANEL,
    ),
]
Transcripts = Annotated[
    Path | None,
    typer.Option(
        metavar="DIR",
        help="Of a CIBench tree in one of CIBench's modes: each step in OpenCompass' shape, for its evaluator and for "
        "authoring score cibench.",
        rich_help_panel=OUTPUT_PANEL,
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
    solvers: Solvers = None,
    sets: Sets = None,
    context: Context = None,
    turns: Turns = None,
    samples: Samples = 1,
    temperature: Temperature = None,
    seed: Seed = None,
    confirm: Confirm = False,
    base_url: BaseUrl = None,
    budget: Budget = None,
    judge: Judge = None,
    batch: Batch = False,
    estimate: Estimate = False,
    mode: Mode = "separate",
    error_propagation: ErrorPropagation = False,
    max_attempts: MaxAttempts = None,
    retry_reset: RetryReset = False,
    retry_hint: RetryHint = False,
    max_time: MaxTime = 1.0,
    dialect: DialectName = None,
    python: Python = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    out: Out = None,
    transcripts: Transcripts = None,
    fresh: Fresh = False,
    overwrite: Overwrite = False,
    fail_under: FailUnder = None,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Judge what an agent or a language model answers to a benchmark; several stand side by side at the end.

    Ends with 0 whatever the verdicts are; with 1 if nothing was judged, a reply is missing, or under --fail-under.

    Example: authoring evaluate problemsets --solver reference
    Example: authoring evaluate --solver selfdebug:gpt-5.6-mini --samples 3 --budget 2$
    Example: authoring evaluate --solver model:gpt-5.6-mini --solver react:gpt-5.6-mini --estimate
    Example: authoring evaluate TREE --solver react:gpt-5.6-mini --mode oracle --transcripts run
    """
    from authoring.api.evaluation import EvaluationRequest
    from authoring.api.evaluation.solvers import AskingRequest
    from authoring.records.results import EvaluationOptions, StepMode

    names, access = tuple(solvers or ()), model_access(base_url=base_url, budget=budget)
    asking = AskingRequest(access, context, turns, temperature, seed)
    asking = _with_person(replace(asking, in_batches=batch), confirm=confirm, solvers=names)
    options = EvaluationOptions(retry_reset=retry_reset, retry_hint=retry_hint, error_propagation=error_propagation)
    options = options.model_copy(update={"max_time": max_time, "samples": samples, "mode": StepMode(mode)})
    solver = names[0] if len(names) == 1 else None  # What follows is made in pieces, to fit on one screen.
    request = EvaluationRequest(benchmark, submissions, solver, asking, tuple(sets or ()), options, max_attempts)
    request = replace(request, dialect=dialect, python=python, jobs=jobs, cluster=cluster, workspace=workspace)
    request = replace(request, judge=judge, out=out, transcripts=transcripts, fresh=fresh, overwrite=overwrite)
    if not estimate:
        raise typer.Exit(_evaluate(request, names, fail_under=fail_under, as_json=as_json))
    _show_estimate(request, names, as_json=as_json)


def _with_person(request: "AskingRequest", *, confirm: bool, solvers: Sequence[str]) -> "AskingRequest":
    if confirm:
        from authoring.api.evaluation.solvers import refuse_confirmation
        from authoring.cli.review.task_graph import terminal_reviewer

        # Said before it is known whether anybody sits at a terminal.
        refuse_confirmation(solvers)
        request = replace(request, reviewer=terminal_reviewer())
    if "person" in solvers:
        from authoring.cli.review.person import terminal_answerer

        request = replace(request, answerer=terminal_answerer())
    return request


def _show_estimate(request: "EvaluationRequest", solvers: Sequence[str], *, as_json: bool) -> None:
    from authoring.api.evaluation.estimates import estimate_evaluation, estimate_models
    from authoring.api.evaluation.solver_comparison import estimate_solvers
    from authoring.cli.views.evaluation.command import command_of
    from authoring.cli.views.evaluation.estimates import estimate_lines
    from authoring.cli.views.render import answer, plain

    command = command_of(request, solvers)
    if len(solvers) > 1:
        answer(
            estimate_solvers(request, solvers),
            lambda estimates: estimate_lines(
                (f"{part.solver}: {part.estimate.figures}", part.estimate.priced) for part in estimates
            ),
            command,
            as_json=as_json,
        )
    elif request.judge is None:
        answer(estimate_evaluation(request), lambda estimate: [plain(estimate.line)], command, as_json=as_json)
    else:
        answer(
            estimate_models(request),
            lambda estimates: estimate_lines((part.figures, part.priced) for part in estimates),
            command,
            as_json=as_json,
        )


def _evaluate(request: "EvaluationRequest", solvers: Sequence[str], *, fail_under: float | None, as_json: bool) -> int:
    if len(solvers) > 1:
        return _compare(request, solvers, fail_under=fail_under, as_json=as_json)
    from authoring.api import evaluation as api
    from authoring.cli.views.evaluation import EvaluationBoard
    from authoring.cli.views.live import live_reporter
    from authoring.cli.views.render import emit

    board = EvaluationBoard()
    with live_reporter(board, quiet=as_json, still=_is_dialogue(request)) as reporter:
        report = api.evaluate(request, reporter=reporter)
    if as_json:
        emit(report)
    else:
        _show_report(request, report, board, redrawn=reporter.redrawn, fail_under=fail_under)
    # Wrong answers are what is measured, and no failure of the command.
    return report.exit_code(fail_under)


def _compare(request: "EvaluationRequest", solvers: Sequence[str], *, fail_under: float | None, as_json: bool) -> int:
    from authoring.api.evaluation.solver_comparison import compare_solvers
    from authoring.cli.views.evaluation.command import command_of
    from authoring.cli.views.evaluation.solvers import SolversBoard, next_of_solvers, solvers_view
    from authoring.cli.views.live import live_reporter
    from authoring.cli.views.render import answer

    with live_reporter(SolversBoard(), quiet=as_json, still=_is_dialogue(request)) as reporter:
        compared = compare_solvers(request, solvers, reporter=reporter)
    command = next_of_solvers(compared) or command_of(request, solvers)
    answer(compared, lambda record: solvers_view(record, fail_under=fail_under), command, as_json=as_json)
    return compared.exit_code(fail_under)


def _is_dialogue(request: "EvaluationRequest") -> bool:
    return request.asking.reviewer is not None or request.asking.answerer is not None


def _show_report(
    request: "EvaluationRequest",
    report: "EvaluationReport",
    board: "EvaluationBoard",
    *,
    redrawn: bool,
    fail_under: float | None,
) -> None:
    from authoring.cli.views.evaluation import end_view, evaluation_view, next_of_evaluation
    from authoring.cli.views.evaluation.command import command_of
    from authoring.cli.views.render import next_command, show
    from authoring.cli.views.scores import project_scores_view

    # What was printed line by line while it ran is not said twice.
    unlisted = board.results if redrawn else board.earlier
    end = end_view(report, earlier=len(board.earlier), fail_under=fail_under)
    show(*evaluation_view(report, unlisted), *project_scores_view(report.scores), *end)
    is_missing = report.metrics.outages or (report.judged and report.judged.outages)
    next_command(command_of(request) if is_missing else next_of_evaluation(report))

"""``authoring draft``: write problem sets about seeds, and prove them."""

import shlex
from enum import StrEnum
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from authoring.cli.options import (
    BY_MODEL,
    AsJson,
    BaseUrl,
    Budget,
    InWorkspace,
    ModelName,
    SeedNames,
    model_access,
    model_options,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import RenderableType

    from authoring.api.drafts.modes import DraftingMode, DraftingOutcome
    from authoring.api.drafts.requests import DraftRequest
    from authoring.api.models import ModelAccess
    from authoring.records.draft import DraftWishes
    from authoring.workspace import Workspace


class ProblemLevel(StrEnum):
    """What ``--level`` takes."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


MANY = "Many at once"
ABOUT_MODULE = "About a Python module"
BY_TEMPLATES = "By templates"
Name = Annotated[str | None, typer.Option(metavar="NAME", help="What to call the draft; the seed's name if not given.")]
RandomSeed = Annotated[int | None, typer.Option(metavar="N", help="Which of the possible sets is drafted.")]
Restart = Annotated[bool, typer.Option("--restart", help="Begin anew; the journal of the old run is kept aside.")]
Module = Annotated[
    str | None,
    typer.Option(
        metavar="MODULE",
        help="An experiment about a library; with a seed, about its tables.",
        rich_help_panel=ABOUT_MODULE,
    ),
]
Topic = Annotated[
    str | None,
    typer.Option(
        metavar="TOPIC",
        help="Number or title of one of `authoring topics MODULE`, or a topic of your own.",
        rich_help_panel=ABOUT_MODULE,
    ),
]
Rounds = Annotated[
    int | None,
    typer.Option(metavar="N", min=0, max=20, help="Repairs before a person is asked.", rich_help_panel=BY_MODEL),
]
Examples = Annotated[
    Literal["random", "similar", "diverse"] | None,
    typer.Option(help="How admitted sets are chosen as examples.", rich_help_panel=BY_MODEL),
]
Estimate = Annotated[
    bool, typer.Option("--estimate", help="Say calls, tokens and money; ask nothing.", rich_help_panel=BY_MODEL)
]
AtLeast = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=1,
        max=15,
        help="Fewer problems are an error, and no short draft.",
        rich_help_panel=BY_TEMPLATES,
    ),
]
About = Annotated[
    list[str] | None,
    typer.Option(metavar="COLUMN", help="Rather ask about this column; may be repeated.", rich_help_panel=BY_TEMPLATES),
]
Levels = Annotated[
    list[ProblemLevel] | None,
    typer.Option("--level", help="Only problems of this level; may be repeated.", rich_help_panel=BY_TEMPLATES),
]
Points = Annotated[
    list[str] | None,
    typer.Option(
        metavar="POINT",
        help="Only problems about this knowledge point, such as 'missing values'; may be repeated.",
        rich_help_panel=BY_TEMPLATES,
    ),
]
NoTryAnswers = Annotated[bool, typer.Option("--no-try-answers", help="Try answers on validators at admission only.")]
Jobs = Annotated[int, typer.Option(metavar="N", min=1, max=256, help="Seeds drafted at once.", rich_help_panel=MANY)]
Batch = Annotated[
    bool,
    typer.Option(
        "--batch",
        help="Hand calls to the provider's batch mode and leave; the same command collects them later.",
        rich_help_panel=MANY,
    ),
]


def draft(  # noqa: PLR0913 - a command with its options
    seeds: SeedNames = None,
    *,
    name: Name = None,
    random_seed: RandomSeed = None,
    restart: Restart = False,
    model: ModelName = None,
    base_url: BaseUrl = None,
    module: Module = None,
    topic: Topic = None,
    rounds: Rounds = None,
    examples: Examples = None,
    estimate: Estimate = False,
    budget: Budget = None,
    at_least: AtLeast = None,
    about: About = None,
    level: Levels = None,
    points: Points = None,
    no_try_answers: NoTryAnswers = False,
    jobs: Jobs = 4,
    batch: Batch = False,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Draft a problem set about each seed, lint it, and run its reference code; or go on where an earlier run stopped.

    Templates draft unless a model is named, here or in authoring.toml.

    Example: authoring draft penguins-raw --random-seed 7
    Example: authoring draft penguins-raw --about "Body Mass (g)" --level medium --level hard
    Example: authoring draft --module pandas --topic 1 --model gpt-5.6-mini
    Example: authoring draft penguins-raw --module scipy --topic 3 --model gpt-5.6-mini
    Example: authoring draft penguins wine --model gpt-5.6-mini --budget 200k
    """
    from authoring.api.drafts.modes import DraftingMode
    from authoring.api.drafts.requests import DraftRequest
    from authoring.api.workspaces import open_workspace

    access = model_access(model=model, base_url=base_url, budget=budget)
    request = DraftRequest(
        # A seed that is named twice is one draft, and no batch.
        seeds=tuple(dict.fromkeys(seeds or ())),
        module=module,
        topic=topic,
        name=name or "",
        random_seed=random_seed,
        restart=restart,
        rounds=rounds,
        examples=examples,
        tries_answers=False if no_try_answers else None,
        wishes=wishes_of(at_least, about, level, points),
    )
    mode = DraftingMode("estimate" if estimate else "batch" if batch else "now", in_batches=batch, jobs=jobs)
    _draft(open_workspace(workspace), request, mode, access, as_json=as_json)


def wishes_of(
    at_least: int | None,
    about: "Sequence[str] | None",
    levels: "Sequence[ProblemLevel] | None",
    points: "Sequence[str] | None",
) -> "DraftWishes | None":
    """Return what is wanted of a set that templates draft; None where nobody said anything."""
    from authoring.records.draft import DraftWishes

    if at_least is None and not (about or levels or points):
        return None
    return DraftWishes(
        at_least=at_least,
        about=tuple(about or ()),
        levels=tuple(level.value for level in levels or ()),
        points=tuple(points or ()),
    )


def _draft(
    workspace: "Workspace", request: "DraftRequest", mode: "DraftingMode", access: "ModelAccess", *, as_json: bool
) -> None:
    """Draft what is asked for, show what came of it, and end the command."""
    from authoring.api.drafts.modes import draft_by_mode, drafting_exit_code
    from authoring.api.drafts.requests import DraftResult
    from authoring.cli.views.drafts import result_view
    from authoring.cli.views.live import live_reporter
    from authoring.cli.views.render import answer, show

    parts: list[object] = []

    def show_result(part: object) -> None:
        parts.append(part)
        # Drafts are shown as they end: a long batch says something meanwhile.
        if isinstance(part, DraftResult) and not as_json:
            show(result_view(part))

    with live_reporter(lines=True, on_part=show_result) as reporter:
        outcome = draft_by_mode(workspace, request, mode, access=access, reporter=reporter)
    command = _next_command(outcome, request, access, workspace)
    answer(outcome, lambda outcome: _outcome_view(outcome, request, parts), command, as_json=as_json)
    raise typer.Exit(drafting_exit_code(outcome))


def _outcome_view(
    outcome: "DraftingOutcome", request: "DraftRequest", parts: "Sequence[object]"
) -> "Sequence[RenderableType]":
    from authoring.api.drafts.batch_mode import BatchHandover
    from authoring.cli.views.drafts import handover_view, results_summary, resumed_view, state_view
    from authoring.cli.views.render import plain
    from authoring.records.decision import Admission, Rejection, Waiting
    from authoring.records.run import ResumedRun

    if isinstance(outcome, tuple):
        return [results_summary(len(request.seeds), outcome)]
    if isinstance(outcome, BatchHandover):
        return handover_view(len(request.seeds) or 1, outcome)
    if isinstance(outcome, Waiting | Admission | Rejection):
        resumed = [resumed_view(part) for part in parts if isinstance(part, ResumedRun)]
        return (*resumed, *state_view(outcome))
    return [plain(outcome.line)]


def _next_command(
    outcome: "DraftingOutcome", request: "DraftRequest", access: "ModelAccess", workspace: "Workspace"
) -> str:
    from authoring.api.drafts.batch_mode import BatchHandover
    from authoring.api.exports import export_command
    from authoring.cli.views.drafts import next_step
    from authoring.records.decision import Admission, Rejection, Waiting

    if isinstance(outcome, BatchHandover) and outcome.waiting:
        return f"authoring draft {_subjects(request)} --batch{model_options(access.model, access.base_url)}"
    if isinstance(outcome, BatchHandover | tuple):
        drafts = outcome if isinstance(outcome, tuple) else outcome.drafts
        return f"authoring review {drafts[0].name}" if drafts else "authoring status"
    if isinstance(outcome, Waiting | Admission | Rejection):
        name = outcome.draft.name if isinstance(outcome, Waiting) else outcome.name
        is_written = name in workspace.problemsets()
        return next_step(outcome, is_written=is_written, export=export_command(workspace, [name]))
    return f"authoring draft {_subjects(request)}{model_options(outcome.model, access.base_url)}"


def _subjects(request: "DraftRequest") -> str:
    """Return the words that say what drafts are about, and what they are called."""
    options = (("--module", request.module), ("--topic", request.topic), ("--name", request.name))
    chosen = [word for option, value in options if value for word in (option, value)]
    # A topic may be a person's own words.
    return shlex.join([*request.seeds, *chosen])

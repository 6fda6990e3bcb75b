"""``authoring draft``: write problem sets about seeds, and prove them."""

from functools import partial
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from authoring.cli.options import BY_MODEL, AsJson, BaseUrl, Budget, InWorkspace, ModelName, SeedNames, model_access

if TYPE_CHECKING:
    from authoring.api.drafts.requests import DraftRequest
    from authoring.api.models import ModelAccess
    from authoring.workspace import Workspace

MANY = "Many at once"
ABOUT_MODULE = "About a Python module"
Name = Annotated[str | None, typer.Option(metavar="NAME", help="What to call the draft; the seed's name if not given.")]
RandomSeed = Annotated[int | None, typer.Option(metavar="N", help="Which of the possible sets is drafted.")]
Restart = Annotated[bool, typer.Option("--restart", help="Begin anew; the journal of the old run is kept aside.")]
Module = Annotated[
    str | None,
    typer.Option(
        metavar="MODULE", help="In place of a seed: an experiment about a library.", rich_help_panel=ABOUT_MODULE
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
    no_try_answers: NoTryAnswers = False,
    jobs: Jobs = 4,
    batch: Batch = False,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Draft a problem set about each seed, lint it, and run its reference code; or go on where an earlier run stopped.

    Templates draft unless a model is named, here or in authoring.toml.

    Example: authoring draft penguins-raw --random-seed 7
    Example: authoring draft --module pandas --topic 1 --model gpt-5.6-mini
    Example: authoring draft penguins wine --model gpt-5.6-mini --budget 200k
    """
    from authoring.api.drafts.requests import DraftRequest
    from authoring.api.workspaces import open_workspace

    place = open_workspace(workspace)
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
    )
    if estimate:
        code = _estimate(place, request, access, batch=batch, as_json=as_json)
    elif batch:
        code = _draft_in_batches(place, request, access, as_json=as_json)
    elif request.is_single:
        code = _draft_one(place, request, access, as_json=as_json)
    else:
        code = _draft_many(place, request, access, jobs=jobs, as_json=as_json)
    raise typer.Exit(code)


def _estimate(place: "Workspace", request: "DraftRequest", access: "ModelAccess", *, batch: bool, as_json: bool) -> int:
    from authoring.api.drafts.requests import estimate_drafts
    from authoring.cli.views.live import live_reporter
    from authoring.cli.views.render import answer, plain

    with live_reporter() as reporter:
        estimate = estimate_drafts(place, request, access=access, batch=batch, reporter=reporter)
    server = f" --base-url {access.base_url}" if access.base_url else ""
    command = f"authoring draft {_subjects(request)} --model {estimate.model}{server}"
    answer(estimate, lambda estimate: [plain(estimate.line)], command, as_json=as_json)
    return 0


def _draft_in_batches(place: "Workspace", request: "DraftRequest", access: "ModelAccess", *, as_json: bool) -> int:
    from authoring.api.drafts.batch_mode import draft_in_batches
    from authoring.cli.views.drafts import handover_view
    from authoring.cli.views.live import live_reporter
    from authoring.cli.views.render import answer

    with live_reporter() as reporter:
        handover = draft_in_batches(place, request, access=access, reporter=reporter)
    review = f"authoring review {handover.drafts[0].name}" if handover.drafts else "authoring status"
    command = f"authoring draft {_subjects(request)} --batch" if handover.waiting else review
    answer(handover, partial(handover_view, len(request.seeds) or 1), command, as_json=as_json)
    return max((draft.command_code for draft in handover.drafts), default=0)


def _draft_one(place: "Workspace", request: "DraftRequest", access: "ModelAccess", *, as_json: bool) -> int:
    from authoring.api.drafts.requests import draft
    from authoring.cli.views.drafts import next_step, resumed_view, state_view
    from authoring.cli.views.live import live_reporter
    from authoring.cli.views.render import answer
    from authoring.records.decision import Waiting
    from authoring.records.run import ResumedRun, exit_code

    parts: list[object] = []
    with live_reporter(on_part=parts.append) as reporter:
        state = draft(place, request, access=access, reporter=reporter)
    resumed = [resumed_view(part) for part in parts if isinstance(part, ResumedRun)]
    name = state.draft.name if isinstance(state, Waiting) else state.name
    command = next_step(state, is_written=name in place.problemsets())
    answer(state, lambda state: (*resumed, *state_view(state)), command, as_json=as_json)
    return exit_code(state)


def _draft_many(place: "Workspace", request: "DraftRequest", access: "ModelAccess", *, jobs: int, as_json: bool) -> int:
    from authoring.api.drafts.requests import DraftResult, draft_many
    from authoring.cli.views.drafts import result_view, results_summary
    from authoring.cli.views.live import live_reporter
    from authoring.cli.views.render import answer, show

    def show_result(part: object) -> None:
        # Drafts are shown as they end: a long batch says something meanwhile.
        if isinstance(part, DraftResult) and not as_json:
            show(result_view(part))

    with live_reporter(quiet=as_json, on_part=show_result) as reporter:
        results = draft_many(place, request, access=access, jobs=jobs, reporter=reporter)
    command = f"authoring review {results[0].name}" if results else "authoring status"
    answer(results, lambda results: [results_summary(len(request.seeds), results)], command, as_json=as_json)
    return max((result.command_code for result in results), default=0)


def _subjects(request: "DraftRequest") -> str:
    """Return the names of the seeds that drafts are about; that of a module stands in the workspace by now."""
    from authoring.records.experiment import import_name, seed_name

    return " ".join(request.seeds) or seed_name(import_name(request.module or ""))

"""``authoring pilot``: send solvers at a draft or a set, and read what that tells of its problems."""

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated

import typer

from authoring.cli.evaluate import Context, Estimate, Seed, Temperature, Turns
from authoring.cli.options import BY_MODEL, AsJson, BaseUrl, Budget, InWorkspace, complete_runnable, model_access

if TYPE_CHECKING:
    from authoring.api.evaluation.pilot import PilotRequest

SetName = Annotated[
    str,
    typer.Argument(metavar="DRAFT|SET", help="A draft, or an admitted set.", autocompletion=complete_runnable),
]
Solvers = Annotated[
    list[str] | None,
    typer.Option(
        "--solver",
        metavar="NAME",
        help='"model:MODEL", "selfdebug:MODEL", "react:MODEL", "taskgraph:MODEL" or "thinkact:MODEL", '
        '"command:PROGRAM ARGUMENTS", '
        'or "recorded:FILE"; repeat.',
    ),
]
Samples = Annotated[int, typer.Option(metavar="K", min=1, max=100, help="Answers of each solver to each problem.")]
NoBlind = Annotated[
    bool, typer.Option("--no-blind", help="Do not ask once more without the data.", rich_help_panel=BY_MODEL)
]
Rubric = Annotated[
    str | None,
    typer.Option(
        metavar="MODEL",
        help="Have a model judge each problem by guides/rubric.md; a verdict needs a verbatim quote of the problem.",
        rich_help_panel=BY_MODEL,
    ),
]
Jobs = Annotated[int | None, typer.Option(metavar="N", min=1, help="Solvers that answer at once; else 4.")]
Strict = Annotated[bool, typer.Option("--strict", help="Warnings make the command fail as well.")]


def pilot(  # noqa: PLR0913 - typer reads options from parameters
    name: SetName,
    *,
    solvers: Solvers = None,
    samples: Samples = 3,
    context: Context = None,
    turns: Turns = None,
    temperature: Temperature = None,
    seed: Seed = None,
    base_url: BaseUrl = None,
    budget: Budget = None,
    estimate: Estimate = False,
    no_blind: NoBlind = False,
    rubric: Rubric = None,
    jobs: Jobs = None,
    strict: Strict = False,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Send solvers at a draft or a set, and say what their answers tell of its problems.

    Wrong references, validators stricter than their question, questions left open, names nobody can
    know, answers that need no data, and levels that nobody bears out. No solver sees a reference.
    Ends with 0 whatever is found, unless --strict; with 1 if a model gave no reply.

    Example: authoring pilot penguins --rubric gpt-5.6
    Example: authoring pilot penguins --solver model:gpt-5.6-mini --solver model:qwen3 --samples 3 --budget 2$
    """
    from authoring.api.evaluation.pilot import PilotRequest
    from authoring.api.evaluation.solvers import AskingRequest

    asking = AskingRequest(model_access(base_url=base_url, budget=budget), context, turns, temperature, seed)
    request = PilotRequest(name, tuple(solvers or ()), samples, asking, blind=not no_blind, rubric=rubric)
    request = replace(request, jobs=jobs, workspace=workspace)
    if estimate:
        _show_estimates(request, as_json=as_json)
        return
    raise typer.Exit(_pilot(request, strict=strict, as_json=as_json))


def _show_estimates(request: "PilotRequest", *, as_json: bool) -> None:
    from authoring.api.evaluation.pilot import estimate_pilot
    from authoring.cli.views.evaluation.pilot import command_of, estimates_view
    from authoring.cli.views.render import answer

    answer(estimate_pilot(request), estimates_view, command_of(request), as_json=as_json)


def _pilot(request: "PilotRequest", *, strict: bool, as_json: bool) -> int:
    from authoring.api.evaluation import pilot as api
    from authoring.cli.views.evaluation.pilot import PilotBoard, next_of_pilot, pilot_view
    from authoring.cli.views.live import live_reporter
    from authoring.cli.views.render import answer

    with live_reporter(PilotBoard(), quiet=as_json) as reporter:
        report = api.pilot(request, reporter=reporter)
    answer(report, pilot_view, next_of_pilot(request, report), as_json=as_json)
    return report.exit_code(strict=strict)

"""Inventing a table and adding it as a seed, for ``authoring seed invent``."""

from dataclasses import dataclass

from authoring.cli.asking import Asking, asking, budget_of
from authoring.cli.experiments import chosen, page_of
from authoring.cli.isolation import open_sandbox
from authoring.cli.progress import progress_bar
from authoring.drafting.synthetic_tables import draw_table, plan_table
from authoring.errors import SeedError, UsageError
from authoring.records.seed import Seed
from authoring.records.synthetic_table import Invented
from authoring.sandbox.port import Sandbox
from authoring.seeds.intake import Naming, fetch_seed
from authoring.workspace import Workspace
from authoring.workspace.scratch import scratch_folder
from authoring.workspace.synthetic_tables import keep_plan


@dataclass(frozen=True, slots=True)
class Wanted:
    """What table is wanted."""

    name: str
    about: str
    rows: int
    random_seed: int
    licence: str
    model: str | None = None
    base_url: str | None = None
    budget: str | None = None
    replace: bool = False


def invent_seed(place: Workspace, wanted: Wanted) -> Seed:
    """Have a table planned, draw it in the sandbox, and keep it as a seed with its plan beside it.

    Raises:
        SeedError: the name is taken, or the table cannot be used.
        ModelError: no plan came of it.
        BudgetError: a call would have exceeded the budget.
    """
    if wanted.name in place.seeds() and not wanted.replace:
        raise SeedError(
            f"there is a seed called {wanted.name} already",
            hint="give another name, or replace it with --replace",
        )
    if not wanted.about.strip():
        raise UsageError("--about says nothing", hint='for example --about "trips of a small ferry line"')
    choice, page = chosen(place, wanted.model, wanted.base_url), page_of(place, "fields")
    with (
        open_sandbox(place) as sandbox,
        asking(place, budget_of(wanted.budget) if wanted.budget else Asking()) as asked,
    ):
        model = asked.model(choice)
        if model is None:
            raise UsageError("only a language model can plan a table", hint="name one with --model")
        with progress_bar("planning a table"):
            plan = plan_table(wanted.about, wanted.rows, model=model, prompt=page, subject=wanted.name)
        invented = Invented(plan=plan, rows=wanted.rows, random_seed=wanted.random_seed, model=model.name)
        return add_invented(
            place, wanted.name, invented, licence=wanted.licence, replace=wanted.replace, sandbox=sandbox
        )


def add_invented(
    place: Workspace, name: str, invented: Invented, *, licence: str, replace: bool, sandbox: Sandbox
) -> Seed:
    """Draw a table and take it in as any other; its plan stands beside it, so that it can be drawn again."""
    limits = place.settings.limits
    with scratch_folder(place.root, "seed") as folder, progress_bar("drawing values"):
        path, scratch = folder / f"{name}.csv", folder / "scratch"
        scratch.mkdir()
        drawn = draw_table(
            invented.plan, rows=invented.rows, random_seed=invented.random_seed, sandbox=sandbox, limits=limits
        )
        path.write_text(drawn, encoding="utf-8", newline="")
        intake = fetch_seed(
            [str(path)],
            sandbox=sandbox,
            limits=limits,
            scratch=scratch,
            naming=Naming(name, invented.plan.title, licence, invented.plan.description),
        )
        seed = intake.seed.model_copy(update={"source": f"invented:{invented.model}"})
        place.write_seed(seed, zip(seed.files, intake.paths, strict=True), replace=replace)
        keep_plan(place, seed.name, invented)
    return seed

"""Tables that nobody has seen: a model plans fields and distributions, seeded code draws the values in the sandbox."""

from dataclasses import dataclass

from authoring.api.models import ModelAccess, open_model_pool
from authoring.api.sandboxes import own_or_given_sandbox
from authoring.api.trust import PACKAGE_CODE
from authoring.drafting.synthetic_tables import draw_table, plan_table
from authoring.errors import SeedError, UsageError
from authoring.records.progress import NOBODY, Reporter, reporting
from authoring.records.seed import Seed
from authoring.records.synthetic_table import SyntheticTable
from authoring.sandbox.port import Sandbox
from authoring.seeds.intake import SeedNaming, fetch_seed
from authoring.workspace import Workspace
from authoring.workspace.files import scratch_folder, write_file
from authoring.workspace.guidance import read_prompt


@dataclass(frozen=True, slots=True)
class SyntheticTableOptions:
    """What a synthetic table is about, and how it is drawn."""

    name: str
    """Name of the seed."""
    about: str
    """What the table holds, in words for the model."""
    rows: int = 500
    random_seed: int = 0
    """Which of the possible tables is drawn; the same number gives the same bytes."""
    licence: str = "CC0-1.0"
    replace: bool = False
    """Whether a seed of this name gives way."""


def invent_seed(
    workspace: Workspace,
    options: SyntheticTableOptions,
    *,
    access: ModelAccess,
    sandbox: Sandbox | None = None,
    reporter: Reporter = NOBODY,
) -> Seed:
    """Have a model plan a table, draw it in the sandbox, and keep it as a seed with its plan beside it.

    Values are drawn in `sandbox`, or the one that the workspace's settings ask for.

    Raises:
        UsageError: no model is named, or nothing is said of the table.
        SeedError: the name is taken, or the table cannot be used.
        ModelError: the model gave no usable plan.
        BudgetError: a call would have exceeded the budget.
    """
    # Before a model is paid for a plan that could not be kept.
    if options.name in workspace.seeds() and not options.replace:
        raise SeedError(
            f"there is a seed called {options.name} already",
            hint="give another name, or replace it with --replace",
        )
    if not options.about.strip():
        raise UsageError("--about says nothing", hint='for example --about "trips of a small ferry line"')
    config, prompt = access.required_config(workspace), read_prompt(workspace.root, "fields")
    with (
        own_or_given_sandbox(sandbox, workspace, code=PACKAGE_CODE, reporter=reporter) as opened,
        open_model_pool(workspace, access, reporter=reporter) as pool,
    ):
        model = pool.required_model(config)
        with reporting(reporter, "planning a table"):
            plan = plan_table(options.about, options.rows, model=model, prompt=prompt, subject=options.name)
        table = SyntheticTable(plan=plan, rows=options.rows, random_seed=options.random_seed, model=model.name)
        with reporting(reporter, "drawing values"):
            return draw_seed(
                workspace, options.name, table, licence=options.licence, replace=options.replace, sandbox=opened
            )


def draw_seed(
    workspace: Workspace, name: str, table: SyntheticTable, *, licence: str, replace: bool, sandbox: Sandbox
) -> Seed:
    """Draw a planned table and take it in as any other; its plan stands beside it, so that it can be drawn again.

    Raises:
        SeedError: the table cannot be used, or the name is taken.
    """
    limits = workspace.settings.limits
    with scratch_folder(workspace.root, "seed") as folder, scratch_folder(workspace.root, "seed") as scratch:
        path = folder / f"{name}.csv"
        text = draw_table(table.plan, rows=table.rows, random_seed=table.random_seed, sandbox=sandbox, limits=limits)
        write_file(path, text.encode())
        intake = fetch_seed(
            [str(path)],
            sandbox=sandbox,
            limits=limits,
            scratch=scratch,
            naming=SeedNaming(name, table.plan.title, licence, table.plan.description),
        )
        # The file lies in a scratch folder that is gone afterwards, and is no source that could be named.
        seed = intake.seed.model_copy(update={"source": f"invented:{table.model}"})
        workspace.write_seed(seed, zip(seed.files, intake.paths, strict=True), plan=table, replace=replace)
    return seed

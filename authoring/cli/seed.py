"""``authoring seed``: what problem sets are about."""

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from authoring.cli.kaggle.datasets import digest, notebooks, update, versions
from authoring.cli.kaggle.search import search
from authoring.cli.options import (
    BY_MODEL,
    AsJson,
    BaseUrl,
    Budget,
    ChangeReason,
    InWorkspace,
    ModelName,
    NewName,
    Reviewer,
    SeedName,
    Title,
    Yes,
    model_access,
)
from authoring.cli.upkeep.agreement import agreement, show_change
from authoring.errors import UsageError

if TYPE_CHECKING:
    from rich.console import RenderableType

    from authoring.api.seeds.description import SeedReport
    from authoring.api.seeds.vetting import AllowanceRequest
    from authoring.records.decision import ChangeReport

ADD = "authoring seed add PATH|package:NAME|kaggle:OWNER/SLUG"

seeds = typer.Typer(
    name="seed", help="Add, invent, look at, correct and remove seeds: the tables that problem sets are about."
)

References = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="REF...",
        help="Paths of tables, package:NAME/TABLE for one that a package carries, or kaggle:OWNER/SLUG (@VERSION "
        "behind it for another than the newest) or the address of its page.",
    ),
]
Name = Annotated[str, typer.Option(metavar="NAME", help="What to call the seed; else after its first table.")]
InventedName = Annotated[str, typer.Argument(metavar="NAME", help="What to call the seed.")]
CheckedNames = Annotated[
    list[str] | None, typer.Argument(metavar="SEED...", help="Names of seeds; all of them without.")
]
Licence = Annotated[str, typer.Option("--licence", "--license", metavar="SPDX", help="For example CC0-1.0.")]
TableLicence = Annotated[str, typer.Option("--licence", "--license", metavar="SPDX", help="Of the table.")]
Description = Annotated[str, typer.Option(metavar="TEXT", help="What the tables hold.")]
Replace = Annotated[bool, typer.Option("--replace", help="Take the place of a seed of this name.")]
Notebook = Annotated[
    str, typer.Option(metavar="REF", help="The reference notebook: a path, or OWNER/SLUG; else Kaggle's most-voted.")
]
NoNotebook = Annotated[bool, typer.Option("--no-notebook", help="Take no reference notebook.")]
ShownColumns = Annotated[
    list[str] | None,
    typer.Option("--columns", metavar="NAME", help="Show this column only, or those of a pattern; may be repeated."),
]
Files = Annotated[
    list[str] | None,
    typer.Option("--files", metavar="NAME", help="Take this table only, or those of a pattern; may be repeated."),
]
Sheets = Annotated[
    list[str] | None,
    typer.Option("--sheets", metavar="NAME", help="Take this sheet of a workbook; repeated, each as a table."),
]
Allow = Annotated[
    list[str] | None, typer.Option(metavar="CODE", help="Let a finding of the seed gate pass; needs --why.")
]
AllowFromNow = Annotated[
    list[str] | None, typer.Option("--allow", metavar="CODE", help="Let a finding pass from now on; needs --why.")
]
AllowanceReason = Annotated[str, typer.Option(metavar="TEXT", help="Why it may pass; kept with the seed.")]
AllowanceGiver = Annotated[str | None, typer.Option(metavar="NAME", help="Who lets it pass; else git's name for you.")]
FromFile = Annotated[
    Path | None,
    typer.Option(
        "--from", metavar="FILE", help="A list of references, one a line; what fails keeps none of the others out."
    ),
]
About = Annotated[str, typer.Option(metavar="TEXT", help="What the table is about.")]
Rows = Annotated[int, typer.Option(metavar="N", min=10, max=200_000, help="Rows to draw.")]
RandomSeed = Annotated[int, typer.Option(metavar="N", min=0, help="Which of the possible tables is drawn.")]
NewTitle = Annotated[str | None, typer.Option("--title", metavar="TEXT", help="A title for people.")]
NewLicence = Annotated[str | None, typer.Option("--licence", "--license", metavar="SPDX", help="For example CC0-1.0.")]
NewDescription = Annotated[str | None, typer.Option("--description", metavar="TEXT", help="What the tables hold.")]
DescribedColumn = Annotated[
    str, typer.Argument(metavar="COLUMN", help="Name of a column; without one, the rows of the table are described.")
]
Statements = Annotated[
    list[str] | None, typer.Argument(metavar="FIELD=VALUE...", help="What is said of it; an empty value withdraws it.")
]
DescribedTable = Annotated[str, typer.Option(metavar="FILE", help="The table, where several could be meant.")]
Agree = Annotated[bool, typer.Option("--agree", help="Agree to what is proposed of it, as it is shown.")]
Document = Annotated[
    Path | None, typer.Option("--from", metavar="FILE", help="Take in a datapackage.json or a Croissant description.")
]
ExportTo = Annotated[
    Path | None,
    typer.Option("--to", metavar="FILE", help="Write all of it as a datapackage.json, or as Croissant by that name."),
]
DescribingModel = Annotated[
    str | None,
    typer.Option("--model", metavar="NAME", help="Have this model say what it means.", rich_help_panel=BY_MODEL),
]
EditDictionary = Annotated[bool, typer.Option("--dictionary", help="Edit what the data mean, as YAML in $EDITOR.")]
NewUrl = Annotated[str | None, typer.Option("--url", metavar="URL", help="The page of the data.")]


@seeds.command("add")
def add(  # noqa: PLR0913 - one parameter per option
    references: References = None,
    *,
    from_file: FromFile = None,
    name: Name = "",
    title: Title = "",
    licence: Licence = "",
    description: Description = "",
    notebook: Notebook = "",
    no_notebook: NoNotebook = False,
    files: Files = None,
    sheets: Sheets = None,
    allow: Allow = None,
    why: AllowanceReason = "",
    reviewer: AllowanceGiver = None,
    replace: Replace = False,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Add a seed from tables: local files, what a package carries, or a data set of Kaggle with its best notebook.

    Example: authoring seed add kaggle:OWNER/SLUG
    """
    from authoring.api.seeds.intake import SeedOptions
    from authoring.api.seeds.lists import ListedSeeds, add_seed_or_list
    from authoring.api.workspaces import checked_name, open_workspace
    from authoring.cli.views.live import live_reporter
    from authoring.cli.views.render import emit
    from authoring.cli.views.seeds import show_added, show_list, show_part

    options = SeedOptions(
        name=name and checked_name(name),
        title=title,
        licence=licence,
        description=description,
        notebook=notebook,
        without_notebook=no_notebook,
        files=tuple(files or ()),
        sheets=tuple(sheets or ()),
        allow=_allowance(allow, why, reviewer, from_list=from_file is not None),
        replace=replace,
    )
    opened = open_workspace(workspace)
    with live_reporter(on_part=None if as_json else show_part) as reporter:
        added = add_seed_or_list(opened, references or (), options, from_file=from_file, reporter=reporter)
    if as_json:
        emit(added)
    elif isinstance(added, ListedSeeds):
        show_list(added)
    else:
        show_added(added)
    # One seed that cannot be added ends in an error; of a list, every line is tried.
    raise typer.Exit(added.exit_code if isinstance(added, ListedSeeds) else 0)


@seeds.command("show")
def show_seed(
    name: SeedName, *, columns: ShownColumns = None, workspace: InWorkspace = None, as_json: AsJson = False
) -> None:
    """Show what a seed's tables hold and mean: kinds, units, ranges, levels, keys, relations, joins, first rows.

    Example: authoring seed show penguins-raw
    Example: authoring seed show census --columns "income*" --columns age
    """
    from authoring.api.seeds.description import describe_seed
    from authoring.api.workspaces import open_workspace
    from authoring.cli.views.findings import findings_view
    from authoring.cli.views.live import live_reporter
    from authoring.cli.views.render import answer
    from authoring.cli.views.seeds import profile_view, require_columns, seed_view

    with live_reporter() as reporter:
        report = describe_seed(open_workspace(workspace), name, reporter=reporter)
    require_columns(report.profile, columns or ())
    command = f"authoring topics {report.module}" if report.module else f"authoring draft {name}"

    def view(report: "SeedReport") -> "tuple[RenderableType, ...]":
        parts = (*seed_view(report.seed), *profile_view(report.profile, chosen=tuple(columns or ())))
        return (*parts, *findings_view(report.findings, name)) if report.findings else parts

    answer(report, view, command, as_json=as_json)


@seeds.command("describe")
def describe(  # noqa: PLR0913 - one parameter per option
    name: SeedName,
    column: DescribedColumn = "",
    statements: Statements = None,
    *,
    table: DescribedTable = "",
    agree: Agree = False,
    document: Document = None,
    to: ExportTo = None,
    model: DescribingModel = None,
    base_url: BaseUrl = None,
    budget: Budget = None,
    why: ChangeReason = "",
    reviewer: Reviewer = None,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Say what a column of a seed means, or its rows; without a statement, show what is known of it.

    With --model, a language model says what rules could not: of the column, of the table, or of all data. What it says
    is a guess until you --agree, what the data contradict is left out, and what anybody stated stays.

    A statement is FIELD=VALUE: kind, unit, meaning, levels="1: first; 2: second", asks, nested_in, same_as, formula,
    missing, missing_means, join=FILE:COLUMN, the column of another table that it leads to; of a table, with no column
    before it: row, rows, key, entity, time, ordered.

    Example: authoring seed describe penguins body_mass_g kind=amount unit=g meaning="body mass when caught"
    """
    from authoring.api.seeds.dictionary import DataDescription, describe_data
    from authoring.api.workspaces import open_workspace
    from authoring.cli.options import reviewer_name
    from authoring.cli.views.dictionary import described_view
    from authoring.cli.views.live import live_reporter
    from authoring.cli.views.render import answer

    description = DataDescription.of(column, statements or (), table=table, agree=agree, document=document, to=to)
    access = None if model is None else model_access(model=model, base_url=base_url, budget=budget)
    who = reviewer_name(reviewer) if description.is_change or access is not None else ""
    with live_reporter() as reporter:
        described = describe_data(
            open_workspace(workspace), name, description, access=access, who=who, why=why, reporter=reporter
        )
    answer(described, described_view, f"authoring seed show {name}", as_json=as_json)


@seeds.command("list")
def list_all(*, workspace: InWorkspace = None, as_json: AsJson = False) -> None:
    """List the seeds of the workspace.

    Example: authoring seed list
    """
    from authoring.api.seeds.description import list_seeds
    from authoring.api.workspaces import open_workspace
    from authoring.cli.views.live import live_reporter
    from authoring.cli.views.render import answer
    from authoring.cli.views.seeds import seeds_table
    from authoring.records.seed import seed_line

    with live_reporter() as reporter:
        listed = list_seeds(open_workspace(workspace), reporter=reporter)
    rows = seeds_table([seed_line(seed) for seed in listed])
    answer(listed, lambda _: [rows], f"authoring seed show {listed[0].name}" if listed else ADD, as_json=as_json)


@seeds.command("check")
def check(
    names: CheckedNames = None,
    *,
    allow: AllowFromNow = None,
    why: AllowanceReason = "",
    reviewer: AllowanceGiver = None,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Say what speaks against seeds: licence, size, personal data, fame, broken tables; nothing is sent anywhere.

    Example: authoring seed check customers --allow personal-data --why "the names are invented"
    """
    from authoring.api.seeds.vetting import check_seeds
    from authoring.api.workspaces import open_workspace
    from authoring.cli.views.live import live_reporter
    from authoring.cli.views.render import answer
    from authoring.cli.views.seeds import checks_view

    allowance = _allowance(allow, why, reviewer)
    with live_reporter() as reporter:
        checks = check_seeds(open_workspace(workspace), names or (), allow=allowance, reporter=reporter)
    # What comes next is shown for the first seed that a model may be asked about.
    fit = next((seed_check.seed for seed_check in checks if seed_check.fit), "")
    command = f"authoring draft {fit}" if fit else "authoring seed list" if checks else ADD
    answer(checks, checks_view, command, as_json=as_json)
    raise typer.Exit(0 if all(seed_check.fit for seed_check in checks) else 1)


for verb in (search, update, versions, notebooks, digest):
    seeds.command(verb.__name__)(verb)


@seeds.command("invent")
def invent(  # noqa: PLR0913 - a command with its options
    name: InventedName,
    *,
    about: About,
    rows: Rows = 500,
    random_seed: RandomSeed = 0,
    licence: TableLicence = "CC0-1.0",
    replace: Replace = False,
    model: ModelName = None,
    base_url: BaseUrl = None,
    budget: Budget = None,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Invent a table: a model plans fields and distributions, and seeded code draws the values in the sandbox.

    Example: authoring seed invent ferry-trips --about "trips of a small ferry line" --rows 800 --model gpt-5.6-mini
    """
    from authoring.api.seeds.synthetic_tables import SyntheticTableOptions, invent_seed
    from authoring.api.workspaces import checked_name, open_workspace
    from authoring.cli.views.live import live_reporter
    from authoring.cli.views.render import answer
    from authoring.cli.views.seeds import seed_view

    options = SyntheticTableOptions(checked_name(name), about, rows, random_seed, licence, replace)
    access = model_access(model=model, base_url=base_url, budget=budget)
    with live_reporter() as reporter:
        seed = invent_seed(open_workspace(workspace), options, access=access, reporter=reporter)
    answer(seed, seed_view, f"authoring seed show {seed.name}", as_json=as_json)


@seeds.command("edit")
def edit(  # noqa: PLR0913 - one parameter per option
    name: SeedName,
    *,
    licence: NewLicence = None,
    title: NewTitle = None,
    description: NewDescription = None,
    url: NewUrl = None,
    dictionary: EditDictionary = False,
    why: ChangeReason = "",
    reviewer: Reviewer = None,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Correct what is known of a seed, and bring it to the records of the admitted sets that were made from it.

    Without an option, what seed.yaml says is brought to them; with --dictionary, what its data mean opens in $EDITOR.

    Example: authoring seed edit penguins --licence CC0-1.0 --why "the authors said so by mail"
    """
    from authoring.api.seeds.upkeep import SeedEdits, edit_seed
    from authoring.api.workspaces import open_workspace
    from authoring.cli.options import reviewer_name

    edits = SeedEdits(title=title, licence=licence, description=description, url=url)
    if dictionary:
        if edits.fields:
            raise UsageError("--dictionary and other options are given", hint="change one thing at a time")
        show_change(_edited_dictionary(workspace, name, reviewer_name(reviewer), why), as_json=as_json)
    report = edit_seed(open_workspace(workspace), name, edits, who=reviewer_name(reviewer), why=why)
    show_change(report, as_json=as_json)


@seeds.command("rename")
def rename(
    name: SeedName,
    new_name: NewName,
    *,
    why: ChangeReason = "",
    reviewer: Reviewer = None,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Give a seed another name; its drafts and the records of its admitted sets follow.

    Example: authoring seed rename penguins-raw penguins
    """
    from authoring.api.seeds.upkeep import rename_seed
    from authoring.api.workspaces import open_workspace
    from authoring.cli.options import reviewer_name

    report = rename_seed(open_workspace(workspace), name, new_name, who=reviewer_name(reviewer), why=why)
    show_change(report, as_json=as_json)


@seeds.command("remove")
def remove(
    name: SeedName,
    *,
    yes: Yes = False,
    why: ChangeReason = "",
    reviewer: Reviewer = None,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Remove a seed with its data; it is kept in .authoring/removed/, and admitted sets of it stay.

    Example: authoring seed remove penguins-raw --yes
    """
    from authoring.api.seeds.upkeep import remove_seed
    from authoring.api.workspaces import open_workspace
    from authoring.cli.options import reviewer_name

    who, agree = reviewer_name(reviewer), agreement(yes=yes)
    show_change(remove_seed(open_workspace(workspace), name, who=who, agree=agree, why=why), as_json=as_json)


def _edited_dictionary(workspace: Path | None, name: str, who: str, why: str) -> "ChangeReport":
    """Return the change that a person made to a dictionary in an editor."""
    from authoring.api.seeds.dictionary import edit_dictionary
    from authoring.api.workspaces import open_workspace
    from authoring.cli.review.editor import edit_text

    def edit(text: str) -> str | None:
        result = edit_text(text)
        if result.text is None:
            raise UsageError(
                result.problem, hint="state things one by one: authoring seed describe SEED COLUMN kind=code"
            )
        return result.text

    return edit_dictionary(open_workspace(workspace), name, edit, who=who, why=why)


def _allowance(
    codes: list[str] | None, why: str, reviewer: str | None, *, from_list: bool = False
) -> "AllowanceRequest":
    """Return what is let pass; a reviewer is looked up only where there is something to let pass."""
    from authoring.api.seeds.vetting import AllowanceRequest
    from authoring.cli.options import reviewer_name

    name = ""
    if codes and why.strip():
        name = reviewer_name(reviewer)
    elif from_list:
        # Only a line that lets something pass needs the name, and says so itself.
        with suppress(UsageError):
            name = reviewer_name(reviewer)
    return AllowanceRequest(tuple(codes or ()), why, name)

"""``authoring set``: admitted sets are removed, renamed, reopened, and hide cells from answers.

``authoring admit --replace`` replaces them.
"""

from typing import Annotated

import typer

from authoring.cli.options import AsJson, ChangeReason, InWorkspace, NewName, Reviewer, Yes, complete_set, model_access
from authoring.cli.upkeep.agreement import agreement, show_change
from authoring.errors import UsageError

sets = typer.Typer(name="set", help="Remove, rename or reopen admitted problem sets, or hide their cells from answers.")

SetName = Annotated[str, typer.Argument(metavar="SET", help="An admitted set.", autocompletion=complete_set)]


@sets.command("remove")
def remove(
    name: SetName,
    *,
    yes: Yes = False,
    why: ChangeReason = "",
    reviewer: Reviewer = None,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Take a set out of the benchmark, with its data and its record; it is kept in .authoring/removed/.

    Example: authoring set remove penguins --why "its licence was withdrawn"
    """
    from authoring.api.upkeep.sets import remove_set
    from authoring.api.workspaces import open_workspace
    from authoring.cli.options import reviewer_name

    who, agree = reviewer_name(reviewer), agreement(yes=yes)
    show_change(remove_set(open_workspace(workspace), name, who=who, agree=agree, why=why), as_json=as_json)


@sets.command("rename")
def rename(
    name: SetName,
    new_name: NewName,
    *,
    why: ChangeReason = "",
    reviewer: Reviewer = None,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Give a set another name, with its data, translations, record of origin and draft.

    Example: authoring set rename penguins penguins-of-palmer
    """
    from authoring.api.upkeep.sets import rename_set
    from authoring.api.workspaces import open_workspace
    from authoring.cli.options import reviewer_name

    report = rename_set(open_workspace(workspace), name, new_name, who=reviewer_name(reviewer), why=why)
    show_change(report, as_json=as_json)


@sets.command("reopen")
def reopen(
    name: SetName,
    *,
    why: ChangeReason = "",
    reviewer: Reviewer = None,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Put the draft of a set before a reviewer again; the set stays until the draft is admitted anew.

    Example: authoring set reopen penguins --why "problem 3 has two right answers"
    """
    from authoring.api.upkeep.sets import reopen_set
    from authoring.api.workspaces import open_workspace
    from authoring.cli.options import reviewer_name
    from authoring.cli.views.live import IntermittentReporter

    who, reporter = reviewer_name(reviewer), IntermittentReporter(lines=True)
    report = reopen_set(open_workspace(workspace), name, who=who, why=why, reporter=reporter)
    show_change(report, as_json=as_json)


Cells = Annotated[
    list[int] | None,
    typer.Argument(metavar="[CELL...]", help="Numbers of context cells, from 1 among all cells of the set."),
]
NoCells = Annotated[bool, typer.Option("--none", help="Let answers see every cell.")]


@sets.command("reference-cells")
def reference_cells(
    name: SetName,
    cells: Cells = None,
    *,
    none: NoCells = False,
    why: ChangeReason = "",
    reviewer: Reviewer = None,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Have context cells run beside the reference alone, prove the set without them, and admit it anew.

    Example: authoring set reference-cells wine 3 --why "no model may look up y_test"
    """
    from authoring.api.upkeep.reference_cells import set_reference_cells
    from authoring.api.workspaces import open_workspace
    from authoring.cli.options import reviewer_name
    from authoring.cli.views.drafts import admission_view
    from authoring.cli.views.live import IntermittentReporter
    from authoring.cli.views.render import answer

    if bool(cells) == none:
        raise UsageError("which cells?", hint="give their numbers, or --none to let answers see every cell")
    result = set_reference_cells(
        open_workspace(workspace),
        name,
        cells or (),
        who=reviewer_name(reviewer),
        why=why,
        access=model_access(),
        reporter=IntermittentReporter(lines=True),
    )
    command = "authoring export dseval DIR" if result.admitted else f"authoring review {name}"
    answer(result, admission_view, command, as_json=as_json)
    raise typer.Exit(0 if result.admitted else 1)

"""``authoring export``: hand admitted sets to another program."""

from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer

from authoring.cli.options import AsJson, InWorkspace, complete_code, complete_format, complete_set
from authoring.errors import UsageError

Format = Annotated[
    str,
    typer.Argument(
        metavar="FORMAT",
        help="cibench, dabench, dseval, huggingface, inspect or jupyter.",
        autocompletion=complete_format,
    ),
]
Folder = Annotated[Path, typer.Argument(metavar="DIR", help="A new or empty folder, or an earlier export.")]
Names = Annotated[
    list[str] | None,
    typer.Argument(metavar="[NAME]...", help="Admitted sets; all if none is named.", autocompletion=complete_set),
]
Allow = Annotated[
    list[str] | None,
    typer.Option(
        metavar="CODE", help="Let a finding pass; its hint says what then happens.", autocompletion=complete_code
    ),
]
Why = Annotated[str, typer.Option(metavar="TEXT", help="Why findings may pass; kept in the export.")]
LeaveGiver = Annotated[
    str | None, typer.Option("--reviewer", metavar="NAME", help="Who lets them pass; else git's user.name.")
]
Language = Annotated[str, typer.Option(metavar="LANGUAGE", help="Of the questions: en, or a reviewed translation.")]
Suite = Annotated[str, typer.Option(metavar="SUITE", help="Of cibench: generation or template.")]


def _show_formats(is_requested: bool) -> None:
    if is_requested:
        from authoring.api.exports import list_formats
        from authoring.cli.views.exports import formats_table
        from authoring.cli.views.render import show

        show(formats_table(list_formats()))
        raise typer.Exit


Jobs = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, help="Sets played at once; half as many as there are processors if not given."),
]
Replace = Annotated[
    bool, typer.Option("--replace", help="An earlier export of another format, or of other sets, gives way.")
]
Formats = Annotated[
    bool, typer.Option("--list", callback=_show_formats, is_eager=True, help="Show the formats and exit.")
]


def export(  # noqa: PLR0913 - one parameter an option
    target: Format,
    folder: Folder,
    names: Names = None,
    *,
    allow: Allow = None,
    why: Why = "",
    reviewer: LeaveGiver = None,
    language: Language = "en",
    suite: Suite = "",
    jobs: Jobs = None,
    replace: Replace = False,
    formats: Formats = False,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Write admitted problem sets as a benchmark that another program loads.

    Example: authoring export dseval ../my-benchmark
    """
    del formats
    from authoring.api import exports
    from authoring.api.workspaces import open_workspace
    from authoring.cli.options import reviewer_name
    from authoring.cli.views.exports import export_view, show_refusal
    from authoring.cli.views.live import live_reporter
    from authoring.cli.views.render import answer

    who = ""
    # Only what is let pass is kept under a name, and no export needs one else.
    if allow:
        with suppress(UsageError):
            who = reviewer_name(reviewer)
    request = exports.ExportRequest(
        target,
        folder,
        tuple(names or ()),
        tuple(allow or ()),
        language,
        suite,
        why=why,
        reviewer=who,
        jobs=jobs,
        replace=replace,
    )
    with live_reporter(on_part=None if as_json else show_refusal) as reporter:
        report = exports.export(open_workspace(workspace), request, reporter=reporter)
    answer(report, export_view, report.next_step, as_json=as_json)

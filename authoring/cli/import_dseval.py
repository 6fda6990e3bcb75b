"""``authoring import dseval``: take in a whole DSEval benchmark and prove it again."""

from pathlib import Path
from typing import Annotated

import typer

from authoring.cli.options import AsJson, InWorkspace, Reviewer

Folder = Annotated[
    Path, typer.Argument(metavar="DIR", help="A benchmark as DSEval loads it: _manifest.yaml, NAME.py, _inputs/.")
]
Sets = Annotated[list[str] | None, typer.Option("--set", metavar="NAME", help="Only these sets; repeat.")]
Check = Annotated[bool, typer.Option("--check", help="Only prove and report; write no drafts.")]
Admit = Annotated[bool, typer.Option("--admit", help="Admit the sets without errors, on your word.")]
Why = Annotated[str, typer.Option(metavar="TEXT", help="With --admit: why, as it is kept with each decision.")]
Licence = Annotated[str, typer.Option("--licence", "--license", metavar="SPDX", help="Of the data of all its sets.")]
Jobs = Annotated[
    int | None,
    typer.Option(metavar="N", min=1, help="Sets that run at once; half as many as there are processors if not given."),
]


def import_dseval(  # noqa: PLR0913 - options of the command, all by keyword
    folder: Folder,
    *,
    only: Sets = None,
    check: Check = False,
    admit: Admit = False,
    why: Why = "",
    reviewer: Reviewer = None,
    licence: Licence = "",
    jobs: Jobs = None,
    workspace: InWorkspace = None,
    as_json: AsJson = False,
) -> None:
    """Take in a DSEval benchmark as drafts, prove every set again, and say what holds and why the rest does not.

    Run again, it goes on where it stopped.

    Example: authoring import dseval benchmarks/kaggle --check
    """
    from authoring.cli.dseval_taking import Wish, import_benchmark
    from authoring.cli.dseval_view import next_of, reverified_view
    from authoring.cli.views.render import emit, next_command, show

    wish = Wish(folder, tuple(only or ()), check, admit, why, reviewer, licence, jobs)
    reverified = import_benchmark(wish, workspace)
    if as_json:
        emit(reverified)
    else:
        show(*reverified_view(reverified))
        next_command(next_of(reverified, folder))
    raise typer.Exit(reverified.exit_code)

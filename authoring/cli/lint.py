"""``authoring lint`` and ``authoring explain``: read problem sets without running them; say what a code means."""

from pathlib import Path
from typing import Annotated

import typer

from authoring.cli.options import AsJson, Ignore, Select, Strict, complete_code

Paths = Annotated[list[Path], typer.Argument(metavar="PATH...", help="DSEAL files, or folders of them.")]
Code = Annotated[
    str | None,
    typer.Argument(
        metavar="[CODE]",
        help="A code such as DS201, or its name; all codes if not given.",
        autocompletion=complete_code,
    ),
]


def lint(
    paths: Paths, *, select: Select = None, ignore: Ignore = None, strict: Strict = False, as_json: AsJson = False
) -> None:
    """Find what is wrong with problem sets without running them.

    Example: authoring lint problemsets/*.py --ignore DS3
    """
    from authoring.api.findings.lint import lint_paths
    from authoring.cli.views.findings import findings_view, gravest, summary
    from authoring.cli.views.render import answer

    linted = lint_paths(paths, select=select or (), ignore=ignore or ())
    findings = linted.findings
    command = f"authoring explain {gravest(findings).code}" if findings else f"authoring run {paths[0]}"
    last = summary(findings, files=len(linted.files))
    answer(findings, lambda _: (*findings_view(findings), last), command, as_json=as_json)
    raise typer.Exit(1 if linted.fails(strict=strict) else 0)


def explain(code: Code = None, *, as_json: AsJson = False) -> None:
    """Say what a finding looks for, why it matters, and show it bad and good.

    Example: authoring explain DS201
    """
    from authoring.api.findings.codes import explain_codes
    from authoring.cli.views.findings import code_view, codes_table, finding_command
    from authoring.cli.views.render import answer

    explained = explain_codes(code)
    if isinstance(explained, tuple):
        command = f"authoring explain {explained[0].code}"
        answer(explained, lambda explained: [codes_table(explained)], command, as_json=as_json)
    else:
        answer(explained, code_view, finding_command(explained), as_json=as_json)

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
    from authoring.api.findings.lint import lint_files, problemset_files
    from authoring.cli.views.findings import findings_view, is_failure, summary
    from authoring.cli.views.render import answer

    # Found first, so that the summary can say how many were read.
    files = problemset_files(paths)
    findings = lint_files(files, select=select or (), ignore=ignore or ())
    command = f"authoring explain {findings[0].code}" if findings else f"authoring run {paths[0]}"
    answer(
        findings, lambda _: (*findings_view(findings), summary(findings, files=len(files))), command, as_json=as_json
    )
    raise typer.Exit(1 if is_failure(findings, strict=strict) else 0)


def explain(code: Code = None, *, as_json: AsJson = False) -> None:
    """Say what a finding looks for, why it matters, and show it bad and good.

    Example: authoring explain DS201
    """
    from authoring.api.findings.codes import explain_codes
    from authoring.cli.views.findings import code_view, codes_table, finding_command
    from authoring.cli.views.render import answer

    explanations = explain_codes(code)
    # A word stands for one code, or is refused.
    first = explanations[0]
    if code is None:
        answer(explanations, lambda all_: [codes_table(all_)], f"authoring explain {first.code}", as_json=as_json)
    else:
        answer(first, code_view, finding_command(first), as_json=as_json)

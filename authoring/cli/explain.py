"""``authoring explain``: what a code means."""

from typing import Annotated

import typer

from authoring.cli.options import AsJson, complete_code

Code = Annotated[
    str | None,
    typer.Argument(
        metavar="[CODE]",
        help="A code such as DS201, or its name; all codes if not given.",
        autocompletion=complete_code,
    ),
]


def explain(code: Code = None, *, as_json: AsJson = False) -> None:
    """Say what a finding looks for, why it matters, and show it bad and good.

    Example: authoring explain DS201
    """
    from authoring.api.codes import explain_codes
    from authoring.cli.views.codes import code_view, codes_table, finding_command
    from authoring.cli.views.render import emit, next_command, show

    explanations = explain_codes(code)
    if as_json:
        emit(explanations if code is None else explanations[0])
    elif code is None:
        show(codes_table(explanations))
        next_command(f"authoring explain {explanations[0].code}")
    else:
        show(*code_view(explanations[0]))
        next_command(finding_command(explanations[0]))

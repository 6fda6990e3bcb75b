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
    from authoring.cli.views.findings import code_view, codes_table, finding_command
    from authoring.cli.views.render import answer

    explanations = explain_codes(code)
    # A word stands for one code, or is refused.
    first = explanations[0]
    if code is None:
        answer(explanations, lambda all_: [codes_table(all_)], f"authoring explain {first.code}", as_json=as_json)
    else:
        answer(first, code_view, finding_command(first), as_json=as_json)

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
    from authoring.cli.answers import Explained
    from authoring.cli.codes import all_codes, rule_info
    from authoring.cli.explained import code_view, codes_table, looked_for_by
    from authoring.cli.views.render import emit, next_command, show

    chosen = list(all_codes().values()) if code is None else [rule_info(code)]
    if as_json:
        answers = [Explained.model_validate(info, from_attributes=True) for info in chosen]
        emit(answers if code is None else answers[0])
        return
    if code is None:
        show(codes_table(chosen))
        next_command(f"authoring explain {chosen[0].code}")
    else:
        show(*code_view(chosen[0]))
        next_command(looked_for_by(chosen[0]))

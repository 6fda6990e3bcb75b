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
    from authoring.cli.codes import all_offences, offence_of
    from authoring.cli.explained import looked_for_by, offence_view, offences_table
    from authoring.cli.views.render import emit, next_command, show

    chosen = list(all_offences().values()) if code is None else [offence_of(code)]
    if as_json:
        answers = [Explained.model_validate(offence, from_attributes=True) for offence in chosen]
        emit(answers if code is None else answers[0])
        return
    if code is None:
        show(offences_table(chosen))
        next_command(f"authoring explain {chosen[0].code}")
    else:
        show(*offence_view(chosen[0]))
        next_command(looked_for_by(chosen[0]))

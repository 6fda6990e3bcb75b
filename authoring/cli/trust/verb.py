"""``authoring trust``: what a workspace asks for, and what a person allows it."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from authoring.cli.options import AsJson

if TYPE_CHECKING:
    from authoring.records.protection import WorkspaceTrust

Folder = Annotated[Path | None, typer.Argument(metavar="DIR", help="A workspace; else the one around this folder.")]
Yes = Annotated[bool, typer.Option("--yes", help="Allow what it asks for without a question.")]
Withdraw = Annotated[bool, typer.Option("--withdraw", help="Forget what was allowed; DIR may be gone already.")]
List = Annotated[bool, typer.Option("--list", help="Show every folder that was allowed something.")]


def trust(
    folder: Folder = None,
    *,
    yes: Yes = False,
    withdraw: Withdraw = False,
    list_all: List = False,
    as_json: AsJson = False,
) -> None:
    """Show what a workspace would start, speak to or read outside of it, and allow it.

    Until you do, nothing of that happens. What you allow is kept outside of the workspace.

    With --json nothing is asked and, without --yes, nothing allowed.

    Example: authoring trust my-benchmark
    """
    from authoring.api.trust import trust as trust_folder
    from authoring.cli.views.render import answer
    from authoring.cli.views.workspace import trust_list_view, trust_view
    from authoring.errors import UsageError
    from authoring.records.protection import TrustList

    if list_all + withdraw + yes > 1 or (list_all and folder):
        raise UsageError("--list, --withdraw and --yes are three things", hint="say one of them")
    deed: Literal["show", "allow", "withdraw", "list"] = (
        "list" if list_all else "withdraw" if withdraw else "allow" if yes else "show"
    )
    trusted = trust_folder(folder, deed, agree=None if as_json else _is_allowed)
    if isinstance(trusted, TrustList):
        answer(trusted, trust_list_view, "authoring trust DIR --withdraw", as_json=as_json)
        return
    if withdraw:
        command = f"authoring trust {trusted.workspace}"
    else:
        command = "authoring status" if trusted.trusted else "authoring trust --yes"
    answer(trusted, trust_view, command, as_json=as_json)
    if not (trusted.trusted or withdraw):
        raise typer.Exit(1)


def _is_allowed(examined: "WorkspaceTrust") -> bool:
    """Ask the person at the terminal."""
    from authoring.cli.trust.consent import ask_for_trust
    from authoring.errors import TrustError

    pairs = [(claim.sha256, claim.text) for claim in examined.claims]
    return ask_for_trust(TrustError("", hint="", root=examined.workspace, claims=pairs))

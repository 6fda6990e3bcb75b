"""The question that is put before anything is taken away, and how a change is shown."""

import sys
from typing import TYPE_CHECKING

import typer

from authoring.errors import UsageError

if TYPE_CHECKING:
    from authoring.api.runs.changes import Agreement
    from authoring.records.decision import Change, ChangeReport


def agreement(*, yes: bool) -> "Agreement":
    """Return the question put before something is taken away: none with `yes`, else one on the terminal."""
    from authoring.cli.views.render import err, plain

    def ask(change: "Change") -> bool:
        if yes:
            return True
        losses = "; ".join(change.losses)
        if not sys.stdin.isatty():
            message = f"{change.deed.value} {change.name}: {losses}; and there is no terminal to ask on"
            raise UsageError(message, hint="say --yes")
        err().print(*(plain(loss) for loss in change.losses), sep="\n")
        return typer.confirm(f"{change.deed.value} {change.subject.value} {change.name}?", err=True)

    return ask


def show_change(report: "ChangeReport", *, as_json: bool) -> None:
    """End a verb that changes something; exit with 1 where the person who was asked did not agree."""
    from authoring.cli.views.changes import change_view
    from authoring.cli.views.render import answer

    answer(report, change_view, report.next_step, as_json=as_json)
    raise typer.Exit(0 if report.done else 1)

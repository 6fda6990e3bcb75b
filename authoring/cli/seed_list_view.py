"""How the lines of a list of seeds are shown: each as it ends, then what failed, then the sum."""

import shlex

from rich.text import Text

from authoring.cli.seed_list_record import End, ListedSeed, ListedSeeds
from authoring.cli.views.render import counted, next_command, plain, show, table
from authoring.dseal.diagnostic import Severity

WORDS: dict[End, tuple[str, str]] = {
    "added": ("added", "green"),
    "there": ("there already", "dim"),
    "repeated": ("repeated", "yellow"),
    "failed": ("failed", "red"),
}
"""What a person reads for each end, and its colour."""


def show_line(end: ListedSeed, done: int, of: int) -> None:
    """Show one line as it ends."""
    word, style = WORDS[end.end]
    # Many messages begin with what they are about, which stands there already.
    said = end.seed if end.end in {"added", "there"} else end.reason.removeprefix(f"{end.reference}: ")
    codes = ", ".join(
        dict.fromkeys(f"{one.code} {one.name}" for one in end.findings if one.severity is Severity.WARNING)
    )
    show(
        Text.assemble(
            (f"{done}/{of} ", "dim"),
            (word, style),
            " ",
            plain(end.reference, "bold"),
            plain(f": {said}"),
            plain(f" ({codes})" if codes else "", "yellow"),
        )
    )


def show_list(listed: ListedSeeds) -> None:
    """Show what to do about what failed, and how many there are of each."""
    failed = listed.of("failed")
    if hints := {
        hint: [line for line in failed if line.hint == hint] for hint in dict.fromkeys(one.hint for one in failed)
    }:
        made = table("line>", "not added", "what to do")
        made.columns[1].overflow = made.columns[2].overflow = "fold"  # an address that is cut leads nowhere
        for hint, lines in hints.items():
            for number, line in enumerate(lines):
                made.add_row(str(line.line), plain(line.reference), plain(hint if number == 0 else "as above", "cyan"))
        show(Text(), made)
    show(Text(), plain(summed_up(listed)))
    next_command(after_list(listed))


def summed_up(listed: ListedSeeds) -> str:
    """Return how many were asked for, and what became of them."""
    parts = [f"{len(listed.of(end)):,} {WORDS[end][0]}" for end in WORDS if listed.of(end)]
    return f"{counted(len(listed.lines), 'seed')} asked for: {', '.join(parts)}"


def after_list(listed: ListedSeeds) -> str:
    """Return the command that comes next: the same one while something failed, since it goes on from there."""
    if listed.of("failed"):
        return f"authoring seed add --from {shlex.quote(listed.file)}"
    return "authoring seed check"

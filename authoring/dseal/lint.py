"""Everything lint finds in a text: what the parser says, and what the rules say."""

from collections.abc import Sequence
from functools import lru_cache

from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.model import Surroundings
from authoring.dseal.parse import parse


def lint(
    text: str,
    *,
    path: str = "",
    surroundings: Surroundings | None = None,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
) -> tuple[Diagnostic, ...]:
    """Return what is wrong with a DSEAL text, in the order of its lines.

    Args:
        text: the text.
        path: the file as the user named it, for the findings; nothing is read from it.
        surroundings: the input files and their columns; rules that need them are silent without.
        select: prefixes of codes, for example ``DS2``; only these are reported. Empty for all.
        ignore: prefixes of codes that are not reported, even if selected.
    """
    diagnostics = (
        diagnostic.model_copy(update={"path": path})
        for diagnostic in _findings(text, surroundings or Surroundings(), tuple(select))
        # No text starts with one of no prefixes, so an empty `ignore` ignores nothing.
        if (not select or diagnostic.code.startswith(tuple(select))) and not diagnostic.code.startswith(tuple(ignore))
    )
    # Rules speak one after the other; a reader goes through the text once.
    return tuple(sorted(diagnostics, key=lambda diagnostic: (diagnostic.line, diagnostic.column, diagnostic.code)))


# A command that goes through the stages of a draft again asks about the same text.
@lru_cache(maxsize=4)
def _findings(text: str, surroundings: Surroundings, select: tuple[str, ...]) -> tuple[Diagnostic, ...]:
    from authoring.dseal.rules.registry import RULES  # noqa: PLC0415 - most who read a text do not lint it, and rules are many

    problemset = parse(text)
    # A rule finds what has its own code and nothing else.
    rules = [rule for code, rule in RULES.items() if not select or code.startswith(select)]
    return (*problemset.diagnostics, *(finding for rule in rules for finding in rule.check(problemset, surroundings)))

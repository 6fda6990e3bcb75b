"""Everything lint finds in a text: what the parser says, and what the rules say."""

from collections.abc import Iterator, Mapping, Sequence

from authoring.dseal.codes import PARSER_CODES
from authoring.dseal.diagnostic import Diagnostic, RuleInfo
from authoring.dseal.model import Surroundings
from authoring.dseal.parse import parse
from authoring.dseal.rules import RULES

CODES: Mapping[str, RuleInfo] = {
    info.code: info
    for info in sorted((*PARSER_CODES, *(rule.INFO for rule in RULES.values())), key=lambda info: info.code)
}
"""Every kind of finding lint knows, by code."""


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
        for diagnostic in _findings(text, surroundings or Surroundings())
        # No text starts with one of no prefixes, so an empty `ignore` ignores nothing.
        if (not select or diagnostic.code.startswith(tuple(select))) and not diagnostic.code.startswith(tuple(ignore))
    )
    # Rules speak one after the other; a reader goes through the text once.
    return tuple(sorted(diagnostics, key=lambda diagnostic: (diagnostic.line, diagnostic.column, diagnostic.code)))


def _findings(text: str, surroundings: Surroundings) -> Iterator[Diagnostic]:
    problemset = parse(text)
    yield from problemset.diagnostics
    for rule in RULES.values():
        yield from rule.check(problemset, surroundings)

"""DS212: a password or key in the text."""

import re
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import NamedTuple

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import Cell, ProblemSet, Surroundings
from authoring.dseal.positions import finding
from authoring.dseal.session import number_of

INFO = RuleInfo(
    code="DS212",
    name="secret",
    severity=Severity.ERROR,
    what="A cell holds what looks like an API key, an access token, a private key, or a password.",
    why="A benchmark is published, and what is published once cannot be taken back.",
    bad='# %%\npassword = "correct-horse-7"\n\n# %%\n"""\nquestion: Add 1 and 2.\n"""\n\n1 + 2\n',
    good='# %%\npassword = "your-password-here"\n\n# %%\n"""\nquestion: Add 1 and 2.\n"""\n\n1 + 2\n',
)

# All repetitions are bounded, so that no text makes a search slow.
_PATTERNS = {
    "an AWS access key": re.compile(r"\b(?:AKIA|ASIA)[0-9A-Z]{16}\b"),
    "an API key": re.compile(
        r"\b(?:sk-(?:ant-|proj-)?[A-Za-z0-9_-]{20,200}|AIza[0-9A-Za-z_-]{35}|hf_[A-Za-z0-9]{16,200})\b"
    ),
    "an access token": re.compile(
        r"\b(?:gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_\w{40,255}|xox[abprs]-[A-Za-z0-9-]{10,255}|glpat-[\w-]{20,64})\b"
    ),
    "a signed token": re.compile(r"\beyJ[A-Za-z0-9_-]{10,300}\.eyJ[A-Za-z0-9_-]{10,4000}"),
    "a private key": re.compile(r"-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----"),
    "a password in a URL": re.compile(r"\b[a-z][a-z0-9+.]{1,20}://[^\s/:@\"']{1,100}:(?P<value>[^\s/:@\"']{3,200})@"),
    "a password or key": re.compile(
        r"(?i)(?:password|passwd|secret|api_?key|apikey|access_?token|auth_?token|kaggle_key)[\"']?\]?\s{0,10}[=:]\s{0,10}"
        r"[\"'](?P<value>[^\"'\s]{8,200})[\"']"
    ),
}
# What only says that a secret belongs there: `your-key`, `xxx`, one character over and over, `{name}`.
_PLACEHOLDER = re.compile(r"(?i)your|xxx|example|change|dummy|\*\*\*|<|placeholder|\.\.\.|redacted|^(.)\1+$|\{")

_MOST_VALUES = 100
"""Secrets of a set whose repetitions are looked for."""


class Secret(NamedTuple):
    """Where a text holds what looks like a secret, and what it looks like: ``an API key``."""

    kind: str
    start: int
    end: int
    """Exclusive."""
    placeholder: bool = False
    """Whether it only says that one is to be put there."""


def secrets_in(text: str) -> Iterator[Secret]:
    """Yield the passwords and keys of a text, kind by kind, and what stands in the place of one."""
    for kind, pattern in _PATTERNS.items():
        for match in pattern.finditer(text):
            group = "value" if "value" in pattern.groupindex else 0
            placeholder = bool(group) and _PLACEHOLDER.search(match[group]) is not None
            yield Secret(kind, *match.span(group), placeholder)


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find passwords and keys, and where else they stand; the finding itself does not repeat them."""
    values = dict[str, None]()
    places = set[tuple[int, int]]()
    for cell in problemset.cells:
        for secret in secrets_in(cell.source):
            if secret.placeholder:
                continue
            values[cell.source[secret.start : secret.end]] = None
            places.add((cell.span.start + secret.start, cell.span.start + secret.end))
            yield _masked(problemset, cell, (secret.start, secret.end), secret.kind)
    for cell in problemset.cells:
        for start, end in _repetitions(cell.source, values):
            place = cell.span.start + start, cell.span.start + end
            if not any(place[0] < known_end and known_start < place[1] for known_start, known_end in places):
                yield _masked(problemset, cell, (start, end), "a secret that stands elsewhere in the set")


def _repetitions(text: str, values: Iterable[str]) -> Iterator[tuple[int, int]]:
    for value in islice(values, _MOST_VALUES):
        yield from (match.span() for match in re.finditer(rf"(?<!\w){re.escape(value)}(?!\w)", text))


def _masked(problemset: ProblemSet, cell: Cell, place: tuple[int, int], kind: str) -> Diagnostic:
    start, end = cell.span.start + place[0], cell.span.start + place[1]
    hint = "take it out, and make it invalid where it was issued: it may have been seen"
    diagnostic = finding(
        INFO, problemset.text, start, end, f"this looks like {kind}", hint=hint, problem=number_of(cell)
    )
    # Findings are stored, shown and sent to models, so the line they quote must not repeat the secret.
    first, last = diagnostic.column - 1, (diagnostic.end_column or diagnostic.column) - 1
    line = diagnostic.source_line
    return diagnostic.model_copy(update={"source_line": line[:first] + "*" * (last - first) + line[last:]})

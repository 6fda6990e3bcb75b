"""Persons in a notebook, replaced: names of authors, addresses, links to profiles."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from authoring.seeds.notebooks.notebook import CellKind, Notebook

AUTHOR = "the author"
"""In the place of an author's name within a sentence."""
MAIL = "<mail address>"
PROFILE = "<profile>"
FIRST = 3
"""Cells at a notebook's beginning that may say whose it is in passing: ``Sales in spring, by Ann Example``."""
_MOST_AUTHORS = 20
"""Authors of one notebook that are looked for."""
_LONGEST_LINE = 160
"""Characters of a line that says nothing but who wrote the notebook."""
_TOP = r"(?:com|org|net|edu|gov|mil|int|info|biz|dev|app|[a-z]{2})"
# Before "(" or "[" it would be a matrix product in code, such as x@net.to(y).
_MAIL = re.compile(rf"(?i)(?:mailto:)?\b[a-z0-9._%+-]{{1,64}}@(?:[a-z0-9-]{{1,63}}\.){{1,6}}{_TOP}\b(?![.\w(\[])")
# Profiles only: a link to a repository or a data set says what was used, not by whom.
_SITES = (
    r"(?:linkedin\.com/(?:in|pub)/|(?:twitter|x|instagram|facebook|fb)\.com/@?|t\.me/|medium\.com/@|orcid\.org/|"
    r"scholar\.google\.[a-z.]{2,6}/citations\?|researchgate\.net/profile/|stackoverflow\.com/users/|gravatar\.com/|"
    r"youtube\.com/(?:@|c/|user/|channel/)|buymeacoffee\.com/|patreon\.com/|"
    r"github\.com/(?=[\w-]+/?(?![\w/-]))|"
    r"kaggle\.com/(?:(?:code|kernels|notebooks)/(?=[\w-]+/)|"
    r"(?!(?:datasets|competitions|c|code|kernels|notebooks|learn|docs|models|discussions?|search|rankings)\b)"
    r"(?=[\w-]+/?(?![\w/-]))))"
)
_PROFILE = re.compile(rf"(?i)(?:https?://)?(?:www\.)?\b{_SITES}[^\s)\]>\"'<,]+")
# A link of Markdown goes with its words, which are mostly the person's name.
_LINK = re.compile(
    rf"(?i)!?\[[^\[\]\n]{{0,200}}\]\((?:https?://)?(?:www\.)?{_SITES}[^()\s]{{0,300}}(?:\s+\"[^\"\n]{{0,100}}\")?\)"
)
# The same in HTML.
_ANCHOR = re.compile(
    rf"(?is)<a\s[^<>]{{0,300}}?href\s*=\s*[\"'](?:https?://)?(?:www\.)?{_SITES}[^<>]{{0,300}}>.{{0,200}}?</a>"
)
_HANDLE = re.compile(r"(?<=[\w,:;.)>] )@[A-Za-z][\w-]{2,38}\b(?![/(])")
"""Within a sentence; at the beginning of a line it would be a decorator in somebody's code."""
# A word with a capital, or an initial with its full stop.
_CAPITAL = r"[^\W\d_a-zß-öø-ÿ](?:\.|[\w'\u2019-]{1,40})"
# Up to four such words, with particles such as "van der" between them.
_NAME = rf"{_CAPITAL}(?:[ \t]{{1,3}}(?:(?:de|da|di|la|le|van|von|der|den|bin|al|el)[ \t]+){{0,2}}{_CAPITAL}){{0,3}}"
_NAMES = re.compile(_NAME)
# What Markdown and HTML put around a line: hashes, stars, quotes, tags.
_DECORATION = re.compile(r"^[\s#>*_+|=-]+|<[^<>]{0,80}>")
_SAYS = re.compile(
    r"(?i)(?:(?:created|written|made|prepared|authored|developed|compiled|coded)[ \t]+by\b|"
    r"(?:notebook|kernel|analysis|project|code|tutorial)[ \t]+by\b|by[ \t]*:|@author\b|"
    r"(?:the[ \t]+)?(?:authors?|maintainers?)[ \t*_]{0,4}[:=]|copyright\b|\(c\)[ \t]*\d{4}|©)"
)
"""What a line begins with that says who wrote the notebook, and nothing else."""
# "by Ann Example" at the end of a line: alone, or behind a comma, a bracket, a bar or a dash.
_PASSING = re.compile(
    rf"(?:^[\s#>*_]{{0,12}}|[ \t]*[,(|\u2013\u2014-][ \t]*)[*_]{{0,3}}[bB]y[ \t]+[*_\[]{{0,3}}(?P<name>{_NAME})"
    r"[*_\])]{0,4}(?:\([^()\s]{0,300}\))?[).\s]*$"
)
_AFTER_LINK = re.compile(rf"\][ \t]?\([^()\s]{{1,300}}\)[ \t]by[ \t](?P<name>{_NAME})")
"""A work that is linked to, and whose it is."""
# The variables of a module that say who wrote it: __author__ and its like.
_VARIABLE = re.compile(r"(?P<before>\s*__(?:author|email|maintainer|credits)__\s*=\s*)(?P<said>.*)")


@dataclass(frozen=True, slots=True)
class RedactedText:
    """A text without persons, and how many mentions of one it had."""

    text: str
    mentions: int


def authors_named(notebook: Notebook) -> tuple[str, ...]:
    """Return the names of a notebook's authors, the longest first: from its metadata, and from lines that say so.

    A single word is no name that could be taken out of sentences without harm.
    """
    names = list(notebook.authors)
    for position, cell in enumerate(notebook.cells):
        if cell.kind == "markdown":
            names += (match["name"] for match in _AFTER_LINK.finditer(cell.source))
        for line in cell.source.split("\n"):
            if line_parts := _author_line(line, cell.kind, first=position < FIRST):
                names += _NAMES.findall(line_parts.author)
    # A first name alone may be anybody's, or a column's.
    full_names = [name for name in dict.fromkeys(name.strip(" .") for name in names) if " " in name]
    # The longest first, so that no name is cut out of another.
    return tuple(sorted(full_names[:_MOST_AUTHORS], key=lambda name: (-len(name), name)))


def without_persons(
    text: str, kind: CellKind | None, authors: Sequence[str] = (), *, first: bool = False
) -> RedactedText:
    """Return a text without authors' names, mail addresses and links to somebody's page.

    `kind` is None for an output; `first` says that a cell is one of the first `FIRST`.
    """
    # An output does not say whose a notebook is: its lines may be about other people, as data are.
    freed = RedactedText(text, 0) if kind is None else without_author_lines(text, kind, first=first)
    text, mentions = freed.text, freed.mentions
    for pattern, mark in _marks(kind, authors):
        text, count = pattern.subn(mark, text)
        mentions += count
    return RedactedText(text, mentions)


def without_author_lines(text: str, kind: CellKind, *, first: bool = False) -> RedactedText:
    """Return a cell's text without the lines, or ends of lines, that say who wrote the notebook."""
    lines, mentions = list[str](), 0
    for line in text.split("\n"):
        line_parts = _author_line(line, kind, first=first)
        mentions += line_parts is not None
        if line_parts is None or line_parts.remainder.strip():
            lines.append(line if line_parts is None else line_parts.remainder)
    return RedactedText("\n".join(lines), mentions)


class _AuthorLine(NamedTuple):
    """What a line says of an author, and what else it says."""

    author: str
    remainder: str


def _author_line(line: str, kind: CellKind, *, first: bool) -> _AuthorLine | None:
    # Longer lines are prose, and the patterns would take long on them.
    if len(line) > _LONGEST_LINE:
        return None
    if variable := _VARIABLE.fullmatch(line):
        return _AuthorLine(variable["said"], variable["before"] + '""') if variable["said"] != '""' else None
    bare = _DECORATION.sub("", line).strip()
    is_prose = kind == "markdown" or line.lstrip().startswith("#") or bare.lower().startswith("@author")
    if not is_prose:
        return None
    if says := _SAYS.match(bare):
        return _AuthorLine(bare[says.end() :], "")
    if first and kind == "markdown" and (passing := _PASSING.search(line)):
        return _AuthorLine(passing["name"], line[: passing.start()].rstrip())
    return None


def _marks(kind: CellKind | None, authors: Sequence[str]) -> Iterator[tuple[re.Pattern[str], str]]:
    if kind == "markdown":
        yield _LINK, PROFILE
        yield _ANCHOR, PROFILE
    yield _MAIL, MAIL
    yield _PROFILE, PROFILE
    if kind == "markdown":
        yield _HANDLE, AUTHOR
    for name in authors:
        # Whole words only: a name may also be the beginning of another word.
        yield re.compile(rf"(?<!\w){re.escape(name)}(?!\w)"), AUTHOR

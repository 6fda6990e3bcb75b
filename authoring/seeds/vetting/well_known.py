"""Data that everybody has seen: the usual worn-out sets, and those of published benchmarks."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache

from authoring.records.base import Record
from authoring.records.seed import Seed
from authoring.seeds.vetting.tables import read_table

_COVERED = 0.8
"""Share of a long signature's columns that a table must have to be taken for the set; of a short one all."""
_LONG = 8
_OTHERS = 3
"""Times as many columns as the signature names that the table may have at most."""
_LEAST = 3
"""Columns that a signature must have to say anything."""


class Fame(Record):
    """A set that is known."""

    name: str
    """As people call it."""
    known_for: str
    """Why it is no secret, in words that go on after ``it``."""
    how: str
    """What gave it away, in words."""


class _Known(Record):
    """One set of fame.yaml; what is named in any of the ways counts."""

    name: str
    known_for: str = ""
    """That of its group when empty."""
    refs: tuple[str, ...] = ()
    """``OWNER/SLUG``, or the slug alone, which then counts with every owner."""
    words: tuple[str, ...] = ()
    """In a title, a slug or a file name, these words in this order mean this set."""
    files: tuple[str, ...] = ()
    """Names of files without their ending; the whole name must be this."""
    packages: tuple[str, ...] = ()
    """Sources of the kind ``package:NAME/TABLE`` that begin so, without ``package:``."""
    columns: tuple[tuple[str, ...], ...] = ()
    """Column names that belong to it, in each of the ways it is written."""


class _Group(Record):
    known_for: str
    sets: tuple[_Known, ...]


def fame_of(seed: Seed) -> tuple[Fame, ...]:
    """Return the known sets that a seed seems to be, each once, those named by reference first."""
    found: dict[str, Fame] = {}
    for how, name in (*_by_reference(seed), *_by_name(seed), *_by_columns(seed)):
        known = _sets()[name]
        found.setdefault(name, Fame(name=name, known_for=known.known_for, how=how))
    return tuple(found.values())


@cache
def _sets() -> Mapping[str, _Known]:
    groups = read_table("fame.yaml")
    known: dict[str, _Known] = {}
    for group in map(_Group.model_validate, groups):
        for entry in group.sets:
            known[entry.name] = entry.model_copy(update={"known_for": entry.known_for or group.known_for})
    return known


def _by_reference(seed: Seed) -> list[tuple[str, str]]:
    kind, _, source = seed.source.partition(":")
    refs = {seed.publication.ref.lower()} if seed.publication else set()
    if kind == "kaggle":
        refs.add(source.partition("@")[0].lower())
    if match := re.search(r"kaggle\.com/(?:datasets/|competitions/|c/)?([\w-]+(?:/[\w-]+)?)", seed.url.lower()):
        refs.add(match[1])
    slugs = {ref.rpartition("/")[2] for ref in refs}
    found = []
    for name, known in _sets().items():
        if any((ref in refs) if "/" in ref else (ref in slugs) for ref in known.refs):
            found.append(("its reference says so", name))
        elif kind == "package" and any(f"{source}/".startswith(f"{package}/") for package in known.packages):
            found.append((f"it comes with the package {source.partition('/')[0]}", name))
    return found


def _by_name(seed: Seed) -> list[tuple[str, str]]:
    stems = {_words(file.name.partition(".")[0]) for file in seed.files}
    said = {_words(seed.title), _words(seed.name), _words(re.split(r"[/\\]", seed.source)[-1]), *stems}
    found = []
    for name, known in _sets().items():
        told = next((words for words in known.words if any(f" {words} " in f" {text} " for text in said)), "")
        whole = next((file for file in known.files if _words(file) in stems), "")
        if told or whole:
            found.append((f"its name says so, {told or _words(whole)!r}", name))
    return found


def _by_columns(seed: Seed) -> list[tuple[str, str]]:
    found = []
    for file in seed.files:
        there = {_plain(column) for column in file.columns} - {""}
        candidates = {name for column in there for name in _signatures().get(column, ())}
        for name in sorted(candidates):
            for signature in _sets()[name].columns:
                if _is(there, {_plain(column) for column in signature}):
                    found.append((f"the columns of {file.name} say so", name))
                    break
    return found


def _is(there: set[str], signature: set[str]) -> bool:
    common = len(there & signature)
    needed = len(signature) if len(signature) < _LONG else _COVERED * len(signature)
    return common >= max(_LEAST, needed) and len(there) <= _OTHERS * len(signature)


@cache
def _signatures() -> Mapping[str, Sequence[str]]:
    """By column the sets that have it, so that a table is compared with those alone."""
    by_column = defaultdict[str, list[str]](list)
    for name, known in _sets().items():
        for signature in known.columns:
            for column in signature:
                by_column[_plain(column)].append(name)
    return by_column


def _words(text: str) -> str:
    """Small letters and digits, in words: ``WineQuality-red`` is ``wine quality red``."""
    parted = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", text)
    return " ".join(re.sub(r"[^a-zA-Z0-9]+", " ", parted).lower().split())


def _plain(column: str) -> str:
    """A column's name without signs and capitals, so that ``SepalLengthCm`` and ``sepal length (cm)`` are one."""
    return re.sub(r"[^a-z0-9]", "", column.lower())

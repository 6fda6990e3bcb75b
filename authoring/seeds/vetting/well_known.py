"""Data that everybody has seen: the usual worn-out sets, and those of published benchmarks."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from functools import cache

from authoring.records.base import Record
from authoring.records.seed import Seed
from authoring.seeds.vetting.data_files import read_table

_COVERED = 0.8
"""Share of a long signature's columns that a table must have to be taken for the set; of a short one all."""
_LONG = 8
_MAX_COLUMN_RATIO = 3
"""Times as many columns as the signature names that the table may have at most."""
_MIN_COLUMNS = 3
"""Columns that a signature must have to say anything."""


class KnownSet(Record):
    """A set that is known."""

    name: str
    """As people call it."""
    known_for: str
    """Why it is no secret, in words that go on after ``it``."""
    evidence: str
    """What gave it away, in words."""


class _Entry(Record):
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
    sets: tuple[_Entry, ...]


def known_sets_of(seed: Seed) -> tuple[KnownSet, ...]:
    """Return the known sets that a seed seems to be, each once, those named by reference first."""
    matches: dict[str, KnownSet] = {}
    for evidence, name in (*_by_reference(seed), *_by_name(seed), *_by_columns(seed)):
        entry = _sets()[name]
        # The strongest evidence comes first and is the one that is shown.
        matches.setdefault(name, KnownSet(name=name, known_for=entry.known_for, evidence=evidence))
    return tuple(matches.values())


@cache
def _sets() -> Mapping[str, _Entry]:
    groups = read_table("fame.yaml")
    sets: dict[str, _Entry] = {}
    for group in map(_Group.model_validate, groups):
        for entry in group.sets:
            sets[entry.name] = entry.model_copy(update={"known_for": entry.known_for or group.known_for})
    return sets


def _by_reference(seed: Seed) -> list[tuple[str, str]]:
    kind, _, source = seed.source.partition(":")
    refs = {seed.publication.ref.lower()} if seed.publication else set()
    if kind == "kaggle":
        refs.add(source.partition("@")[0].lower())
    # The address of a data set, or of a competition in its long or short form.
    if match := re.search(r"kaggle\.com/(?:datasets/|competitions/|c/)?([\w-]+(?:/[\w-]+)?)", seed.url.lower()):
        refs.add(match[1])
    slugs = {ref.rpartition("/")[2] for ref in refs}
    matches = []
    for name, entry in _sets().items():
        if any((ref in refs) if "/" in ref else (ref in slugs) for ref in entry.refs):
            matches.append(("its reference says so", name))
        elif kind == "package" and any(f"{source}/".startswith(f"{package}/") for package in entry.packages):
            matches.append((f"it comes with the package {source.partition('/')[0]}", name))
    return matches


def _by_name(seed: Seed) -> list[tuple[str, str]]:
    stems = {_words(file.name.partition(".")[0]) for file in seed.files}
    texts = {_words(seed.title), _words(seed.name), _words(re.split(r"[/\\]", seed.source)[-1]), *stems}
    matches = []
    for name, entry in _sets().items():
        phrase = next((words for words in entry.words if any(f" {words} " in f" {text} " for text in texts)), "")
        whole = next((file for file in entry.files if _words(file) in stems), "")
        if phrase or whole:
            matches.append((f"its name says so, {phrase or _words(whole)!r}", name))
    return matches


def _by_columns(seed: Seed) -> list[tuple[str, str]]:
    matches = []
    for file in seed.files:
        columns = {_plain(column) for column in file.columns} - {""}
        # Comparing all known sets takes long, so only those that share a column are.
        candidates = {name for column in columns for name in _signatures().get(column, ())}
        for name in sorted(candidates):
            for signature in _sets()[name].columns:
                # A set is written in several ways, and one of them is enough.
                if _is(columns, {_plain(column) for column in signature}):
                    matches.append((f"the columns of {file.name} say so", name))
                    break
    return matches


def _is(columns: set[str], signature: set[str]) -> bool:
    common = len(columns & signature)
    needed = len(signature) if len(signature) < _LONG else _COVERED * len(signature)
    # A table that goes far beyond a signature is another one that happens to hold its columns.
    return common >= max(_MIN_COLUMNS, needed) and len(columns) <= _MAX_COLUMN_RATIO * len(signature)


@cache
def _signatures() -> Mapping[str, Sequence[str]]:
    """By column the sets that have it, so that a table is compared with those alone."""
    by_column = defaultdict[str, list[str]](list)
    for name, entry in _sets().items():
        for signature in entry.columns:
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

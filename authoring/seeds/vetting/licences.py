"""What a licence lets a benchmark do with data: known names and labels, each with its reason. No legal advice."""

import re
from functools import cache
from typing import Literal

from authoring.records.base import Record
from authoring.seeds.vetting.data_files import read_table

Kind = Literal["open", "restricted", "unknown"]
_URLS = (
    (re.compile(r"creativecommons\.org/publicdomain/zero"), "cc0 1.0"),
    (re.compile(r"creativecommons\.org/publicdomain/mark"), "public domain"),
    (re.compile(r"creativecommons\.org/licenses/([a-z-]+)/([\d.]+)"), r"cc \1 \2"),
    (re.compile(r"opendatacommons\.org/(?:licenses/)?(odbl|pddl|dbcl)"), r"\1 1.0"),
    (re.compile(r"opendatacommons\.org/(?:licenses/)?by"), "odc by 1.0"),
    (re.compile(r"opensource\.org/licenses?/([\w.-]+)"), r"\1"),
    (re.compile(r"gnu\.org/licenses/(?:old-licenses/)?(a?l?gpl)-([\d.]+)"), r"\1 \2"),
    (re.compile(r"apache\.org/licenses/license-([\d.]+)"), r"apache \1"),
)
"""Addresses that stand for a licence, and the words they stand for."""
# 4.0, v4 and version 4.0, and the 3 of gpl3: behind letters, before a blank, a plus or the end.
_VERSION = re.compile(r"(?:^|(?<=[ a-z]))(?:version |v\.? ?)?(\d+(?:\.\d+)*)(?= |$|\+)")
# Words that stand around the name of a licence and change nothing about its terms.
_FILLER = re.compile(
    r"\b(?:version|license|licence|licensed|international|unported|generic|igo|only|or later|"
    r"the terms of|linux foundation|agreement|(?<=\s)(?:at|au|de|nl|uk|us)$)\b"
)
_PORT = re.compile(r"\d (?:at|au|de|nl|uk|us)$")
"""A version for one country: the terms are the same, the identifier is another."""
_BADNESS = {"restricted": 2, "unknown": 1, "open": 0}


class Licence(Record):
    """What is known of a licence."""

    spdx: str
    """Its SPDX identifier or expression; empty where the words do not give one for sure, such as ``CC BY``."""
    name: str
    """To be shown: the identifier, else a short name, else ``unknown``."""
    kind: Kind
    """Open: anybody may use, change and hand on the data for any purpose; restricted: the terms forbid one of these;
    unknown: nobody said, or not in words that are known here."""
    redistributable: bool
    """Whether copies may be handed on inside a benchmark; for some restricted licences they may, on terms."""
    why: str
    """The reason, in words that go on after ``because``; may hold what has to be done, such as naming the authors."""


class _Entry(Record):
    name: str
    kind: Kind
    passes: bool = False
    why: str
    labels: tuple[str, ...]
    versions: tuple[str, ...] = ()
    spdx: bool = True
    suffix: bool = False
    """Whether the identifier says ``-only`` or ``-or-later``."""


class _Phrase(Record):
    words: str
    when: Literal["first", "sentence", "last"] = "sentence"
    """Before all else; for what is no name of a licence; or when no name stands inside it either."""
    like: str = ""
    """The entry that it stands for; its own fields otherwise."""
    name: str = ""
    kind: Kind = "unknown"
    why: str = ""

    @property
    def licence(self) -> Licence:
        """What it says of a licence; who is not told that copies may be handed on must not do it."""
        return Licence(spdx="", name=self.name, kind=self.kind, redistributable=False, why=self.why)


class _Table(Record):
    licences: tuple[_Entry, ...]
    phrases: tuple[_Phrase, ...]


def licence_of(words: str) -> Licence:
    """Return what is known of a licence by an identifier, a site's label, an address or a sentence about it.

    Never raises; words that nobody knows are of kind ``unknown`` and are not redistributable.
    """
    text = _normal(words)
    return (
        # From what decides alone to what is only a guess.
        _by_phrase(text, "first")
        or _by_name(text, words)
        or _without_brackets(text, words)
        or _of_several(text, words)
        or _by_phrase(text, "sentence")
        or _inside(text, words)
        or _by_phrase(text, "last")
        or Licence(spdx="", name="unknown", kind="unknown", redistributable=False, why="no known licence has this name")
    )


@cache
def _table() -> _Table:
    return _Table.model_validate(read_table("licences.yaml"))


@cache
def _labels() -> dict[str, _Entry]:
    labels: dict[str, _Entry] = {}
    for entry in _table().licences:
        for label in (*entry.labels, _normal(entry.name)):
            # Of two entries with one label the first in the file keeps it.
            labels.setdefault(_base(_normal(label)), entry)
            labels.setdefault(_normal(label), entry)
    return labels


def _normal(words: str) -> str:
    """Small letters, one kind of space, `creative commons` as ``cc``, addresses as the names they stand for."""
    # Some paste a whole licence, whose name stands at its beginning.
    text = words.strip().lower()[:2_000]
    for address, name in _URLS:
        if match := address.search(text):
            text = match.expand(name)
    # Signs that differ between spellings of one name.
    text = re.sub(r"[-_/©®™\"'*:]+", " ", text).replace("creative commons", "cc").replace("(c)", " ")
    text = re.sub(r"\bcc ?0", "cczero", text)  # its nought is no version
    text = re.sub(r"\bspdx\b|\blicenseref\b", " ", text)
    return " ".join(text.split()).strip(" .;,")


def _base(text: str) -> str:
    """The words without version numbers and without what stands around a name."""
    bare = _FILLER.sub(" ", _VERSION.sub(" ", text))
    return " ".join(bare.replace("+", " ").replace("(", " ").replace(")", " ").split()).strip(" .;,")


def _by_name(text: str, words: str) -> Licence | None:
    """The licence that the words are a name of, and of nothing else."""
    entry = _labels().get(text) or _labels().get(_base(text))
    if entry is None:
        return None
    spdx = _identifier(entry, text, words) if entry.spdx else ""
    return Licence(spdx=spdx, name=spdx or entry.name, kind=entry.kind, redistributable=entry.passes, why=entry.why)


def _identifier(entry: _Entry, text: str, words: str) -> str:
    if not entry.versions:
        return entry.name
    match = _VERSION.search(text)
    # Identifiers always have a decimal: "CC BY 4" is CC-BY-4.0.
    version = "" if match is None else match[1] if "." in match[1] else f"{match[1]}.0"
    if not version and len(entry.versions) == 1:
        version = entry.versions[0]
    # A version for one country has an identifier of its own, which is not known here.
    if version not in entry.versions or _PORT.search(text):
        return ""
    identifier = f"{entry.name}-{version}"
    if entry.suffix:
        identifier += "-or-later" if "later" in text or words.strip().endswith("+") else "-only"
    return identifier + ("-IGO" if re.search(r"\bigo\b", text) and identifier.startswith("CC-BY") else "")


def _without_brackets(text: str, words: str) -> Licence | None:
    """``Attribution 4.0 International (CC BY 4.0)``: one name within the brackets, or one outside of them."""
    match = re.fullmatch(r"([^()]*)\(([^()]*)\)", text)
    return (_by_name(match[2].strip(), words) or _by_name(match[1].strip(), words)) if match else None


def _of_several(text: str, words: str) -> Licence | None:
    """``MIT OR Apache-2.0``: of a choice the one that allows most counts, of a list the one that allows least."""
    for splitter, choose, joiner in ((r" or ", min, " OR "), (r" and |[,;+&|]| with ", max, " AND ")):
        parts = [part.strip(" ()") for part in re.split(splitter, text) if part.strip(" ()")]
        licences = [licence for part in parts if (licence := _by_name(part, words))]
        if len(parts) > 1 and len(licences) == len(parts):
            chosen = choose(licences, key=lambda licence: _BADNESS[licence.kind])
            spdx = (
                joiner.join(licence.spdx for licence in licences) if all(licence.spdx for licence in licences) else ""
            )
            # Whoever may choose takes the licence that allows it; whoever must keep all needs it from each.
            passes = [licence.redistributable for licence in licences]
            return chosen.model_copy(
                update={
                    "spdx": spdx,
                    "name": spdx or joiner.lower().join(licence.name for licence in licences),
                    "redistributable": any(passes) if choose is min else all(passes),
                }
            )
    return None


def _by_phrase(text: str, stage: str) -> Licence | None:
    """The licence, or the bare kind of one, that telling words stand for."""
    for phrase in _table().phrases:
        if phrase.when == stage and phrase.words in text:
            return _by_name(_normal(phrase.like), phrase.like) if phrase.like else phrase.licence
    return None


def _inside(text: str, words: str) -> Licence | None:
    """A sentence that names one Creative Commons or database licence; several count as the one that allows least."""
    names = re.findall(r"\b(?:cczero|cc(?: by)?(?: (?:nc|nd|sa))*|odbl|pddl|odc by)(?: v?\d\.\d)?\b", text)
    licences = [licence for name in names if (licence := _by_name(name, words))]
    return max(licences, key=lambda licence: _BADNESS[licence.kind], default=None)

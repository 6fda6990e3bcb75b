"""Problems that stand in several sets, found by one look-up each however many sets there are."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.duplicates.codes import OTHER_SET
from authoring.dseal.duplicates.problems import ProblemIndex, signatures_of
from authoring.dseal.model import ProblemSet
from authoring.dseal.parse import parse
from authoring.dseal.session import at_question

_INPUT = re.compile(r"inputs/([^\"'\s]+)")


@dataclass(frozen=True, slots=True)
class NamedSet:
    """A set among others."""

    name: str
    text: str


def repeats_across_sets(
    sets: Iterable[NamedSet], *, known: Iterable[NamedSet] = ()
) -> Mapping[str, tuple[Diagnostic, ...]]:
    """Return for each set, by its name, the problems that stand in a known one, or in one of the sets before it.

    Sets that read different files ask different things in the same words: to split the data is a task of each of them.
    What a set says twice itself is left to DS210, DS211, DS227 and DS228. Linear in the number of problems.
    """
    # One index for each file, and one for the sets that read none.
    indexes: dict[str, ProblemIndex] = {}
    texts, names = set[str](), set[str]()
    for other in known:
        texts.add(other.text)
        _add(indexes, parse(other.text), other.name)
    findings: dict[str, tuple[Diagnostic, ...]] = {}
    for problemset in sets:
        # The same text under another name is no second set, nor is a draft beside the set that it was admitted as.
        if problemset.text in texts or problemset.name in names:
            continue
        texts.add(problemset.text)
        names.add(problemset.name)
        parsed = parse(problemset.text)
        if repeats := tuple(_repeats(parsed, indexes)):
            findings[problemset.name] = repeats
        _add(indexes, parsed, problemset.name)
    return findings


def _files_of(problemset: ProblemSet) -> tuple[str, ...]:
    """Return the files that a set names; a single empty name for a set without any."""
    return tuple(dict.fromkeys(_INPUT.findall(problemset.text))) or ("",)


def _add(indexes: dict[str, ProblemIndex], problemset: ProblemSet, name: str) -> None:
    signatures = signatures_of(problemset, name)
    for file in _files_of(problemset):
        index = indexes.setdefault(file, ProblemIndex())
        for signature in signatures:
            index.add(signature)


def _repeats(problemset: ProblemSet, indexes: Mapping[str, ProblemIndex]) -> Iterator[Diagnostic]:
    near = [indexes[file] for file in _files_of(problemset) if file in indexes]
    for signature, (cell, _) in zip(signatures_of(problemset), problemset.problems, strict=True):
        # A problem without any counted code reads a file, which every set may ask for.
        for index in near if signature.shape.size else ():
            by_question = index.same_question(signature, within=False)
            double = by_question or index.same_code(signature, within=False)
            if double is not None:
                relation = "asks the same as" if by_question else "is solved by the same code as"
                message = f"{signature.place} {relation} {double.place}"
                hint = "Ask for something else, or drop one of the two."
                yield at_question(problemset, cell, "", OTHER_SET, message, hint)
                break

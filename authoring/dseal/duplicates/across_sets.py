"""Problems that stand in several sets, found by one look-up each however many sets there are."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.duplicates.codes import OTHER_SET
from authoring.dseal.duplicates.problems import ProblemIndex, ProblemSignature, signatures_of
from authoring.dseal.model import ProblemSet
from authoring.dseal.parse import parse
from authoring.dseal.session import at_question

_INPUT = re.compile(r"inputs/([^\"'\s]+)")


@dataclass(frozen=True, slots=True)
class NamedSet:
    """A set among others."""

    name: str
    text: str


def signatures_of_text(text: str) -> tuple[ProblemSignature, ...]:
    """Return the problems of a set's text with what counts of them; nothing else of the text decides it."""
    return signatures_of(parse(text))


def repeats_across_sets(
    sets: Iterable[NamedSet],
    *,
    known: Iterable[NamedSet] = (),
    recall: Callable[[str], tuple[ProblemSignature, ...]] = signatures_of_text,
) -> Mapping[str, tuple[Diagnostic, ...]]:
    """Return for each set, by its name, the problems that stand in a known one, or in one of the sets before it.

    Sets that read different files ask different things in the same words: to split the data is a task of each of them.
    What a set says twice itself is left to DS210, DS211, DS227 and DS228. Linear in the number of problems.

    Args:
        sets: in whose problems repeats are looked for.
        known: which they may repeat.
        recall: `signatures_of_text`, or what remembers its answers.
    """
    sets = tuple(sets)
    files = {file for problemset in sets for file in _files_of(problemset.text)}
    # One index for each file, and one for the sets that read none.
    indexes: dict[str, ProblemIndex] = {}
    texts, names = set[str](), set[str]()
    for other in known:
        texts.add(other.text)
        if not files.isdisjoint(_files_of(other.text)):
            _add(indexes, other, recall(other.text))
    findings: dict[str, tuple[Diagnostic, ...]] = {}
    for problemset in sets:
        # The same text under another name is no second set, nor is a draft beside the set that it was admitted as.
        if problemset.text in texts or problemset.name in names:
            continue
        texts.add(problemset.text)
        names.add(problemset.name)
        signatures = recall(problemset.text)
        if repeats := tuple(_repeats(parse(problemset.text), signatures, indexes)):
            findings[problemset.name] = repeats
        _add(indexes, problemset, signatures)
    return findings


def _files_of(text: str) -> tuple[str, ...]:
    """Return the files that a set names; a single empty name for a set without any."""
    return tuple(dict.fromkeys(_INPUT.findall(text))) or ("",)


def _add(indexes: dict[str, ProblemIndex], problemset: NamedSet, signatures: tuple[ProblemSignature, ...]) -> None:
    named = [replace(signature, place=f"{signature.place} of {problemset.name}") for signature in signatures]
    for file in _files_of(problemset.text):
        index = indexes.setdefault(file, ProblemIndex())
        for signature in named:
            index.add(signature)


def _repeats(
    problemset: ProblemSet, signatures: tuple[ProblemSignature, ...], indexes: Mapping[str, ProblemIndex]
) -> Iterator[Diagnostic]:
    near = [indexes[file] for file in _files_of(problemset.text) if file in indexes]
    for signature, (cell, _) in zip(signatures, problemset.problems, strict=True):
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

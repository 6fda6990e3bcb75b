"""The validators that rules choose, beside those that DSEval's authors chose for the same notebooks."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path

from authoring.dseal.model import Problem
from authoring.dseal.parse import parse
from authoring.formats.exercises.import_ import import_exercises
from authoring.seeds.notebooks.reading import read_notebook

ALIKE = 0.6
"""Likeness of two questions from which on they are one, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Peer:
    """One question that stands in both."""

    name: str
    question: str
    ours: str
    """What is compared, without flags: ``result``, ``namespace_check df``, ``stream``."""
    theirs: str


def pairs_of(checkout: Path, peer: Path) -> list[tuple[Path, Path]]:
    """Return the notebooks with answers, each with the set that DSEval made of it."""
    sets = {path.stem: path for path in peer.glob("*.py")}
    found = []
    for path in sorted(checkout.rglob("*.ipynb")):
        name = re.sub(r"[^a-z0-9]+", "-", str(path.parent.relative_to(checkout)).lower()).strip("-")
        if name in sets:
            found.append((path, sets[name]))
    return found


def compared(pairs: Sequence[tuple[Path, Path]], files: Mapping[str, Path]) -> list[Peer]:
    """Return the questions that stand in a notebook's set and in DSEval's, each once."""
    best: dict[str, list[Peer]] = {}
    for notebook, theirs in pairs:
        made = import_exercises(read_notebook(notebook.read_text("utf-8"), notebook.name), files=tuple(files))
        found = list(_matched(_problems(made.text), _problems(theirs.read_text("utf-8")), theirs.stem))
        # A notebook may be there with and without answers.
        best[theirs.stem] = max(best.get(theirs.stem, []), found, key=len)
    return [peer for name in sorted(best) for peer in best[name]]


def _matched(ours: Sequence[Problem], theirs: Sequence[Problem], name: str) -> Iterator[Peer]:
    taken: set[int] = set()
    for problem in theirs:
        likeness = [
            # The negative number lets the earliest of equally similar questions win.
            (SequenceMatcher(None, _plain(problem.question), _plain(own.question)).ratio(), -number)
            for number, own in enumerate(ours)
            if number not in taken
        ]
        if likeness and max(likeness)[0] >= ALIKE:
            number = -max(likeness)[1]
            taken.add(number)
            yield Peer(name, problem.question, _judged(ours[number]), _judged(problem))


def _problems(text: str) -> list[Problem]:
    return [problem for _, problem in parse(text).problems]


def _judged(problem: Problem) -> str:
    block = problem.validator or {}
    said = []
    for alias, options in block.items():
        if alias not in {"template", "result"}:
            said.append(f"{alias} {' '.join(sorted(options))}" if isinstance(options, dict) else alias)
    return ", ".join(sorted(said)) or "result"


def _plain(question: str) -> str:
    return re.sub(r"Keep the results? in [^.]*\.|Begin with [^.]*\.|[^a-z0-9]+", " ", question.lower()).strip()

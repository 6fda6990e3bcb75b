"""A checkout of the public DSEval repository: its benchmarks, and the submissions and verdicts that were published."""

import json
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import yaml

from authoring.dseal.parse import parse
from bench.dseval.events import Key, Word

ROOT = Path(__file__).parents[2]
Answers: TypeAlias = dict[str, dict[str, list[str]]]
"""Set -> problem's number from 1, as text -> codes; JSON knows no other keys."""
EXAMPLES = "examples"
"""A folder that shows what sets look like; nothing was published for it."""


@dataclass(frozen=True, slots=True)
class Part:
    """One benchmark of the checkout."""

    name: str
    """As its manifest says."""
    folder: Path
    sets: tuple[str, ...]
    submissions: Answers
    published: dict[Key, Word]

    def references(self) -> Answers:
        """Return the reference answer of every problem."""
        texts = {name: (self.folder / f"{name}.py").read_bytes().decode() for name in self.sets}
        return {
            name: {str(problem.number): [cell.code] for cell, problem in parse(text).problems}
            for name, text in texts.items()
        }


def read_checkout(path: Path) -> tuple[Part, ...]:
    """Return the benchmarks of a checkout, by folder."""
    manifests = sorted(path.glob("benchmarks/*/_manifest.yaml"))
    parts = tuple(_read_part(path, file) for file in manifests if file.parent.name != EXAMPLES)
    if not parts:
        sys.exit(f"{path} holds no benchmarks/*/_manifest.yaml: name a checkout of the public DSEval repository")
    return parts


def _read_part(path: Path, manifest: Path) -> Part:
    name = str(yaml.safe_load(manifest.read_text("utf-8"))["name"])
    sets = sorted(file.stem for file in manifest.parent.glob("*.py") if not file.name.startswith("_"))
    submissions: Answers = {}
    published: dict[Key, Word] = {}
    for file in sorted((path / "results" / name).glob("*.jsonl")):
        for line in file.read_text("utf-8").splitlines():
            found = json.loads(line)
            key = Key(found["problemset"], found["index"], 1)
            submissions.setdefault(key.set, {}).setdefault(str(key.problem), []).append(found["code"])
            published[key] = Word(found["verdict"], found["subverdict"], found["extended_verdict"])
    return Part(name, manifest.parent, tuple(sets), submissions, published)

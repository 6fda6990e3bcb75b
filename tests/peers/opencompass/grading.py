"""A tree's predictions are made, written and scored by OpenCompass' own code."""

import json
import os
import subprocess
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.peers.opencompass.kernel import attempts, kernel
from tests.peers.opencompass.predictions import Experiment, stored, write
from tests.peers.opencompass.spoiling import SPOILS, Spoil

SCORE = Path(__file__).parent / "score.py"

Experiments = Mapping[str, Sequence[Experiment]]
"""Of each dataset, in the order of its notebooks."""
METRIC_OF = {"num": "numeric_correct", "text": "text_score", "vis": "vis_sim"}
Figures = dict[str, dict[str, float]]
"""Of each dataset, by metric: 0 to 100, or -1 where there is no such step."""


@dataclass(frozen=True, slots=True)
class Notebook:
    """One notebook, as the loader read it."""

    path: Path
    questions: tuple[str, ...]
    cells: tuple[str, ...]
    """Code of the answers."""
    tags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class OpenCompass:
    """OpenCompass' loader and evaluator, in an interpreter of their own."""

    python: Path

    def load(self, tree: Path) -> dict[str, tuple[Notebook, ...]]:
        """Return every dataset of a tree with its notebooks."""
        loaded = json.loads(self._say("load", tree))
        return {dataset: tuple(notebook_of(row) for row in rows) for dataset, rows in loaded.items()}

    def score(self, tree: Path, *results: Path) -> list[Figures]:
        """Return the evaluator's figures for each folder of predictions."""
        figures: list[Figures] = json.loads(self._say("score", tree, *results))
        return figures

    def _say(self, command_name: str, *paths: Path) -> str:
        # Its loader opens files in the encoding of the locale, so that the tree may hold any text in this one only.
        environment = {**os.environ, "LC_ALL": "C.UTF-8"}
        command = [str(self.python), str(SCORE), command_name, *map(str, paths)]
        process = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)
        assert process.returncode == 0, process.stderr
        return process.stdout


@dataclass(frozen=True, slots=True)
class Graded:
    """A tree with what was loaded of it, and answers that are right."""

    tree: Path
    opencompass: OpenCompass
    loaded: Mapping[str, Sequence[Notebook]]
    answers: Experiments
    figures: Figures


def grade_stored(opencompass: OpenCompass, tree: Path, *, folder: Path) -> Graded:
    """Load a tree and score the outputs that stand in it; predictions and pictures are written into a folder."""
    loaded = opencompass.load(tree)
    answers = {
        dataset: [Experiment(book.questions, stored(book.path, pictures=folder / "pictures")) for book in books]
        for dataset, books in loaded.items()
    }
    [figures] = opencompass.score(tree, write_all(folder / "stored", answers))
    return Graded(tree, opencompass, loaded, answers, figures)


@dataclass(frozen=True, slots=True)
class Marked:
    """A tree whose predictions of every kind are scored, in one go: starting OpenCompass takes seconds."""

    graded: Graded
    fresh: Experiments
    """Of a kernel in the oracle mode."""
    fresh_figures: Figures
    spoilt_figures: Mapping[str, Figures]
    """By the metric that the spoil is about."""
    figures: Mapping[Path, Figures]
    """All of them, by the folder of the predictions."""


def mark(opencompass: OpenCompass, tree: Path, *, folder: Path) -> Marked:
    """Score the stored answers, those of a kernel, and the stored ones spoilt in each way."""
    graded = grade_stored(opencompass, tree, folder=folder)
    fresh = fresh_answers(tree, graded.loaded, pictures=folder / "fresh-pictures")
    runs = [write_all(folder / spoil.metric, spoilt(graded, spoil)) for spoil in SPOILS]
    runs.append(write_all(folder / "fresh", fresh))
    [*spoiled, repeated] = figures = opencompass.score(tree, *runs)
    by_metric = {spoil.metric: of for spoil, of in zip(SPOILS, spoiled, strict=True)}
    return Marked(graded, fresh, repeated, by_metric, dict(zip(runs, figures, strict=True)))


def expect_perfect(loaded: Mapping[str, Sequence[Notebook]], figures: Figures) -> None:
    """Demand 100 of every metric that has steps, 99.9 of pictures, and -1 of the others."""
    assert figures.keys() == loaded.keys()
    for dataset, books in loaded.items():
        tags = {tag for book in books for tag in book.tags}
        lowest = {
            "tool_rate": 100.0,
            "executable": 100.0,
            "numeric_correct": 100.0,
            "text_score": 100.0,
            "vis_sim": 99.9,
        }
        for tag, metric in METRIC_OF.items():
            if tag not in tags:
                assert figures[dataset][metric] == -1, (dataset, metric)
                del lowest[metric]
        low = {
            metric: figures[dataset][metric] for metric, figure in lowest.items() if figures[dataset][metric] < figure
        }
        assert low == {}, dataset


def expect_lower(marked: Marked, spoil: Spoil) -> None:
    """Demand less of a metric wherever there are steps that were spoilt, and the same elsewhere."""
    for dataset, books in marked.graded.loaded.items():
        concerned = any(spoil.tag in {"*", tag} for book in books for tag in book.tags)
        figures = marked.spoilt_figures[spoil.metric]
        was, spoiled_figure = marked.graded.figures[dataset][spoil.metric], figures[dataset][spoil.metric]
        assert spoiled_figure < was if concerned else spoiled_figure == was, (
            dataset,
            spoil.metric,
            was,
            spoiled_figure,
        )


def notebook_of(row: Mapping[str, object]) -> Notebook:
    """Read one row of the loader."""
    turns, references = row["questions"], row["references"]
    assert isinstance(turns, list)
    assert isinstance(references, dict)
    texts = [turn["content"] for turn in turns]
    cells = tuple(answer.split("**split**")[1] for answer in texts[1::2])
    tags = references["metadata"].get("step_types") or references["tags"]
    return Notebook(Path(str(row["experiment"])), tuple(texts[::2]), cells, tuple(tags))


def fresh_answers(tree: Path, loaded: Mapping[str, Sequence[Notebook]], *, pictures: Path) -> Experiments:
    """Return what an agent says that runs every reference cell in a kernel, in the oracle mode."""
    answers = {}
    for dataset, books in loaded.items():
        with kernel(tree / "datasources", pictures=pictures) as running:
            answers[dataset] = [Experiment(book.questions, attempts(running, book.cells)) for book in books]
    return answers


def spoilt(graded: Graded, spoil: Spoil) -> Experiments:
    """Return right answers in which every step that a spoil is about went wrong."""
    return {
        dataset: [
            Experiment(experiment.questions, tuple(map(spoil.step, experiment.steps, book.tags)))
            for experiment, book in zip(graded.answers[dataset], books, strict=True)
        ]
        for dataset, books in graded.loaded.items()
    }


def write_all(folder: Path, answers: Experiments) -> Path:
    """Write a folder of predictions and return it."""
    for dataset, experiments in answers.items():
        write(folder / f"{dataset}.json", experiments)
    return folder

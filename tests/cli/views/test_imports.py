"""How imports are shown."""

from pathlib import Path

import pytest
from rich.console import Console

from authoring.api.imports.cibench import ImportedExperiment, ImportedTree
from authoring.api.imports.dseval import ImportedBenchmark, SetReport
from authoring.api.imports.mlbench import ImportedTask, ImportedTasks
from authoring.api.imports.results import ImportedResults
from authoring.cli.views.imports import (
    command_after_benchmark,
    command_after_results,
    command_after_tasks,
    command_after_tree,
    tasks_view,
)
from authoring.records.results import Benchmark


@pytest.mark.parametrize(
    ("failure", "command"),
    [("", "authoring review words"), ("broken", "authoring import cibench tree --json")],
)
def test_the_first_draft_of_a_tree_is_reviewed_next(failure: str, command: str) -> None:
    """Where there is none, all findings are."""
    experiment = ImportedExperiment(label="pandas/words", name="words", problems=3, failure=failure)

    assert command_after_tree(ImportedTree(tree="tree", experiments=(experiment,), left_out=())) == command


@pytest.mark.parametrize(
    ("checked", "command"),
    [(True, "authoring import dseval 'a benchmark'"), (False, "authoring status")],
)
def test_a_benchmark_without_errors_is_kept_next(checked: bool, command: str) -> None:  # noqa: FBT001 - a parameter
    """What was only checked can be kept; what was kept stands in the workspace."""
    benchmark = Benchmark(name="Birds", version=1, sets=())
    imported = ImportedBenchmark.of(
        benchmark, [SetReport(name="owls", problems=1, right=1, reached=1)], checked=checked
    )

    assert imported.exit_code == 0
    assert command_after_benchmark(imported, Path("a benchmark")) == command


def test_answers_are_judged_next() -> None:
    """From where they were put; from where they came where there is no workspace."""
    fields = {"benchmark": "Birds", "version": 1, "sets": 1, "problems": 1, "attempts": 1, "correct": 1, "verdicts": ()}
    imported = ImportedResults.model_validate({"file": "an agent.jsonl", "written": "", **fields})

    assert command_after_results(imported) == "authoring evaluate BENCHMARK --submissions 'an agent.jsonl'"


def test_tasks_are_worked_on_next() -> None:
    """Each task stands with the rows of its tables, and the folder in the command that evaluates it."""
    task = ImportedTask(name="birds", file="b.yaml", source="kaggle:b", train_rows=1200, held_out=300, left_out=9)
    imported = ImportedTasks(folder="my tasks", tasks=(task,))
    console = Console(width=100, no_color=True)
    with console.capture() as caught:
        console.print(*tasks_view(imported))

    assert "birds  1,200       300         9  kaggle:b" in caught.get()
    assert command_after_tasks(imported) == "authoring evaluate 'my tasks' --solver taskgraph:MODEL"

"""The benchmark that a command names: the workspace's own, a folder as DSEval loads it, or a CIBench tree."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from authoring.api.imports.cibench import data_names
from authoring.api.workspaces import open_workspace, workspace_around
from authoring.errors import BenchmarkError, SeedError, UsageError, nearest_hint
from authoring.formats.cibench.score.opencompass import SUITE
from authoring.formats.cibench.tree_sets import tree_set
from authoring.records.results import Benchmark, BenchmarkSet
from authoring.seeds.cibench_tree import DATA, ExperimentNotebook, ExperimentTree, notebook_text, read_tree
from authoring.validators.base import Dialect
from authoring.workspace import Workspace
from authoring.workspace.admitted import refuse_changed_sets
from authoring.workspace.benchmark import MANIFEST, read_benchmark
from authoring.workspace.exports import refuse_changed_export
from authoring.workspace.read_lock import ReadLocks, reading_benchmark

INNER = "cibench_dataset"
"""The folder of OpenCompass' data that a tree is copied into."""


@dataclass(frozen=True, slots=True)
class NamedBenchmark:
    """A benchmark, and where it comes from."""

    benchmark: Benchmark
    workspace: Workspace | None
    """The workspace whose settings hold."""
    tree: Path | None = None
    """The CIBench tree that it is; None for any other."""


def named_benchmark(
    path: Path | None,
    workspace: Path | None,
    locks: ReadLocks,
    *,
    asks_model: bool,
    sets: Sequence[str] = (),
    dialect: Dialect | None = None,
) -> NamedBenchmark:
    """Return the benchmark of a path, whose data are held from now on; the workspace's own if None.

    Args:
        path: a folder with a manifest, one problem set's file, or a CIBench tree.
        workspace: whose settings hold; the one around the current folder if None.
        locks: of the command that uses the data.
        asks_model: whether a model answers, whose replies a workspace keeps.
        sets: names that it has to have.
        dialect: whose rules judge; what the benchmark says if None.

    Raises:
        UsageError: there is none, or it has no set of a name.
        BenchmarkError: it cannot be read, or is not what was admitted or exported.
        WorkspaceError: a workspace is needed, and there is none.
    """
    # For a benchmark of its own, or to keep replies; elsewhere its settings hold where there is one.
    is_needed = path is None or asks_model
    opened = open_workspace(workspace) if is_needed else workspace_around(workspace)
    folder = tree_folder(path) if path is not None else None
    if folder is not None:
        refuse_changed_export(folder)
        benchmark = _tree_benchmark(folder)
        _refuse_unknown(sets, benchmark)
    else:
        own = path or _own_benchmark(opened)
        with reading_benchmark(own, locks):
            benchmark = read_benchmark(own)
            _refuse_unknown(sets, benchmark)
            refuse_changed_sets(benchmark, sets)
    benchmark = benchmark.model_copy(update={"dialect": dialect or benchmark.dialect})
    return NamedBenchmark(benchmark, opened, folder)


def tree_folder(path: Path) -> Path | None:
    """Return the folder of the CIBench tree that a path names; None where it names none."""
    inner = path / INNER
    root = inner if inner.is_dir() else path
    if not root.is_dir() or (root / MANIFEST).exists():
        return None
    return root if any(entry.is_dir() and SUITE.fullmatch(entry.name) for entry in root.iterdir()) else None


def _tree_benchmark(folder: Path) -> Benchmark:
    """Return a tree as a benchmark: a set for each notebook, a problem for each step.

    Raises:
        BenchmarkError: there is no notebook, a link leads out, or OpenCompass would load what is none.
    """
    try:
        tree = read_tree(folder)
        if tree.left_out:
            raise BenchmarkError(
                f"{folder}: OpenCompass would load {tree.left_out[0]} as an experiment of its own",
                hint="remove what editors left behind",
            )
        sets = tuple(_tree_set(tree, experiment) for experiment in tree.experiments)
    except SeedError as error:
        raise BenchmarkError(error.message, hint=error.hint) from error
    # Figures are closed behind each cell, and shown pictures are outputs, as a notebook has it.
    return Benchmark(name=tree.root.name, version="", dialect="strict", sets=sets)


def _tree_set(tree: ExperimentTree, experiment: ExperimentNotebook) -> BenchmarkSet:
    files = [name for name, _ in tree.data]
    suite, _, path = experiment.label.partition("/")
    module, _, name = path.partition("/")
    text = tree_set(
        notebook_text(experiment),
        dataset=f"{suite}/{module}",
        path=f"{name}.ipynb",
        location=str(experiment.path),
        files=files,
    )
    # All sets of a tree share one folder for data; each gets what it names, or may list.
    entries = sorted({used.partition("/")[0] for used in data_names(text, tree)})
    inputs = tuple(tree.root / DATA / entry for entry in entries)
    return BenchmarkSet(name=experiment.label, path=experiment.path, text=text, inputs=inputs, draws_figures=True)


def _own_benchmark(workspace: Workspace | None) -> Path:
    if workspace is None or not workspace.problemsets():
        raise UsageError("no problem set is admitted here", hint="name a benchmark: authoring evaluate FOLDER ...")
    folder = workspace.root / "problemsets"
    return folder.relative_to(Path.cwd()) if folder.is_relative_to(Path.cwd()) else folder


def _refuse_unknown(names: Sequence[str], benchmark: Benchmark) -> None:
    sets = [problemset.name for problemset in benchmark.sets]
    for name in names:
        if name not in sets:
            hint = nearest_hint(name, sets, f"it has, for example, {sets[0]}")
            raise UsageError(f"{benchmark.name} has no set called {name}", hint=hint)

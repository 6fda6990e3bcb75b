"""CIBench trees as benchmarks: a set for each notebook, a problem for each step."""

from pathlib import Path

from authoring.api.evaluation.project_scores import ProjectScores
from authoring.errors import BenchmarkError, PackagesError, SeedError
from authoring.formats.cibench.answer_scores import score_answers
from authoring.formats.cibench.score.opencompass import open_tree, read_dataset
from authoring.formats.cibench.tree_sets import data_names, tree_set
from authoring.records.results import Benchmark, BenchmarkSet, Evaluation
from authoring.seeds.cibench_tree import DATA, ExperimentNotebook, ExperimentTree, notebook_text, read_tree


def tree_benchmark(folder: Path) -> Benchmark:
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


def score_tree(folder: Path, evaluation: Evaluation) -> ProjectScores:
    """Return CIBench's figures of a run on a tree; where packages are missing that they need, a note says so."""
    tree = open_tree(folder)
    try:
        return ProjectScores(cibench=score_answers([read_dataset(tree, name) for name in tree.datasets], evaluation))
    except PackagesError as error:
        # What was judged does not hang on it.
        return ProjectScores(notes=(f"no figures of CIBench: {error.message}; {error.hint}",))


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

"""The benchmarks that can be evaluated: DSEval's folders, CIBench's trees, DABench's questions, ML-Benchmark's tasks.

Questions and tasks of other projects become problem sets in memory, so that every solver, limit, result and resumption
is the one of DSEAL's sets; what they come to is also said in the figures of their own project.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from authoring.api.evaluation.project_scores import ProjectScores
from authoring.errors import BenchmarkError, ResultsError, UsageError, WorkspaceError, nearest_hint
from authoring.formats.cibench.score.records import SUITE
from authoring.formats.dabench.export import LABELS, QUESTIONS, TABLES
from authoring.formats.dabench.problems import pose, read_table_questions, responses_of, set_name
from authoring.formats.dabench.score import read_labels, read_questions, score_dabench
from authoring.formats.mlbench.problems import problem_of
from authoring.formats.mlbench.score import score_mlbench
from authoring.formats.mlbench.tasks import MLTask, read_task
from authoring.records.results import Benchmark, BenchmarkSet, Evaluation, StepMode
from authoring.workspace import Workspace
from authoring.workspace.admitted import refuse_changed_sets
from authoring.workspace.benchmark import MANIFEST, columns_of, read_benchmark, read_manifest
from authoring.workspace.exports import refuse_changed_export
from authoring.workspace.files import read_text
from authoring.workspace.links import refuse_links_out
from authoring.workspace.read_lock import ReadLocks, reading_benchmark
from authoring.workspace.regular_file import is_present

TREE_FOLDER = "cibench_dataset"
"""The folder of OpenCompass' data that a tree is copied into."""
YAML_SUFFIXES = (".yaml", ".yml")
QUESTIONS_WORD, LABELS_WORD = "questions", "labels"
"""Files of DABench that belong together differ in this word."""


@dataclass(frozen=True, slots=True)
class OpenedBenchmark:
    """A benchmark that was read, and how the figures of its own project are made."""

    benchmark: Benchmark
    score: Callable[[Evaluation], ProjectScores] | None = None
    """None for sets in DSEAL, whose figures are those of every evaluation."""
    tree: Path | None = None
    """The CIBench tree that it is; None for any other."""

    def scores(self, evaluation: Evaluation) -> ProjectScores | None:
        """Return the figures of its own project; None for sets in DSEAL, and for a tree outside of CIBench's modes."""
        if self.tree is not None and evaluation.options.mode is not StepMode.SEPARATE:
            from authoring.api.evaluation.cibench_trees import score_tree  # noqa: PLC0415 - of a tree only

            return score_tree(self.tree, evaluation)
        return self.score(evaluation) if self.score is not None else None


def open_benchmark(path: Path, names: Sequence[str], locks: ReadLocks) -> OpenedBenchmark:
    """Read a benchmark of any kind, and keep others from changing its data until `locks` closes.

    Args:
        path: a folder with a manifest and problem sets, or one set's file; a CIBench tree; a folder of ML-Benchmark's
            tasks, or one task's YAML; a folder with DABench's files, or its file of questions.
        names: the sets that are about to be used; all of them if empty.
        locks: of the command that uses the data.

    Raises:
        BenchmarkError: it is none of these, cannot be read, or is not what was admitted or exported.
        UsageError: it has no set of one of the names.
    """
    with reading_benchmark(path, locks):
        tree = _tree_folder(path)
        if tree is not None:
            from authoring.api.evaluation.cibench_trees import tree_benchmark  # noqa: PLC0415 - as above

            refuse_changed_export(tree)
            opened = OpenedBenchmark(tree_benchmark(tree), tree=tree)
        elif _holds_questions(path):
            opened = _open_dabench(path)
        elif _holds_tasks(path):
            opened = _open_mlbench(path, locks)
        else:
            opened = OpenedBenchmark(read_benchmark(path))
        _refuse_unknown(names, opened.benchmark)
        if opened.score is None and opened.tree is None:
            refuse_changed_sets(opened.benchmark, names)
    return opened


def own_benchmark(workspace: Workspace | None) -> Path:
    """Return the folder of a workspace's own benchmark.

    Raises:
        UsageError: no set is admitted there.
    """
    if workspace is None or not workspace.problemsets():
        raise UsageError("no problem set is admitted here", hint="name a benchmark: authoring evaluate FOLDER ...")
    folder = workspace.root / "problemsets"
    return folder.relative_to(Path.cwd()) if folder.is_relative_to(Path.cwd()) else folder


def read_tasks(path: Path) -> Mapping[str, MLTask]:
    """Return the tasks of ML-Benchmark's kind in a folder, or the one in a file, by name and sorted.

    Raises:
        BenchmarkError: there is none, or one cannot be read.
    """
    files = _task_files(path)
    if not files:
        raise BenchmarkError(f"{path}: holds no tasks", hint="make some with: authoring import mlbench")
    return {file.stem: read_task(_read(file, file.parent), location=str(file)) for file in files}


def _tree_folder(path: Path) -> Path | None:
    """Return the folder of the CIBench tree that a path names; None where it names none."""
    inner = path / TREE_FOLDER
    root = inner if inner.is_dir() else path
    if not root.is_dir() or (root / MANIFEST).exists():
        return None
    return root if any(entry.is_dir() and SUITE.fullmatch(entry.name) for entry in root.iterdir()) else None


def _holds_questions(path: Path) -> bool:
    return path.suffix == ".jsonl" if path.is_file() else is_present(path / QUESTIONS)


def _holds_tasks(path: Path) -> bool:
    has_sets = path.is_dir() and any(not file.name.startswith("_") for file in path.glob("*.py"))
    return not has_sets and bool(_task_files(path))


def _task_files(path: Path) -> list[Path]:
    # As among problem sets, a file whose name begins with a line is none: the manifest.
    files = [path] if path.is_file() else sorted(path.iterdir()) if path.is_dir() else []
    return [file for file in files if file.suffix in YAML_SUFFIXES and not file.name.startswith("_")]


def _open_mlbench(path: Path, locks: ReadLocks) -> OpenedBenchmark:
    folder = path if path.is_dir() else path.parent
    tasks = read_tasks(path)
    sets = []
    for file, task in zip(_task_files(path), tasks.values(), strict=True):
        labels = _read(folder / task.labels, folder) if task.labels else ""
        tables = tuple(folder / table for table in (task.train, task.evaluation) if table)
        _refuse_missing(tables, folder)
        if task.target is not None and task.target in (columns_of(tables[-1]) or ()):
            hint = "take the column out: it stands in the file of labels, and a solver must not see it"
            raise BenchmarkError(f"{tables[-1]}: holds the target {task.target}", hint=hint)
        text = problem_of(task, labels, location=str(folder / (task.labels or "")))
        for table in tables:
            locks.add(table.parent)
        sets.append(BenchmarkSet(name=file.stem, path=file, text=text, inputs=tables))

    def score(evaluation: Evaluation) -> ProjectScores:
        return ProjectScores(mlbench=score_mlbench(tasks, evaluation))

    return OpenedBenchmark(_benchmark(folder, sets), score)


def _open_dabench(path: Path) -> OpenedBenchmark:
    questions = path / QUESTIONS if path.is_dir() else path
    folder = questions.parent
    labels = folder / LABELS if path.is_dir() else path.with_name(path.name.replace(QUESTIONS_WORD, LABELS_WORD))
    if labels == questions:
        raise BenchmarkError(f"{path}: does not say {QUESTIONS_WORD} in its name", hint=f"call it {QUESTIONS}")
    refuse_changed_export(folder)
    text, location = _read(questions, folder), str(questions)
    try:
        answers = read_labels(_read(labels, folder), location=str(labels))
        posed = pose(read_table_questions(text, location=location), answers, location=location)
        kinds = read_questions(text, location=location)
    except ResultsError as error:
        raise BenchmarkError(error.message, hint=error.hint) from None
    sets = []
    for problem in posed:
        table = folder / TABLES / problem.table
        _refuse_missing([table], folder)
        sets.append(BenchmarkSet(name=problem.name, path=questions, text=problem.text, inputs=(table,)))

    def score(evaluation: Evaluation) -> ProjectScores:
        # Of the questions that were put to the solver, as `--set` may leave most of them out.
        names = {result.name for result in evaluation.sets}
        chosen = [label for label in answers if set_name(label.id) in names]
        responses = responses_of(evaluation, chosen)
        return ProjectScores(dabench=score_dabench(chosen, responses, questions=kinds))

    return OpenedBenchmark(_benchmark(folder, sets), score)


def _benchmark(folder: Path, sets: Sequence[BenchmarkSet]) -> Benchmark:
    """Return a benchmark that is named by its manifest, or by its folder where it has none."""
    manifest = folder / MANIFEST
    facts = read_manifest(manifest) if is_present(manifest) else {"name": folder.resolve().name, "version": ""}
    return Benchmark(name=str(facts["name"]), version=str(facts["version"]), dialect="strict", sets=tuple(sets))


def _refuse_missing(tables: Sequence[Path], folder: Path) -> None:
    refuse_links_out(tables, folder, error=BenchmarkError)
    for table in tables:
        if not table.is_file():
            raise BenchmarkError(f"{table}: is missing", hint="put the table there; the questions are about it")


def _read(path: Path, folder: Path) -> str:
    try:
        return read_text(path, inside=folder)
    except WorkspaceError as error:
        # What a solver is asked is no part of a workspace, and its exit code another.
        raise BenchmarkError(error.message, hint=error.hint) from None


def _refuse_unknown(names: Sequence[str], benchmark: Benchmark) -> None:
    sets = [problemset.name for problemset in benchmark.sets]
    for name in names:
        if name not in sets:
            hint = nearest_hint(name, sets, f"it has, for example, {sets[0]}")
            raise UsageError(f"{benchmark.name} has no set called {name}", hint=hint)

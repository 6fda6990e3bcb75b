"""OpenCompass' folders: CIBench trees, files of predictions, and the pictures that predictions name."""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from authoring.errors import BenchmarkError, ResultsError, UsageError, WorkspaceError
from authoring.formats.base.answer_files import refuse_large, refuse_many
from authoring.formats.cibench.score.records import (
    SUITE,
    AgentAction,
    Dataset,
    InterpreterOutput,
    NotebookPrediction,
    PictureReader,
    ReferenceNotebook,
    ReferenceStep,
    StepActions,
    Tag,
)
from authoring.records.documents import DocumentError, load_json
from authoring.workspace.files import read_text
from authoring.workspace.links import refuse_links_out

ORACLE: Final = "_oracle"
"""Marks the names of suites that are played with the answers of earlier steps given; in the tree they have no own."""
# OpenCompass splits long datasets into MODULE_0.json, MODULE_1.json and so on.
PART: Final = re.compile(r"(?P<module>.+)_(?P<number>\d+)")
UNFINISHED: Final = "tmp_"
"""The beginning of the names of files that a run has not finished."""
MOST_PICTURE: Final = 50_000_000
"""The largest picture that is read, in bytes."""
PREDICTIONS: Final = "predictions"
MOST_CELLS: Final = 1_000
THOUGHT: Final = "\n\nThought: "
CHINESE: Final = "chinese"
"""A notebook whose path holds this word has Chinese questions."""
STEP_TYPES: Final = frozenset({Tag.EXEC, Tag.NUM, Tag.TEXT, Tag.VIS})
NotebookJson = Mapping[str, Any]
INTERPRETER: Final = "IPythonInterpreter"
HINT: Final = "name a file of predictions that OpenCompass wrote for CIBench, or a folder of them"


@dataclass(frozen=True, slots=True)
class ExportedTree:
    """A CIBench tree on disk."""

    folder: Path
    datasets: tuple[str, ...]
    """``SUITE/MODULE``, sorted."""


@dataclass(frozen=True, slots=True)
class PredictionFiles:
    """The predictions of one dataset."""

    name: str
    """``SUITE/MODULE`` as the run calls it."""
    dataset: str
    """The name of the dataset in the tree."""
    parts: tuple[Path, ...]
    """One file, or the numbered parts of a run that was split."""


def open_tree(folder: Path) -> ExportedTree:
    """Return the datasets of a tree.

    Raises:
        BenchmarkError: it is no folder, or holds no suite with notebooks' folders.
    """
    # Accepts both the export itself and the `data` folder of OpenCompass that it was copied into.
    inner = folder / "cibench_dataset"
    root = inner if inner.is_dir() else folder
    try:
        # The tree and the predictions may be a stranger's; what they hold ends up in scores.
        refuse_links_out([root], root, error=BenchmarkError)
        suites = [path for path in root.iterdir() if path.is_dir() and SUITE.fullmatch(path.name)]
        modules = [module for suite in suites for module in suite.iterdir() if module.is_dir()]
    except OSError as error:
        raise BenchmarkError(f"{folder}: {error.strerror}", hint="name the folder of an exported tree") from error
    names = sorted(f"{module.parent.name}/{module.name}" for module in modules)
    if not names:
        raise BenchmarkError(
            f"{folder}: holds no cibench_SUITE/MODULE folders",
            hint="name the folder that `authoring export cibench` wrote, or OpenCompass' data/cibench_dataset",
        )
    return ExportedTree(root, tuple(names))


def read_dataset(tree: ExportedTree, name: str) -> Dataset:
    """Return a dataset's notebooks, in the order in which OpenCompass loads them.

    Raises:
        BenchmarkError: one of them would not load.
        WorkspaceError: one cannot be read.
    """
    folder = tree.folder / name
    experiments = (
        read_experiment(read_text(path), dataset=name, path=path.relative_to(folder).as_posix(), location=str(path))
        for path in _notebooks(folder)
    )
    return Dataset(name, tuple(experiments))


def _notebooks(folder: Path) -> Iterator[Path]:
    """Yield the files that the loader takes for notebooks, by ``.ipynb`` in their names, a folder's files first."""
    for folder_path, inner, files in os.walk(folder):
        inner.sort()  # the walk goes on in this order
        yield from (Path(folder_path, file) for file in sorted(files) if ".ipynb" in file)


def find_predictions(results: Path, tree: ExportedTree) -> tuple[tuple[PredictionFiles, ...], tuple[str, ...]]:
    """Return the prediction files of a run by dataset, and what was left out, in words.

    Args:
        results: one ``MODULE.json`` in a folder named as its suite, or a folder of them: a model's folder below
            ``predictions/``, or the folder of a run with one model.
        tree: the tree that was asked.

    Raises:
        ResultsError: there are none, or parts of one are missing.
        UsageError: there are predictions of several models.
    """
    if not results.exists():
        raise ResultsError(f"{results}: no such file or folder", hint="name OpenCompass' predictions")
    # Absolute, because a suite is known by the name of a folder, and that of "." is empty.
    root = (results / PREDICTIONS if (results / PREDICTIONS).is_dir() else results).absolute()
    files = sorted(root.rglob("*.json")) if root.is_dir() else [root]
    if root.is_dir():
        refuse_links_out([root], root, error=ResultsError)
    dataset_names = {path: name for path in files if (name := _name(path, tree))}
    # One run has one folder above its suites; scores of two models must not be mixed.
    runs = sorted({path.parent.parent for path in dataset_names})
    if len(runs) > 1:
        listed = ", ".join(str(run) for run in runs[:5])
        raise UsageError(f"{results}: holds predictions of several runs: {listed}", hint="name one of these folders")
    grouped: dict[str, list[Path]] = {}
    for path, name in dataset_names.items():
        grouped.setdefault(name, []).append(path)
    if not grouped:
        raise ResultsError(
            f"{results}: holds no predictions of a dataset of {tree.folder}",
            hint=f"they stand in SUITE/MODULE.json, for example {tree.datasets[0]}.json",
        )
    prediction_files = tuple(_prediction_files(name, paths) for name, paths in sorted(grouped.items()))
    return prediction_files, tuple(_left_out_notes(files, dataset_names, prediction_files, tree))


def _name(path: Path, tree: ExportedTree) -> str | None:
    """Return what a file's dataset is called, if the tree has it."""
    if path.name.startswith(UNFINISHED):
        return None
    suite, stem = path.parent.name, path.stem
    part = PART.fullmatch(stem)
    # A module's own name may end with a number, so the whole name is tried first.
    for module in (stem, part["module"] if part else stem):
        if _in_tree(f"{suite}/{module}") in tree.datasets:
            return f"{suite}/{module}"
    return None


def _in_tree(name: str) -> str:
    return name.replace(ORACLE, "", 1)


def _prediction_files(name: str, paths: Sequence[Path]) -> PredictionFiles:
    module = name.rpartition("/")[2]
    whole = next((path for path in paths if path.stem == module), None)
    # OpenCompass takes the whole file where there are parts as well.
    if whole is not None:
        return PredictionFiles(name, _in_tree(name), (whole,))
    parts = sorted(paths, key=lambda path: int(path.stem.rpartition("_")[2]))
    stems = [f"{module}_{number}" for number in range(len(parts))]
    # The parts are counted from 0; a gap would shift all notebooks behind it.
    missing = next((stem for stem, path in zip(stems, parts, strict=True) if stem != path.stem), None)
    if missing is not None:
        raise ResultsError(f"{parts[0].parent}: {missing}.json is missing", hint="let OpenCompass finish the run")
    return PredictionFiles(name, _in_tree(name), tuple(parts))


def _left_out_notes(
    files: Sequence[Path],
    dataset_names: Mapping[Path, str],
    prediction_files: Sequence[PredictionFiles],
    tree: ExportedTree,
) -> Iterator[str]:
    used = {path for predictions in prediction_files for path in predictions.parts}
    strange = [path for path in files if path not in dataset_names]
    for path in strange[:5]:
        reason = "of a run that is not finished" if path.name.startswith(UNFINISHED) else "no dataset of the tree"
        yield f"{path} was left out: {reason}"
    if len(strange) > 5:  # noqa: PLR2004 - as many as are named
        yield f"{len(strange) - 5} further files were left out"
    for path in sorted(set(dataset_names) - used):
        yield f"{path} was left out: there is a whole file of the same dataset, which OpenCompass takes"
    missing = sorted(set(tree.datasets) - {predictions.dataset for predictions in prediction_files})
    if missing:
        yield f"no predictions of {', '.join(missing)}"


def picture_reader(results: Path, pictures: Path | None) -> PictureReader:
    """Return a function that reads the pictures which predictions name.

    A path is looked up in `pictures` first, whole and by its last part; then as it stands, if it is absolute; then
    beside the results. Only regular files are read.

    Relative paths begin at the results; `pictures` is a folder of pictures that were brought here.
    """
    folder = results if results.is_dir() else results.parent

    def read(path: str) -> bytes | None:
        file = find_picture(path, folder, pictures)
        try:
            return _content(file) if file is not None else None
        except OSError:
            return None

    return read


def find_picture(path: str, folder: Path, pictures: Path | None) -> Path | None:
    """Return the file of a picture that a prediction names; None where there is none."""
    picture = Path(path)
    # A run on another machine names absolute paths: they are looked up below the given folder without their root.
    candidates = [] if pictures is None else [pictures / picture.relative_to(picture.anchor), pictures / picture.name]
    try:
        return next((file for file in (*candidates, folder / picture) if file.is_file()), None)
    except (OSError, ValueError):
        # Too long for a path, or with a character that none may have.
        return None


def refuse_strange_pictures(paths: Sequence[str], results: Path, pictures: Path | None) -> None:
    """Refuse to send pictures to a model that lie outside the folders a person named.

    Raises:
        UsageError: one lies elsewhere.
    """
    folder = results if results.is_dir() else results.parent
    inside = [path.resolve() for path in (folder, pictures) if path is not None]
    for path in paths:
        file = find_picture(path, folder, pictures)
        # Resolved, so that a link within the folder cannot lead out of it.
        if file is not None and not any(file.resolve().is_relative_to(folder) for folder in inside):
            raise UsageError(
                f"{file}: lies outside the results, and would be sent to the model",
                hint=f"if these are the run's pictures, say: --pictures {file.parent}",
            )


def _content(path: Path) -> bytes | None:
    with path.open("rb") as file:
        # One byte more than allowed tells that the file is larger, whatever its size was said to be.
        content = file.read(MOST_PICTURE + 1)
    return content if len(content) <= MOST_PICTURE else None


def read_parts(files: PredictionFiles) -> Iterator[tuple[Path, str]]:
    """Give the files of a dataset's predictions with their texts.

    Raises:
        ResultsError: one cannot be read, or they are larger or more than any run's.
    """
    refuse_many(files.parts)
    for path in files.parts:
        refuse_large(path)
        try:
            yield path, read_text(path)
        except WorkspaceError as error:
            raise ResultsError(error.message, hint=error.hint) from None


def read_experiment(text: str, *, dataset: str, path: str, location: str) -> ReferenceNotebook:
    """Read a notebook.

    Args:
        text: the content of the file.
        dataset: its ``SUITE/MODULE``.
        path: the path of the notebook below the dataset's folder.
        location: the file, for messages.

    Raises:
        BenchmarkError: OpenCompass would not load it, or its evaluator would stop at it.
    """
    try:
        notebook = load_json(text)
        cells, metadata = notebook["cells"], notebook["metadata"]
        types, modules = _annotations(metadata)
        codes = [cell for cell in cells if cell["cell_type"] == "code"]
        questions = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown"]
        references = [_reference(cell["outputs"]) for cell in codes]
        sources = tuple("".join(cell["source"]) for cell in codes)
    except ValueError as error:
        raise _unloadable(location, str(error)) from None
    except KeyError as error:
        raise _unloadable(location, f"a cell or the notebook has no {error}") from None
    except (TypeError, AttributeError):
        raise _unloadable(location, "is no notebook") from None
    if len(cells) > MOST_CELLS:
        raise _unloadable(location, f"has more than {MOST_CELLS} cells")
    tags = types or [tag for tag, _ in references]
    return ReferenceNotebook(
        path=path,
        # The evaluator walks both lists together, and the longer one's rest is not looked at.
        steps=tuple(ReferenceStep(tag, output) for tag, (_, output) in zip(tags, references, strict=False)),
        typed=bool(types),
        codes=sources,
        questions=tuple(_questions(questions, modules, chinese=CHINESE in f"{dataset}/{path}")),
    )


def _annotations(metadata: NotebookJson) -> tuple[list[Tag], list[str]]:
    """Return the types and the modules of the steps, from the metadata.

    Raises:
        ValueError: the evaluator would not take it.
    """
    types, modules = metadata.get("step_types") or [], metadata.get("modules") or []
    if modules and len(modules) != len(types):
        raise ValueError(f"metadata.modules has {len(modules)} entries, and metadata.step_types {len(types)}")
    strange = [name for name in types if name not in STEP_TYPES]
    if strange:
        raise ValueError(f"metadata.step_types has {strange[0]!r}; known are {', '.join(sorted(STEP_TYPES))}")
    return [Tag(name) for name in types], ["&".join(map(str.strip, entry.split("&"))) for entry in modules]


def _questions(texts: Sequence[str], modules: Sequence[str], *, chinese: bool) -> Iterator[str]:
    for number, text in enumerate(texts):
        question = text.strip()
        parts = question.split(THOUGHT)
        if len(parts) == 2:  # noqa: PLR2004 - a question and its thought; with two thoughts none is taken out
            question = parts[0]
        if number < len(modules):
            names = modules[number].split("&")
            question += f"请用 {' 和 '.join(names)} 模块." if chinese else f"Please use {' and '.join(names)} modules."
        yield question.strip()


def _reference(outputs: Sequence[NotebookJson]) -> tuple[Tag, str | None]:
    """Return the kind of output of a cell, and the output."""
    kinds = [output["output_type"] for output in outputs]
    displays = [output["data"] for output, kind in zip(outputs, kinds, strict=True) if kind == "display_data"]
    pictured = [number for number, data in enumerate(displays) if "image/png" in data]
    if pictured:
        # The loader asserts that no display follows the first picture.
        if pictured[0] != len(displays) - 1:
            raise ValueError("a cell displays something more behind its figure")
        picture = displays[-1]["image/png"]
        return Tag.VIS, picture if isinstance(picture, str) else None
    # Without a picture the last text counts.
    for output, kind in zip(reversed(outputs), reversed(kinds), strict=True):
        if kind == "stream" and output["name"] == "stdout":
            return Tag.GENERAL, "".join(output["text"])
        if kind == "execute_result":
            return Tag.GENERAL, "".join(output["data"]["text/plain"])
    return Tag.EXEC, None


def _unloadable(location: str, reason: str) -> BenchmarkError:
    return BenchmarkError(
        f"{location}: {reason}", hint="OpenCompass would stop here too: export the tree again, or mend it"
    )


def read_predictions(text: str, *, location: str) -> tuple[NotebookPrediction, ...]:
    """Read the predictions of a dataset, one for each notebook.

    Raises:
        ResultsError: it is no such file, or OpenCompass' evaluator would stop at it; the location is named.
    """
    try:
        predictions = load_json(text)
    except DocumentError as error:
        if error.column is not None:
            raise _broken(f"{location}:{error.line}:{error.column}", f"is no JSON: {error.reason}") from None
        raise _broken(location, f"cannot be read: {error}") from None
    if not isinstance(predictions, dict):
        raise _broken(location, "is no JSON object")
    # The evaluator walks the keys "0", "1" and so on, in step with the notebooks.
    missing = next((str(number) for number in range(len(predictions)) if str(number) not in predictions), None)
    if missing is not None:
        raise _broken(location, f"its keys are not counted from 0: {missing!r} is missing")
    return tuple(_predicted(predictions[str(number)], f"{location}: {number}") for number in range(len(predictions)))


def _predicted(entry: Any, location: str) -> NotebookPrediction:
    if not isinstance(entry, dict):
        raise _broken(location, "is no JSON object")
    steps, prompts = entry.get("steps"), entry.get("origin_prompt")
    if not isinstance(steps, list) or not isinstance(prompts, list):
        raise _broken(location, "needs a list `steps` and a list `origin_prompt`, one entry a step")
    answers = tuple(_answered(step, f"{location}: step {number}") for number, step in enumerate(steps, start=1))
    questions = tuple(question if isinstance(question, str) else "" for question in prompts)
    # Steps and questions are walked together; the longer list's rest is not looked at.
    length = min(len(answers), len(questions))
    return NotebookPrediction(answers[:length], questions[:length])


def _answered(step: Any, location: str) -> StepActions:
    if not isinstance(step, list):
        raise _broken(location, "is no list of actions")
    return tuple(_action(action, f"{location}, action {number}") for number, action in enumerate(step, start=1))


def _action(action: Any, location: str) -> AgentAction:
    if not isinstance(action, dict) or "type" not in action:
        raise _broken(location, "is no object with a `type`")
    # Other actions have other fields, and are not scored.
    if action["type"] != INTERPRETER:
        return AgentAction(interpreter=False, failed=False, result=None)
    for key in ("errmsg", "result"):
        if key not in action:
            raise _broken(location, f"has no `{key}`")
    return AgentAction(interpreter=True, failed=bool(action["errmsg"]), result=_interpreter_output(action["result"]))


def _interpreter_output(result: Any) -> InterpreterOutput | None:
    """Return the output of an action; a result that is no JSON object has neither text nor pictures."""
    if not result:
        return None
    fields = result if isinstance(result, dict) else {}
    text, pictures = fields.get("text"), fields.get("image_path")
    return InterpreterOutput(
        text=text if isinstance(text, str) else None, pictures=pictures if isinstance(pictures, str) else None
    )


def _broken(location: str, reason: str) -> ResultsError:
    return ResultsError(f"{location}: {reason}", hint=HINT)

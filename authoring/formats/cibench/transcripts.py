"""What a solver did in a run on a CIBench tree, as OpenCompass' agent leaves it: its evaluator scores these files.

Source of the shape: the predictions that OpenCompass 0.4.0 writes for CIBench, and the answers of lagent's interpreter.
"""

import base64
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from authoring.formats.base.notebook_outputs import outputs_of
from authoring.formats.cibench.score.comparison import is_png
from authoring.formats.cibench.score.opencompass import INTERPRETER, ORACLE
from authoring.formats.cibench.score.records import Dataset, ReferenceNotebook
from authoring.records.base import Record, sha256_of
from authoring.records.bundle import FileContent
from authoring.records.evidence import CellRun, Outcome
from authoring.records.results import Attempt, ProblemResult, SetResult, StepMode

if TYPE_CHECKING:
    from pydantic import JsonValue

MOST_TEXT: Final = 1_024
"""Characters of one answer of the interpreter; the middle of a longer one is cut out."""
END_LENGTH: Final = 509
GAP: Final = "......"
NO_OUTPUT: Final = "The code is succeed without any outputs."
"""The interpreter's answer where there is no text, in its own words."""
PICTURES: Final = "pictures"
"""The folder of figures, beside those of the suites."""
FAILED: Final = -1002
"""lagent's state of an action that raised."""
_SUITE = re.compile(r"(cibench_[a-z0-9]+)")


class Transcripts(Record):
    """The files of a run, and what is not among them."""

    files: tuple[FileContent, ...]
    notes: tuple[str, ...] = ()


def set_name(dataset: str, path: str) -> str:
    """Return what the problem set of a notebook is called: ``SUITE/MODULE/NAME``."""
    return f"{dataset}/{path.removesuffix('.ipynb')}"


def transcripts(
    datasets: Sequence[Dataset], results: Mapping[str, SetResult], *, mode: StepMode, sample: int | None, folder: str
) -> Transcripts:
    """Return ``SUITE/MODULE.json`` for each dataset of which every notebook was played to its end, and the pictures.

    Each attempt at a step is one call of the interpreter; runs on a scratchpad left nothing and are none. A step that
    was not answered with code is an action of another kind, which scores nothing.

    Args:
        datasets: of the tree.
        results: of the run, by `set_name`.
        mode: of the run; suites that are played with oracle answers have names of their own.
        sample: the number of the answers that are written; None where there is one answer to each problem.
        folder: the absolute path that the files will lie in, because OpenCompass names pictures by such paths.
    """
    files: dict[str, FileContent] = {}
    notes: list[str] = []
    for dataset in datasets:
        names = [set_name(dataset.name, experiment.path) for experiment in dataset.experiments]
        played = [results[name] for name in names if name in results and results[name].is_complete]
        if len(played) < len(names):
            # Predictions and notebooks are paired by position, so a part of a dataset cannot be scored.
            notes.append(f"{dataset.name}: {len(played)} of {len(names)} notebooks were answered: left out")
            continue
        entries: dict[str, JsonValue] = {}
        for number, (experiment, result) in enumerate(zip(dataset.experiments, played, strict=True)):
            entries[str(number)] = _entry(experiment, result, sample, folder)
            for file in _pictures(result, sample):
                files[file.path] = file
        suite, _, module = dataset.name.partition("/")
        name = _SUITE.sub(rf"\1{ORACLE}", suite, count=1) if mode is StepMode.ORACLE else suite
        text = json.dumps(entries, ensure_ascii=False, indent=4)
        # Code and output may hold lone surrogates, which no file in UTF-8 can.
        content = text.encode("utf-8", "backslashreplace")
        files[f"{name}/{module}.json"] = FileContent(path=f"{name}/{module}.json", content=content)
    return Transcripts(files=tuple(files[path] for path in sorted(files)), notes=tuple(notes))


def _entry(experiment: ReferenceNotebook, result: SetResult, sample: int | None, folder: str) -> "dict[str, JsonValue]":
    problems = {problem.index: problem for problem in result.problems}
    steps = [
        [_action(attempt, folder) for attempt in _attempts(problems[number], sample)] or [_unanswered(problems[number])]
        for number in range(1, len(experiment.steps) + 1)
        if number in problems
    ]
    return {
        "gold": list(experiment.codes[: len(steps)]),
        "prediction": [_text_of(actions[-1]) for actions in steps],
        "origin_prompt": list(experiment.questions[: len(steps)]),
        "steps": [list(actions) for actions in steps],
    }


def _attempts(problem: ProblemResult, sample: int | None) -> list[Attempt]:
    return [attempt for attempt in problem.attempts if sample in {None, attempt.submission.attempt}]


def _text_of(action: "dict[str, JsonValue]") -> "JsonValue":
    result = action["result"]
    return result["text"] if isinstance(result, dict) else ""


def _action(attempt: Attempt, folder: str) -> "dict[str, JsonValue]":
    submission, run = attempt.submission, attempt.run
    if not submission.code.strip():
        return _other_action(submission.agent_exception)
    error = _failure(run)
    pictures = "\n\n".join(
        f"![fig-{number:03}]({folder}/{_picture_path(png)})" for number, png in enumerate(_pngs(run), start=1)
    )
    result: dict[str, JsonValue] = {"text": _cut("\n\n".join(_blocks(run))) or NO_OUTPUT, "image_path": pictures}
    return {
        "type": INTERPRETER,
        "args": {"text": f"```python\n{submission.code}\n```\n", "extract_code": submission.code},
        "result": None if error else result,
        "thought": "",
        "state": FAILED if error else 0,
        "errmsg": error or None,
        "valid": 1,
    }


def _unanswered(problem: ProblemResult) -> "dict[str, JsonValue]":
    """Return what stands for a step without an attempt: it cannot be answered, or nobody did."""
    return _other_action("its reference does not run here" if problem.blocked_by is not None else "no answer")


def _other_action(reason: str) -> "dict[str, JsonValue]":
    return {
        "type": "NoAction",
        "args": {"text": reason},
        "result": None,
        "thought": "",
        "state": FAILED,
        "errmsg": reason or "no code",
        "valid": 1,
    }


def _failure(run: CellRun) -> str:
    if run.error is not None:
        return run.error.traceback or f"{run.error.type}: {run.error.message}"
    return "" if run.outcome is Outcome.OK else run.detail or run.outcome.value


def _blocks(run: CellRun) -> Iterator[str]:
    """Yield each text that a kernel would have sent, named by its kind; what went to standard error is left out."""
    for output in outputs_of(run.model_copy(update={"error": None, "figures": ()})):
        is_stream = output["output_type"] == "stream"
        kind = output["name"] if is_stream else output["output_type"]
        text = output["text"] if is_stream else output["data"]["text/plain"]
        yield f"{kind}:\n\n```\n{text}\n```"


def _cut(text: str) -> str:
    return text if len(text) <= MOST_TEXT else text[:END_LENGTH] + GAP + text[-END_LENGTH:]


def _pngs(run: CellRun) -> list[str]:
    # They come out of a session whose code may have had anything sent in their place.
    return [figure.png for figure in run.figures if figure.png and is_png(_decoded(figure.png))]


def _decoded(png: str) -> bytes:
    try:
        return base64.b64decode(png)
    except ValueError:
        return b""


def _picture_path(png: str) -> str:
    return f"{PICTURES}/{sha256_of(png)[:32]}.png"


def _pictures(result: SetResult, sample: int | None) -> Iterator[FileContent]:
    for problem in result.problems:
        for attempt in _attempts(problem, sample):
            for png in _pngs(attempt.run):
                yield FileContent(path=_picture_path(png), content=_decoded(png))

"""What a solver did is written as OpenCompass' agent leaves it."""

import base64
import json
from typing import Any

from authoring.formats.cibench.score.opencompass import read_experiment, read_predictions
from authoring.formats.cibench.score.records import Dataset
from authoring.formats.cibench.transcripts import MOST_TEXT, NO_OUTPUT, Transcripts, transcripts
from authoring.records.evidence import CellRun, ErrorView, FigureView, Judgement, Outcome, ValueView
from authoring.records.results import Attempt, Outage, ProblemResult, SetResult, StepMode, Submission
from authoring.validators.verdicts import SubverdictName, VerdictName
from tests.formats.cibench.score.trees import STEPS, notebook, picture

NAME = "cibench_generation/pandas/a"
PNG = base64.b64encode(picture()).decode()


def dataset(steps: int) -> Dataset:
    """Return a dataset of one notebook."""
    text = json.dumps(notebook(STEPS[:steps]))
    name = "cibench_generation/pandas"
    return Dataset(name, (read_experiment(text, dataset=name, path="a.ipynb", location="a.ipynb"),))


def attempt(number: int = 1, code: str = "x", **run: Any) -> Attempt:
    """Return an answer with a run."""
    fields: dict[str, Any] = {"outcome": Outcome.OK, "seconds": 0, "peak_memory": 0} | run
    return Attempt(
        submission=Submission(
            problemset=NAME, index=1, code=code, attempt=number, agent_exception="" if code else "no"
        ),
        run=CellRun(**fields),
        judgement=Judgement(correct="yes", category="and"),
        verdict=VerdictName.CORRECT,
        subverdict=SubverdictName.UNCATEGORIZED,
        reason="",
    )


def problem(index: int, *attempts: Attempt, **fields: Any) -> ProblemResult:
    """Return a problem with its answers."""
    return ProblemResult(
        problemset=NAME, index=index, question="", difficulty=1, validators=(), attempts=attempts, **fields
    )


def written(
    *problems: ProblemResult, mode: StepMode = StepMode.END_TO_END, sample: int | None = None, steps: int = 1
) -> Transcripts:
    """Return the transcripts of one notebook."""
    result = SetResult(name=NAME, problems=problems)
    return transcripts([dataset(steps)], {NAME: result}, mode=mode, sample=sample, folder="/run")


def actions(written_files: Transcripts, step: int = 0) -> list[dict[str, Any]]:
    """Return the actions of a step."""
    entries = json.loads(written_files.files[0].content)
    chosen: list[dict[str, Any]] = entries["0"]["steps"][step]
    return chosen


def test_outputs_stand_in_blocks_in_the_order_of_a_kernel() -> None:
    """First what was printed, then the value; a long text loses its middle, and silence has words of its own."""
    value = ValueView(type="int", text="3")
    [action] = actions(written(problem(1, attempt(stream="one\n", value=value))))
    assert action["result"]["text"] == "stdout:\n\n```\none\n\n```\n\nexecute_result:\n\n```\n3\n```"
    assert (action["type"], action["errmsg"], action["state"]) == ("IPythonInterpreter", None, 0)

    [long] = actions(written(problem(1, attempt(stream="ab" * 2_000))))
    assert len(long["result"]["text"]) == MOST_TEXT
    [silent] = actions(written(problem(1, attempt())))
    assert silent["result"] == {"text": NO_OUTPUT, "image_path": ""}


def test_pictures_are_files_that_are_named() -> None:
    """By their absolute paths; what a session sent in the place of a picture is none."""
    figures = tuple(FigureView(width=6, height=4, axes=1, png=png) for png in (PNG, "no picture", ""))
    files = written(problem(1, attempt(figures=figures)))
    names = [file.path for file in files.files]

    assert [name for name in names if name.startswith("pictures/")] == names[1:]
    assert [file.content for file in files.files[1:]] == [picture()]
    assert actions(files)[0]["result"]["image_path"] == f"![fig-001](/run/{names[1]})"


def test_failures_are_told() -> None:
    """An exception, a limit, an answer without code, and none at all: only the first two used the interpreter."""
    error = ErrorView(type="NameError", message="x", traceback="Traceback")
    late = attempt(2, outcome=Outcome.TIMEOUT, detail="took too long")
    files = written(
        problem(1, attempt(outcome=Outcome.ERROR, error=error), late), problem(2, attempt(code="")), steps=2
    )

    assert [action["errmsg"] for action in actions(files)] == ["Traceback", "took too long"]
    assert [action["result"] for action in actions(files)] == [None, None]
    assert [action["type"] for action in actions(files, 1)] == ["NoAction"]
    [blocked] = actions(written(problem(1, blocked_by=0)))
    assert (blocked["type"], blocked["errmsg"]) == ("NoAction", "its reference does not run here")


def test_samples_are_written_apart() -> None:
    """Each sample is a run of its own."""
    result = problem(1, attempt(1, "a"), attempt(2, "b"))

    assert [action["args"]["extract_code"] for action in actions(written(result, sample=2))] == ["b"]
    assert [action["args"]["extract_code"] for action in actions(written(result))] == ["a", "b"]


def test_oracle_runs_have_names_of_their_own() -> None:
    """As OpenCompass' configurations have them; and what is written reads as predictions do."""
    files = written(problem(1, attempt(stream="12.50\n")), mode=StepMode.ORACLE)

    assert [file.path for file in files.files] == ["cibench_generation_oracle/pandas.json"]
    [predicted] = read_predictions(files.files[0].content.decode(), location="x")
    assert predicted.steps[0][0].interpreter


def test_a_part_of_a_dataset_is_not_written() -> None:
    """Predictions and notebooks are paired by position, so what is not whole is told and left out."""
    late = problem(1, outages=(Outage(attempt=1, message="down"),))

    assert written(late).files == ()
    assert written(late).notes == ("cibench_generation/pandas: 0 of 1 notebooks were answered: left out",)

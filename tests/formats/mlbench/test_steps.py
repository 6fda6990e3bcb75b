"""Steps are scored by what code calls, reads and shows, as far as it came."""

import pytest

from authoring.formats.mlbench.steps import score_step, shown_work
from authoring.formats.mlbench.tasks import StepEvidence, TaskStep
from authoring.records.evidence import CellRun, ErrorView, FigureView, Outcome
from tests.formats.mlbench.task_files import analysing, predicting

CODE = """import pandas as pd
train = pd.read_csv("inputs/train.csv")
train["heavy"] = train.mass > 5
train.value_counts()
model.fit(train)
predictions = model.predict(pd.read_csv("inputs/eval.csv"))
"""
FIGURE = FigureView(width=10, height=10, axes=1)


def run(outcome: Outcome = Outcome.OK, *, line: int | None = None, stream: str = "", figures: int = 0) -> CellRun:
    """Return what running code gave; with a line, an error there."""
    error = ErrorView(type="ValueError", message="no", traceback="", line=line) if line else None
    return CellRun(outcome=outcome, seconds=1, peak_memory=1, stream=stream, error=error, figures=(FIGURE,) * figures)


def scores(code: str, result: CellRun, *, predicts: bool) -> list[int]:
    """Return the scores of the steps of the task that predicts."""
    work = shown_work(code, result, predicts=predicts)
    return [score_step(step, predicting(), work) for step in predicting().steps]


def test_done_and_compliant() -> None:
    """Both tables read, counts printed, a model that predicts: 2 each; what lacks one of these has 1."""
    assert scores(CODE, run(stream="5"), predicts=True) == [2, 2, 2]
    assert scores(CODE, run(), predicts=False) == [2, 1, 1]
    assert scores(CODE.replace("eval.csv", "test.csv"), run(), predicts=True) == [1, 1, 2]
    assert scores("1", run(), predicts=False) == [0, 0, 0]


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        (run(Outcome.ERROR, line=6, stream="5"), [1, 2, 1]),
        (run(Outcome.ERROR, line=4, stream="5"), [1, 0, 0]),
        (run(Outcome.ERROR, line=2, stream="5"), [0, 0, 0]),
        (run(Outcome.TIMEOUT, stream="5"), [0, 0, 0]),
        (run(Outcome.KILLED), [0, 0, 0]),
    ],
)
def test_a_failure_leaves_what_stands_before_it(result: CellRun, expected: list[int]) -> None:
    """Statements before the one that raised were done; of code that was ended from outside nobody knows what was."""
    assert scores(CODE, result, predicts=False) == expected


def test_figures_and_columns() -> None:
    """A figure counts when it is shown, a column when an item of a table is set."""
    draw = analysing().steps[0]
    columns = TaskStep(name="features", evidence=StepEvidence(columns=True))

    def score(step: TaskStep, code: str, figures: int = 0) -> int:
        return score_step(step, analysing(), shown_work(code, run(figures=figures), predicts=False))

    assert (score(draw, "t.hist()", 1), score(draw, "t.hist()"), score(draw, "t.sum()", 1)) == (2, 1, 0)
    assert [score(columns, code) for code in ("t['x'] = 1", "t['x'] += 1", "t.assign(x=1)", "t.x")] == [2, 2, 2, 0]

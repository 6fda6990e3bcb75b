"""Tasks of ML-Benchmark's kind, one YAML file each: what is asked, of which tables, and by which steps it is scored."""

from collections import Counter
from typing import Final, Self

from pydantic import Field, StrictInt, StrictStr, ValidationError, model_validator

from authoring.errors import BenchmarkError
from authoring.formats.mlbench.metrics import PredictionMetric
from authoring.records.base import Record, RelativePath
from authoring.records.documents import DocumentError, load_yaml, yaml_place
from authoring.records.format_version import current

KIND: Final = "mlbench-task"
"""What the file is, to `authoring.records.format_version`."""
MOST_SECONDS: Final = 86_400
HINT: Final = "guides/importing.md shows what a task of ML-Benchmark says"
ALL_OR_NONE: Final = "evaluation, labels, target and metric go together: a task has all of them, or it predicts nothing"


class StepEvidence(Record):
    """What shows that a step was done: everything that is named here, of names of one field any."""

    reads: tuple[str, ...] = ()
    """Tables that the code reads, all of them: `train`, `evaluation`."""
    calls: tuple[str, ...] = ()
    """Functions and methods of which the code calls one, by their last name; ``*`` stands for any characters."""
    columns: bool = False
    """The code makes or replaces a column of a table."""
    figure: bool = False
    """A figure is shown."""
    prints: bool = False
    """Something is printed or returned."""
    predicts: bool = False
    """There are predictions for all rows, which the metric takes."""

    @model_validator(mode="after")
    def _refuse_nothing(self) -> Self:
        if self == type(self).model_construct():
            raise ValueError("names nothing that would show the step")
        if unknown := sorted({*self.reads} - {"train", "evaluation"}):
            raise ValueError(f"reads {unknown[0]!r}, and the tables are called train and evaluation")
        return self


class TaskStep(Record):
    """One step of a task: 0 where it is missing or failed, 1 where it was done, 2 where it was done as it should be."""

    name: str = Field(min_length=1, max_length=60)
    description: str = ""
    """What a person looks for who grades it."""
    optional: bool = False
    """Whether it is left out of the completion rate."""
    evidence: StepEvidence
    compliant: StepEvidence | None = None
    """What has to be there besides for the full score; None where being done is enough."""


class MLTask(Record):
    """A whole task: train on one table, predict another one; or analyse a table, where there is no target."""

    requirement: str = Field(min_length=1)
    """The sentence that a solver is given."""
    train: RelativePath
    """The table with the target, from the folder of the task's file."""
    evaluation: RelativePath | None = None
    """The table without it, of rows that are to be predicted."""
    labels: RelativePath | None = None
    """The target of these rows: a CSV table of one column, which no solver sees."""
    target: str | None = None
    metric: PredictionMetric | None = None
    positive: StrictInt | StrictStr = 1
    """The class that counts, for F1 and the area under the curve."""
    seconds: int = Field(default=600, ge=1, le=MOST_SECONDS)
    """For the whole answer."""
    memory: int | None = Field(default=None, ge=1)
    """Megabytes that it may take; the workspace's limit if None."""
    source: str = ""
    licence: str = ""
    steps: tuple[TaskStep, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _fit_together(self) -> Self:
        if len({part is None for part in (self.evaluation, self.labels, self.target, self.metric)}) > 1:
            raise ValueError(ALL_OR_NONE)
        if all(step.optional for step in self.steps):
            raise ValueError("all steps are optional, so that nothing would be scored")
        names = Counter(step.name for step in self.steps)
        if repeated := [name for name, number in names.items() if number > 1]:
            raise ValueError(f"two steps are called {repeated[0]!r}")
        parts = (part for step in self.steps for part in (step.evidence, step.compliant) if part)
        if self.metric is None and any(part.predicts or "evaluation" in part.reads for part in parts):
            raise ValueError("a step is shown by predictions, and the task has nothing to predict")
        names_of_tables = [path.rpartition("/")[2] for path in (self.train, self.evaluation) if path]
        if len(set(names_of_tables)) < len(names_of_tables):
            raise ValueError(f"both tables are called {names_of_tables[0]}, and code could not tell them apart")
        return self


def read_task(text: str, *, location: str) -> MLTask:
    """Return the task that a YAML file describes.

    Raises:
        BenchmarkError: it describes none; the message begins with file, line and column.
    """
    try:
        content = current(KIND, load_yaml(text), path=location, error=BenchmarkError)
        return MLTask.model_validate(content)
    except DocumentError as error:
        place = f"{location}:{error.line or 1}:{error.column or 1}"
        raise BenchmarkError(f"{place}: is no YAML: {error.reason}", hint=HINT) from None
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        # Keys come as they stand in the file; for a key that is missing, the place is that of what should hold it.
        path = tuple(first["loc"])
        line, column = yaml_place(text, path)
        reason = first["msg"].removeprefix("Value error, ")
        words = f"{'.'.join(map(str, path)) or 'the task'}: {reason[:1].lower()}{reason[1:]}"
        raise BenchmarkError(f"{location}:{line}:{column}: {words}", hint=HINT) from None
    except ValueError as error:
        raise BenchmarkError(f"{location}:1:1: {error}", hint=HINT) from None

"""A model grades figures from 1 to 10 by a rubric: CIBench's other visual score."""

import base64
import json
import threading
from collections.abc import Callable, Sequence
from typing import Annotated

from pydantic import Field, ValidationError

from authoring.api.batch import StoppedError, each_or_none
from authoring.api.grade_prompt import grade_request
from authoring.drafting.replies import read_json
from authoring.formats.cibench.score.records import PictureReader, StepScore, Tag
from authoring.formats.cibench.score.similarity import is_png
from authoring.llm.port import Model, Schema
from authoring.records.base import Record
from authoring.records.sketch import Guide

GRADES = range(1, 11)
TRIES = 2
"""How often a model is asked for one grade: once more where its reply holds none."""
LONGEST_REASON = 400
"""Characters of a model's words that are kept."""
GRADE_SCHEMA = Schema(
    name="grade",
    text=json.dumps(
        {
            "type": "object",
            "properties": {
                "reason": {"type": "string"},
                "grade": {"type": "integer", "enum": list(GRADES)},
            },
            "required": ["reason", "grade"],
            "additionalProperties": False,
        }
    ),
)


class _Grade(Record):
    reason: str
    grade: Annotated[int, Field(ge=GRADES[0], le=GRADES[-1])]


def judge_figures(
    steps: Sequence[StepScore],
    *,
    model: Model,
    prompt: Guide,
    pictures: PictureReader,
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> tuple[StepScore, ...]:
    """Return the steps with a model's grade of each figure that was to be drawn.

    A step without a figure gets 0, as in CIBench, and costs nothing. A figure of which the model gives no grade, asked
    twice, keeps none and is in no average.

    Args:
        steps: scores of all steps; those of other kinds stay what they are.
        model: who judges; it has to see pictures.
        prompt: the page `judge` of templates/prompts.
        pictures: reads the figures that predictions name.
        jobs: figures that are judged at once.
        progress: told how many of how many are done.

    Raises:
        CallError: a call gave no reply.
        BudgetError: a call would have exceeded the budget.
    """
    judged = {number: step for number, step in enumerate(steps) if step.tag is Tag.VIS}
    lock, stopped, done = threading.Lock(), threading.Event(), 0

    def work(number: int) -> None:
        nonlocal done
        if stopped.is_set():
            raise StoppedError
        graded = _graded(judged[number], model=model, prompt=prompt, pictures=pictures)
        with lock:
            judged[number] = graded
            done += 1
            if progress is not None:
                progress(done, len(judged))

    each_or_none(list(judged), work, jobs=jobs, stopped=stopped)
    return tuple(judged.get(number, step) for number, step in enumerate(steps))


def ungraded(steps: Sequence[StepScore]) -> tuple[str, ...]:
    """Return what is to be told of figures that were asked about and have no grade."""
    without = [step for step in steps if step.judged is None and step.judged_because]
    if not without:
        return ()
    count = f"{len(without)} figure" + ("" if len(without) == 1 else "s")
    return (f"{count} without a grade, in no average: {without[0].judged_because}",)


def _graded(step: StepScore, *, model: Model, prompt: Guide, pictures: PictureReader) -> StepScore:
    content = pictures(step.picture) if step.picture else None
    if content is None or not is_png(content):
        return step.model_copy(update={"judged": 0, "judged_because": "there is no figure"})
    picture = base64.b64encode(content).decode()
    for sample in range(TRIES):
        request = grade_request(
            prompt, GRADE_SCHEMA, question=step.question, picture=picture, subject=step.dataset, sample=sample
        )
        found, _ = read_json(model.complete(request).text, GRADE_SCHEMA)
        try:
            grade = _Grade.model_validate(found)
        except ValidationError:
            continue
        return step.model_copy(update={"judged": grade.grade, "judged_because": grade.reason[:LONGEST_REASON]})
    return step.model_copy(update={"judged_because": f"{model.name} gave no grade, asked {TRIES} times"})

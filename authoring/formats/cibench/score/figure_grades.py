"""A model grades figures from 1 to 10 by a rubric: CIBench's other visual score."""

import base64
import json
import re
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import Annotated

from pydantic import Field, ValidationError

from authoring.dseal.diagnostic import Diagnostic, faults_in
from authoring.errors import TemplateError
from authoring.formats.cibench.score.comparison import is_png
from authoring.formats.cibench.score.records import PictureReader, StepScore, Tag
from authoring.llm.correction import correction
from authoring.llm.port import Message, Model, Request
from authoring.llm.prompt import fenced, render
from authoring.records.base import Record
from authoring.records.progress import ProgressCallback
from authoring.records.sketch import Guide, Schema

ReplyReader = Callable[[str, Schema], tuple[object, Sequence[Diagnostic]]]
"""Reads the JSON of a model's reply: returns a value that fits the schema or None, and findings."""

GRADES = range(1, 11)
TRIES = 2
"""Calls for one grade: one more where the first reply holds none."""
LONGEST_REASON = 400
"""Characters of a model's reason that are kept."""
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
# The line between the rules, which become the system message, and the question.
_SEPARATOR = re.compile(r"^---\n", re.MULTILINE)


class _Grade(Record):
    reason: str
    grade: Annotated[int, Field(ge=GRADES[0], le=GRADES[-1])]


def judge_figures(
    steps: Sequence[StepScore],
    *,
    model: Model,
    prompt: Guide,
    pictures: PictureReader,
    read_reply: ReplyReader,
    jobs: int = 1,
    progress: ProgressCallback | None = None,
) -> tuple[StepScore, ...]:
    """Return the steps with a model's grade of each figure that was to be drawn.

    A step without a figure gets 0, as in CIBench, and costs nothing. A figure of which the model gives no grade in
    `TRIES` calls gets none and is in no average. The first call that fails ends all: no further figure is begun.

    Args:
        steps: the scores of all steps; those of other kinds stay as they are.
        model: grades the figures; it has to see pictures.
        prompt: the page `judge` of templates/prompts.
        pictures: reads the figures that predictions name.
        read_reply: reads the model's replies.
        jobs: figures that are judged at once; with one, all is done in this thread, so that ^C takes effect at once.
        progress: called with the number of figures that are judged, and of all figures.

    Raises:
        CallError: a call gave no reply.
        BudgetError: a call would have exceeded the budget.
        TemplateError: the page is no template.
    """
    graded = {number: step for number, step in enumerate(steps) if step.tag is Tag.VIS}
    lock, stopped, count = threading.Lock(), threading.Event(), 0

    def grade(number: int) -> None:
        nonlocal count
        if stopped.is_set():
            return
        step = _graded(graded[number], model=model, prompt=prompt, pictures=pictures, read_reply=read_reply)
        # `progress` is called under the lock as well, so that counts reach it in order.
        with lock:
            graded[number] = step
            count += 1
            if progress is not None:
                progress(count, len(graded))

    if jobs <= 1:
        for number in list(graded):
            grade(number)
        return tuple(graded.get(number, step) for number, step in enumerate(steps))
    with ThreadPoolExecutor(max_workers=jobs) as executor:
        futures = [executor.submit(grade, number) for number in list(graded)]
        try:
            for future in as_completed(futures):
                future.result()
        finally:
            # In this order: a thread that wakes takes up what is not cancelled yet.
            executor.shutdown(wait=False, cancel_futures=True)
            stopped.set()
    return tuple(graded.get(number, step) for number, step in enumerate(steps))


def missing_grades(steps: Sequence[StepScore]) -> tuple[str, ...]:
    """Return a note about the figures that the model was asked about and gave no grade of."""
    without = [step for step in steps if step.judged is None and step.judged_because]
    if not without:
        return ()
    count = f"{len(without)} figure" + ("" if len(without) == 1 else "s")
    return (f"{count} without a grade, in no average: {without[0].judged_because}",)


def grade_request(prompt: Guide, *, question: str, picture: str, subject: str) -> Request:
    """Return the request for the grade of a figure.

    Args:
        prompt: the page `judge` of templates/prompts: rules, then the question.
        question: what was to be drawn.
        picture: a PNG in base64.
        subject: the dataset, for the ledger.

    Raises:
        TemplateError: the page is no template, or has no line ``---`` between its parts.
    """
    rules, separator, template = (part.strip() for part in _SEPARATOR.sub("\0", prompt.text, count=1).partition("\0"))
    if not separator:
        raise TemplateError(
            f"templates/prompts/{prompt.name}.md: has no line --- between the rules and the question",
            hint="mend it; or remove the file and restore the one that comes with the toolkit: authoring init .",
        )
    text = render(Guide(name=prompt.name, text=template), question=fenced("question", question))
    messages = (
        Message(role="system", content=render(Guide(name=prompt.name, text=rules))),
        Message(role="user", content=text, pictures=(picture,)),
    )
    # The rules are the same for every figure, so providers may keep that first message in their cache.
    return Request(purpose="judge", subject=subject, messages=messages, stable=1, schema_=GRADE_SCHEMA)


def _graded(
    step: StepScore, *, model: Model, prompt: Guide, pictures: PictureReader, read_reply: ReplyReader
) -> StepScore:
    content = pictures(step.picture) if step.picture else None
    # What is no PNG is never sent to a model, and counts as no figure.
    if content is None or not is_png(content):
        return step.model_copy(update={"judged": 0, "judged_because": "there is no figure"})
    picture = base64.b64encode(content).decode()
    request = grade_request(prompt, question=step.question, picture=picture, subject=step.dataset)
    for _ in range(TRIES):
        text = model.complete(request).text
        reply, findings = read_reply(text, GRADE_SCHEMA)
        try:
            grade = _Grade.model_validate(reply)
        except ValidationError:
            request = correction(request, text, faults_in(findings) or ["it holds no grade"])
            continue
        return step.model_copy(update={"judged": grade.grade, "judged_because": grade.reason[:LONGEST_REASON]})
    return step.model_copy(update={"judged_because": f"{model.name} gave no grade, asked {TRIES} times"})

"""A model's grades of figures: asked once for each, kept with the reason, and never made up."""

import base64
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.drafting.replies.json_reply import read_json
from authoring.errors import TemplateError
from authoring.formats.cibench.score.figure_grades import grade_request, judge_figures
from authoring.formats.cibench.score.records import StepScore, Tag
from authoring.llm.models.scripted import ScriptedModel
from authoring.llm.port import CallError, Request
from authoring.records.sketch import Guide
from tests.formats.cibench.score.trees import picture

PROMPT = Guide(name="judge", text=(Path(__file__).parents[4] / "templates" / "prompts" / "judge.md").read_text("utf-8"))
PNG = picture()


def step(tag: Tag = Tag.VIS, path: str = "a.png", question: str = "Draw the masses.") -> StepScore:
    """Return a step that was scored."""
    return StepScore(
        dataset="cibench_generation/pandas",
        module="pandas",
        experiment="a.ipynb",
        number=1,
        tag=tag,
        tool=True,
        executable=True,
        score=0.5,
        depends_on=0,
        picture=path,
        question=question,
    )


def judged(*replies: str, steps: tuple[StepScore, ...] = (step(),), jobs: int = 1) -> tuple[StepScore, ...]:
    """Have a script judge."""
    model = ScriptedModel(replies)
    return judge_figures(
        steps, model=model, prompt=PROMPT, pictures={"a.png": PNG}.get, read_reply=read_json, jobs=jobs
    )


def grade(number: object, reason: str = "Bars are there.") -> str:
    """Return a reply."""
    return json.dumps({"reason": reason, "grade": number})


def test_the_figure_is_sent_with_its_question() -> None:
    """The picture goes behind the question, which is fenced; rules come first and are the same for all."""
    requests: list[Request] = []

    def reply(request: Request) -> str:
        requests.append(request)
        return grade(7)

    [graded] = judge_figures(
        [step()], model=ScriptedModel(reply), prompt=PROMPT, pictures={"a.png": PNG}.get, read_reply=read_json
    )
    [request] = requests
    rules, question = request.messages

    assert (graded.judged, graded.judged_because) == (7, "Bars are there.")
    assert (request.purpose, request.subject, request.stable) == ("judge", "cibench_generation/pandas", 1)
    assert rules.role == "system"
    assert rules.pictures == ()
    assert "Draw the masses." in question.content
    assert question.pictures == (base64.b64encode(PNG).decode(),)


def test_words_of_the_question_are_these(golden: Callable[[str, str], None]) -> None:
    """What a model reads changes only on purpose."""
    request = grade_request(PROMPT, question="Draw the masses.", picture="", subject="s")

    golden("prompts/judge.md", "\n---\n".join(message.content for message in request.messages) + "\n")


def test_no_figure_costs_nothing() -> None:
    """A figure that is not there gets 0 without a call, as in CIBench; other steps stay what they are."""
    steps = (step(path=""), step(path="lost.png"), step(tag=Tag.NUM, path=""))
    first, second, third = judged(steps=steps)

    assert (first.judged, second.judged, third) == (0, 0, steps[2])


@pytest.mark.parametrize("reply", ["fine!", grade(0), grade(11), grade("7.5"), '{"grade": 7}', grade(None)])
def test_a_reply_without_a_grade_is_asked_for_again(reply: str) -> None:
    """Once; what then comes is taken, and else there is no grade and it is told."""
    assert judged(reply, grade(3))[0].judged == 3
    [graded] = judged(reply, reply)

    assert graded.judged is None
    assert graded.judged_because == "scripted gave no grade, asked 2 times"


def test_figures_are_judged_side_by_side() -> None:
    """In any order of replies every step gets a grade, and how far it is gets told."""
    counts: list[tuple[int, int]] = []
    steps = tuple(step(question=f"Draw {number}.") for number in range(9))
    model = ScriptedModel([grade(5)] * 9)
    graded = judge_figures(
        steps,
        model=model,
        prompt=PROMPT,
        pictures={"a.png": PNG}.get,
        read_reply=read_json,
        jobs=4,
        progress=lambda count, of: counts.append((count, of)),
    )

    assert [step_score.judged for step_score in graded] == [5] * 9
    assert [step_score.question for step_score in graded] == [step_score.question for step_score in steps]
    assert counts == [(number, 9) for number in range(1, 10)]


def test_a_call_that_fails_ends_it() -> None:
    """No figure is left without a grade in silence."""
    with pytest.raises(CallError, match="cibench_generation/pandas: judge"):
        judged(grade(4), steps=(step(), step()))


@given(st.text())
def test_any_question_can_be_asked(question: str) -> None:
    """Questions of strangers are fenced, and can hold whatever templates and fences are made of."""
    request = grade_request(PROMPT, question=question, picture="", subject="s")

    assert len(request.messages) == 2


def test_a_page_without_its_parts_is_refused() -> None:
    """A prompt that a person has changed has to keep its line."""
    with pytest.raises(TemplateError, match="has no line ---"):
        grade_request(Guide(name="judge", text="Grade it."), question="", picture="", subject="s")

"""Files of predictions: read leniently where the evaluator does not look, refused with their place where it stops."""

import contextlib
import json
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.errors import ResultsError
from authoring.formats.cibench.score.predictions import read_predictions
from authoring.formats.cibench.score.records import Action, Shown
from tests.formats.cibench.score.made import Json, made_predictions


def entry(*actions: object) -> Json:
    """Return the prediction of a notebook with one step."""
    return {"0": {"steps": [list(actions)], "origin_prompt": ["Q"]}}


def call(**changed: object) -> Json:
    """Return an action that went well."""
    return {"type": "IPythonInterpreter", "result": {"text": "t", "image_path": "p"}, "errmsg": None, **changed}


@pytest.mark.parametrize(
    ("action", "read"),
    [
        (call(), Action(interpreter=True, failed=False, result=Shown("t", "p"))),
        (call(errmsg="E", result=None), Action(interpreter=True, failed=True, result=None)),
        (call(errmsg="", result={}), Action(interpreter=True, failed=False, result=None)),
        (call(result={"text": 5}), Action(interpreter=True, failed=False, result=Shown(None, None))),
        (call(result="text"), Action(interpreter=True, failed=False, result=Shown(None, None))),
        ({"type": "FinishAction"}, Action(interpreter=False, failed=False, result=None)),
    ],
)
def test_actions_are_read(action: Json, read: Action) -> None:
    """An empty result is none; what is no object gives no text; other tools are not looked at."""
    [predicted] = read_predictions(json.dumps(entry(action)), where="p.json")

    assert predicted.steps == ((read,),)


def test_steps_without_a_question_are_cut() -> None:
    """The evaluator walks both lists together."""
    text = json.dumps({"0": {"steps": [[], [], []], "origin_prompt": ["a", "b"]}})

    assert [len(one.steps) for one in read_predictions(text, where="p")] == [2]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", r"p.json:1:2: is no JSON"),
        ("[]", "is no JSON object"),
        ('{"1": {}}', "'0' is missing"),
        ('{"0": []}', "p.json: 0: is no JSON object"),
        ('{"0": {"steps": [[]]}}', "needs a list `steps` and a list `origin_prompt`"),
        (json.dumps(entry(5)), "p.json: 0: step 1, action 1: is no object with a `type`"),
        (json.dumps(entry({"type": "IPythonInterpreter", "result": None})), "has no `errmsg`"),
        ('{"0": {"steps": [5], "origin_prompt": ["Q"]}}', "step 1: is no list of actions"),
        ("[" * 100_000, "cannot be read"),
    ],
)
def test_what_the_evaluator_would_stop_at_is_refused(text: str, said: str) -> None:
    """The place is named, down to the action."""
    with pytest.raises(ResultsError, match=said):
        read_predictions(text, where="p.json")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=4),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["0", "1", "steps", "origin_prompt", "type", "result", "errmsg", "text"]), inner, max_size=4
        )
    ),
    max_leaves=12,
)


@given(JSON)
def test_any_json_is_read_or_refused(document: object) -> None:
    """Nothing that stands in a file raises anything else."""
    with contextlib.suppress(ResultsError):
        read_predictions(json.dumps(document), where="p")


@given(st.integers(0, 10_000))
def test_whatever_an_agent_does_can_be_read(seed: int) -> None:
    """Predictions of every kind that the evaluator takes are taken."""
    made = made_predictions("cibench_generation/pandas", Random(seed), ("a.png",))

    assert len(read_predictions(json.dumps(made), where="p")) == len(made)

"""Trials judge each rewritten value as a submission's, within bounds, and accuse only for certain."""

from collections.abc import Mapping
from itertools import count
from typing import Any

import numpy as np
import pandas as pd
import pytest

from authoring.validators import build
from authoring.validators.base import CollectedItems, Dialect, Execution
from authoring.validators.rewriting.matters import AnswerForm, Matter
from authoring.validators.rewriting.origins import Origins
from authoring.validators.rewriting.trials import (
    MAX_TRIALS,
    MAX_TRIALS_QUICK,
    TrialBudget,
    ValueTrial,
    brief,
    targets_of,
    try_values,
)

EVERYTHING = frozenset(Matter)
CERTAIN = AnswerForm(EVERYTHING - {Matter.CHANCE, Matter.UNIT})
DRAWN = AnswerForm(EVERYTHING - {Matter.UNIT})
GROUPS = pd.Series([3, 1, 2], index=pd.Index(["x", "y", "z"], name="kind"), name="n")
TABLE = pd.DataFrame({"a": [1, 2, 3], "b": ["x", "y", "z"]})


def tried(
    block: Mapping[str, Any],
    value: Any = None,
    *,
    form: AnswerForm = CERTAIN,
    dialect: Dialect = "dseval",
    stream: str = "",
    new: Mapping[str, Any] | None = None,
) -> list[ValueTrial]:
    """Return the trials of a cell that left a value, some output and new variables."""
    variables = dict(new or {})
    validator = build(block, dialect)
    changes = dict.fromkeys(variables, "added")
    execution = Execution("the reference", value, stream, None, "", variables, changes)  # type: ignore[arg-type]
    origins = Origins(added=frozenset(variables))
    timeless = TrialBudget(clock=lambda: 0.0)
    return try_values(validator, validator.collect(execution, None), form=form, origins=origins, budget=timeless)


def faults(trials: list[ValueTrial]) -> set[str]:
    """Return the operators that accuse the validator."""
    return {
        trial.operator for trial in trials if trial.judgement == ("accepted" if trial.side == "wrong" else "refused")
    }


def test_a_sound_validator_refuses_every_wrong_value() -> None:
    """Without flags no wrong value passes, and what the strict dialect forgives is accepted."""
    for value in (5, 2.25, "Berlin", True, [3, 1, 2], GROUPS, TABLE, {"x": 1, "y": 2}, np.array([1.5, 2.5])):
        trials = tried({}, value, dialect="strict")

        assert [trial for trial in trials if trial.side == "wrong" and trial.judgement != "refused"] == []
        assert any(trial.side == "wrong" for trial in trials)


@pytest.mark.parametrize(
    ("flags", "operator"),
    [
        ({"ignore_dtypes": True}, "number-as-text"),
        ({"ignore_dtypes": True}, "fraction-for-whole"),
        ({"ignore_index": True}, "row-labels-exchanged"),
        ({"ignore_order": True}, "row-labels-exchanged"),
        ({"type_only": True}, "all-changed"),
        ({"compare_fn": "def compare_fn(a, b):\n    return {'match': True, 'reason': ''}"}, "emptied"),
    ],
)
def test_lax_flags_are_told(flags: dict[str, Any], operator: str) -> None:
    """A flag that lets a wrong value pass is shown by that value."""
    assert operator in faults(tried({"result": flags}, GROUPS))


@pytest.mark.parametrize("operator", ["index-name", "series-unnamed", "int32", "nullable-int", "as-frame"])
def test_strict_form_is_told(operator: str) -> None:
    """What DSEval refuses of a right value's form is shown with its reason."""
    (trial,) = [trial for trial in tried({}, GROUPS) if trial.operator == operator]

    assert (trial.side, trial.judgement) == ("right", "refused")
    assert trial.reason


def test_columns_axis_of_a_pivot_and_labels_of_months() -> None:
    """`pivot_table` leaves a name on the axis of columns, `dt.month` gives labels of 32 bits: DSEval refuses both."""
    days = pd.DataFrame({"day": pd.to_datetime(["2024-01-01", "2024-02-01"]), "kind": ["x", "y"], "n": [1.5, 2.5]})
    month = days["day"].dt.month.astype("int64")
    pivot = days.pivot_table(index=month, columns="kind", values="n")

    assert {"columns-axis-name", "int32-labels"} <= faults(tried({}, pivot))
    assert not {"columns-axis-name", "int32-labels"} & faults(tried({}, pivot, dialect="strict"))


def test_variables_are_rewritten_too() -> None:
    """Each variable that is looked at is rewritten under its own name, and its type beside it."""
    block = {"template": "intact", "namespace_check": {"a": {"type_only": True}, "b": None}}
    trials = tried(block, new={"a": [1, 2], "b": GROUPS})

    assert {trial.subject for trial in trials if trial.operator != "limit"} == {"a", "b"}
    assert "first-alone" not in faults(trials)
    assert "last-lost" in faults([trial for trial in trials if trial.subject == "a"])


def test_value_and_variable_that_are_one_object_are_rewritten_together() -> None:
    """A submission that computes something wrong has it in both places."""
    rows = [1, 2, 3]
    trials = tried({"namespace_check": {"rows": {"type_only": True}}}, rows, new={"rows": rows})

    assert {trial.subject for trial in trials} == {"value"}
    assert not [trial for trial in trials if trial.side == "wrong" and trial.judgement == "accepted"]


def test_member_of_an_or_is_no_way_round() -> None:
    """What is still right in another member of an `or` is no wrong answer, so all members are rewritten at once."""
    block = {"template": "empty", "or": {"result": None, "namespace_check": {"answer": None}}}
    trials = tried(block, 5, new={"answer": 7.5})

    assert trials
    assert faults(trials) == set()


def test_outputs_are_rewritten_together() -> None:
    """The outputs of a function are one subject: a wrong function is wrong on all its cases."""
    functions = {"f": lambda n: [n, 3]}
    test: dict[str, Any] = {"function_name": "f", "test_cases": [[1], [2]]}
    block = {"template": "empty", "table_test": test}
    lax = {"template": "empty", "table_test": {**test, "output_checker": {"type_only": True}}}

    assert {trial.subject for trial in tried(block, new=functions)} == {"output"}
    assert "last-changed" in faults(tried(lax, new=functions))


def test_stream_and_predictions() -> None:
    """Output is judged to the letter; a tolerance that any model meets lets the same prediction for all rows pass."""

    class Model:
        def predict(self, rows: Any) -> Any:
            return np.array([0, 1, 1, 0])[: len(rows)]

    options = {"model_name": "m", "inputs_name": "x", "labels_name": "y", "metric_type": "accuracy"}
    loose, exact = ({"template": "empty", "model": {**options, "tolerance": tolerance}} for tolerance in (0.99, 0))
    data = {"m": Model(), "x": [1, 2, 3, 4], "y": [0, 1, 1, 0]}

    assert faults(tried({"template": "empty", "stream": None}, stream="mean 3\nsum 6\n")) == set()
    assert "constant-prediction" in faults(tried(loose, new=data))
    assert "constant-prediction" not in faults(tried(exact, new=data))


@pytest.mark.parametrize(
    ("predictions", "value", "is_lax"),
    [
        ([0, 1, 1, 0], [0, 1, 1, 0], False),
        ([0.125, 1.25, 1.5, 0.75], [0.1, 1.2, 1.5, 0.8], False),
        ([0.125, 1.25, 1.5, 0.75], (0.12, 1.25, 1.5), False),
        (["a", "b", "b", "a"], np.array(["a", "b", "b", "a"]), False),
        (["a", "b", "b", "a"], pd.Series(["a", "b", "b", "a"]), False),
        ([0, 1, 1, 0], [0, 1], True),
        ([0, 1, 1, 0], 4, True),
        ([0, 1, 1, 0], [[0], [1], [1], [0]], True),
    ],
)
def test_answers_change_with_the_predictions(predictions: list[Any], value: object, is_lax: bool) -> None:  # noqa: FBT001
    """Whoever predicts otherwise answers otherwise, where the answer repeats the predictions."""

    class Model:
        def predict(self, rows: Any) -> Any:
            return np.array(predictions)[: len(rows)]

    figures = {"metric_type": "rmse", "tolerance": 99} if isinstance(predictions[0], float) else {}
    options = {"model_name": "m", "inputs_name": "x", "labels_name": "y", "metric_type": "accuracy", "tolerance": 0.99}
    block = {"model": {**options, **figures}}
    data = {"m": Model(), "x": [1, 2, 3, 4], "y": np.array(predictions)}
    trials = [trial for trial in tried(block, value, new=data) if trial.subject == "predictions"]

    assert any(trial.side == "right" and trial.judgement == "accepted" for trial in trials)
    assert ("constant-prediction" in faults(trials)) is is_lax


def test_chance_accuses_nobody() -> None:
    """Where the answer is drawn at random, an accepted value may be right."""
    lax = {"result": {"type_only": True}}
    trials = [trial for trial in tried(lax, [3, 1, 2], form=DRAWN) if trial.side == "wrong"]

    assert "last-changed" in faults(tried(lax, [3, 1, 2]))
    assert "last-changed" not in faults(trials)
    assert any(trial.judgement == "undecided" and "chance" in trial.reason for trial in trials)


def test_tiny_numbers_accuse_nobody() -> None:
    """A p-value of 4e-77 that is given as 0 is no wrong answer; lengths of 3e-9 that are given as 0 are one."""
    for value, is_wrong in (4e-77, False), (3e-9, True), ([1.5, 4e-77], False):
        trials = tried({"result": {"atol": 1e-8}}, value)
        zero = [trial for trial in trials if trial.operator in {"zero", "opposite-sign"}]
        assert any(trial.judgement == "accepted" for trial in zero) == is_wrong


def test_code_that_compares_may_know_better() -> None:
    """A text of the problem that accepts another numbering is no fault; that it accepts nothing at all is one."""
    text = "def compare_fn(a, b):\n    return {'match': len(a) == len(b) and b.is_unique, 'reason': ''}"
    trials = tried({"result": {"compare_fn": text}}, GROUPS)

    assert faults([trial for trial in trials if trial.side == "wrong"]) == set()


def test_reference_that_is_refused_is_not_rewritten() -> None:
    """Where the validator refuses the reference itself, trials would tell nothing."""
    (trial,) = tried({}, float("nan"))

    assert (trial.operator, trial.judgement) == ("limit", "undecided")


def test_nothing_to_rewrite() -> None:
    """A cell without a value has no trials, and an object that only its type is known of has constants for it alone."""
    assert tried({}) == []
    trials = tried({"template": "intact", "namespace_check": {"f": {"type_only": True}}}, new={"f": print})

    assert {trial.operator.partition("-")[0] for trial in trials} == {"constant"}
    assert {trial.judgement for trial in trials} == {"refused"}


def test_time_is_bounded() -> None:
    """When the time is up, what was left out is counted."""
    seconds = count()
    budget = TrialBudget(seconds=5, clock=lambda: float(next(seconds)))
    validator = build({}, "dseval")
    reference = validator.collect(Execution("x", GROUPS, "", None, "", {}, {}), None)
    trials = try_values(validator, reference, form=CERTAIN, origins=Origins(), budget=budget)

    assert len([trial for trial in trials if trial.operator != "limit"]) <= 5
    assert {trial.side for trial in trials if trial.operator == "limit"} == {"wrong", "right"}


def test_number_is_bounded() -> None:
    """Many variables have no more trials than one problem may have."""
    variables = {f"v{number}": TABLE + TABLE for number in range(9)}
    block = {"template": "intact", "namespace_check": dict.fromkeys(variables)}
    trials = [trial for trial in tried(block, new=variables) if trial.operator != "limit"]

    assert len(trials) <= sum(MAX_TRIALS.values())


def test_a_quick_look_takes_the_most_telling() -> None:
    """Fewer of both sides are tried, those that come first otherwise, and what was left out is counted."""
    whole = [trial for trial in tried({}, TABLE) if trial.operator != "limit"]
    validator = build({}, "dseval")
    reference = validator.collect(Execution("x", TABLE, "", None, "", {}, {}), None)
    quick = try_values(validator, reference, form=CERTAIN, origins=Origins(), budget=TrialBudget.quick())
    wrong = [trial.operator for trial in quick if trial.side == "wrong" and trial.operator != "limit"]

    assert len(wrong) == MAX_TRIALS_QUICK["wrong"]
    assert wrong == [trial.operator for trial in whole if trial.side == "wrong"][: len(wrong)]
    assert "limit" in {trial.operator for trial in quick}


def test_large_values_are_passed_over() -> None:
    """A value of more elements than are rewritten is told, and costs no time."""
    (trial,) = tried({}, np.zeros(2_000_000))

    assert (trial.operator, trial.judgement) == ("limit", "undecided")


BLOCKS: tuple[dict[str, Any], ...] = (
    {},
    {"result": {"ignore_order": True}, "namespace_check": {"a": None}},
    {"template": "empty", "or": {"result": None, "and": {"namespace_check": {"a": None}}}},
    {"template": "empty", "table_test": {"function_name": "f", "test_cases": [[1]], "input_checker": False}},
)
"""Validator blocks of every shape that `brief` has to go into."""


@pytest.mark.parametrize("block", BLOCKS)
def test_brief_validator_says_yes_where_the_whole_one_does(block: dict[str, Any]) -> None:
    """Without grading and explaining, yes stays yes and all else stays no yes."""
    validator = build(block, "dseval")
    left = [
        validator.collect(Execution("x", value, "", None, "", {"a": value, "f": lambda n: [n]}, {}), None)
        for value in ([1, 2], (1, 2), [2, 1], [1, 2.5], GROUPS, GROUPS.rename("m"), None)
    ]
    for reference in left:
        for submission in left:
            whole, short = (v.judge(reference, submission).correct for v in (validator, brief(validator)))
            assert (whole == "yes") == (short == "yes")


def test_evidence_stays_as_it_is() -> None:
    """Trials read the reference's evidence, and leave it to whoever judges next."""
    validator = build({"namespace_check": {"t": None}}, "dseval")
    frame = TABLE.copy()
    reference = validator.collect(Execution("x", frame, "", None, "", {"t": frame}, {}), None)
    names = list(reference.items)
    try_values(validator, reference, form=CERTAIN, origins=Origins())

    assert list(reference.items) == names
    pd.testing.assert_frame_equal(frame, TABLE)


def test_items_of_an_unknown_validator_are_no_targets() -> None:
    """Only what a validator of ours collects under its name is rewritten."""
    items = {
        "crash.value": 5,
        "answer_in_source.value": 5,
        "model.inputs": [1],
        "vis.figures": "none",
        "stream.stream": 3,
    }

    assert targets_of(CollectedItems(items), CERTAIN, Origins()) == []

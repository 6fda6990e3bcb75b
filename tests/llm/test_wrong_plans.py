"""Whoever is to be wrong is wrong, in many ways."""

import ast
import runpy
from pathlib import Path

import pytest

from tests.llm.solver_models import Player
from tests.llm.wire import Call
from tests.llm.wrong_plans import PLANS, spoiled

VALUES = ("0", "1", "-1", "3.5", "[]", "[3, 1, 2]", "(1,)", "'text'", "{'a': 1}", "set()")


@pytest.mark.parametrize("plan", range(len(PLANS)))
def test_every_plan_is_wrong(plan: int, tmp_path: Path) -> None:
    """Whatever the value is, it becomes another one; state that earlier statements leave stays as it is."""
    for value in VALUES:
        (tmp_path / "cell.py").write_text(spoiled(f"kept = 1\ny = {value}", plan))
        names = runpy.run_path(str(tmp_path / "cell.py"))

        assert names["y"] != ast.literal_eval(value)
        assert names["kept"] == 1
        assert spoiled(f"kept = 1\n{value}", plan).startswith("kept = 1\n(lambda")


def test_there_are_twenty_plans() -> None:
    """No two are the same for a number, nor for a value with a length."""
    assert [len({*column}) for column in zip(*PLANS, strict=True)] == [20, 20]


def test_plans_are_chosen_by_seed_model_and_question() -> None:
    """One model makes the same mistake whenever it is asked the same; over seeds all plans come."""
    call = question_to("m")
    replies = {seed: Player({"How many?": "len(x)"}, seed=seed).wrong(call).text for seed in range(200)}

    assert len({*replies.values()}) == len(PLANS)
    assert Player({"How many?": "len(x)"}, seed=7).wrong(call).text == replies[7]
    assert len({Player({"How many?": "len(x)"}).wrong(question_to(f"m{name}")).text for name in range(9)}) > 1


def question_to(model: str) -> Call:
    """Return a call that asks a model how many."""
    prompt = "<data question a>\nHow many?\n</data a>"
    return Call(1, "/v1/chat/completions", (prompt,), ("user",), {"model": model}, {})

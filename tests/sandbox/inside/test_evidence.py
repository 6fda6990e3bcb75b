"""Evidence is collected of a reference, and of a submission what the reference's asks for."""

import threading
from typing import Any

import pandas as pd
import pytest

from authoring.sandbox.inside.evidence import collect, collect_asked, collect_in_fork
from authoring.sandbox.inside.serialization import pack, unpack
from authoring.sandbox.inside.validator_effects import collects_passively, runs_compare_fn
from authoring.validators.base import CollectedItems, Execution, Opaque

MODEL = {"model_name": "m", "inputs_name": "X", "labels_name": "y", "metric_type": "accuracy"}


def execution(value: Any, **names: Any) -> Execution:
    """Return what a cell that gave a value left behind."""
    return Execution("value", value, "", None, "", names, {})


def test_items_travel() -> None:
    """What can be packed comes out as it went in; what cannot is opaque and takes no other with it."""
    items = unpack(pack(CollectedItems({"a": [1, "x"], "lock": threading.Lock(), "": None}))).items

    assert (items["a"], items[""]) == ([1, "x"], None)
    assert isinstance(items["lock"], Opaque)


def test_what_two_validators_take_travels_once() -> None:
    """An object that is collected twice is packed once, and comes out twice."""
    value = list(range(1_000))
    packed_twice = pack(CollectedItems({"a": value, "b": value}))

    assert len(packed_twice) < len(pack(CollectedItems({"a": value}))) + 50
    assert unpack(packed_twice).items["b"] == value


def test_equal_evidence_has_equal_digests() -> None:
    """Evidence of equal executions is equal, of different ones not."""
    digests = [collect(execution(pd.DataFrame({"a": [n]})), {}).digest for n in (1, 1, 2)]

    assert digests[0] == digests[1] != digests[2]


def test_fault_of_the_block_is_told() -> None:
    """A block that no validator can be made of is a fault, not an error."""
    assert "no_such" in collect(execution(1), {"no_such": None}).fault
    assert "no_such" in collect_asked(execution(1), {"no_such": None}, b"")[1]


class Stub:
    """A model that knows the labels."""

    def predict(self, inputs: list[int]) -> list[int]:
        """Return one label for each input."""
        return [1 for _ in inputs]


@pytest.mark.parametrize(
    "block",
    [
        {},
        {"namespace_check": {"X": None}},
        {"template": "empty", "model": MODEL},
        {"or": {"answer_in_source": None, "result": None, "and": {"stream": None}}},
        {"table_test": {"function_name": "f", "test_cases": [[1], ["`{2}`"]]}},
    ],
)
def test_nothing_of_what_is_right_is_asked(block: dict[str, Any]) -> None:
    """What is told to a submission's process holds neither value nor variables, labels nor outputs of the reference."""
    names = {"X": [5], "y": [7_654_321], "m": Stub(), "f": lambda x: [7_654_321, x]}

    asks = collect(execution(7_654_321, **names), block).asks()

    assert b"7654321" not in asks
    assert (7_654_321).to_bytes(3, "little") not in asks
    cases = {"table_test.case 0", "table_test.case 1"}
    assert set(unpack(asks).items) <= {"result.value", "or.result.value", "model.inputs", *cases}


def test_value_is_asked_for_where_there_is_one() -> None:
    """A submission without a value shows what it printed only where a value is wanted."""
    results = []
    for value in (5, None):
        asks = collect(execution(value), {}).asks()
        packed, _ = collect_asked(Execution("print(x)", None, "", None, "", {"x": 3}, {}), {}, asks)
        results.append(unpack(packed).items.get("result.shown"))

    assert results == [[3], None]


def test_predictions_are_asked_on_the_reference_s_inputs() -> None:
    """The inputs are told, and only predictions come back."""
    block = {"template": "empty", "model": MODEL}
    asks = collect(execution(None, X=[5, 6], y=[1, 1], m=Stub()), block).asks()

    packed, _ = collect_asked(execution(None, m=Stub()), block, asks)

    assert unpack(asks).items == {"model.inputs": [5, 6]}
    assert unpack(packed).items == {"model.predictions": [1, 1]}


def test_collecting_apart_gives_the_same() -> None:
    """A fork tells all that collecting in the process itself gives."""
    collected, collected_in_fork = (make(execution([1, 2]), {}, "dseval") for make in (collect, collect_in_fork))

    assert (collected.digest, collected.fault, collected.asks(), collected.packed()) == (
        *(collected_in_fork.digest, collected_in_fork.fault, collected_in_fork.asks()),
        collected_in_fork.packed(),
    )


@pytest.mark.parametrize(
    ("block", "looks"),
    [
        ({}, True),
        ({"template": "empty", "namespace_check": {"a": None}}, True),
        ({"or": {"result": None, "and": {"stream": None}}}, True),
        ({"table_test": {}}, False),
        ({"and": {"or": {"model": {}}}}, False),
        ({"Unit-test": {}}, False),
        ({"something new": {}}, False),
    ],
)
def test_what_runs_code_is_collected_apart(block: dict[str, Any], looks: bool) -> None:  # noqa: FBT001 - the expectation
    """Only validators that are known to run nothing collect in the session itself."""
    assert collects_passively(block) is looks


@pytest.mark.parametrize(
    ("block", "runs"),
    [
        (None, False),
        ({"result": {"atol": 1}}, False),
        ({"namespace_check": {"x": "def compare_fn(a, b):\n    return {'match': True}"}}, True),
        ({"table_test": {"output_checker": "compare_fn = max"}}, True),
    ],
)
def test_what_carries_code_is_known(block: Any, runs: bool) -> None:  # noqa: FBT001 - as above
    """Code of a block runs in no session, wherever in the block it stands."""
    assert runs_compare_fn(block) is runs

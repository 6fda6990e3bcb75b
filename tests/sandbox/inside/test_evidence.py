"""Evidence travels item by item, and what cannot travel says so."""

import threading
from typing import Any

import pandas as pd
import pytest

from authoring.sandbox.inside.evidence import collect, judge, only_looks, pack, unpack
from authoring.validators.base import Collected, Execution, Opaque


def execution(value: Any) -> Execution:
    """Return what a cell that gave a value left behind."""
    return Execution("value", value, "", None, "", {}, {})


def test_items_travel() -> None:
    """What can be pickled comes out as it went in; what cannot is opaque and takes no other with it."""
    items = unpack(pack(Collected({"a": [1, "x"], "lock": threading.Lock(), "": None}))).items

    assert (items["a"], items[""]) == ([1, "x"], None)
    assert isinstance(items["lock"], Opaque)


def test_cut_evidence_is_refused() -> None:
    """Bytes that end in the middle are no evidence."""
    with pytest.raises(ValueError, match="cut off"):
        unpack(pack(Collected({"a": 1})) + b"\0")


def test_equal_evidence_has_equal_digests() -> None:
    """Evidence of equal executions is equal, of different ones not."""
    digests = [collect(execution(pd.DataFrame({"a": [n]})), {}, None).digest for n in (1, 1, 2)]

    assert digests[0] == digests[1] != digests[2]


def test_fault_of_the_block_is_told() -> None:
    """A block that no validator can be made of is a fault, not an error."""
    assert "no_such" in collect(execution(1), {"no_such": None}, None).fault


def test_judging_compares_packed_evidence() -> None:
    """Judging works on packed evidence alone."""
    one, other = (collect(execution(value), {}, None).packed for value in (1, 2))

    assert (judge({}, one, one)["correct"], judge({}, one, other)["correct"]) == ("yes", "no")


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
    assert only_looks(block) is looks

"""Evidence travels item by item, and what cannot travel says so."""

import json
import threading
from typing import Any

import pandas as pd
import pytest

from authoring.records import Judgement
from authoring.sandbox.inside.evidence import collect, judge, judgement
from authoring.sandbox.inside.looking import only_looks
from authoring.sandbox.inside.packing import pack, unpack
from authoring.validators.base import Collected, Difference, Execution, Opaque, Verdict


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


def test_every_field_of_a_verdict_travels() -> None:
    """What a verdict rests on arrives as it was, also where its text is hostile; it is cut to bounds."""
    hostile = "\x1b[31m\0\ud800\u202e\n"
    differences = (Difference("shape", hostile, "x" * 1_000), *[Difference("row", "1", "2")] * 100)
    part = Verdict("no", "result", hostile, (), hostile, "shape", (), (hostile, *["E:"] * 100), differences)
    verdict = Verdict("partial", "and", parts=(part, Verdict("partial", "result", how=("part", "source"))))

    found = Judgement.model_validate_json(json.dumps(judgement(verdict)))

    shown = "\x1b[31m\0\\ud800\u202e\n"
    wrong, half = found.parts
    assert (wrong.subject, wrong.kind, wrong.reason, wrong.errors[:2]) == (shown, "shape", shown, (shown, "E:"))
    assert wrong.differences[0] == ("shape", shown, "x" * 200)
    assert (len(wrong.differences), len(wrong.errors)) == (20, 20)
    assert (half.how, half.correct) == (("part", "source"), "partial")


def test_dialect_reaches_the_validators() -> None:
    """In DSEval's dialect an error is half right where the answer is written out; strictly it is not."""
    failed = Execution("42\n1 / 0", None, "", ZeroDivisionError(), "ZeroDivisionError", {}, {})
    block = {"template": "basic"}
    reference = collect(execution(42), block, None)
    submission = collect(failed, block, unpack(reference.packed), "strict")

    lenient = judge(block, reference.packed, submission.packed, "dseval")
    strict = judge(block, reference.packed, submission.packed, "strict")
    assert (lenient["correct"], strict["correct"]) == ("partial", "no")

"""Judging compares packed evidence alone, and ends with a judgement whatever the evidence is."""

import json
import random
import resource
from collections.abc import Iterator
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from authoring.records.evidence import Judgement
from authoring.sandbox.inside.evidence import collect, collect_asked
from authoring.sandbox.inside.judge import judge, judge_packed, judgement
from authoring.sandbox.inside.protocol import Frame
from authoring.sandbox.inside.serialization import pack, unpack
from authoring.validators import collecting_block
from authoring.validators.base import CollectedItems, Dialect, Difference, Execution, Verdict


def execution(value: Any) -> Execution:
    """Return what a cell that gave a value left behind."""
    return Execution("value", value, "", None, "", {}, {})


@pytest.fixture(autouse=True)
def _memory() -> Iterator[None]:
    """Take back the limit that a judge gives itself."""
    before = resource.getrlimit(resource.RLIMIT_AS)
    yield
    resource.setrlimit(resource.RLIMIT_AS, before)


def asked(block: Any, reference: bytes, submission: bytes = b"", **header_fields: Any) -> dict[str, Any]:
    """Return what the judge's process answers."""
    header = {"validator": block, "dialect": "dseval", "reference": len(reference), "ended": ""}
    return judge(Frame(header | {"outcome": "ok", "source": ""} | header_fields, reference + submission))


def test_judging_compares_packed_evidence() -> None:
    """Judging works on packed evidence alone."""
    left, right = (collect(execution(value), {}).packed() for value in (1, 2))

    assert (asked({}, left, left)["correct"], asked({}, left, right)["correct"]) == ("yes", "no")


@pytest.mark.parametrize(
    ("outcome", "name"), [("timeout", "TimeLimitError:"), ("out-of-memory", "MemoryError:"), ("killed", "ChildProcess")]
)
def test_process_that_is_gone_left_an_error(outcome: str, name: str) -> None:
    """Its end stands for what it left behind; none of its code runs where it is judged."""
    reference = collect(execution(7_654_321), {}).packed()
    source = "print([].append(1) or 1, exec('import os; os.environ.update(JUDGED=\"1\")'))"

    parsed = asked({}, reference, ended="it is gone", outcome=outcome, source=source)

    crash = parsed["parts"][0]
    assert (parsed["correct"], crash["category"]) == ("no", "crash")
    assert name in crash["errors"][0]
    assert "none can be inferred" in parsed["parts"][2]["reason"]


def test_evidence_that_is_none() -> None:
    """Bytes that are no evidence are wrong, and not the validator's fault."""
    parsed = asked({}, collect(execution(1), {}).packed(), b"no evidence")

    assert (parsed["correct"], parsed["category"], parsed["parts"][0]["category"]) == ("no", "and", "crash")


def test_fault_of_the_reference_is_told() -> None:
    """A reference without what the block names is at fault."""
    block = {"template": "empty", "namespace_check": {"x": None}}
    reference = collect(execution(1), block).packed()

    assert asked(block, reference, reference)["category"] == "validator_error"


def test_what_judging_cannot_bear_is_a_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """An error that no validator foresaw ends one judgement, and no evaluation."""

    def broken(*_: object) -> None:
        raise RuntimeError("unforeseen")

    monkeypatch.setattr("authoring.validators.combinators._Combined._parts", broken)

    parsed = asked({}, pack(CollectedItems()), pack(CollectedItems()))

    assert (parsed["category"], parsed["reason"]) == (
        "validator_error",
        "judging failed: RuntimeError: unforeseen",
    )


def test_chance_is_the_same_for_every_judgement() -> None:
    """A compare_fn that draws random numbers says the same whatever was judged before."""
    text = "def compare_fn(a, b):\n    return {'match': False, 'reason': str((random.random(), np.random.rand()))}"
    block = {"template": "empty", "result": text}
    evidence = collect(execution(1), block).packed()

    reasons = [asked(block, evidence, evidence)["parts"][0]["reason"] for _ in range(2)]
    random.random()
    np.random.random()  # noqa: NPY002 - it is this state that unseeded code draws from

    assert reasons == [asked(block, evidence, evidence)["parts"][0]["reason"]] * 2


def test_every_field_of_a_verdict_travels() -> None:
    """What a verdict rests on arrives as it was, also where its text is hostile; it is cut to bounds."""
    hostile = "\x1b[31m\0\ud800\u202e\n"
    differences = (Difference("shape", hostile, "x" * 1_000), *[Difference("row", "1", "2")] * 100)
    part = Verdict("no", "result", hostile, (), hostile, "shape", (), (hostile, *["E:"] * 100), differences)
    verdict = Verdict("partial", "and", parts=(part, Verdict("partial", "result", how=("part", "source"))))

    parsed = Judgement.model_validate_json(json.dumps(judgement(verdict)))

    shown_text = "\x1b[31m\0\\ud800\u202e\n"
    wrong_part, half = parsed.parts
    assert (wrong_part.subject, wrong_part.kind, wrong_part.reason, wrong_part.errors[:2]) == (
        shown_text,
        "shape",
        shown_text,
        (shown_text, "E:"),
    )
    assert wrong_part.differences[0] == ("shape", shown_text, "x" * 200)
    assert (len(wrong_part.differences), len(wrong_part.errors)) == (20, 20)
    assert (half.how, half.correct) == (("part", "source"), "partial")


def test_dialect_reaches_the_validators() -> None:
    """In DSEval's dialect an error is half right where the answer is written out; strictly it is not."""
    failed = Execution("42\n1 / 0", None, "", ZeroDivisionError(), "ZeroDivisionError", {}, {})
    block = {"template": "basic"}
    reference = collect(execution(42), block)
    submission, _ = collect_asked(failed, block, reference.asks(), "strict")

    lenient = judge_packed(block, reference.packed(), submission, "dseval")
    strict = judge_packed(block, reference.packed(), submission, "strict")
    assert (lenient["correct"], strict["correct"]) == ("partial", "no")


def test_order_of_judgements_does_not_matter() -> None:
    """What one submission sent changes nothing for the next."""
    frames = [pd.DataFrame({"a": [n]}) for n in (1, 2)]
    reference, wrong_packed = (collect(execution(frame), {}).packed() for frame in frames)

    parsed = [
        asked({}, reference, item)["correct"] for item in (wrong_packed, reference, b"\0", reference, wrong_packed)
    ]

    assert parsed == ["no", "yes", "no", "yes", "no"]


BLOCKS: tuple[tuple[dict[str, Any], Any, Any], ...] = (
    ({"result": None}, 2963.5, 0.5),
    (
        {"result": {"ignore_order": True, "ignore_dtypes": True}},
        pd.DataFrame({"a": [31, 47]}),
        pd.DataFrame({"a": [0, 0]}),
    ),
    ({"template": "empty", "namespace_check": {"best": None, "low": None}}, 2963.5, 0.5),
    ({"template": "empty", "or": {"result": None, "namespace_check": {"best": None}}}, "north-2963", "south"),
    ({"template": "empty", "stream": None}, 2963.5, 0.5),
    ({"template": "empty", "table_test": {"function_name": "f", "test_cases": [[1], [2]]}}, 2963.5, 0.5),
)
"""A block, the reference's value, and a wrong one."""
GUESSES: st.SearchStrategy[Any] = st.sampled_from(
    [None, True, False, 0, 1, -1.0, float("nan"), float("inf"), "", "yes", [], {}, (), [[]], b"", np.nan]
)


def evidence_of(block: Any, value: Any, dialect: Dialect, request: bytes | None = None) -> tuple[bytes, bytes]:
    """Return the request that a reference makes, and the evidence of an execution with a value everywhere."""
    namespace = {"best": value, "low": value, "f": lambda _: value}
    left = Execution("pass", value, f"{value}\n", None, "", namespace, dict.fromkeys(namespace, "added"))
    if request is None:
        evidence = collect(left, block, dialect)
        return evidence.asks(), evidence.packed()
    return request, collect_asked(left, collecting_block(block, dialect), request, dialect)[0]


@settings(max_examples=60)
@given(st.data(), st.sampled_from(BLOCKS), st.sampled_from(["strict", "dseval"]))
def test_evidence_that_is_made_up_is_not_right(data: st.DataObject, case: Any, dialect: Dialect) -> None:
    """Items that are renamed, repeated, left out, cut or exchanged for guesses: wrong evidence stays wrong."""
    block, right, wrong = case
    request, reference = evidence_of(block, right, dialect)
    _, submission = evidence_of(block, wrong, dialect, request)
    items = unpack(submission).items
    names = st.sampled_from([*items, *unpack(reference).items, "correct", "", "result.value"])
    changed = {**items, **data.draw(st.dictionaries(names, GUESSES, max_size=4))}
    for name in data.draw(st.lists(names, max_size=2)):
        changed.pop(name, None)
    packed = pack(CollectedItems(changed))
    forged = bytearray(packed + data.draw(st.sampled_from([b"", packed, b"\0\0\0\x01x\0\0\0\x02=0"])))
    for place in data.draw(st.lists(st.integers(0, max(0, len(forged) - 1)), max_size=3)):
        forged[place : place + 1] = data.draw(st.binary(max_size=3))
    judged = judge_packed(block, reference, bytes(forged), dialect)

    assert judged["correct"] != "yes"
    Judgement.model_validate_json(json.dumps(judged))

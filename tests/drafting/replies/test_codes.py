"""What `authoring explain` shows of a reply's codes is true."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from authoring.api.findings.codes import all_codes
from authoring.drafting.replies.codes import CODES
from authoring.drafting.replies.json_reply import read_json
from authoring.drafting.replies.problemset import read_problemset
from authoring.drafting.replies.replacements import read_replacements
from authoring.dseal import Diagnostic, InputTable
from authoring.records.sketch import Schema

GUIDE = (Path(__file__).parents[3] / "guides" / "dseal.md").read_text(encoding="utf-8")
INPUTS = (InputTable("data.csv", ("a", "b")),)
POINT = Schema(
    name="point",
    text="""{"type": "object", "additionalProperties": false, "required": ["point", "problems"], "properties":
    {"point": {"type": "string"}, "problems": {"type": "array", "items": {"type": "integer"}}}}""",
)
UNSHOWN = {"DS801"}
"""Its bad text would be two million characters long; test_problemset.py makes it."""


def findings(code: str, reply: str) -> Sequence[Diagnostic]:
    """Read an example as what it is."""
    if code in {"DS821", "DS822"}:
        return read_replacements(reply, [1])[1]
    if code in {"DS823", "DS824", "DS825"}:
        return read_json(reply, POINT)[1]
    return read_problemset(reply, cut=code == "DS803" and "fr" in reply[-5:], inputs=INPUTS).findings


@pytest.mark.parametrize("code", sorted(set(CODES) - UNSHOWN))
def test_examples_are_true(code: str) -> None:
    """The bad example has the defect, with its weight; the good one has none at all."""
    info = CODES[code]

    assert (code, info.severity) in {(found.code, found.severity) for found in findings(code, info.bad)}
    assert findings(code, info.good) == ()


@pytest.mark.parametrize("code", sorted(CODES))
def test_code_stands_in_the_guide_and_is_explained(code: str) -> None:
    """Whoever meets a code finds it on the language's page and in `authoring explain`."""
    info = CODES[code]

    assert f"| {code} | {info.name} | {info.severity} | {info.what.rstrip('.')} |" in GUIDE
    assert all_codes()[code] is info


def test_names_are_unique() -> None:
    """No name means two things, in the whole family of findings."""
    names = [info.name for info in all_codes().values()]

    assert len(set(names)) == len(names)

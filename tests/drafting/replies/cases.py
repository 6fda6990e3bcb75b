"""The corpus of messy replies: how a case is read, asked, and told."""

from pathlib import Path
from typing import Any

import yaml

from authoring.drafting.replies.continuation import join_continuation
from authoring.drafting.replies.problemset import MendedText, read_problemset
from authoring.drafting.replies.replacements import read_replacements
from authoring.drafting.replies.sketch import read_sketch
from authoring.dseal import Diagnostic, InputTable

CASES = Path(__file__).parents[2] / "cases" / "replies"
SET = (CASES / "_set.py").read_text(encoding="utf-8")
"""What most messy replies were meant to be."""
INPUTS = (InputTable("penguins.csv", ("species", "island", "bill_length_mm", "bill_depth_mm", "body_mass_g", "sex")),)


def load(path: Path) -> dict[str, Any]:
    """Return one case."""
    case: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))
    return case


def told(found: Diagnostic) -> str:
    """Return a finding as case files write it: code, weight, line, and the problem's number where it has one."""
    return f"{found.code} {found.severity.value} line {found.line}" + (
        f" problem {found.problem}" if found.problem is not None else ""
    )


def outcome(case: dict[str, Any]) -> dict[str, Any]:
    """Return what comes of a case, in the words of its `expect`."""
    reply, cut = case["reply"], case.get("cut", False)
    match case["asks"]:
        case "problemset":
            return _of_text(read_problemset(reply, cut=cut, inputs=INPUTS))
        case "continuation":
            before = read_problemset(case["before"], cut=True, inputs=INPUTS)
            return _of_text(join_continuation(before, reply, cut=cut, inputs=INPUTS))
        case "replacements":
            given, found = read_replacements(reply, case["numbers"], inputs=INPUTS, cut=cut)
            return {"texts": dict(given), "findings": [told(each) for each in found]}
        case _:
            sketch, found = read_sketch(reply, seed="penguins")
            plan = [] if sketch is None else [[each.task, list(each.needs)] for each in sketch.problems]
            return {"plan": plan, "findings": [told(each) for each in found]}


def _of_text(mended: MendedText) -> dict[str, Any]:
    text = {"set": True} if mended.text == SET else {"text": mended.text}
    cut = {"tail": mended.tail} if mended.cut else {}
    return {**text, **cut, "findings": [told(each) for each in mended.findings]}

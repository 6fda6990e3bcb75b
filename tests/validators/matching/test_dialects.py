"""The two dialects side by side: where they differ is a case, and a row of the guide."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from authoring.validators.base import Verdict

GUIDE = Path(__file__).parents[3] / "guides" / "dialects.md"
WORDS = {"yes": "accepts", "partial": "partly", "no": "refuses"}


def _differs(case: dict[str, Any]) -> bool:
    return "strict" in case or "strict_kind" in case


def test_both_dialects(all_cases: list[dict[str, Any]], judge: Callable[..., Verdict]) -> None:
    """The dialects say the same of every case of values, verdict and kind, but where it states the strict word."""
    cases = [case for case in all_cases if "flags" in case and case["expected"] != "broken"]
    cases = [case for case in cases if case["dialect"] == "dseval"]

    wrong = {case["case"]: problem for case in cases for problem in _problems(case, judge)}

    assert wrong == {}


def _problems(case: dict[str, Any], judge: Callable[..., Verdict]) -> Iterator[object]:
    codes = case["reference"], case["submission"], case["block"], case["context"]
    verdicts = here, strict = [judge(*codes, dialect=dialect).parts[0] for dialect in ("dseval", "strict")]
    found = [WORDS[verdict.correct] for verdict in verdicts]
    if found != [case["expected"], case.get("strict", case["expected"])]:
        yield found
    if case.get("kind", here.kind) != here.kind or case.get("strict_kind", strict.kind) != strict.kind:
        yield here.kind, strict.kind
    for verdict in verdicts:
        if verdict.correct == "no" and not verdict.differences and "be compared" not in verdict.reason:
            yield verdict.reason


def test_every_difference_is_in_the_guide(all_cases: list[dict[str, Any]]) -> None:
    """Each case on which the dialects differ is a row of the guide, and each row is such a case."""
    section = GUIDE.read_text(encoding="utf-8").partition("## Comparing values")[2].partition("\n## ")[0]
    table = section.partition("### Where the dialects differ")[2].partition("\n### ")[0]
    rows = re.findall(r"^\| (?!what |---)([^|]+?) \|", table, re.MULTILINE)

    assert sorted(case["case"] for case in all_cases if _differs(case) and "flags" in case) == sorted(rows)

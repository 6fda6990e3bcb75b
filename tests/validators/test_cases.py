"""The case files: what each validator and each flag accepts, accepts partly and refuses."""

import json
from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any

import matplotlib as mpl
import pytest

from authoring.dseal.schema import schema_text
from authoring.validators import PAPER_NAMES, VALIDATORS
from authoring.validators.base import ValidatorError, Verdict
from authoring.validators.flags import flag_names
from authoring.validators.verdicts import classify

WORDS = {"yes": "accepts", "partial": "partly", "no": "refuses"}


@pytest.fixture(autouse=True)
def _small_figures() -> Iterator[None]:
    """Have figures drawn small, which is quick."""
    with mpl.rc_context({"figure.dpi": 25, "backend": "agg"}):
        yield


@pytest.mark.exhaustive(sample=17, most=700)
@pytest.mark.parametrize("apart", [False, True], ids=["here", "apart"])
def test_case(case: dict[str, Any], judge: Callable[..., Verdict], apart: bool) -> None:  # noqa: FBT001 - parametrized
    """Both codes of a case, run in one process or in two, get the word and verdict the case states, with reasons."""
    codes = case["reference"], case["submission"], case["block"], case["context"]
    if case["expected"] == "broken":
        with pytest.raises(ValidatorError, match=r"\w+ \w+"):
            judge(*codes, apart=apart, dialect=case["dialect"])
        return

    verdict = judge(*codes, apart=apart, dialect=case["dialect"])

    assert WORDS[verdict.correct] == case["expected"], verdict
    assert all(reason and reason.strip() == reason for reason in _reasons(verdict))
    verdict_name, subverdict, reason = classify(verdict, case["dialect"])
    assert f"{verdict_name} {subverdict}" == case.get("verdict", f"{verdict_name} {subverdict}")
    assert bool(reason) is (verdict.correct != "yes")


def _reasons(verdict: Verdict) -> list[str]:
    if not verdict.parts:
        return [verdict.reason] if verdict.category not in {"and", "or"} else []
    return [reason for part in verdict.parts for reason in _reasons(part)]


def test_every_validator_has_cases(all_cases: list[dict[str, Any]]) -> None:
    """Each released validator has a file that accepts and refuses, and partly accepts where it can."""
    seen = defaultdict(set)
    for case in all_cases:
        seen[case["file"]].add(case["expected"])
    for alias in VALIDATORS.keys() - PAPER_NAMES.keys():
        needed = {"accepts", "refuses"} | (
            set() if alias in {"stream", "model", "namespace_intact", "vis"} else {"partly"}
        )
        assert needed <= seen[alias], alias


@pytest.mark.parametrize("alias", ["namespace_intact", "table_test", "model", "vis"])
def test_every_option_has_cases(all_cases: list[dict[str, Any]], alias: str) -> None:
    """Each option that the schema knows stands in a case that is not broken."""
    known = json.loads(schema_text())["$defs"][alias]["properties"]
    seen = {
        option
        for case in all_cases
        if case["file"] == alias and case["expected"] != "broken"
        for option in case.get("options") or {}
    }

    assert known.keys() <= seen


def test_every_strict_case_has_a_reason(all_cases: list[dict[str, Any]]) -> None:
    """A case of the strict dialect is named so, for it stands among DSEval's."""
    unnamed = [case["case"] for case in all_cases if case["dialect"] == "strict" and "strict" not in case["case"]]

    assert all(case["dialect"] in {"dseval", "strict"} for case in all_cases)
    assert unnamed == []


def test_every_flag_has_cases(all_cases: list[dict[str, Any]]) -> None:
    """Each flag of the matcher is shown accepting and refusing."""
    seen = defaultdict(set)
    for case in all_cases:
        for flag in case.get("flags", {}):
            seen[flag].add(case["expected"])
    for flag in flag_names():
        assert {"accepts", "refuses"} <= seen[flag], flag

"""What of a question stays as it is in another language."""

from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from authoring.drafting.translation.invariants import findings_on, invariants_of

CASES: list[dict[str, Any]] = yaml.safe_load(
    (Path(__file__).parents[2] / "cases" / "translations" / "findings.yml").read_text("utf-8")
)
NAMES = st.from_regex(r"[a-z][a-z_]{0,8}", fullmatch=True)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["about"])
def test_case(case: dict[str, Any]) -> None:
    """Each translation has the one finding that its case names, or none."""
    found = list(findings_on(case["question"], case["translation"], "zh", number=3))

    if "found" not in case:
        assert found == []
        return
    code, words = case["found"]
    assert [finding.code for finding in found] == [code]
    assert words in found[0].message
    assert found[0].problem == 3


@settings(deadline=None)
@given(st.text(max_size=200), st.text(max_size=200))
def test_any_text_can_be_judged(original: str, translation: str) -> None:
    """Whatever a model replies is judged, and never raises."""
    for finding in findings_on(original, translation, "zh"):
        assert finding.message


@settings(deadline=None)
@given(st.lists(NAMES, min_size=1, max_size=5), st.lists(st.integers(0, 999), max_size=4))
def test_what_stays_is_seen(names: list[str], numbers: list[int]) -> None:
    """A translation with all names and numbers has no finding; without one of them it has one."""
    original = " ".join([*(f"use `{name}`" for name in names), *(f"keep {number}" for number in numbers)])
    whole = "".join([*(f"使用 `{name}`。" for name in names), *(f"保留 {number} 个。" for number in numbers)])

    assert list(findings_on(original, whole, "zh")) == []
    assert [f.code for f in findings_on(original, whole.replace(f"`{names[0]}`", "它"), "zh")] == ["DS774"]
    assert invariants_of(original).code == tuple(dict.fromkeys(names))

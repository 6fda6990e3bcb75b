"""A repair is reminded of the parts of the guide that its findings touch."""

from pathlib import Path

import pytest

from authoring.drafting.prompts.reminder import reminder

GUIDE = (Path(__file__).parents[3] / "guides" / "write.md").read_text()
TESTED = "validator:\n  template: intact\n  table_test:\n    function_name: f"


@pytest.mark.parametrize(
    ("code", "headings"),
    [
        ("DS401", ["Form", "Reference code"]),
        ("DS655", ["Form", "The question has one right answer"]),
        ("DS601", ["Form", "The question has one right answer", "Validators"]),
        ("DS979", ["Form", "The question has one right answer", "Validators", "Chains"]),
        ("DS225", ["Form", "Reference code", "Chains"]),
    ],
)
def test_sections_follow_the_findings(code: str, headings: list[str]) -> None:
    """How a cell is written is always said, the rest as far as it is what a finding is about."""
    text = reminder(GUIDE, {code}, [""])

    assert [line.removeprefix("## ") for line in text.splitlines() if line.startswith("## ")] == headings
    assert len(text) < len(GUIDE) * 2 / 3


def test_paragraphs_follow_the_validators() -> None:
    """What a validator takes is said where a problem has it, with the example."""
    plain, tested = (reminder(GUIDE, {"DS601"}, [cell]) for cell in ("", TESTED))

    assert "**table_test** calls" not in plain
    assert "**table_test** calls" in tested
    assert "function_name: top_share" in tested
    assert "**model** lets" not in tested
    assert "**Flags** belong" in plain
    assert "**Tolerance.**" in plain


def test_what_is_not_known_is_shown() -> None:
    """A section that a workspace added is in; where nothing is known of a finding or of the guide, all of it is."""
    added = f"{GUIDE}\n## Our own rules\n- Amounts are in euros.\n"

    assert "Amounts are in euros." in reminder(added, {"DS401"}, [""])
    assert reminder(GUIDE, {"DS999"}, [""]) == GUIDE.strip()
    assert reminder("# Rules\n\nBe exact.", {"DS401"}, [""]) == "# Rules\n\nBe exact."


def test_every_section_is_one_that_some_finding_touches() -> None:
    """A heading of the guide that is renamed is renamed where findings name it."""
    whole = reminder(GUIDE, {"DS225", "DS401", "DS601", "DS979"}, [""])

    assert {line for line in GUIDE.splitlines() if line.startswith("## ")} <= set(whole.splitlines())

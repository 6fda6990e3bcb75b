"""The guide's own examples are sound."""

import re
from pathlib import Path

import pytest

from authoring.dseal import InputTable, Severity, Surroundings, lint, parse
from authoring.validators import PAPER_NAMES

GUIDE = (Path(__file__).parents[2] / "guides" / "dseal.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^````?yaml\n(validator:\n.*?)^````?$", GUIDE, re.MULTILINE | re.DOTALL)
ASSIGNED = (
    "totals = scores = penguins = model = X_test = y_test = answer = 1\n\ndef top(frame, n):\n    return frame\n\n1"
)


@pytest.mark.parametrize("example", EXAMPLES)
def test_validator_blocks_are_accepted(example: str) -> None:
    """Every block shown under a validator can be used as it stands."""
    text = f'# %%\n"""\nquestion: a question\n{example}"""\n\n{ASSIGNED}\n'
    # An example's block stands under a question that names none of its variables.
    assert [diagnostic.message for diagnostic in lint(text) if diagnostic.code not in {"DS224", "DS316"}] == []


def test_there_is_an_example_for_each_validator_with_options() -> None:
    """No validator with options is left without an example."""
    validator_names = {name for example in EXAMPLES for name in re.findall(r"^  (\w+):", example, re.MULTILINE)}
    assert validator_names >= {"result", "namespace_check", "namespace_intact", "table_test", "model", "or"}


def test_the_first_example_is_clean() -> None:
    """The set that opens the page has one problem and no finding."""
    text = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)[0]
    surroundings = Surroundings((InputTable("penguins.csv", ("species", "body_mass_g")),))
    assert len(parse(text).problems) == 1
    assert lint(text, surroundings=surroundings) == ()


def test_every_validator_has_a_section_with_both_names() -> None:
    """Each released name is a heading, with the paper's name beside it."""
    for paper, released in PAPER_NAMES.items():
        assert f"### {released} ({paper})" in GUIDE
    assert "### vis" in GUIDE
    assert {severity.value for severity in Severity} <= set(re.findall(r"\| (\w+) \|", GUIDE))

"""A YAML document is weighed with its aliases expanded before a value is made."""

import pytest
import yaml

from authoring.dseal.parse import parse
from authoring.dseal.yaml_events import EventLoader, Excess, first_excess
from authoring.dseal.yaml_reader import ParseLimits, read_yaml


def weighed(text: str, **limits: int) -> Excess | None:
    """Return the first excess of a text."""
    return first_excess(yaml.parse(text, Loader=yaml.SafeLoader), ParseLimits(**limits))


@pytest.mark.parametrize(
    ("text", "limits", "line"),
    [
        ("a: [1, 2]", {"nodes": 5}, None),
        ("a: [1, 2]", {"nodes": 4}, 1),
        ("a: &x [1, 2]\nb: *x", {"nodes": 9}, None),
        ("a: &x [1, 2]\nb: *x", {"nodes": 8}, 2),
        ("a: &x abc\nb: *x", {"expanded": 8}, None),
        ("a: &x abc\nb: *x", {"expanded": 7}, 2),
        ("a: [[1]]", {"depth": 3}, None),
        ("a: [[1]]", {"depth": 2}, 1),
        ("a: &x [[1]]\nb: [*x]", {"depth": 4}, None),
        ("a: &x [[1]]\nb: [*x]", {"depth": 3}, 2),
    ],
)
def test_aliases_weigh_what_they_stand_for(text: str, limits: dict[str, int], line: int | None) -> None:
    """In values, in characters and in levels."""
    excess = weighed(text, **limits)

    assert (excess.line if excess else None) == line


def test_alias_without_anchor_is_no_limit() -> None:
    """It is told apart, because another thing is to be done about it."""
    assert (excess := weighed("a: *b")) is not None
    assert excess.is_broken


def test_recorded_events_make_the_same_values() -> None:
    """Nodes are made of events that were looked at before."""
    loader = EventLoader()
    events = loader.recorded(yaml.parse("a: [1, x]\nb: {c: ~}", Loader=yaml.SafeLoader))

    assert first_excess(events, ParseLimits()) is None
    assert loader.construct_document(loader.get_single_node()) == {"a": [1, "x"], "b": {"c": None}}


def test_tower_of_aliases_in_a_docstring_is_a_finding() -> None:
    """A value may be no deeper than the limit, also where no line of the text is."""
    tower = "\n".join(["- &a0 []", *(f"- &a{n} [*a{n - 1}]" for n in range(1, 100))])

    assert [finding.info.code for finding in read_yaml(tower, ParseLimits()).findings] == ["DS122"]


@pytest.mark.parametrize("number", ["9" * 5_000, "0x" + "f" * 5_000, ":".join(["59"] * 20_000)])
def test_long_number_in_a_docstring_is_a_finding(number: str) -> None:
    """A number that no machine could print is refused, whatever its base, and takes no time."""
    problemset = parse(f'# %%\n"""\nquestion: Add.\nvalidator:\n  result:\n    precision: {number}\n"""\n\n1 + 1\n')

    assert any("too long to be one" in finding.message for finding in problemset.diagnostics)

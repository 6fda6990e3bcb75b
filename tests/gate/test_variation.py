"""Variation: what results depend on is named, and nothing else."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from authoring.dseal.diagnostic import Severity
from authoring.gate.variation import OPPOSITES, VARIED, pins_with, variation_findings, vary
from authoring.records.certificate.dependence import Dependence
from authoring.records.evidence import Limits, Pins
from authoring.sandbox.client.local import LocalSandbox

CELL = '# %%\n"""\nquestion: |\n  What comes of {0}?\n"""\n\n{1}\n'
DEPENDS = {
    "timezone": "import datetime\n\ndatetime.datetime.fromtimestamp(0).hour",
    "hash_seed": "hash('a')",
    "random_state": "import random\n\nrandom.random()",
    "threads": "import os\n\nos.environ['OMP_NUM_THREADS']",
    "locale": "import os\n\nos.environ['LC_ALL']",
    "by itself": "import time\n\nstr(time.time_ns())",
    "together": "import os\n\nos.environ['TZ'] != 'UTC' and os.environ['OMP_NUM_THREADS'] != '1'",
}


@pytest.fixture(scope="module")
def sandbox() -> Iterator[LocalSandbox]:
    """Share one sandbox: starting it is what takes time."""
    local = LocalSandbox()
    yield local
    local.close()


def depending(text: str, sandbox: LocalSandbox) -> tuple[Dependence, ...]:
    """Return what the results of a text depend on."""
    return vary(text, inputs=(), limits=Limits(), sandbox=sandbox)


@pytest.mark.exhaustive
def test_every_dependence_is_named(sandbox: LocalSandbox) -> None:
    """Each problem depends on what it depends on, and on nothing else that was varied; the last on nothing."""
    codes = [*DEPENDS.values(), "1 + 1"]
    text = "\n".join(CELL.format(number, code) for number, code in enumerate(codes))
    dependences = depending(text, sandbox)

    assert [(dependence.number, dependence.on, dependence.effect) for dependence in dependences] == [
        (number, on, "is refused") for number, on in enumerate(DEPENDS, start=1)
    ]
    findings = variation_findings(text, dependences)
    assert [(finding.code, finding.problem) for finding in findings] == [("DS691", n) for n in range(1, 8)]
    assert "when timezone = Asia/Kolkata: 0 -> 5" in findings[0].message


def test_set_that_depends_on_nothing(sandbox: LocalSandbox) -> None:
    """A result that is the same everywhere is no finding."""
    assert depending(CELL.format("a set", 'sorted({"b", "a"})'), sandbox) == ()


@pytest.mark.exhaustive
def test_accepted_difference_is_a_note(sandbox: LocalSandbox) -> None:
    """What is within the validator's tolerance may differ; it is said all the same."""
    text = CELL.format("this", '1e9 + 1e-6 * (hash("a") % 7)')
    (finding,) = variation_findings(text, depending(text, sandbox))

    assert (finding.code, finding.severity) == ("DS692", Severity.NOTE)
    assert "which its validator accepts, when hash_seed = 1" in finding.message


@pytest.mark.exhaustive
def test_error_in_one_session_alone(sandbox: LocalSandbox) -> None:
    """A reference that breaks under other surroundings is a finding with its error."""
    text = CELL.format("this", 'import os\n\n{"UTC": 1}[os.environ["TZ"]]')
    (finding,) = variation_findings(text, depending(text, sandbox))

    assert finding.code == "DS691"
    assert "ends otherwise when timezone = Asia/Kolkata: 1 -> KeyError: 'Asia/Kolkata'" in finding.message


@pytest.mark.exhaustive
def test_either_side_of_the_usual_time_zone_counts(sandbox: LocalSandbox) -> None:
    """A date that changes in the west alone, and code that ends badly there alone, depend on the time zone."""
    codes = [
        "import datetime\n\nstr(datetime.datetime.fromtimestamp(0).date())",
        "import os\n\n{'U': 1, 'A': 1}[os.environ['TZ'][0]]",
    ]
    text = "\n".join(CELL.format(number, code) for number, code in enumerate(codes))
    found = depending(text, sandbox)

    assert [(item.number, item.on, item.value, item.effect) for item in found] == [
        (1, "timezone", OPPOSITES["timezone"], "is refused"),
        (2, "timezone", OPPOSITES["timezone"], "ends otherwise"),
    ]


def test_consequence_is_no_second_finding() -> None:
    """A problem that reads what an accused one left is not accused; the reason says what differs."""
    text = "\n".join(CELL.format("it", code) for code in ("import time\n\nnow = time.time()\n1", "now", "2"))
    dependences = [
        Dependence(
            cell=cell,
            number=cell + 1,
            on="timezone",
            value="x",
            effect="is refused",
            usual="1",
            varied="1",
            reason="`now`",
        )
        for cell in range(3)
    ]
    findings = variation_findings(text, dependences)

    assert [finding.problem for finding in findings] == [1, 3]
    assert findings[0].message.endswith("when timezone = x: `now`")


@pytest.mark.parametrize("name", VARIED)
def test_every_value_is_another(name: str) -> None:
    """Whatever a pin is varied to, it is not what it usually is."""
    for value in VARIED[name]:
        usual, varied = pins_with({name: value})

        assert getattr(usual, name) != getattr(varied, name)


def test_all_pins_can_be_varied() -> None:
    """No pin is left out of the table."""
    assert set(VARIED) == set(Pins.model_fields)


def test_guide_says_what_it_is_varied_to() -> None:
    """The guide's table names every value of the table in the code."""
    guide = (Path(__file__).parents[2] / "guides" / "sessions.md").read_text()
    section = guide.partition("## Varying it on purpose")[2].partition("## ")[0]
    lines = dict(re.findall(r"^\| `(\w+)` \| (.+) \|$", section, re.MULTILINE))

    assert set(lines) == set(VARIED)
    assert [name for name, values in VARIED.items() for value in values if str(value) not in lines[name]] == []

"""Sets in other surroundings without a terminal: the records are those that ``authoring run`` prints."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authoring.api.surroundings import VARIED, checked_pins, compare_environments, pins_with, vary_surroundings
from authoring.errors import UsageError
from authoring.records.evidence import Pins

ZONE = '# %%\n"""\nquestion: |\n  Which hour?\n"""\nimport datetime\n\ndatetime.datetime.fromtimestamp(0).hour\n'


@pytest.fixture
def zone_file(tmp_path: Path) -> Path:
    """Return a set whose result depends on the time zone."""
    path = tmp_path / "zone.py"
    path.write_text(ZONE)
    return path


@pytest.mark.exhaustive
def test_variation_is_what_is_printed(cli: Callable[..., Any], zone_file: Path) -> None:
    """What depends on the pin is found in either way."""
    variation = vary_surroundings([str(zone_file)], ["timezone"])

    assert variation.model_dump(mode="json") == cli("run", zone_file, "--vary", "timezone", "--json").json
    assert [(each.on, each.matters) for each in variation.sets[0].dependences] == [("timezone", True)]


@pytest.mark.exhaustive
def test_comparison_is_what_is_printed(cli: Callable[..., Any], zone_file: Path) -> None:
    """An environment compared with itself holds."""
    comparison = compare_environments([str(zone_file)], ["here"])

    assert comparison.holds
    assert comparison.model_dump(mode="json") == cli("run", zone_file, "--env", "here", "--json").json


Cli = Callable[..., Any]

DEPENDS = {
    "timezone": "import datetime\n\ndatetime.datetime.fromtimestamp(0).hour",
    "hash_seed": "hash('a')",
    "random_state": "import random\n\nrandom.random()",
    "threads": "import os\n\nos.environ['OMP_NUM_THREADS']",
    "locale": "import os\n\nos.environ['LC_ALL']",
    "by itself": "import time\n\nstr(time.time_ns())",
    "together": "import os\n\nos.environ['TZ'] != 'UTC' and os.environ['OMP_NUM_THREADS'] != '1'",
}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a set with one problem for everything that a result can depend on, and one that depends on nothing."""
    problems = [
        f'# %%\n"""\nquestion: |\n  What comes of {n}?\n"""\n\n{code}\n' for n, code in enumerate(DEPENDS.values())
    ]
    path = tmp_path / "set.py"
    path.write_text("\n".join([*problems, '# %%\n"""\nquestion: |\n  And of this?\n"""\n\n1 + 1\n']))
    return path


@pytest.mark.exhaustive
def test_every_dependence_is_named(cli: Cli, file: Path) -> None:
    """Each problem depends on what it depends on, and on nothing else that was varied; the last on nothing."""
    answer = cli("run", file, "--vary", "all", "--json")
    found = [(each["number"], each["on"], each["effect"]) for each in answer.json["sets"][0]["dependences"]]

    assert answer.code == 1
    assert found == [(number, on, "is refused") for number, on in enumerate(DEPENDS, start=1)]
    assert answer.json["pins"][0] == Pins().model_dump()
    assert {name for name, value in Pins().model_dump().items() if answer.json["pins"][1][name] != value} == set(VARIED)


@pytest.mark.exhaustive
def test_only_what_is_named_is_varied(cli: Cli, file: Path) -> None:
    """A problem that depends on something else is no finding."""
    answer = cli("run", file, "--vary", "timezone, hash-seed")

    assert answer.code == 1
    assert "problem 1 differs when timezone = Asia/Kolkata: its own validator refuses that" in answer.out
    assert "problem 2 differs when hash_seed = 1: its own validator refuses that" in answer.out
    assert "problem 6 differs when nothing is varied" in answer.out
    assert [number for number in (3, 4, 5, 7, 8) if f"problem {number}" in answer.out] == []


@pytest.mark.exhaustive
def test_set_that_depends_on_nothing(cli: Cli, file: Path) -> None:
    """A set whose results are the same ends well, after one run."""
    file.write_text('# %%\n"""\nquestion: |\n  What is this?\n"""\n\nsorted({"b", "a"})\n')
    answer = cli("run", file, "--vary", "all")

    assert answer.code == 0
    assert "no result depends on it" in answer.out


@pytest.mark.exhaustive
def test_accepted_difference_ends_well(cli: Cli, file: Path) -> None:
    """What is within the validator's tolerance may differ; it is told all the same."""
    file.write_text('# %%\n"""\nquestion: |\n  What is this?\n"""\n\n1e9 + 1e-6 * (hash("a") % 7)\n')
    answer = cli("run", file, "--vary", "hash_seed")

    assert answer.code == 0
    assert "problem 1 differs when hash_seed = 1: its validator accepts both" in answer.out


@pytest.mark.exhaustive
def test_error_in_one_session_only(cli: Cli, file: Path) -> None:
    """A reference that breaks under other surroundings is told with its error."""
    file.write_text('# %%\n"""\nquestion: |\n  What?\n"""\n\nimport os\n\n{"UTC": 1}[os.environ["TZ"]]\n')
    answer = cli("run", file, "--vary", "timezone")

    assert answer.code == 1
    assert "problem 1 ends otherwise when timezone = Asia/Kolkata" in answer.out
    assert "1 -> KeyError: 'Asia/Kolkata'" in answer.out


def test_lint_errors_are_not_run(cli: Cli, file: Path) -> None:
    """A text with lint errors is not run, and that is no success."""
    file.write_text(file.read_text().replace("question:", "questoin:", 1))
    answer = cli("run", file, "--vary", "timezone")

    assert answer.code == 1
    assert "not run: lint found errors: DS" in answer.out


@pytest.mark.parametrize(("words", "hint"), [("timezon", "did you mean timezone?"), (",", "name some of: timezone")])
def test_name_of_nothing(words: str, hint: str) -> None:
    """A slip of the pen is told, and so is a list of nothing."""
    with pytest.raises(UsageError) as error:
        checked_pins(words.split(","))

    assert error.value.hint.startswith(hint)


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

"""What a pilot finds of planted faults is measured: a line for each kind."""

import subprocess
import sys
from pathlib import Path

import pytest

from authoring.dseal.parse import parse
from bench.pilot.plants import Plant, keeps_state, planted_text, reshaped, without_form

ROOT = Path(__file__).parents[1]
TEXT = '# %%\nx = 1\n\n# %%\n"""\nquestion: How many? Answer with an integer.\nvalidator:\n  result:\n"""\nx + 1\n'


def test_plants_change_one_problem() -> None:
    """Question, validator and reference are those of the plant; the cells before stay as they are."""
    plant = Plant("form", 1, "text", "How many?", {"result": {"atol": 1}}, "str(x + 1)", ("x + 1",))
    problemset = parse(planted_text(TEXT, [plant]))
    (cell, problem), *others = problemset.problems

    assert (cell.code, problem.question, problem.validator) == ("str(x + 1)", "How many?", {"result": {"atol": 1}})
    assert problemset.runnable[0].code == "x = 1"
    assert (others, problemset.diagnostics) == ([], ())


def test_questions_lose_what_they_say_of_form() -> None:
    """The first sentence stays, whatever it says."""
    assert (
        without_form("How many? Answer with an integer. Leave out\n empty rows.") == "How many? Leave out empty rows."
    )
    assert without_form("Give a list rounded to 2 decimals.") == "Give a list rounded to 2 decimals."


def test_the_last_expression_gets_another_form() -> None:
    """Code that ends with none stays as it is."""
    assert reshaped("y = 2\ny + 1", "str({})") == "y = 2\nstr(y + 1)\n"
    assert reshaped("y = 2", "str({})") == ""


def test_state_is_kept_where_the_last_expression_alone_differs() -> None:
    """Later cells run as before; code without one ends with what it leaves."""
    assert keeps_state("y = 2\ny + 1", "y = 2\ny + 2")
    assert not keeps_state("y = 2\ny + 1", "y = 3\ny + 1")
    assert not keeps_state("y = 2", "y = 3")


@pytest.mark.soak
def test_faults_are_planted_and_found() -> None:
    """Of the faults in one set most are found, and few clean problems are accused."""
    command = [sys.executable, "-m", "bench.pilot", "--sets", "wine"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    shares = {line.split()[0]: float(line.split()[3].rstrip("%")) for line in done.stdout.splitlines()[1:10]}
    assert shares["unfair"] >= 80
    assert shares["wrong"] >= 70
    assert shares["clean"] <= 5
    assert min(shares[kind] for kind in ("columns", "profile", "easy")) >= 80
    # A model that forgets the function that it cannot know is right, and one is enough for no finding.
    assert shares["unknown"] > 0

"""Input files that code changed are named in a finding."""

from authoring.dseal.changed_inputs import MOST_NAMED, changed_input_findings
from authoring.dseal.parse import parse

PROBLEMSET = parse('# %%\n"""\nquestion: How many?\n"""\n\n1\n')


def test_inputs_are_named() -> None:
    """Files below ``inputs/``, and the folder itself, are told at the first line of the code; others are not."""
    paths = ["inputs/b.csv", "inputs/a.csv", "inputs", "out.csv", "work/inputs/c.csv", "inputs2"]
    [finding] = changed_input_findings(PROBLEMSET, PROBLEMSET.cells[0], paths)

    assert (finding.code, finding.line) == ("DS409", 6)
    assert finding.message == "the code changes input files: inputs, inputs/a.csv, inputs/b.csv"


def test_few_are_named() -> None:
    """A cell that changes very many files has a finding that can be read."""
    paths = [f"inputs/{number}.csv" for number in range(9)]
    [finding] = changed_input_findings(PROBLEMSET, PROBLEMSET.cells[0], paths)

    assert finding.message.count(".csv") == MOST_NAMED


def test_nothing_changed_is_no_finding() -> None:
    """Other files are no inputs."""
    assert not list(changed_input_findings(PROBLEMSET, PROBLEMSET.cells[0], ["a.csv"]))

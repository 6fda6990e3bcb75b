"""Answers that are given away are found in questions and comments, and nowhere by chance."""

from collections.abc import Iterator

import pytest

from authoring.dseal.parse import parse
from authoring.gate.answer_leaks import answer_leaks
from authoring.gate.dry_run import dry_run
from authoring.records.evidence import Limits
from authoring.sandbox.client.local import LocalSandbox

CELL = '# %%\n"""\nquestion: |\n  {}\n"""\n\n{}\n\n'


@pytest.fixture(scope="module")
def sandbox() -> Iterator[LocalSandbox]:
    """Share one sandbox: starting it is what takes time."""
    local = LocalSandbox()
    yield local
    local.close()


def _codes(text: str, sandbox: LocalSandbox) -> list[str]:
    return [
        finding.code
        for finding in answer_leaks(parse(text), dry_run(text, inputs=(), limits=Limits(), sandbox=sandbox))
    ]


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        (CELL.format("The halves are 617.5 and 228.25; give them.", "[1235 / 2, 456.5 / 2]"), ["DS412"]),
        (CELL.format("Halve 1235 and 456.5.", "{'a': 1235 / 2, 'b': 456.5 / 2}"), []),
        (CELL.format("With 617.5 and 228.25 as halves, which?", "{'a': 1235 / 2, 'b': 456.5 / 2}"), ["DS412"]),
        (CELL.format("Make a list of 617.5 and 228.25.", "[617.5, 228.25]"), []),
        (CELL.format("Rising or falling?", "'ris' + 'ing'"), []),
        (CELL.format("The mean is 47.25.", "1") + CELL.format("What is the mean?", "189 / 4"), ["DS671"]),
        (CELL.format("About 47.3 on average.", "1") + CELL.format("What is the mean?", "189.04 / 4"), ["DS671"]),
        (CELL.format("Go on.", "riverside_waits = 1") + CELL.format("Which waits?", "'River' + 'side'"), ["DS671"]),
        (CELL.format("Go on.", "riverside = 'Riverside'") + CELL.format("Which waits?", "'River' + 'side'"), []),
        (
            CELL.format("Go on.", "1  # Hanne lay idle for 325.7 hours")
            + CELL.format("Who?", "('Han' 'ne', 651.4 / 2)"),
            ["DS671"],
        ),
        (CELL.format("Go on.", "1  # Hanne lay idle") + CELL.format("Who?", "('Han' 'ne', 651.4 / 2)"), []),
        (CELL.format("Keep 100 rows.", "1") + CELL.format("How many rows are left?", "10 * 10"), []),
        (CELL.format("Which is after 1990?", "1") + CELL.format("Which year is first?", "1989 + 1"), []),
    ],
)
def test_leaks(text: str, codes: list[str], sandbox: LocalSandbox) -> None:
    """Numbers of at least three digits count, but for years, round numbers and data that the question gives."""
    assert _codes(text, sandbox) == codes

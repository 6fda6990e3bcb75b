"""Our kernel answers as OpenCompass' own interpreter, which its released package lacks."""

from pathlib import Path

import pytest
import yaml

from tests.peers.conftest import Peer
from tests.peers.opencompass.checkout import interpreter_file, run_for_real
from tests.peers.opencompass.kernel import between_backticks, kernel
from tests.peers.opencompass.predictions import NO_OUTPUT

CELLS = Path(__file__).parents[2] / "cases" / "opencompass" / "cells.yml"


@pytest.mark.parametrize(
    ("code", "run"),
    [
        ("x = 1", "x = 1"),
        ("t.query('`unit price` > 3')", "unit price"),
        ('print("""```\nx\n```""")', 'print("""'),
    ],
)
def test_backticks_cut_the_code(code: str, run: str) -> None:
    """The interpreter takes code with backticks for a quotation."""
    assert between_backticks(code) == run


@pytest.mark.slow
def test_answers_are_those_of_opencompass(peer: Peer, tmp_path: Path) -> None:
    """Text, number of pictures and failing are the same for every cell; AUTHORING_OPENCOMPASS names a checkout."""
    interpreter_file()
    cells = yaml.safe_load(CELLS.read_text())
    with kernel(tmp_path, pictures=tmp_path / "ours") as running:
        ours = [running.run(code) for code in cells]
    theirs = run_for_real(peer("opencompass"), cells, datasources=tmp_path, folder=tmp_path)

    assert [("" if a.error else a.text or NO_OUTPUT, len(a.pictures), bool(a.error)) for a in ours] == [
        (a.text, len(a.pictures), bool(a.error)) for a in theirs
    ]

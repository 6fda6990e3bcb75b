"""``authoring import functions``: from a file of functions to an admitted set."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authoring.dseal import parse
from authoring.workspace import Workspace

Cli = Callable[..., Any]
TEXT = '''import math


def area(radius: float) -> float:
    """Return the area of a circle, rounded to 3 decimals.

    >>> area(1.0)
    3.142
    """
    return round(math.pi * radius**2, 3)


def _validate(radius):
    assert radius >= 0
'''


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """Return a file of one function."""
    path = tmp_path / "Circles.py"
    path.write_text(TEXT)
    return path


@pytest.mark.exhaustive
def test_functions_become_a_draft_that_is_admitted(cli: Cli, bare: Workspace, file: Path) -> None:
    """One command makes the draft, and it goes the way of every other; its seed has no files."""
    answer = cli("import", "functions", file, "--licence", "MIT", "--workspace", bare.root)

    assert (answer.code, answer.err) == (0, "")
    assert "circles, revision 1: 1 problem" in answer.out
    seed = bare.read_seed("circles")
    assert (seed.source, seed.licence, seed.files) == ("functions:Circles.py", "MIT", ())
    assert cli("admit", "circles", "--yes", "--reviewer", "Ada", "--reason", "fine", "--workspace", bare.root).code == 0
    ((cell, problem),) = parse(bare.read_problemset("circles").text).problems
    assert problem.question.startswith("Write a function `def area(radius: float) -> float`.")
    assert "math.pi" in cell.code
    assert '"""' not in cell.code


@pytest.mark.exhaustive
def test_taking_in_twice_goes_on(cli: Cli, bare: Workspace, file: Path) -> None:
    """The same file again is the same draft; another file needs another name, or --restart."""
    command = ("import", "functions", file, "--workspace", bare.root)
    cli(*command)
    assert cli(*command, "--json").json["draft"]["revision"] == 1

    file.write_text(TEXT.replace("3 decimals", "3 places"))
    refused = cli(*command)
    assert refused.code == 8
    assert "was begun already" in refused.err
    assert cli(*command, "--restart").code == 0


@pytest.mark.exhaustive(sample=3)
@pytest.mark.parametrize(
    ("name", "content", "code", "said"),
    [
        ("a.txt", b"", 4, "holds no functions by its ending"),
        ("a.py", b"\xff", 4, "byte 0 is not UTF-8"),
        ("a.py", b"def f(:", 6, "no function makes a problem: line 1: the file is no Python"),
        ("a.py", b"x = 1\n", 6, "no function makes a problem"),
        ("a.jsonl", b"", 6, "no function makes a problem"),
        ("a.json", b"{", 6, "the entry cannot be read"),
        ("a.yaml", b"- !!python/object:os.system {}\n", 6, "the entry cannot be read"),
    ],
)
def test_what_makes_no_problem_is_refused(
    cli: Cli, bare: Workspace, tmp_path: Path, name: str, content: bytes, code: int, said: str
) -> None:
    """One paragraph says why, and nothing is written."""
    (tmp_path / name).write_bytes(content)

    answer = cli("import", "functions", tmp_path / name, "--workspace", bare.root)
    assert (answer.code, answer.out) == (code, "")
    assert said in answer.err
    assert (bare.seeds(), bare.runs()) == ((), ())


def test_missing_file(cli: Cli, bare: Workspace) -> None:
    """A file that is not there is a usual error."""
    answer = cli("import", "functions", "nowhere.py", "--workspace", bare.root)

    assert answer.code == 4
    assert "nowhere.py: cannot be read: No such file or directory" in answer.err

"""What surrounds code is changed in a process of its own, because these changes are for good."""

import ast
import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

PROGRAM = "import datetime, os, pathlib, time, glob\nfrom datetime import date\nimport pandas as pd\n"
ACT = "from authoring.sandbox.programs.surroundings import change_surroundings\nchange_surroundings(globals(), {!r})\n"


def printed(kind: str, expression: str, folder: Path) -> list[str]:
    """Return the text of an expression before a change and after it."""
    code = f"{PROGRAM}print({expression})\n{ACT.format(kind)}print({expression})\n"
    environment = {"PYTHONPATH": ":".join(sys.path), "USER": "me", "HOME": "/home/me"}
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    return run.stdout.splitlines()


@pytest.mark.exhaustive(sample=1)
@pytest.mark.parametrize(
    "expression",
    [
        "int(time.time()) // 86_400",
        "time.localtime().tm_year",
        "datetime.datetime.now().year",
        "date.today().year",
        "datetime.date.today().year",
        "pd.Timestamp.now().year",
        "pd.Timestamp.today().year",
    ],
)
def test_clock_goes_ahead(expression: str, tmp_path: Path) -> None:
    """Whatever Python code reads the time by is more than a year ahead, also under a name that was bound before."""
    before, after = map(int, printed("clock", expression, tmp_path))

    assert after > before


def test_times_stay_times(tmp_path: Path) -> None:
    """Times that were made before are still of the class that stands under its old name."""
    before, after = printed("clock", "isinstance(pd.Timestamp('2020-01-01'), datetime.datetime)", tmp_path)

    assert before == after == "True"


@pytest.mark.exhaustive(sample=1)
@pytest.mark.parametrize("expression", ["os.listdir('.')", "glob.glob('*')", "[f for *_, f in os.walk('.')][0]"])
def test_files_are_listed_the_other_way_round(expression: str, tmp_path: Path) -> None:
    """The same files are listed, the last of them first."""
    for name in "abc":
        (tmp_path / name).touch()
    before, after = printed("file-order", expression, tmp_path)

    assert ast.literal_eval(after) == ast.literal_eval(before)[::-1]


@pytest.mark.exhaustive
def test_another_folder_shows_the_same_files(tmp_path: Path) -> None:
    """Relative paths still lead to the same files, though the folder and the user are others."""
    (tmp_path / "a").write_text("text")
    before, after = printed("place", "(os.getcwd(), os.environ['USER'], open('a').read())", tmp_path)

    assert ast.literal_eval(before) == (str(tmp_path), "me", "text")
    assert ast.literal_eval(after) == (str(tmp_path / "another-folder"), "another", "text")


@pytest.mark.exhaustive
def test_processors_are_others(tmp_path: Path) -> None:
    """Code that asks for the number of processors is given another one."""
    before, after = printed("processors", "os.cpu_count()", tmp_path)

    assert before != after


@pytest.mark.exhaustive(sample=1)
@pytest.mark.parametrize("reading", ["os.path.getmtime", "lambda name: pathlib.Path(name).stat().st_mtime_ns"])
def test_newest_file_is_the_oldest(reading: str, tmp_path: Path) -> None:
    """Files that were written one after the other have their times in the opposite order."""
    for name in "cab":
        (tmp_path / name).touch()
        time.sleep(0.02)
    before, after = printed("file-times", f"sorted('abc', key={reading})", tmp_path)

    assert (before, after) == ("['c', 'a', 'b']", "['b', 'a', 'c']")


def test_files_of_one_moment_have_times_of_their_own(tmp_path: Path) -> None:
    """What is known of a file stays the same but for its times, which no two files share."""
    for name in "abc":
        (tmp_path / name).write_text(name)
        os.utime(tmp_path / name, (1_700_000_000, 1_700_000_000))
    expression = "[(os.stat(name).st_size, os.path.isfile(name), os.stat(name).st_mtime) for name in 'abc']"
    before, after = map(ast.literal_eval, printed("file-times", expression, tmp_path))

    assert [row[:2] for row in after] == [row[:2] for row in before]
    assert len({row[2] for row in before}) == 1
    assert len({row[2] for row in after}) == 3

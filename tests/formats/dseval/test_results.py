"""Recorded results and submissions are read as they come, and what cannot be read is told with its place."""

import json
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from authoring.errors import ResultsError
from authoring.formats.dseval.results import read_results, read_submissions
from authoring.validators.verdicts import SubverdictName, VerdictName

if TYPE_CHECKING:
    from authoring.records.results import Remark

RESULTS = Path(__file__).parents[2] / "cases" / "importers" / "results.jsonl"
LINE = '{"problemset": "s", "index": 1, "code": "1"}'
RESULT = '{"problemset": "s", "index": 1, "code": "1", "verdict": "CORRECT", "subverdict": "UNCATEGORIZED"}'


def written(tmp_path: Path, text: str | bytes) -> Path:
    """Return a file of this text."""
    path = tmp_path / "r.jsonl"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_results_of_dseval_are_read_whole() -> None:
    """Every key of DSEval's lines is kept, non-finite numbers too."""
    first, second = read_results(RESULTS)

    assert (first.benchmark, first.version, first.problemset, first.index) == ("Exercise", 1, "chipotle", 1)
    assert (second.verdict, second.subverdict) == (VerdictName.PRESENTATION_ERROR, SubverdictName.MISSING_RETURN)
    assert first.validation["category"] == "and"
    assert str(second.agent_stats["cost"]) == "nan"


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (LINE, [("s", 1, 1, "1")]),
        ("\ufeff" + LINE + "\r\n\r\n  \n", [("s", 1, 1, "1")]),
        (RESULT + "\n" + LINE.replace("1,", "2,"), [("s", 1, 1, "1"), ("s", 2, 1, "1")]),
        (LINE[:-1] + ', "attempt": 2, "question": "q"}', [("s", 1, 2, "1")]),
        ('{"question": "q", "code": "1", "agent_stats": {}}\n' * 2, [("", 0, 1, "1")] * 2),
        (LINE.replace('"1"', r'"a\u2028b"'), [("s", 1, 1, "a\u2028b")]),
        (LINE.replace('"1"', '"a\u2028b"'), [("s", 1, 1, "a\u2028b")]),
    ],
)
def test_submissions_in_all_their_forms(tmp_path: Path, text: str, read: list[tuple[str, int, int, str]]) -> None:
    """Whole results, bare places and bare questions are submissions; byte order marks and empty lines do not count."""
    found = read_submissions(written(tmp_path, text))

    assert [(each.problemset, each.index, each.attempt, each.code) for each in found] == read


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", ": holds no lines"),
        (LINE + "\n{'a': 1}", ":2:2: is no JSON"),
        ("[1]", ":1:1: is no JSON object"),
        ("[" * 100_000, ":1:1: cannot be read"),
        ('{"index": 1, "code": ""}', ":1:1: has no `problemset`"),
        ('{"problemset": "s", "code": ""}', ":1:1: has no `index`"),
        ('{"problemset": "s", "index": 1}', ":1:1: has no `code`"),
        ('{"problemset": "s", "index": "one", "code": ""}', ":1:21: `index`: Input should be a valid integer"),
        ('{"problemset": "s", "index": 0, "code": ""}', ":1:1: `index` and `attempt` count from 1"),
        (b'{"code": "\xff"}', ":1:11: is no UTF-8"),
        (LINE.encode() + b'\n{"code": "\xff"}', ":2:11: is no UTF-8"),
    ],
)
def test_broken_submissions_are_told_with_their_place(tmp_path: Path, text: str | bytes, message: str) -> None:
    """File, line and column, and what to do."""
    path = written(tmp_path, text)
    with pytest.raises(ResultsError) as raised:
        read_submissions(path)

    assert raised.value.message.startswith(f"{path}{message}")
    assert raised.value.hint


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (LINE, ":1:1: has no `verdict`"),
        (RESULT.replace("CORRECT", "GREAT"), ":1:46: verdict 'GREAT' is not known"),
        (RESULT.replace("UNCATEGORIZED", "x"), ":1:68: subverdict 'x' is not known"),
    ],
)
def test_broken_results_are_told_with_their_place(tmp_path: Path, text: str, message: str) -> None:
    """A verdict that nobody knows is not guessed at."""
    path = written(tmp_path, text)
    with pytest.raises(ResultsError) as raised:
        read_results(path)

    assert raised.value.message.startswith(f"{path}{message}")


def test_missing_file_is_told(tmp_path: Path) -> None:
    """A file that cannot be opened is an error of its own kind, not a traceback."""
    with pytest.raises(ResultsError, match="cannot be read"):
        read_submissions(tmp_path / "gone.jsonl")


def test_later_records_are_left_out_and_told(tmp_path: Path) -> None:
    """As DSEval does; and keys that nobody knows are named."""
    told: list[Remark] = []
    later = json.dumps({**json.loads(LINE), "code": "2", "colour": "red"})
    (kept,) = read_submissions(written(tmp_path, LINE + "\n" + later), told=told.append)

    assert kept.code == "1"
    assert [(remark.place.rpartition(":")[2], remark.message) for remark in told] == [
        ("2", "the key `colour` is not known, and left out"),
        ("2", "attempt 1 at s #1 was given before"),
    ]

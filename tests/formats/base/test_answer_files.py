"""Files of answers are refused by a limit with a name before they are read."""

import os
from pathlib import Path

import pytest

from authoring.api.scores import score_dabench
from authoring.errors import ResultsError
from authoring.formats.base.answer_files import MOST_PARTS, refuse_large, refuse_many


def test_file_of_60_mb_is_refused_by_name(tmp_path: Path) -> None:
    """Neither responses nor labels nor questions over the limit are read; what is missing is said by its reader."""
    large, small = tmp_path / "responses.jsonl", tmp_path / "labels.jsonl"
    large.touch()
    os.truncate(large, 60_000_000)
    small.write_text('{"id": 1, "common_answers": [["a", "1"]]}\n')
    with pytest.raises(ResultsError, match="limit predictions_file"):
        score_dabench(large, small)
    with pytest.raises(ResultsError, match="limit predictions_file"):
        score_dabench(small, large)
    refuse_large(tmp_path / "missing")


def test_many_small_files_are_refused_by_name(tmp_path: Path) -> None:
    """A run that is split into more files than any is refused before the first is read."""
    refuse_many([tmp_path / "a.json"] * MOST_PARTS)
    with pytest.raises(ResultsError, match="limit predictions_parts"):
        refuse_many([tmp_path / "a.json"] * (MOST_PARTS + 1))

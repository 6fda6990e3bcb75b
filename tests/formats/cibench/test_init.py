"""The format as the registry sees it: what it offers, and that its exporter is found when it is needed."""

import pytest

from authoring.errors import UsageError
from authoring.formats.base.port import ExportOptions
from authoring.formats.base.registry import nothing_played
from authoring.formats.cibench import FORMAT, TREE_FOLDERS


def test_every_language_and_suite_that_is_offered_has_a_folder() -> None:
    """Nobody can choose a language or a suite that no configuration of OpenCompass loads; the first two go together."""
    assert {suite for suite, _ in TREE_FOLDERS} == {*FORMAT.suites}
    assert {language for _, language in TREE_FOLDERS} == {*FORMAT.languages}
    assert (FORMAT.suites[0], FORMAT.languages[0]) in TREE_FOLDERS


def test_a_pair_without_a_folder_is_refused() -> None:
    """A language and a suite that exist, but not together, are refused with the suite that has the language."""
    options = ExportOptions(name="birds", version="1", language="zh", suite="generation")
    assert FORMAT.export is not None
    with pytest.raises(UsageError, match="no suite generation in zh") as refused:
        FORMAT.export([], options=options, play=nothing_played)
    assert "template" in refused.value.hint

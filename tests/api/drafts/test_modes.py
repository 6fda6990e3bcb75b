"""One function drafts at once, in batches, or only says what it would cost."""

from collections.abc import Callable
from typing import Any

import pytest

from authoring.api.drafts.modes import DraftingMode, draft_by_mode, drafting_exit_code
from authoring.api.drafts.requests import DraftRequest, DraftResult
from authoring.errors import UsageError
from authoring.workspace import Workspace


@pytest.mark.parametrize(
    ("mode", "message"),
    [
        (DraftingMode("estimate"), "templates cost nothing"),
        (DraftingMode("batch"), "templates need no batch"),
        (DraftingMode(), "no seed is named"),
    ],
)
def test_mode_says_what_is_done(bare: Workspace, mode: DraftingMode, message: str) -> None:
    """Each mode has its own refusal, before anything is run."""
    request = DraftRequest(seeds=("penguins",)) if mode.kind != "now" else DraftRequest()
    with pytest.raises(UsageError, match=message):
        draft_by_mode(bare, request, mode)


def test_many_seeds_are_many_drafts(cli: Callable[..., Any], bare: Workspace) -> None:
    """Of several seeds each has a result, the worst of which is the exit code of the verb."""
    results = draft_by_mode(bare, DraftRequest(seeds=("gulls", "terns")), DraftingMode(jobs=2))
    printed = cli("draft", "gulls", "terns", "--json", "--workspace", bare.root)

    assert isinstance(results, tuple)
    assert [result.model_dump(mode="json") for result in results] == printed.json
    assert drafting_exit_code(results) == printed.code != 0


def test_nothing_fails_where_nothing_was_asked() -> None:
    """No draft is no failure; of several the highest code counts."""
    codes = [DraftResult(seed=name, name=name, failure="no", exit_code=code) for name, code in (("a", 3), ("b", 4))]

    assert (drafting_exit_code(()), drafting_exit_code(tuple(codes))) == (0, 4)

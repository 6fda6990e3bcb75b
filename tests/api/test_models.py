"""Servers of models without a terminal: the records are those that ``authoring models`` prints."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authoring.api.model_pool import ModelAccess
from authoring.api.models import check_model, list_models
from authoring.errors import UsageError
from tests.llm.server import LoopbackServer


def test_records_are_what_is_printed(cli: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """But for the time that a server takes to answer."""
    monkeypatch.chdir(tmp_path)
    with LoopbackServer() as server:
        access = ModelAccess(model="m", base_url=server.url)
        document = check_model(access=access).model_dump(mode="json")
        printed = cli("models", "check", "--model", "m", "--base-url", server.url, "--json").json
        names = list_models(access=access).model_dump(mode="json")
        assert names == cli("models", "list", "--base-url", server.url, "--json").json

    assert {**document, "answers_in": 0} == {**printed, "answers_in": 0}


def test_recordings_have_no_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A name of a folder is refused."""
    monkeypatch.chdir(tmp_path)
    with pytest.raises(UsageError, match="no server behind it"):
        check_model(access=ModelAccess(model="recorded:x"))

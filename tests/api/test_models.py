"""Who is asked with which key and within which budget: the caller, then authoring.toml, then the defaults."""

from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from authoring.api.models import ModelAccess, check_model, list_models, open_model_pool, parse_budget
from authoring.errors import UsageError, WorkspaceError
from authoring.records.model_config import ModelChoice
from authoring.workspace import Workspace
from tests.api.events import EventLog
from tests.llm.server import LoopbackServer
from tests.trusting import allow_all

OPENAI = ModelChoice(name="gpt")


def place(tmp_path: Path, settings: str) -> Workspace:
    """Return a workspace with a [model] table, which the person allowed."""
    (tmp_path / "authoring.toml").write_text(f"[model]\n{settings}\n")
    return allow_all(Workspace(tmp_path))


def test_caller_comes_before_settings_before_defaults(tmp_path: Path) -> None:
    """Name and server are looked for in the same order, each by itself."""
    workspace = place(tmp_path, 'name = "set"\nbase_url = "http://set/v1"\ntemperature = 0.5')
    defaults = {"default_model": "env", "default_base_url": "http://env/v1"}
    configs = [
        ModelAccess(model="option", base_url="http://option/v1", **defaults).config(workspace),
        ModelAccess(model="option", **defaults).config(workspace),
        ModelAccess(**defaults).config(workspace),
        ModelAccess(**defaults).config(None),
    ]

    assert [config.name for config in configs] == ["option", "option", "set", "env"]
    assert [config.base_url.split("/")[2] for config in configs] == ["option", "set", "set", "env"]
    assert [config.temperature for config in configs] == [0.5, 0.5, 0.5, -1]


def test_nobody_named_a_model(tmp_path: Path) -> None:
    """The name is empty then; who needs a model is told so."""
    workspace = place(tmp_path, "")

    assert ModelAccess().config(workspace).name == ""
    with pytest.raises(UsageError, match="only a language model"):
        ModelAccess().required_config(workspace)


def test_folders_need_no_server() -> None:
    """A script or a replay is the same whatever server the defaults name."""
    assert ModelAccess(model="recorded:x", default_base_url="http://env/v1").config(None).base_url == ""


def test_key_comes_from_the_file_that_is_named(tmp_path: Path) -> None:
    """The file comes before the default; one that others may read is warned of; the key is not shown."""
    access, log = ModelAccess(default_key=" sk-env \n"), EventLog()
    file = tmp_path / "key"
    file.write_text("sk-file\n")
    file.chmod(0o600)

    assert access.key(None, OPENAI) == access.key(place(tmp_path, ""), OPENAI) == "sk-env"
    assert access.key(place(tmp_path, 'key_file = "key"'), OPENAI, reporter=log) == "sk-file"
    assert log.notices == []
    file.chmod(0o644)
    assert access.key(place(tmp_path, 'key_file = "key"'), OPENAI, reporter=log) == "sk-file"
    assert "others on this machine may read the key: chmod 600" in log.notices[0]
    assert "sk-file" not in log.notices[0]


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", None])
def test_key_files_that_hold_none(tmp_path: Path, content: bytes | None) -> None:
    """A missing, empty or unreadable file is an error: nobody wants to be asked for another key then."""
    if content is not None:
        (tmp_path / "key").write_bytes(content)
        (tmp_path / "key").chmod(0o600)
    with pytest.raises(WorkspaceError, match="key"):
        ModelAccess(default_key="sk-env").key(place(tmp_path, 'key_file = "key"'), OPENAI)


@pytest.mark.parametrize(
    ("home", "server", "is_sent"),
    [
        ("", "", True),
        ("", "https://api.openai.com:443/v1/", True),
        ("", "http://api.openai.com/v1", False),
        ("", "https://api.openai.com.evil.net/v1", False),
        ("", "http://localhost:8000/v1", False),
        ("http://localhost:8000/v1", "http://localhost:8000/v2", True),
        ("http://localhost:8000/v1", "http://localhost:8001/v1", False),
        ("http://localhost:8000/v1", "", False),
    ],
)
def test_key_is_for_the_server_beside_it(home: str, server: str, *, is_sent: bool) -> None:
    """Another scheme, host or port gets no key, and what sends it is said."""
    log = EventLog()
    access = ModelAccess(default_key="sk-env", default_base_url=home)
    key = access.key(None, ModelChoice(name="m", base_url=server), reporter=log)

    assert key == ("sk-env" if is_sent else None)
    assert ["export OPENAI_BASE_URL=" in notice for notice in log.notices] == ([] if is_sent else [True])


def test_key_of_a_file_is_for_the_server_of_the_settings(tmp_path: Path) -> None:
    """A server that the caller names instead gets neither that key nor another one."""
    (tmp_path / "key").write_text("sk-file")
    (tmp_path / "key").chmod(0o600)
    workspace = place(tmp_path, 'key_file = "key"\nbase_url = "http://h:1/v1"')
    access = ModelAccess(default_key="sk-env")

    assert access.key(workspace, ModelChoice(name="m", base_url="http://h:1/v2")) == "sk-file"
    assert access.key(workspace, ModelChoice(name="m", base_url="http://h:2/v1")) is None
    assert access.key(workspace, ModelChoice(name="m", base_url="")) == "sk-env"


def test_no_key_at_all() -> None:
    """There is none then, and not an empty one."""
    assert ModelAccess().key(None, OPENAI) is None


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("200000", (200_000, None, "")),
        ("200k", (200_000, None, "")),
        ("1.5m tokens", None),
        ("2m tokens", (2_000_000, None, "")),
        ("2.50$", (None, Decimal("2.50"), "USD")),
        ("$2.50", (None, Decimal("2.50"), "USD")),
        ("3 USD", (None, Decimal(3), "USD")),
        ("2.50eur", (None, Decimal("2.50"), "EUR")),
        ("2,000.50 €", (None, Decimal("2000.50"), "EUR")),
        ("7 chf", (None, Decimal(7), "CHF")),
        ("2.5", (None, Decimal("2.5"), "")),
        ("$3 EUR", None),
        ("inf", None),
        ("1e3$", None),
        ("٣$", None),
        ("-1", None),
        ("much", None),
    ],
)
def test_budget_is_tokens_or_money(text: str, expected: tuple[int | None, Decimal | None, str] | None) -> None:
    """Whatever is neither is refused before anything is asked."""
    if expected is None:
        with pytest.raises(UsageError, match="no number of tokens and no money"):
            parse_budget(text)
    else:
        assert parse_budget(text) == expected


def test_budget_is_in_the_currency_of_the_prices(tmp_path: Path) -> None:
    """Money of another currency is refused, because nobody here knows what it is worth."""
    with (
        pytest.raises(UsageError, match="is in EUR, and the prices of models are in USD"),
        open_model_pool(place(tmp_path, ""), ModelAccess(budget="2.50eur")),
    ):
        pass


# Servers of models without a terminal: the records are those that ``authoring models`` prints.


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

"""Repair of what several rooms read: the ledger, seeds' data, and the results of an evaluation."""

import os
from pathlib import Path

import pytest

from authoring.api.models import LEDGER
from authoring.api.upkeep.repair import repair_workspace
from authoring.errors import WorkspaceError
from authoring.llm.ledger import Ledger
from authoring.llm.port import Message, Reply, Request
from authoring.workspace import Workspace
from tests.llm.requests import REQUEST

CALLS = 400


@pytest.fixture
def workspace(tmp_path: Path) -> Workspace:
    """Return a workspace whose ledger has many replies."""
    workspace, _ = Workspace.create(tmp_path)
    path = workspace.root / ".authoring" / LEDGER
    with Ledger(path) as ledger:
        for number in range(CALLS):
            call = ledger.begin(asked(number), model="m", fingerprint="f")
            assert isinstance(call, int)
            ledger.reply(call, Reply(text="reply " * 200, model="m"), cost=1, currency="USD")
    return workspace


def asked(number: int) -> Request:
    """Return one of many requests."""
    return REQUEST.model_copy(update={"messages": (Message(role="user", content=f"question {number}"),), "stable": 0})


def test_replies_of_sound_pages_are_kept(workspace: Workspace) -> None:
    """Of a ledger whose middle is lost, calls and replies that can be read are there afterwards, and cost nothing."""
    path = workspace.root / ".authoring" / LEDGER
    damaged = bytearray(path.read_bytes())
    middle = len(damaged) // 2
    damaged[middle : middle + 40_000] = bytes(40_000)
    path.write_bytes(damaged)
    report = repair_workspace(workspace)
    with Ledger(path) as ledger:
        replies = [ledger.find_reply(asked(number), fingerprint="f") for number in range(CALLS)]

    assert [file.mended for file in report.files] == [True]
    assert CALLS // 2 < sum(reply is not None for reply in replies) < CALLS
    assert (workspace.root / report.files[0].moved_to).read_bytes() == bytes(damaged)
    assert repair_workspace(workspace).files == ()


@pytest.mark.parametrize("content", [b"", b"no database", b"[" * 100_000])
def test_ledger_of_nothing_is_begun_anew(workspace: Workspace, content: bytes) -> None:
    """A ledger in which nothing can be read is named and moved aside, an empty one too."""
    path = workspace.root / ".authoring" / LEDGER
    path.write_bytes(content)
    report = repair_workspace(workspace)

    assert [file.mended for file in report.files] == [True]
    with Ledger(path) as ledger:
        assert ledger.find_reply(asked(1), fingerprint="f") is None


def test_damaged_reply_is_named_and_the_others_stay(workspace: Workspace) -> None:
    """Bytes that changed within one reply keep nobody from the others; the damaged one is not taken for an answer."""
    path = workspace.root / ".authoring" / LEDGER
    content = path.read_bytes()
    position = content.index(b"reply reply", len(content) // 2)
    path.write_bytes(content[:position] + b"\1\2\3" + content[position + 3 :])
    with Ledger(path) as ledger:
        found = [outcome_of(ledger, number) for number in range(CALLS)]

    assert found.count("damaged") == 1
    assert found.count("reply") == CALLS - 1
    assert [file.mended for file in repair_workspace(workspace).files] == [True]
    with Ledger(path) as ledger:
        assert sum(ledger.find_reply(asked(number), fingerprint="f") is None for number in range(CALLS)) == 1


def outcome_of(ledger: Ledger, number: int) -> str:
    """Return what the ledger holds for a request."""
    try:
        return "nothing" if ledger.find_reply(asked(number), fingerprint="f") is None else "reply"
    except WorkspaceError:
        return "damaged"


def test_ledger_in_use_is_left_alone(workspace: Workspace) -> None:
    """A ledger that a living process has open is not moved away under its hands."""
    path = workspace.root / ".authoring" / LEDGER
    with Ledger(path):
        os.truncate(path, 5_000)
        (file,) = repair_workspace(workspace).files

        assert not file.mended
        assert "another process" in file.action

"""Every decision carries a name."""

import subprocess
from pathlib import Path

import pytest

from authoring.cli.options import reviewer_name
from authoring.errors import UsageError


def test_given_name_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a person says of themselves counts."""
    monkeypatch.setenv("USER", "root")

    assert reviewer_name(" Ada ") == "Ada"


def test_git_knows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a word, git's name counts, then the account's."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("USER", "ada")

    assert reviewer_name(None) == "ada"
    subprocess.run(["git", "config", "--global", "user.name", "Ada L."], check=True)  # noqa: S607 - git as the person has it
    assert reviewer_name(None) == "Ada L."


def test_nobody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No name, no decision."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("USER", raising=False)
    with pytest.raises(UsageError, match="nobody to keep the decision under"):
        reviewer_name(None)

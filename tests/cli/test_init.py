"""``authoring init``: a workspace, whole, and nothing overwritten."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

Cli = Callable[..., Any]


def test_makes_a_workspace(cli: Cli, tmp_path: Path) -> None:
    """The new folder holds what the other verbs need, and the next command says how to get there."""
    answer = cli("init", tmp_path / "bench")

    assert answer.code == 0
    assert (tmp_path / "bench" / "authoring.toml").is_file()
    assert answer.out.splitlines()[-1] == (
        f"next: cd {tmp_path}/bench && authoring seed add package:palmerpenguins/penguins-raw"
    )


def test_keeps_what_is_there(cli: Cli, tmp_path: Path) -> None:
    """A second init writes nothing over what a person changed."""
    first = cli("init", tmp_path, "--json").json
    (tmp_path / "authoring.toml").write_text("[limits]\nmax_time = 5\n")
    second = cli("init", tmp_path, "--json").json

    assert "authoring.toml" in first["written"]
    assert second == {"workspace": str(tmp_path), "written": []}
    assert (tmp_path / "authoring.toml").read_text() == "[limits]\nmax_time = 5\n"


def test_file_in_the_way(cli: Cli, tmp_path: Path) -> None:
    """A file cannot become a workspace."""
    (tmp_path / "file").touch()

    assert cli("init", tmp_path / "file").code == 3

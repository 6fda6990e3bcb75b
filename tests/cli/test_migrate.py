"""``authoring migrate`` says what it does, and its report is the record of the api."""

from collections.abc import Callable
from pathlib import Path

from authoring.api.migration import migrate
from authoring.workspace import Workspace
from tests.cli.conftest import Answer

Cli = Callable[..., Answer]


def test_check_says_what_is_old_and_exits_with_one(cli: Cli, tmp_path: Path) -> None:
    """--check changes nothing and fails; the next command brings the files up; then there is nothing to do."""
    Workspace.create(tmp_path)
    settings = tmp_path / "authoring.toml"
    settings.write_text(settings.read_text().replace("format_version = 1", "# "))

    check = cli("migrate", "--check", "--workspace", tmp_path)

    assert check.code == 1
    assert "authoring.toml: workspace, format 0 to 1" in check.out
    assert cli("migrate", "--workspace", tmp_path).code == 0
    assert cli("migrate", "--check", "--workspace", tmp_path).code == 0


def test_json_is_the_record_of_the_api(cli: Cli, tmp_path: Path) -> None:
    """What --json prints is what the library returns."""
    workspace, _ = Workspace.create(tmp_path)

    assert cli("migrate", "--json", "--workspace", tmp_path).json == migrate(workspace).model_dump(mode="json")

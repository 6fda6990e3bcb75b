"""The guide of the settings knows every key, and its default."""

import json
import tomllib
from pathlib import Path

import pytest

from authoring.records.format_version import FORMATS
from authoring.workspace.settings import SETTINGS_TEXT, Settings

GUIDE = (Path(__file__).parents[2] / "guides" / "settings.md").read_text()
KEYS = [(table, key, value) for table, keys in Settings().model_dump().items() for key, value in keys.items()]


@pytest.mark.parametrize(("table", "key", "value"), KEYS, ids=[f"{table}.{key}" for table, key, _ in KEYS])
def test_key_stands_in_the_guide(table: str, key: str, value: object) -> None:
    """Each key stands in its table's section with the default the code has."""
    section = GUIDE.partition(f"## `[{table}]`")[2].partition("\n## ")[0]
    row = next(line for line in section.splitlines() if line.startswith(f"| `{key}` |"))

    assert f"`{json.dumps(value)}`" in row


def test_guide_invents_no_key() -> None:
    """What the guide lists, the settings take."""
    listed = {line.split("`")[1] for line in GUIDE.splitlines() if line.startswith("| `")}

    assert listed == {key for _, key, _ in KEYS}


def test_new_workspace_says_every_key() -> None:
    """The settings that a new workspace begins with are the defaults, all of them, and this workspace's as well."""
    defaults = Settings().model_dump(mode="json")

    assert tomllib.loads(SETTINGS_TEXT) == {"format_version": FORMATS["workspace"], **defaults}
    assert (Path(__file__).parents[2] / "authoring.toml").read_text() == SETTINGS_TEXT

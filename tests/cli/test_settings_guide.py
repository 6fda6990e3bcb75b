"""The guide of the settings knows every key, and its default."""

from pathlib import Path

import pytest

from authoring.workspace import Settings

GUIDE = (Path(__file__).parents[2] / "guides" / "settings.md").read_text()
KEYS = [(table, key, value) for table, keys in Settings().model_dump().items() for key, value in keys.items()]


@pytest.mark.parametrize(("table", "key", "value"), KEYS, ids=[f"{table}.{key}" for table, key, _ in KEYS])
def test_key_stands_in_the_guide(table: str, key: str, value: object) -> None:
    """Each key stands in its table's section with the default the code has."""
    section = GUIDE.partition(f"## `[{table}]`")[2].partition("\n## ")[0]
    row = next(line for line in section.splitlines() if line.startswith(f"| `{key}` |"))
    default = f'"{value}"' if isinstance(value, str) else str(value)

    assert f"`{default}`" in row


def test_guide_invents_no_key() -> None:
    """What the guide lists, the settings take."""
    listed = {line.split("`")[1] for line in GUIDE.splitlines() if line.startswith("| `")}

    assert listed == {key for _, key, _ in KEYS}

"""What stands beside a problem set is found cheaply, and nothing is guessed."""

from pathlib import Path

import pytest

from authoring.workspace.inputs import columns_of, inputs_beside


def test_own_folder_comes_first(tmp_path: Path) -> None:
    """A set's own folder hides the shared one, as DSEval has it."""
    (tmp_path / "_inputs" / "one").mkdir(parents=True)
    (tmp_path / "_inputs" / "one" / "b.csv").touch()
    (tmp_path / "_inputs" / "one" / "a.csv").touch()
    (tmp_path / "_inputs" / "shared.csv").touch()
    (tmp_path / "one.py").touch()

    assert inputs_beside(tmp_path / "one.py") == (
        tmp_path / "_inputs" / "one" / "a.csv",
        tmp_path / "_inputs" / "one" / "b.csv",
    )
    assert inputs_beside(tmp_path / "two.py") == (tmp_path / "_inputs" / "shared.csv",)


def test_no_folder_is_no_knowledge(tmp_path: Path) -> None:
    """Where nothing says what the inputs are, nothing is claimed."""
    assert inputs_beside(tmp_path / "one.py") is None


@pytest.mark.parametrize(
    ("name", "content", "columns"),
    [
        ("a.csv", b"\xef\xbb\xbfx,y\r\n1,2\r\n", ("x", "y")),
        ("a.csv", b'x,"y, z"\n', ("x", "y, z")),
        ("a.tsv", b"x\ty\n", ("x", "y")),
        ("a.csv", b"x;y\n1;2\n", None),
        ("a.csv", b'x,"y\nz"\n', None),
        ("a.csv", b"", None),
        ("a.csv", b"x\xff,y\n", None),
        ("a.csv", b"x," * 50_000 + b"y\n", None),
        ("a.parquet", b"PAR1,\n", None),
    ],
)
def test_columns_or_nothing(tmp_path: Path, name: str, content: bytes, columns: tuple[str, ...] | None) -> None:
    """A plain header line tells the columns; anything else tells nothing."""
    (tmp_path / name).write_bytes(content)

    assert columns_of(tmp_path / name) == columns

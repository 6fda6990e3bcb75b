"""A benchmark is read as DSEval reads it, and a broken one is told with what to do."""

from pathlib import Path

import pytest

from authoring.errors import BenchmarkError
from authoring.workspace.benchmark import columns_of, inputs_beside, levels_of, read_benchmark


def made(folder: Path, manifest: str | None = "name: B\nversion: 1\n", **files: str) -> Path:
    """Write a benchmark's folder."""
    if manifest is not None:
        (folder / "_manifest.yaml").write_text(manifest)
    for name, text in files.items():
        (folder / f"{name}.py").write_text(text)
    return folder


def test_sets_are_sorted_and_hidden_files_left_out(tmp_path: Path) -> None:
    """As DSEval loads them; a folder called like a set is none."""
    (tmp_path / "folder.py").mkdir()
    benchmark = read_benchmark(made(tmp_path, b="2", a="1", _c="3"))

    assert (benchmark.name, benchmark.version, benchmark.dialect) == ("B", 1, "dseval")
    assert [(each.name, each.text) for each in benchmark.sets] == [("a", "1"), ("b", "2")]


def test_own_inputs_come_before_shared_ones(tmp_path: Path) -> None:
    """A set with a folder of its own sees that alone; the others see all that stands in ``_inputs``."""
    for path in ("_inputs/a/x.csv", "_inputs/y.csv"):
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("x\n")
    first, second = read_benchmark(made(tmp_path, a="", b="")).sets

    assert [path.name for path in first.inputs] == ["x.csv"]
    assert [path.name for path in second.inputs] == ["a", "y.csv"]


def test_single_set_belongs_to_the_manifest_beside_it(tmp_path: Path) -> None:
    """With its dialect; without a manifest it stands for itself."""
    made(tmp_path, "name: B\nversion: 1\ndialect: strict\n", a="")

    assert read_benchmark(tmp_path / "a.py").dialect == "strict"
    (tmp_path / "_manifest.yaml").unlink()
    assert (read_benchmark(tmp_path / "a.py").name, read_benchmark(tmp_path / "a.py").version) == ("a", "")


@pytest.mark.parametrize(("written", "read"), [("1", 1), ("1.0", 1.0), ("'1'", "1"), ("2024-04-01", "2024-04-01")])
def test_version_is_as_the_manifest_gives_it(tmp_path: Path, written: str, read: object) -> None:
    """A number, a text, and what YAML takes for a date."""
    assert read_benchmark(made(tmp_path, f"name: B\nversion: {written}\n", a="")).version == read


@pytest.mark.parametrize(
    ("manifest", "message"),
    [
        (None, "is missing"),
        ("name: [", "is no YAML"),
        ("name: B", "has no `version`"),
        ("- 1", "has no `name`"),
        ("name: B\nversion: \n", "has no `version`"),
        ("name: B\nversion: 1\ndialect: loose", "dialect 'loose' is not known"),
    ],
)
def test_broken_manifest_is_told(tmp_path: Path, manifest: str | None, message: str) -> None:
    """What is wrong with it, and what it holds in a good one."""
    with pytest.raises(BenchmarkError, match=message) as raised:
        read_benchmark(made(tmp_path, manifest, a=""))

    assert raised.value.hint


def test_nothing_there_is_told(tmp_path: Path) -> None:
    """No folder, no sets, no UTF-8."""
    for path, message in ((tmp_path / "gone", "no such file"), (made(tmp_path), "holds no problem sets")):
        with pytest.raises(BenchmarkError, match=message):
            read_benchmark(path)
    (tmp_path / "a.py").write_bytes(b"\xff")
    with pytest.raises(BenchmarkError, match=r"a\.py: is no UTF-8"):
        read_benchmark(tmp_path)


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
        ("a.csv", b"x;y\n1;2\n", ("x", "y")),
        ("a.csv", b"x|y z\n1|2,5\n3|4,5\n", ("x", "y z")),
        ("a.csv", b"x;y\n", None),
        ("a.csv", b"x y\n1 2\n", None),
        ("a.csv", b"first; then\n1\n2\n3\n", None),
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


def test_reference_cells_are_read_strictly(tmp_path: Path) -> None:
    """Only the strict dialect knows cells of the reference alone; there what might name some has to be readable."""
    for dialect, cells in (("strict", (2,)), ("dseval", ())):
        (tmp_path / dialect).mkdir()
        folder = made(tmp_path / dialect, f"name: B\nversion: 1\ndialect: {dialect}\n", a="1")
        (folder / "_meta").mkdir()
        (folder / "_meta" / "a.yaml").write_text("name: a\nreference_cells: [2]\n")
        assert read_benchmark(folder).sets[0].reference_cells == cells

    (tmp_path / "strict" / "_meta" / "a.yaml").write_text("reference_cells: [")
    (tmp_path / "dseval" / "_meta" / "a.yaml").write_text("reference_cells: [")
    with pytest.raises(BenchmarkError, match=r"a\.yaml: cannot be read"):
        read_benchmark(tmp_path / "strict")
    assert read_benchmark(tmp_path / "dseval").sets[0].reference_cells == ()


def test_levels_are_texts_of_the_cells(tmp_path: Path) -> None:
    """Texts and decimals of a csv file, each once; no whole numbers, no headers, nothing of another form."""
    (tmp_path / "a.csv").write_text('kind,n,mass\nAdelie,1,2.5\nGentoo,2,\n"Adelie",3,2.5\n')
    (tmp_path / "a.json").write_text('["Adelie"]')

    assert levels_of(tmp_path / "a.csv") == ("2.5", "Adelie", "Gentoo")
    assert levels_of(tmp_path / "a.json") == ()

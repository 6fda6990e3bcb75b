"""ML-Benchmark's tasks are rebuilt from packages and from a person's download, the same bytes each time."""

import csv
import io
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authoring.api.evaluation.benchmarks import open_benchmark
from authoring.api.imports.mlbench import TaskImportOptions, _opened, import_mlbench, known_tasks
from authoring.errors import SeedError, UsageError
from authoring.workspace import Workspace
from authoring.workspace.read_lock import ReadLocks

Cli = Callable[..., Any]
KAGGLE = ("house-prices", "icr", "santander-customer", "santander-value", "titanic")
TITANIC = "PassengerId,Name,Survived\n" + "".join(f'{n},"Doe, ""J"" {n}",{n % 2}\n' for n in range(20))


def contents(folder: Path) -> dict[str, bytes]:
    """Return the bytes of all files of a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def test_the_eight_tasks() -> None:
    """Five predict what a competition asks for, by its metric; three come with a package, one of them an analysis."""
    tasks = known_tasks()

    assert tuple(tasks) == ("breast-cancer", "iris", "wine", *KAGGLE)
    assert [(name, task.target, task.metric and task.metric.value) for name, task in tasks.items()] == [
        ("breast-cancer", "diagnosis", "accuracy"),
        ("iris", None, None),
        ("wine", "cultivar", "accuracy"),
        ("house-prices", "SalePrice", "rmse_log"),
        ("icr", "Class", "f1"),
        ("santander-customer", "target", "auc"),
        ("santander-value", "target", "rmsle"),
        ("titanic", "Survived", "accuracy"),
    ]
    assert all(step.description for task in tasks.values() for step in task.steps)


def test_tables_of_packages(tmp_path: Path) -> None:
    """What is written can be evaluated, and writing it again changes no byte; held-out rows lack their target."""
    imported = import_mlbench((), TaskImportOptions(out=tmp_path / "ml"))
    before = contents(tmp_path / "ml")

    assert [(task.name, task.train_rows, task.held_out) for task in imported.tasks] == [
        ("breast-cancer", 455, 114),
        ("iris", 150, 0),
        ("wine", 142, 36),
    ]
    assert import_mlbench((), TaskImportOptions(out=tmp_path / "ml")) == imported
    assert contents(tmp_path / "ml") == before
    assert b"cultivar" in before["wine/train.csv"]
    assert b"cultivar" not in before["wine/eval.csv"]
    with ReadLocks() as locks:
        opened = open_benchmark(tmp_path / "ml", (), locks)
    assert [problemset.name for problemset in opened.benchmark.sets] == ["breast-cancer", "iris", "wine"]


@pytest.mark.parametrize("kind", ["file", "folder", "zip"])
def test_a_download_of_kaggle(kind: str, tmp_path: Path, cli: Cli) -> None:
    """A file, a folder or an archive: the rows are parted, and names with commas and quotes keep their text."""
    download = tmp_path / "download"
    download.mkdir()
    (download / "train.csv").write_text("\ufeff" + TITANIC)
    with zipfile.ZipFile(tmp_path / "titanic.zip", "w") as archive:
        archive.writestr("test.csv", "PassengerId,Name\n")
        archive.writestr("train.csv", TITANIC)
    data = {"file": download / "train.csv", "folder": download, "zip": tmp_path / "titanic.zip"}[kind]
    printed = cli("import", "mlbench", "titanic", "--data", data, "--out", tmp_path / "ml", "--json").json
    imported = import_mlbench(["titanic"], TaskImportOptions(data=data, out=tmp_path / "ml"))
    rows = list(csv.reader(io.StringIO((tmp_path / "ml" / "titanic" / "train.csv").read_text())))

    assert imported.model_dump(mode="json") == printed
    assert (imported.tasks[0].train_rows, imported.tasks[0].held_out) == (16, 4)
    assert rows[0] == ["PassengerId", "Name", "Survived"]
    assert rows[1][1].startswith('Doe, "J" ')
    assert sorted(contents(tmp_path / "ml")) == [
        "titanic.yaml",
        "titanic/eval.csv",
        "titanic/labels.csv",
        "titanic/train.csv",
    ]


def test_part_of_a_table(tmp_path: Path, bare: Workspace) -> None:
    """So many rows are drawn; a table over the workspace's limit is refused with the option that takes a part."""
    (tmp_path / "train.csv").write_text(TITANIC)
    options = TaskImportOptions(data=tmp_path / "train.csv", rows=10)
    [task] = import_mlbench(["titanic"], options, workspace=bare).tasks

    assert (task.train_rows, task.held_out, task.left_out) == (8, 2, 10)
    assert Path(task.file) == bare.root / "mlbench" / "titanic.yaml"
    settings = bare.root / "authoring.toml"
    settings.write_text(re.sub(r"(?m)^max_inputs = \d+", "max_inputs = 100", settings.read_text()))
    with pytest.raises(SeedError, match="limit max_inputs") as caught:
        import_mlbench(["titanic"], TaskImportOptions(data=tmp_path / "train.csv"), workspace=Workspace(bare.root))
    assert "--rows N" in caught.value.hint


@pytest.mark.parametrize(
    ("names", "data", "message", "hint"),
    [
        (["titanik"], None, "no task is called titanik", "did you mean titanic?"),
        (["titanic"], None, "a competition's own data", "kaggle.com/competitions/titanic, then: authoring import"),
        (["titanic", "icr"], "train.csv", "the download of one task", ""),
        (["wine"], "train.csv", "the download of one task", ""),
        ([], "train.csv", "the download of one task", ""),
        (["icr"], "train.csv", "train.csv: has 0 columns called Class", "its first ones: PassengerId"),
        (["icr"], "none.csv", "none.csv: cannot be read", "train.csv"),
        (["icr"], "broken.zip", "broken.zip: is no archive with train.csv", ""),
        (["icr"], "empty", "empty/train.csv: cannot be read", ""),
    ],
)
def test_what_cannot_be_meant(names: list[str], data: str | None, message: str, hint: str, tmp_path: Path) -> None:
    """Nothing is written, and it is said what to do."""
    (tmp_path / "train.csv").write_text(TITANIC)
    (tmp_path / "broken.zip").write_bytes(b"PK")
    (tmp_path / "empty").mkdir()
    options = TaskImportOptions(data=tmp_path / data if data else None, out=tmp_path / "ml")
    with pytest.raises((UsageError, SeedError), match=message) as caught:
        import_mlbench(names, options)

    assert hint in caught.value.hint
    assert not (tmp_path / "ml").exists()


def test_what_a_person_wrote_is_not_replaced(tmp_path: Path) -> None:
    """A task that was edited stays, and with it all that would have been written beside it."""
    out = tmp_path / "ml"
    out.mkdir()
    (out / "wine.yaml").write_text("requirement: mine\n")
    with pytest.raises(UsageError, match=r"wine\.yaml: holds something else"):
        import_mlbench(["wine"], TaskImportOptions(out=out))
    assert list(out.iterdir()) == [out / "wine.yaml"]

    import_mlbench(["wine"], TaskImportOptions(out=out, overwrite=True))
    assert "cultivar" in (out / "wine.yaml").read_text()


@pytest.mark.parametrize("is_packed", [True, False])
def test_what_is_done_with_a_table_is_no_fault_of_it(tmp_path: Path, is_packed: bool) -> None:  # noqa: FBT001 - a case
    """An error of whoever reads the lines is that error, and a table that breaks off in the middle is named."""
    content = b"a,target\n" + b"1,0\n" * 50_000
    path = tmp_path / ("train.zip" if is_packed else "train.csv")
    if is_packed:
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("train.csv", content)
    else:
        path.write_bytes(content)
    with pytest.raises(KeyError, match="mine"), _opened(path) as lines:
        dict[str, int]()["mine" + next(lines)]
    if is_packed:
        damaged = bytearray(path.read_bytes())
        damaged[60:90] = bytes(30)
        path.write_bytes(damaged)
        with pytest.raises(SeedError, match="cannot be read"), _opened(path) as lines:
            list(lines)

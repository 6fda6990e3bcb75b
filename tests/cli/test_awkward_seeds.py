"""Awkward tables: each gives a seed whose reader is right, or a refusal that says what is wrong and where."""

import importlib.util
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from authoring.drafting.drafter import write_draft
from authoring.drafting.templates.drafter import TemplateDrafter
from authoring.errors import DraftError
from authoring.records.evidence import Limits
from authoring.records.profile import Profile, TableProfile
from authoring.records.seed import Seed
from authoring.sandbox.client.local import LocalSandbox
from authoring.seeds.profile import profile_data
from authoring.workspace import Workspace

FOLDER = Path(__file__).parents[1] / "cases" / "seeds"
KEPT = sorted(path.name for path in (FOLDER / "data").iterdir())
LARGE = ("huge-value.csv", "long-then-text.csv")
"""Too large to be kept; made when they are asked for."""
FIRST = (
    "gbk.csv",
    "semicolons-decimal-commas.csv",
    "unicode-and-repeated-names.csv",
    "remarks-above-header.csv",
    "ragged-rows.csv",
    "nested.json",
    "lists.parquet",
    "empty.csv",
)
"""Looked at in every run; all of them together take a minute."""
SHOWN_COLUMNS = 12
WIDE = 500
"""Columns from which filling templates takes longer than a test may."""

Cli = Callable[..., Any]


def maker() -> Any:
    """Return the script that makes the data sets, as a module."""
    spec = importlib.util.spec_from_file_location("make_seeds", FOLDER / "make.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="module")
def sandbox() -> Iterator[LocalSandbox]:
    """One sandbox for all profiles."""
    sandbox = LocalSandbox()
    yield sandbox
    sandbox.close()


@pytest.mark.exhaustive(sample=1, most=14)
@pytest.mark.parametrize(
    "name", [*FIRST, *(pytest.param(name, marks=pytest.mark.slow) for name in (*KEPT, *LARGE) if name not in FIRST)]
)
def test_awkward_seed(
    cli: Cli,
    bare: Workspace,
    sandbox: LocalSandbox,
    tmp_path: Path,
    golden: Callable[[str, str], None],
    name: str,
) -> None:
    """``seed add`` gives a seed or refuses in our own words; a seed is profiled, and drafted or refused with a reason.

    What is said and how the file is read is kept beside the data.
    """
    path = maker().build(name, tmp_path) if name in LARGE else FOLDER / "data" / name
    answer = cli("seed", "add", path, "--workspace", bare.root)

    assert answer.code in {0, 4}
    assert "Traceback" not in answer.err
    if answer.code:
        assert bare.seeds() == ()
        golden(f"seeds/said/{name}.txt", answer.err.replace(str(path.parent), "FOLDER"))
        return
    (seed,) = (bare.read_seed(known) for known in bare.seeds())
    profile = profile_data(seed, files=bare.seed_files(seed), sandbox=sandbox, limits=Limits())
    golden(f"seeds/said/{name}.txt", told(seed, profile) + drafted(bare, seed, profile))


def told(seed: Seed, profile: Profile) -> str:
    """How each table is read, and what its first columns hold."""
    lines: list[str] = []
    for file, table in zip(seed.files, profile.tables, strict=True):
        lines += [file.reader, f"{file.rows} rows, {len(file.columns)} columns"]
        lines += [f"- {repair}" for repair in file.repairs]
        lines += columns_of(table)
    return "".join(f"{line}\n" for line in lines)


def columns_of(table: TableProfile) -> list[str]:
    """Name, kind and first value of each of the first columns."""
    first = table.sample[0]
    return [
        f"  {json.dumps(column.name, ensure_ascii=False)}: {column.kind.value}"
        f"{f' {column.date_format}' if column.date_format else ''}, {json.dumps(value[:40], ensure_ascii=False)}"
        for column, value in list(zip(table.columns, first, strict=True))[:SHOWN_COLUMNS]
    ]


def drafted(workspace: Workspace, seed: Seed, profile: Profile) -> str:
    """Say how many problems the templates make of it, or why none."""
    if any(len(table.columns) > WIDE for table in profile.tables):
        return "not drafted: templates try every column\n"
    drafter = TemplateDrafter(workspace.templates())
    try:
        draft = write_draft(seed, profile, drafter=drafter, name="awkward", examples=(), random_seed=0)
    except DraftError as error:
        return f"no draft: {error}\n"
    return f"draft: {len(draft.origins)} problems\n"


def test_every_set_is_kept() -> None:
    """The script makes the files that stand beside it, byte for byte where no library writes its version into them."""
    make = maker()

    assert sorted(make.SETS) == KEPT
    assert sorted(make.LARGE) == sorted(LARGE)


@pytest.mark.exhaustive(sample=10)
@pytest.mark.parametrize("name", [name for name in KEPT if not name.endswith((".parquet", ".sqlite", ".gz", ".xlsx"))])
def test_sets_are_as_made(tmp_path: Path, name: str) -> None:
    """A file of text is what the script makes today."""
    if name == "workbook-by-another-name.csv":
        return
    assert maker().build(name, tmp_path).read_bytes() == (FOLDER / "data" / name).read_bytes()


@pytest.mark.exhaustive(sample=1)
@pytest.mark.parametrize(
    ("name", "encoding"),
    [("gbk", "gbk"), ("big5", "big5"), ("shift-jis", "cp932"), ("euc-kr", "euc-kr"), ("cp1251", "cp1251")],
)
def test_letters_come_back(bare: Workspace, cli: Cli, name: str, encoding: str) -> None:
    """Text in an encoding that does not say what it is, is read as it was written."""
    path = FOLDER / "data" / f"{name}.csv"
    assert cli("seed", "add", path, "--workspace", bare.root).code == 0
    (seed,) = (bare.read_seed(known) for known in bare.seeds())
    reader = seed.files[0].reader.replace("inputs/", f"{path.parent}/")
    read = eval(reader, {"pd": pd})  # noqa: S307 - a reader of our own

    assert read.equals(pd.read_csv(path, encoding=encoding))

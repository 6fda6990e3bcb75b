"""What `authoring.api.seeds` returns is what the verbs of ``authoring seed`` print with ``--json``."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from authoring.api.models import ModelAccess
from authoring.api.sandboxes import computer_of
from authoring.api.seeds.description import describe_seed, list_seeds
from authoring.api.seeds.intake import SeedOptions, add_seed
from authoring.api.seeds.lists import SeedListProgress, add_seeds
from authoring.api.seeds.synthetic_tables import SyntheticTableOptions, invent_seed
from authoring.api.seeds.vetting import AllowanceRequest, check_seeds
from authoring.errors import SeedError, UsageError
from authoring.records.profile import Profile
from authoring.records.seed import Seed, TableFile, TableFormat
from authoring.workspace import Workspace
from authoring.workspace.cache import ProfileCache
from authoring.workspace.files import sha256_of_file
from tests.api.listener import Listener

Cli = Callable[..., Any]
FERRY = yaml.safe_load((Path(__file__).parents[1] / "cases" / "inventions" / "ferry.yml").read_text())


@pytest.fixture
def gulls(tmp_path: Path) -> Path:
    """Return a table."""
    path = tmp_path / "gulls.csv"
    path.write_text("name,mass\n" + "".join(f"n{number},{number * 7 % 50}\n" for number in range(40)))
    return path


@pytest.mark.exhaustive
def test_seeds_are_added_described_listed_and_checked(cli: Cli, bare: Workspace, gulls: Path) -> None:
    """Each function gives the record that its verb prints."""
    added = add_seed(bare, [str(gulls)], SeedOptions(name="gulls", licence="CC0-1.0"))
    again = ("--name", "gulls", "--licence", "CC0-1.0", "--replace", "--workspace", bare.root, "--json")

    assert added.model_dump(mode="json") == cli("seed", "add", gulls, *again).json
    report = describe_seed(bare, "gulls")
    assert report.model_dump(mode="json") == cli("seed", "show", "gulls", "--workspace", bare.root, "--json").json
    assert report.module == ""
    listed = [seed.model_dump(mode="json") for seed in list_seeds(bare)]
    assert listed == cli("seed", "list", "--workspace", bare.root, "--json").json
    checks = [check.model_dump(mode="json") for check in check_seeds(bare)]
    assert checks == cli("seed", "check", "--workspace", bare.root, "--json").json


def test_kept_profile_starts_nothing(bare: Workspace, gulls: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was computed of the same bytes is shown without a process, and changed bytes are refused before."""
    digest = sha256_of_file(gulls)
    table = TableFile(
        name=gulls.name, format=TableFormat.CSV, sha256=digest, size=1, rows=40, columns=("name",), reader="r"
    )
    seed = Seed(name="gulls", title="", description="", source="file:gulls.csv", licence="CC0-1.0", files=(table,))
    bare.write_seed(seed, [(table, gulls)])
    profile = Profile(seed="earlier", tables=())
    ProfileCache(bare.root).put(bare.read_seed("gulls"), computer_of(bare), profile)
    monkeypatch.setattr(subprocess, "Popen", None)

    assert describe_seed(bare, "gulls").profile == profile.model_copy(update={"seed": "gulls"})
    bare.seed_files(seed)[0].write_text("name,mass\n")
    with pytest.raises(SeedError, match="has changed"):
        describe_seed(bare, "gulls")


@pytest.mark.exhaustive
def test_second_description_is_the_first(bare: Workspace, gulls: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A profile is computed once, and no process is started for the same again."""
    add_seed(bare, [str(gulls)], SeedOptions(name="gulls", licence="CC0-1.0"))
    computed = describe_seed(bare, "gulls")
    monkeypatch.setattr(subprocess, "Popen", None)

    assert describe_seed(bare, "gulls") == computed


def test_only_the_sandbox_of_this_python_can_be_told_apart(bare: Workspace) -> None:
    """Under an environment that the workspace names, or elsewhere, what computes is not known before it is opened."""
    assert computer_of(bare) != ""
    for text in ('[environment]\npython = "3.12"\n', '[sandbox]\ncommand = ["ssh", "far"]\n'):
        (bare.root / "authoring.toml").write_text(text)

        assert computer_of(Workspace(bare.root)) == ""


def test_a_refused_seed_is_reported(bare: Workspace, gulls: Path) -> None:
    """What the gate found comes before the error, and lets the caller say what may pass."""
    listener = Listener()
    options = SeedOptions(name="gulls", licence="CC-BY-NC-4.0")

    with pytest.raises(SeedError, match="DS901"):
        add_seed(bare, [str(gulls)], options, reporter=listener)
    (refused,) = listener.parts
    assert "DS901" in {finding.code for finding in refused.findings}  # type: ignore[attr-defined]
    assert bare.seeds() == ()


def test_what_may_pass_has_a_reviewer() -> None:
    """A decision is kept under a name; the library looks nobody up."""
    with pytest.raises(UsageError, match="nobody to keep the decision under"):
        AllowanceRequest(("DS901",), "for tests").allowances()
    (allowance,) = AllowanceRequest(("restricted-licence",), "for tests", "Ada").allowances()
    assert (allowance.code, allowance.who) == ("DS901", "Ada")


@pytest.mark.exhaustive
def test_a_list_is_added(cli: Cli, bare: Workspace, gulls: Path) -> None:
    """Each line is reported as it ends; done again, everything is there."""
    seed_list = gulls.with_name("list.txt")
    seed_list.write_text("gulls.csv name=gulls licence=CC0-1.0\nnone.csv\n")
    listener = Listener()
    listed = add_seeds(bare, seed_list, reporter=listener)

    assert [line.end for line in listed.lines] == ["added", "failed"]
    progress = [part for part in listener.parts if isinstance(part, SeedListProgress)]
    assert [(part.finished, part.total, part.result) for part in progress] == [
        (1, 2, listed.lines[0]),
        (2, 2, listed.lines[1]),
    ]
    printed = cli("seed", "add", "--from", seed_list, "--workspace", bare.root, "--json").json
    assert printed == add_seeds(bare, seed_list).model_dump(mode="json")


@pytest.mark.exhaustive
def test_a_table_is_invented(cli: Cli, bare: Workspace, tmp_path: Path) -> None:
    """The same plan and the same random seed give the same table, here and on the command line."""
    empty: dict[str, Any] = {"levels": [], "prefix": "", "start": None, "terms": [], "of": "", "decimals": None}
    empty |= {"minimum": None, "maximum": None, "missing": 0.0}
    plan = {**FERRY, "fields": [{**empty, **field} for field in FERRY["fields"]]}
    (tmp_path / "replies").mkdir()
    (tmp_path / "replies" / "data-1.json").write_text(json.dumps(plan, default=str))
    access = ModelAccess(model=f"scripted:{tmp_path / 'replies'}")
    seed = invent_seed(bare, SyntheticTableOptions("ferry", "trips of a small ferry line", rows=50), access=access)

    options = ("--about", "trips of a small ferry line", "--rows", "50", "--model", access.model)
    printed = cli("seed", "invent", "ferry", *options, "--replace", "--workspace", bare.root, "--json").json
    assert seed.model_dump(mode="json") == printed

"""Croissant's own library validates what is exported, and it and the hub's own loader load every row of it."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from authoring.records.bundle import AdmittedSet
from authoring.workspace import Workspace
from authoring.workspace.exports import write_export
from tests.exports import exported
from tests.formats.huggingface.test_data_dictionary import SET as BIRDS_SET
from tests.peers.conftest import Peer

ROOT = Path(__file__).parents[3]
pytestmark = pytest.mark.slow
LOAD = """
import json, sys
import mlcroissant

def plain(value):
    if isinstance(value, list):
        return [plain(one) for one in value]
    if hasattr(value, "date"):
        return value.date().isoformat()
    return value.decode() if isinstance(value, bytes) else value

data = mlcroissant.Dataset(sys.argv[1])
issues = data.metadata.issues
told = {"errors": sorted(issues.errors), "warnings": sorted(issues.warnings)}
for table in ("problems", "sets"):
    rows = data.records(table)
    told[table] = [{name.partition("/")[2]: plain(value) for name, value in row.items()} for row in rows]
told["birds"] = [[plain(value) for value in row.values()] for row in data.records("tables/birds/birds.csv")]
print(json.dumps(told))
"""


HUB = """
import json, sys
from datasets import load_dataset

def plain(value):
    return value.date().isoformat() if hasattr(value, "date") else value

told = {}
for table in ("problems", "sets"):
    rows = load_dataset(sys.argv[1], table, split="test")
    told[table] = [{name: plain(value) for name, value in row.items()} for row in rows]
print(json.dumps(told))
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Export the repository's sets, and one of which nothing is kept, so that many fields are empty."""
    workspace = Workspace(ROOT)
    bare = AdmittedSet(name="bare", text='# %%\n"""\nquestion: How much is 1 + 1?\n"""\n1 + 1\n', inputs=())
    sets = [bare, BIRDS_SET, *(workspace.read_problemset(name) for name in workspace.problemsets())]
    place = tmp_path_factory.mktemp("hub") / "data"
    write_export(place, exported("huggingface", sets, name="bench"))
    return place


def test_validates(folder: Path, peer: Peer) -> None:
    """``mlcroissant validate`` finds neither an error nor a warning."""
    program = peer("croissant").parent / "mlcroissant"
    command: list[str | Path] = [program, "validate", "--jsonld", folder / "croissant.json"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)

    assert ran.returncode == 0, ran.stderr
    assert "Done." in ran.stderr
    assert "warning" not in ran.stderr
    assert "error" not in ran.stderr.lower()


def test_loads_every_row(folder: Path, peer: Peer) -> None:
    """The rows that the library reads are those that were written, field by field."""
    command: list[str | Path] = [peer("croissant"), "-c", LOAD, folder / "croissant.json"]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    output = json.loads(ran.stdout)

    assert (output["errors"], output["warnings"]) == ([], [])
    for table in ("problems", "sets"):
        assert output[table] == _written(folder, table)
    # The input file of a set whose dictionary is known is described, too, and is read by that.
    assert output["birds"] == [["1", 39.1, "f", "7"], ["2", -9.0, "m", "8"]]


def test_a_changed_file_is_refused(folder: Path, peer: Peer, tmp_path: Path) -> None:
    """The hashes are those of the files: a row that was changed afterwards is not loaded as if nothing were."""
    for file in folder.rglob("*"):
        if file.is_file():
            copy = tmp_path / file.relative_to(folder)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_bytes(file.read_bytes())
    output = json.loads((tmp_path / "croissant.json").read_text("utf-8"))
    for file in output["distribution"]:
        file["sha256"] = "0" * 64
    (tmp_path / "croissant.json").write_text(json.dumps(output))
    command: list[str | Path] = [peer("croissant"), "-c", LOAD, tmp_path / "croissant.json"]

    assert subprocess.run(command, capture_output=True, text=True, check=False).returncode != 0


def test_the_hubs_loader_loads_every_row(folder: Path, peer: Peer) -> None:
    """``load_dataset`` finds both tables by the head of the card, with the types that it says."""
    command: list[str | Path] = [peer("croissant"), "-c", HUB, folder]
    offline = {**os.environ, "HF_HUB_OFFLINE": "1", "HF_DATASETS_DISABLE_PROGRESS_BARS": "1"}
    ran = subprocess.run(command, capture_output=True, text=True, check=False, env=offline)
    assert ran.returncode == 0, ran.stderr

    assert json.loads(ran.stdout) == {table: _written(folder, table) for table in ("problems", "sets")}


def _written(folder: Path, table: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / f"data/{table}.jsonl").read_text("utf-8").splitlines()]

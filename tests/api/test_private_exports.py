"""Nothing that leaves a workspace tells whose machine it was made on: every byte of it is searched."""

import json
import os
import re
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from authoring.api.decisions import admit
from authoring.api.evaluation import EvaluationRequest, evaluate
from authoring.api.exports import ExportRequest, export
from authoring.api.imports.files import ImportOptions, import_notebook
from authoring.api.seeds.intake import SeedOptions, add_seed
from authoring.api.trust import consenting
from authoring.api.upkeep.drafts import edit_draft
from authoring.formats.base.registry import EXPORT_CODES, EXPORTERS
from authoring.records.protection import Level
from authoring.sandbox.client.local import LocalSandbox
from authoring.workspace import Workspace
from authoring.workspace.private_names import _private_names

MARKER = "zqmarker"
TELLING = '''# %%
import os, platform, sys, tempfile, warnings
import pandas as pd

df = pd.read_csv("inputs/sales.csv")
print(os.getcwd(), tempfile.gettempdir(), os.environ.get("HOME"), os.environ.get("MPLCONFIGDIR"))
print(sys.path, dict(os.environ), platform.node())

# %%
"""
question: |
  How many rows does `df` have?
"""
warnings.warn("odd")
len(df)

# %%
"""
question: |
  What is the largest amount, of type `int`? Print the name of the folder, too.
"""
print(os.path.abspath("inputs"))
print(pd.__file__)
int(df["amount"].max())
'''


@pytest.fixture
def marked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield a folder whose path holds a marker, as do home, account, host and the folder of temporary files."""
    home = tmp_path / f"{MARKER}-home" / f"{MARKER}user"
    (home / "tmp").mkdir(parents=True)
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(name, str(home))
    for name in ("USER", "LOGNAME", "USERNAME", "HOSTNAME"):
        monkeypatch.setenv(name, f"{MARKER}{name.lower()}")
    monkeypatch.setenv("TMPDIR", str(home / "tmp"))
    monkeypatch.setattr("tempfile.tempdir", str(home / "tmp"))
    monkeypatch.setattr("socket.gethostname", lambda: f"{MARKER}host")
    monkeypatch.chdir(home)
    _private_names.cache_clear()
    yield home
    _private_names.cache_clear()


def notebook(path: Path) -> Path:
    """Write a notebook with one question over a table beside it."""
    cells = [
        {
            "cell_type": "code",
            "metadata": {},
            "outputs": [],
            "execution_count": None,
            "source": "import pandas as pd\nt = pd.read_csv('sales.csv')",
        },
        {"cell_type": "markdown", "metadata": {}, "source": "## Question 1\nHow many rows are there in the table?"},
        {"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": None, "source": "len(t)"},
    ]
    path.write_text(json.dumps({"nbformat": 4, "nbformat_minor": 4, "metadata": {}, "cells": cells}))
    return path


def telling(folder: Path) -> list[str]:
    """Return every file that holds the marker in its name or its bytes, and how often."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert files
    counts = {path.relative_to(folder).as_posix(): path.read_bytes().count(MARKER.encode()) for path in files}
    return [name for name, count in counts.items() if count or MARKER in name]


@pytest.mark.exhaustive
@pytest.mark.parametrize("level", [Level.LIMITS, Level.LANDLOCK, Level.NAMESPACES])
def test_no_byte_tells_whose_machine_it_was(marked: Path, level: Level) -> None:
    """Exports in every format, the benchmark itself, results and their evidence hold no path, account or host."""
    with consenting(level=level):
        _play_everything(marked, level)


def _play_everything(marked: Path, level: Level) -> None:
    place, _ = Workspace.create(marked / "ws")
    table = marked / "sales.csv"
    table.write_text("shop,amount\n" + "".join(f"s{number % 4},{number * 3 % 17}\n" for number in range(40)))
    with closing(LocalSandbox(maximum_level=level)) as sandbox:
        add_seed(
            place,
            [str(table)],
            SeedOptions(licence="CC0-1.0", notebook=str(notebook(marked / "nb.ipynb"))),
            sandbox=sandbox,
        )
        options = ImportOptions(data=(table,), licence="MIT", name="task")
        import_notebook(place, notebook(marked / "task.ipynb"), options, sandbox=sandbox)
    (place.root / "telling.py").write_text(TELLING)
    edit_draft(place, "task", place.root / "telling.py", who="Ada L.")
    results = admit(place, ["task"], reviewer="Ada L.", consent=lambda _: True)
    assert [result.admitted for result in results] == [True]
    for name in EXPORTERS:
        with closing(LocalSandbox(maximum_level=level)) as sandbox:
            request = ExportRequest(name, marked / "out" / name, allow=(",".join(EXPORT_CODES),), reviewer="Ada L.")
            export(place, request, sandbox=sandbox)
        assert telling(marked / "out" / name) == []
    assert telling(place.root / "problemsets") == []
    evaluate(EvaluationRequest(workspace=place.root, solver="reference", out=marked / "out" / "r.jsonl"))
    assert telling(marked / "out") == []
    assert telling(place.root / "seeds") == []


def test_records_of_earlier_versions_are_published_without_paths(
    cli: Callable[..., Any], admitted: Workspace, tmp_path: Path
) -> None:
    """A record of origin that names a path is exported with the file's name, and the set keeps its record."""
    meta = admitted.root / "problemsets/_meta/penguins.yaml"
    unsigned = re.sub("^checksum: .*\n", "", meta.read_text(), flags=re.MULTILINE)
    old = unsigned.replace("source: penguins.csv", f"source: /home/{MARKER}/my data/penguins.csv")
    assert MARKER in old
    meta.write_text(old)
    answer = cli("export", "dseval", tmp_path / "out", "--workspace", admitted.root)

    assert (answer.code, answer.err) == (0, "")
    assert telling(tmp_path / "out") == []
    assert "source: penguins.csv" in (tmp_path / "out/_meta/penguins.yaml").read_text()
    assert os.fspath(tmp_path) not in (tmp_path / "out/_meta/penguins.yaml").read_text()

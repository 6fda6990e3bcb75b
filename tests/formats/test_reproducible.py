"""The same sets give the same bytes in a process with another hash seed, place, clock and tongue, and side by side."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from authoring.evaluation.player import SetPlayer
from authoring.formats.base.port import ExportOptions
from authoring.formats.base.registry import EXPORT_CODES, EXPORTERS, prepare
from authoring.records.bundle import AdmittedSet, FileContent
from authoring.records.evidence import CellRun, Limits
from authoring.sandbox.client.local import LocalSandbox
from tests.exports import exported

ROOT = Path(__file__).parents[2]
EVERY_KIND = ROOT / "tests" / "cases" / "exporters" / "every-kind.py"
EXPORT = """
import hashlib, json
from contextlib import closing
from pathlib import Path
from authoring.formats.base.port import ExportOptions
from authoring.formats.base.registry import EXPORT_CODES
from authoring.formats.base.registry import EXPORTERS, prepare
from authoring.records.bundle import AdmittedSet, FileContent
from authoring.sandbox.client.local import LocalSandbox
from authoring.evaluation.player import SetPlayer
from authoring.records.evidence import Limits

table = Path("t.csv")
table.write_bytes(b"x,kind\\n3,a\\n10,b\\n29,a\\n")
small = AdmittedSet(
    name="small",
    text=Path(TEXT).read_text(),
    inputs=(FileContent(path="t.csv", content=table.read_bytes()),),
    meta="name: small\\nseed: {name: t, title: T, licence: CC0-1.0}\\nproblems: [{number: 1, knowledge: [b, a]}]\\n",
)
made = {}
with closing(LocalSandbox()) as sandbox:
    play = SetPlayer(sandbox, Limits(), lambda name: (table,))
    for target in sorted(EXPORTERS):
        bundle = prepare(target, [small], options=ExportOptions(name="b", version="1"), play=play, allowed=EXPORT_CODES)
        made[target] = {file.path: hashlib.sha256(file.content).hexdigest() for file in bundle.files}
print(json.dumps(made))
"""
SURROUNDINGS = (
    {"PYTHONHASHSEED": "1", "TZ": "UTC", "LC_ALL": "C.UTF-8"},
    {"PYTHONHASHSEED": "77", "TZ": "Asia/Tokyo", "LC_ALL": "C", "MPLBACKEND": "svg"},
)


def files_in_processes(folder: Path, surroundings: dict[str, str]) -> dict[str, dict[str, str]]:
    """Return the hash of every file of every format, made by a process of its own."""
    folder.mkdir()
    script = EXPORT.replace("TEXT", repr(str(EVERY_KIND)))
    places = {**os.environ, **surroundings, "PYTHONPATH": str(ROOT), "TMPDIR": str(folder)}
    command = [sys.executable, "-c", script]
    process = subprocess.run(command, cwd=folder, env=places, capture_output=True, text=True, check=False)

    assert process.returncode == 0, process.stderr
    bundle_hashes: dict[str, dict[str, str]] = json.loads(process.stdout)
    return bundle_hashes


@pytest.mark.exhaustive
def test_nothing_of_the_process_is_in_an_export(tmp_path: Path) -> None:
    """Hash seed, time zone, locale, working and temporary folder may differ: no file of any format does."""
    first, second = (
        files_in_processes(tmp_path / str(number), environment) for number, environment in enumerate(SURROUNDINGS)
    )

    assert set(first) == set(EXPORTERS)
    assert first == second


@pytest.mark.exhaustive(most=3)
@pytest.mark.parametrize("target", sorted(EXPORTERS, reverse=True))
def test_one_at_a_time_or_four_is_the_same(target: str, tmp_path: Path) -> None:
    """Sets that are played at once give the same files and findings in the same order, though the first ends last."""
    sets = six_sets(tmp_path)
    threads, options = set[int](), ExportOptions(name="b", version="1")
    with closing(LocalSandbox()) as sandbox, ThreadPoolExecutor(4) as four:
        player = SetPlayer(sandbox, Limits(), lambda name: (tmp_path / name / "t.csv",))

        def play(problemset: AdmittedSet, cells: Sequence[str]) -> tuple[CellRun, ...]:
            threads.add(threading.get_ident())
            return player(problemset, cells)

        first = prepare(target, sets, options=options, play=play, allowed=EXPORT_CODES)
        sequential = len(threads)
        together = prepare(target, sets, options=options, play=play, across=four.map, allowed=EXPORT_CODES)

    assert [file.path for file in first.files] == [file.path for file in together.files]
    assert first == together
    if EXPORTERS[target].runs:
        assert {finding.path for finding in first.findings} >= {"b.py", "d.py"}
        assert (sequential, len(threads) > 2) == (1, True)


def six_sets(folder: Path) -> list[AdmittedSet]:
    """Return sets with data of their own: the first takes longest, the second and the fourth have a failing cell."""
    whole = EVERY_KIND.read_text()
    slow = "\n# %%\nimport time\ntime.sleep(1)\n"
    failing = '\n# %%\n"""\nquestion: |\n  Give the sum of `y` of `t`.\n"""\n\nint(t["y"].sum())\n'
    bundle_hashes = []
    for number, name in enumerate("abcdef", start=1):
        table = folder / name / "t.csv"
        table.parent.mkdir()
        table.write_text(f"x,kind\n{number},a\n{10 * number},b\n29,a\n")
        bundle_hashes.append(
            AdmittedSet(
                name=name,
                text=whole + slow * (name == "a") + failing * (name in "bd"),
                inputs=(FileContent(path="t.csv", content=table.read_bytes()),),
                meta=f"name: {name}\nseed: {{name: t, title: T, licence: CC0-1.0}}\n",
            )
        )
    return bundle_hashes


def test_library_takes_the_map_of_an_executor() -> None:
    """Whoever exports from Python plays sets at once by the `map` of threads; without it, each waits for the last."""
    text = '# %%\n"""\nquestion: How much is 1 + 1?\n"""\n1 + 1\n'
    sets = [AdmittedSet(name=name, text=text, inputs=()) for name in "cab"]
    played: list[str] = []

    def play(problemset: AdmittedSet, cells: Sequence[str]) -> tuple[CellRun, ...]:
        played.append(problemset.name)
        return tuple(CellRun.model_validate({"outcome": "ok", "seconds": 0, "peak_memory": 0}) for _ in cells)

    sequential = exported("jupyter", sets, play=play)
    assert played == ["a", "b", "c"]
    with ThreadPoolExecutor(2) as two:
        assert exported("jupyter", sets, play=play, across=two.map) == sequential

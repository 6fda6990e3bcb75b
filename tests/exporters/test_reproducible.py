"""The same sets give the same bytes in a process with another hash seed, place, clock and tongue."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from authoring.exporters.registry import EXPORTERS

ROOT = Path(__file__).parents[2]
EXPORT = """
import hashlib, json
from contextlib import closing
from pathlib import Path
from authoring.exporters.base import Order
from authoring.exporters.offences import OFFENCES
from authoring.exporters.registry import EXPORTERS, prepare
from authoring.records import AdmittedSet, FileContent
from authoring.sandbox.local import LocalSandbox
from authoring.stages.play import SetPlayer
from authoring.records import Limits

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
        bundle = prepare(target, [small], order=Order(name="b", version="1"), play=play, allowed=OFFENCES)
        made[target] = {file.path: hashlib.sha256(file.content).hexdigest() for file in bundle.files}
print(json.dumps(made))
"""
SURROUNDINGS = (
    {"PYTHONHASHSEED": "1", "TZ": "UTC", "LC_ALL": "C.UTF-8"},
    {"PYTHONHASHSEED": "77", "TZ": "Asia/Tokyo", "LC_ALL": "C", "MPLBACKEND": "svg"},
)


def exported(folder: Path, surroundings: dict[str, str]) -> dict[str, dict[str, str]]:
    """Return the hash of every file of every format, made by a process of its own."""
    folder.mkdir()
    script = EXPORT.replace("TEXT", repr(str(ROOT / "tests" / "cases" / "exporters" / "every-kind.py")))
    places = {**os.environ, **surroundings, "PYTHONPATH": str(ROOT), "TMPDIR": str(folder)}
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, cwd=folder, env=places, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stderr
    made: dict[str, dict[str, str]] = json.loads(done.stdout)
    return made


@pytest.mark.slow
def test_nothing_of_the_process_is_in_an_export(tmp_path: Path) -> None:
    """Hash seed, time zone, locale, working and temporary folder may differ: no file of any format does."""
    one, other = (exported(tmp_path / str(number), given) for number, given in enumerate(SURROUNDINGS))

    assert set(one) == set(EXPORTERS)
    assert one == other

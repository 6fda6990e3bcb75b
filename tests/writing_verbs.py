"""Every verb that writes, as a process of its own: what it may leave in a workspace, killed or not, alone or not."""

import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from authoring.records.run import RunSettings
from authoring.workspace import Workspace
from authoring.workspace.evaluation_file import read_evaluation
from authoring.workspace.exports import refuse_changed_export
from authoring.workspace.journal import read_settings, read_steps
from authoring.workspace.unfinished import is_unfinished

ROOT: Final = Path(__file__).parents[1]
BENCH: Final = ROOT / "tests" / "cases" / "on_disk" / "eda27bc" / "bench"
MATERIAL: Final = {
    "owls.csv": "owl,mass,region\n"
    + "".join(f"o{n},{n * 37 % 91},{'north' if n % 3 else 'south'}\n" for n in range(40)),
    "others.csv": "owl,mass,region\n" + "".join(f"x{n},{n * 53 % 89},east\n" for n in range(50)),
    "pairs.csv": 'question,answer\nHow many lines has `inputs/owls.csv`?,"len([*open(""inputs/owls.csv"")])"\n',
    "agent.jsonl": '{"name": "counting", "index": 1, "code": "1"}\n',
    "tiny/_manifest.yaml": "name: tiny\nversion: 1\n",
    "tiny/sums.py": '# %%\n"""\nquestion: How much is 1 + 1?\nvalidator:\n  result: {}\n"""\n1 + 1\n',
    "edited.py": '# %%\n"""\nquestion: How much is 1 + 3?\nvalidator:\n  result: {}\n"""\n1 + 3\n',
    "tiny/sums-marked.py": "# %%\nx = 1\n\n"
    '# %%\n"""\nquestion: How much is 1 + 1?\nvalidator:\n  result: {}\n"""\n1 + 1\n',
    "tiny/more.py": '# %%\n"""\nquestion: How much is 2 + 2?\nvalidator:\n  result: {}\n"""\n2 + 2\n',
}
NOISE: Final = re.compile(
    rb"\d{4}-\d\d-\d\d[T ]\d\d:\d\d[\d:.+Z-]*"
    rb"|(?<=checksum: )[0-9a-f]{64}"
    rb'|"(?:seconds|time|cpu_seconds|memory|peak|made|started|rss|user|system)[a-z_]*": ?-?[\d.e-]+'
)
"""What differs from run to run: times of day, what is hashed with them, and what a run took."""


@dataclass(frozen=True, slots=True)
class Verb:
    """A command that writes.

    Attributes:
        name: of the test.
        arguments: of the command line.
        units: what it replaces, as paths from the workspace: each is a file, or a folder that appears as one.
        codes: how it may end when nothing is in its way.
        again: how it may end when it has been done already, or another command was faster.
    """

    name: str
    arguments: tuple[str, ...]
    units: tuple[str, ...]
    codes: tuple[int, ...] = (0,)
    again: tuple[int, ...] = (0,)


META = "problemsets/_meta"
INPUTS = "problemsets/_inputs"
SHOPS: Final = ("problemsets/shops-pairs.py", f"{META}/shops-pairs.yaml", f"{INPUTS}/shops-pairs")
VERBS: Final = (
    Verb("init", ("init", "new"), ("new/guides/write.md", "new/templates/load_table.py", "new/authoring.toml")),
    Verb("restore", ("init", "."), ("guides/lessons.md", "guides/write.md")),
    Verb("seed-add", ("seed", "add", "material/owls.csv", "--licence", "MIT"), ("seeds/owls",), again=(4,)),
    Verb(
        "seed-replace",
        ("seed", "add", "material/others.csv", "--licence", "MIT", "--name", "terns", "--replace"),
        ("seeds/terns",),
    ),
    Verb(
        "seed-allow",
        ("seed", "check", "customers", "--allow", "DS902", "--why", "invented", "--reviewer", "Ada"),
        ("seeds/customers/seed.yaml",),
        codes=(0, 1),
        again=(0, 1),
    ),
    Verb("draft", ("draft", "penguins", "--name", "quick", "--random-seed", "3"), (), codes=(0, 1), again=(0, 1)),
    Verb(
        "draft-restart",
        ("draft", "terns", "--restart", "--random-seed", "4"),
        (),
        codes=(0, 1),
        # Of the table that takes the seed's place there are too few questions for a draft.
        again=(0, 1, 6),
    ),
    Verb(
        "admit",
        ("admit", "sums", "--yes", "--reason", "fine", "--reviewer", "Ada"),
        (f"{INPUTS}/sums", f"{META}/sums.yaml", "problemsets/sums.py"),
    ),
    Verb(
        "admit-again",
        ("admit", "counting", "--yes", "--reason", "fine", "--reviewer", "Ada"),
        (f"{INPUTS}/counting", f"{META}/counting.yaml", "problemsets/counting.py"),
    ),
    Verb(
        "import-csv",
        ("import", "csv", "material/pairs.csv", "--data", "material/owls.csv", "--licence", "MIT"),
        ("seeds/pairs",),
        codes=(0, 1),
        again=(0, 1),
    ),
    Verb(
        "import-dseval",
        ("import", "dseval", "material/tiny", "--set", "more", "--licence", "MIT"),
        ("seeds/more",),
        again=(0, 1),
    ),
    Verb(
        "import-results",
        ("import", "results", "results/bench/agent.jsonl", "--out", "imported.jsonl"),
        ("imported.jsonl",),
    ),
    Verb(
        "evaluate",
        ("evaluate", "problemsets", "--solver", "reference", "--out", "judged/r.jsonl"),
        ("judged/r.jsonl",),
        again=(0, 11),
    ),
    Verb(
        "evaluate-fresh",
        ("evaluate", "problemsets", "--solver", "reference", "--out", "old/r.jsonl", "--fresh"),
        ("old/r.jsonl",),
        again=(0, 11),
    ),
    Verb("export", ("export", "dseval", "out", "counting", "penguins-three"), ("out",)),
    Verb("export-other", ("export", "dseval", "out", "counting"), ("out",)),
    Verb("export-cells", ("export", "jupyter", "out", "counting", "--replace"), ("out",)),
    Verb("run", ("run", "counting"), ()),
    Verb(
        "translate",
        ("translate", "counting", "--yes", "--reviewer", "Ada", "--model", "recorded:recordings"),
        ("problemsets/_translations/zh/counting.yaml",),
        codes=(0, 1),
        again=(0, 1),
    ),
    Verb(
        "migrate",
        ("migrate",),
        ("seeds/gulls/seed.yaml", "seeds/penguins/seed.yaml", f"{META}/shops-pairs.yaml"),
        codes=(0, 1),
        again=(0, 1),
    ),
    Verb(
        "seed-edit",
        ("seed", "edit", "terns", "--title", "Terns of the coast", "--reviewer", "Ada"),
        ("seeds/terns/seed.yaml",),
        again=(0, 2),
    ),
    Verb(
        "seed-describe",
        ("seed", "describe", "terns", "mass", "unit=g", "meaning=body mass", "--reviewer", "Ada"),
        ("seeds/terns/seed.yaml",),
        again=(0, 2),
    ),
    Verb(
        "seed-rename",
        ("seed", "rename", "gulls", "kittiwakes", "--reviewer", "Ada"),
        ("seeds/gulls", "seeds/kittiwakes"),
        again=(4,),
    ),
    Verb(
        "seed-remove", ("seed", "remove", "customers", "--yes", "--reviewer", "Ada"), ("seeds/customers",), again=(4,)
    ),
    Verb(
        "set-rename",
        ("set", "rename", "shops-pairs", "stores", "--reviewer", "Ada"),
        (*SHOPS, "problemsets/stores.py", f"{META}/stores.yaml", f"{INPUTS}/stores"),
        again=(2,),
    ),
    Verb("set-remove", ("set", "remove", "shops-pairs", "--yes", "--reviewer", "Ada"), SHOPS, again=(2,)),
    Verb("set-reopen", ("set", "reopen", "counting", "--reviewer", "Ada"), (), again=(0,)),
    Verb(
        "set-reference-cells",
        ("set", "reference-cells", "sums-marked", "1", "--reviewer", "Ada"),
        ("problemsets/sums-marked.py", f"{META}/sums-marked.yaml"),
        again=(2,),
    ),
    Verb("draft-rename", ("drafts", "rename", "exercises", "lessons", "--reviewer", "Ada"), (), again=(2,)),
    Verb("draft-remove", ("drafts", "remove", "functions", "--yes", "--reviewer", "Ada"), (), again=(2,)),
    Verb(
        "draft-edit",
        ("drafts", "edit", "sums", "--from", "material/edited.py", "--reviewer", "Ada"),
        (),
        again=(0, 2),
    ),
    Verb("repair", ("doctor", "--repair"), (), codes=(0, 1), again=(0, 1)),
    Verb("stats", ("stats", "problemsets", "--no-run", "--plot", "shape.svg"), ("shape.svg",)),
)
IN_USE: Final = {3, 4, 8, 11}
"""How a command ends that another one is in the way of: a place, a seed, a run or a file of results is in use."""
LEFTOVER: Final = re.compile(r"\..*\.authoring-lock")


def make_base(root: Path) -> None:
    """Make the workspace that every verb begins from."""
    shutil.copytree(BENCH, root)
    (root / "dot-authoring").rename(root / ".authoring")
    for line in (BENCH.parent / "empty-folders.txt").read_text().split():
        if line.startswith("bench/"):
            (root / line.removeprefix("bench/")).mkdir(parents=True, exist_ok=True)
    for name, text in MATERIAL.items():
        path = root / "material" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    # Something to restore, to translate and to migrate.
    for name in ("guides/lessons.md", "guides/write.md", "problemsets/_translations/zh/counting.yaml"):
        (root / name).unlink(missing_ok=True)
    for verb in VERBS:
        if verb.name == "migrate":
            for unit in verb.units:
                lines = (root / unit).read_text().splitlines(keepends=True)
                marks = ("format_version:", "written_by:")
                (root / unit).write_text("".join(line for line in lines if not line.startswith(marks)))
    for arguments in (
        ("import", "dseval", "material/tiny", "--set", "sums", "--licence", "MIT"),
        ("import", "dseval", "material/tiny", "--set", "sums-marked", "--licence", "MIT"),
        ("admit", "sums-marked", "--yes", "--reason", "fine", "--reviewer", "Ada"),
        ("export", "dseval", "out", "counting"),
        ("evaluate", "problemsets", "--solver", "reference", "--out", "old/r.jsonl"),
    ):
        done = run(root, arguments)
        assert done.returncode == 0, done.stderr


def command(arguments: tuple[str, ...], *, kill_at: int = 0, count: Path | None = None) -> list[str]:
    """Return the command line of a verb; killed by itself at a moment, or counting the moments there are."""
    program = ROOT / "tests" / "cases" / "crash" / "at_a_write.py"
    return [sys.executable, str(program), str(kill_at), str(count or ""), *arguments]


def run(root: Path, arguments: tuple[str, ...], **options: int | Path) -> "subprocess.CompletedProcess[str]":
    """Run a verb in a workspace to its end."""
    line = command(arguments, **options)  # type: ignore[arg-type]
    return subprocess.run(line, cwd=root, capture_output=True, text=True, check=False)


def run_for(root: Path, arguments: tuple[str, ...], seconds: float) -> int:
    """Run a verb, and kill it after so many seconds; return how it ended."""
    process = subprocess.Popen(command(arguments), cwd=root, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        return process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()


def state(root: Path, unit: str) -> dict[str, bytes] | None:
    """Return the bytes of a unit's files without what differs from run to run; None where it is absent."""
    path = root / unit
    if not path.exists():
        return None
    files = sorted(file for file in path.rglob("*") if file.is_file()) if path.is_dir() else [path]
    return {file.relative_to(root).as_posix(): NOISE.sub(b"~", file.read_bytes()) for file in files}


def broken(root: Path) -> Iterator[str]:
    """Yield what is not whole in a workspace: seeds, sets, exports, results, journals and settings prove themselves."""
    try:
        workspace = Workspace(root)
        for name in workspace.seeds():
            workspace.seed_files(workspace.read_seed(name))
        for name in workspace.problemsets():
            workspace.admitted_set(name)
        for manifest in root.glob("*/export.json"):
            refuse_changed_export(manifest.parent, added=lambda _: True)
        for name in workspace.runs():
            read_settings(workspace.journal_path(name), RunSettings)
            read_steps(workspace.journal_path(name))
        for results in root.glob("*/r.jsonl"):
            assert read_evaluation(results) is not None, f"{results}: has no evidence"
            for line in results.read_text().splitlines():
                json.loads(line)
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what a person would meet
        yield f"{type(error).__name__}: {error}"
    for entry in root.glob("seeds/*"):
        if not entry.name.startswith(".") and not (entry / "seed.yaml").is_file():
            yield f"{entry}: is half a seed"


def leftovers(root: Path) -> list[str]:
    """Return what is under way, or was left of a kill, in the folders that a person looks at."""
    return [
        path.relative_to(root).as_posix()
        for path in root.rglob(".*")
        if (is_unfinished(path.name) or LEFTOVER.fullmatch(path.name))
        and ".authoring" not in path.relative_to(root).parts
    ]


def timed(root: Path, verb: Verb, count: Path) -> tuple[float, int]:
    """Run a verb undisturbed; return the seconds that it takes, and the moments at which it changes a file."""
    began = time.monotonic()
    done = run(root, verb.arguments, count=count)
    assert done.returncode in verb.codes, done.stderr
    return time.monotonic() - began, int(count.read_text())

"""A damaged file stops nothing but itself: whatever happened to it, the rest of its workspace works and it is named."""

import errno
import json
import os
import random
import re
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from types import FrameType

import pytest

from authoring.cli.main import run_command
from authoring.workspace.line_log import append_line
from tests.shared_work import made_once

NORMAL = {0, 1}
OUR_BUG = 70
LONGEST = 20
"""Seconds after which a verb waits for something that never comes."""
REVIEWER = ("--reviewer", "Ada")


def half(path: Path) -> None:
    """Lose the second half."""
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def nul_tail(path: Path) -> None:
    """Have a second half of NULs, as some file systems leave after a power failure."""
    content = path.read_bytes()
    path.write_bytes(content[: len(content) // 2].ljust(len(content), b"\0"))


def garbage_line(path: Path) -> None:
    """Have a line in the middle that is nothing."""
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join((*lines[: len(lines) // 2], b"}{ %garbage: [\n", *lines[len(lines) // 2 :])))


def garbage_bytes(path: Path) -> None:
    """Have bytes in the middle that are no text."""
    content = bytearray(path.read_bytes())
    middle = len(content) // 2
    content[middle : middle + 16] = b"\xff\xfe" + random.Random(1).randbytes(14)
    path.write_bytes(content)


def brackets(path: Path) -> None:
    """Hold nothing but nesting without end."""
    path.write_bytes(b"[" * 100_000 + b"\n")


def nested_line(path: Path) -> None:
    """Have a line of nesting without end."""
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join((*lines[: len(lines) // 2], b"[" * 100_000 + b"\n", *lines[len(lines) // 2 :])))


def wrong_version(path: Path) -> None:
    """Say that a far newer program wrote it."""
    content = path.read_bytes()
    path.write_bytes(re.sub(rb'(format_version"?\s*[:=]\s*)\d+', rb"\g<1>999", content, count=1))


def empty(path: Path) -> None:
    """Hold nothing."""
    path.write_bytes(b"")


def folder(path: Path) -> None:
    """Be a folder."""
    path.unlink()
    path.mkdir()


def dead_link(path: Path) -> None:
    """Be a link that leads nowhere."""
    path.unlink()
    path.symlink_to("nowhere")


def looping_link(path: Path) -> None:
    """Be a link to itself."""
    path.unlink()
    path.symlink_to(path.name)


def pipe(path: Path) -> None:
    """Be a pipe that nobody writes into."""
    path.unlink()
    os.mkfifo(path)


DAMAGES: tuple[Callable[[Path], None], ...] = (
    *(half, nul_tail, garbage_line, garbage_bytes, brackets, nested_line, wrong_version),
    *(empty, folder, dead_link, looping_link, pipe),
)
RESULTS = "results/benchmark/reference.jsonl"
STATE = {
    "authoring.toml": {"seed list", "report yield", "results"},
    "guides/lessons.md": {"seed list", "report yield", "results", "stats", "export", "review"},
    "seeds/shops/seed.yaml": {"report yield", "results", "stats", "export", "review"},
    "seeds/shops/data/shops.csv": {"seed list", "report yield", "results", "stats", "export", "review"},
    ".authoring/runs/shops/journal.jsonl": {"seed list", "results", "stats", "export", "review"},
    ".authoring/runs/shops/journal.sums": {"seed list", "report yield", "results", "stats", "export", "review"},
    ".authoring/runs/other/journal.jsonl": {"seed list", "results", "stats", "export"},
    ".authoring/changes.jsonl": {"seed list", "report yield", "results", "stats", "export", "review"},
    ".authoring/changes.sums": {"seed list", "report yield", "results", "stats", "export", "review"},
    ".authoring/ledger.sqlite": {"seed list", "results", "stats", "export", "review"},
    ".authoring/cache/run": {"seed list", "report yield", "results", "stats", "export", "review"},
    "problemsets/shops.py": {"seed list", "report yield", "results", "review"},
    "problemsets/_manifest.yaml": {"seed list", "report yield", "results"},
    "problemsets/_meta/shops.yaml": {"seed list", "report yield", "results", "review"},
    "results/benchmark/reference.evidence.jsonl": {"seed list", "report yield", "stats", "export", "review"},
    RESULTS: {"seed list", "report yield", "stats", "export", "review"},
    "exported/export.json": {"seed list", "report yield", "results", "stats", "review"},
}
"""The files of a workspace, and the verbs that do not need them."""
VERBS = {
    "status": ("status",),
    "seed list": ("seed", "list"),
    "report yield": ("report", "yield"),
    "report spending": ("report", "spending"),
    "results": ("results", "show", RESULTS),
    "stats": ("stats", "--no-run"),
    "export": ("export", "dseval", "again"),
    "export over": ("export", "dseval", "exported"),
    "review": ("review", "other", "--json"),
    "lint": ("lint", "problemsets"),
    "migrate": ("migrate", "--check"),
}
TEXTS_OF_PEOPLE = {("guides/lessons.md", half), ("guides/lessons.md", garbage_line), ("guides/lessons.md", brackets)}
"""What is damaged, and could have been written by a person just so; a set's text is held against its hash elsewhere."""
UNNOTICED = {
    *TEXTS_OF_PEOPLE,
    *(("guides/lessons.md", damage) for damage in (nul_tail, nested_line, wrong_version, empty)),
    *(("problemsets/shops.py", damage) for damage in (half, nul_tail, garbage_line, brackets, nested_line, empty)),
    *(("problemsets/shops.py", wrong_version), ("seeds/shops/data/shops.csv", wrong_version)),
    *(
        ("authoring.toml", half),
        ("authoring.toml", empty),
        ("problemsets/_manifest.yaml", wrong_version),
        (RESULTS, wrong_version),
    ),
    (RESULTS, empty),
    *((".authoring/ledger.sqlite", damage) for damage in (garbage_bytes, wrong_version)),
    *(
        (f".authoring/{name}", damage)
        for name in ("runs/shops/journal.sums", "changes.sums", "cache/run")
        for damage in DAMAGES
    ),
    *(("exported/export.json", damage) for damage in DAMAGES),
}
"""Damage that takes nothing from anybody, that a person may have meant, or that the verb that reads the file names."""


@pytest.fixture(scope="module")
def whole(common_folder: Path) -> Path:
    """Return a workspace in which every kind of file was made by the command that makes it."""
    return made_once(common_folder, "whole", make_workspace) / "workspace"


def make_workspace(folder: Path) -> None:
    """Make the workspace and what stands beside it."""
    folder.mkdir()
    root = folder / "workspace"
    rows = (f"s{row % 7},{('Ulm', 'Bern', 'Graz')[row % 3]},{row * 37 % 91},{row % 17}.5\n" for row in range(120))
    (root.parent / "shops.csv").write_text("shop,city,units,price\n" + "".join(rows))
    with pytest.MonkeyPatch.context() as patch:
        run("init", str(root))
        patch.chdir(root)
        for name in ("shops", "more"):
            run("seed", "add", str(root.parent / "shops.csv"), "--licence", "CC0-1.0", "--name", name)
        run("draft", "shops", "--name", "shops")
        run("draft", "more", "--name", "other")
        run("admit", "shops", "--yes", "--reason", "fine", *REVIEWER)
        run("seed", "edit", "more", "--title", "More shops", *REVIEWER)
        run("run", "shops")
        run("evaluate", "--solver", "reference")
        run("export", "dseval", "exported")
        replies = root.parent / "replies"
        replies.mkdir()
        (replies / "1.md").write_text("no topics")
        run_command(["topics", "json", "--model", f"scripted:{replies}"])
    assert (root / ".authoring" / "ledger.sqlite").is_file()


def run(*arguments: str) -> None:
    """Run a command that has to succeed."""
    assert run_command(arguments) == 0, arguments


@pytest.fixture
def workspace(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of the workspace as the current folder."""
    shutil.copytree(whole, tmp_path / "workspace")
    monkeypatch.chdir(tmp_path / "workspace")
    return tmp_path / "workspace"


@pytest.fixture
def impatience() -> Iterator[None]:
    """Stop a verb that waits for ever."""

    def stop(number: int, frame: FrameType | None) -> None:
        del number, frame
        raise TimeoutError(errno.ETIMEDOUT, "a verb waited for something that never comes")

    before = signal.signal(signal.SIGALRM, stop)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def looked_at(capfd: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str]:
    """Run a command; return its exit code and what it said, without the names of places."""
    capfd.readouterr()
    signal.alarm(LONGEST)
    code = run_command(arguments)
    signal.alarm(0)
    said = capfd.readouterr()
    assert code != OUR_BUG, (arguments, said.err)
    assert "Traceback" not in said.out + said.err
    if code not in NORMAL:
        assert "error" in said.err
        assert "hint" in said.err
    return code, said.out + said.err


def contents(root: Path) -> set[bytes]:
    """Return the bytes of all files."""
    return {path.read_bytes() for path in root.rglob("*") if path.is_file()}


def file_to_damage(root: Path, name: str) -> Path:
    """Return a file of a workspace; of a cache its first entry."""
    return next(path for path in (root / name).rglob("*") if path.is_file()) if (root / name).is_dir() else root / name


def prove(root: Path, name: str, damage: Callable[[Path], None], capfd: pytest.CaptureFixture[str]) -> None:
    """Damage one file, and see that it stops nothing but itself, is named, and is mended as far as that goes."""
    before = {verb: looked_at(capfd, *VERBS[verb]) for verb in STATE[name]}
    path = file_to_damage(root, name)
    damage(path)
    damaged = path.read_bytes() if path.is_file() else b""
    for verb, arguments in VERBS.items():
        code, text = looked_at(capfd, *arguments)
        if verb in STATE[name]:
            assert (code, text) == before[verb], verb
    code, text = looked_at(capfd, "doctor", "--repair", "--check")
    assert code == ((name, damage) not in UNNOTICED), text
    if code:
        assert Path(name).name in text
    code, text = looked_at(capfd, "doctor", "--repair")
    # Whatever was there is there still, under the old name or a new one; SQLite writes whenever it opens a file.
    assert damaged in contents(root) | {b""} or path.suffix == ".sqlite" or name.startswith("exported")
    if code == 0 and (name, damage) not in UNNOTICED:
        assert looked_at(capfd, "doctor", "--repair", "--check")[0] == 0
        assert looked_at(capfd, "status")[0] == 0
        run("export", "dseval", "last")


PAIRS = tuple(product(STATE, DAMAGES))
ROTATED = (
    *((name, DAMAGES[number % len(DAMAGES)]) for number, name in enumerate(STATE)),
    # Half a record still reads as one; a circle of links is no way out of a folder.
    ("problemsets/_meta/shops.yaml", half),
    ("seeds/shops/data/shops.csv", looping_link),
    # What cannot even be looked at is not the log beside it.
    (".authoring/runs/shops/journal.sums", looping_link),
)


@pytest.mark.exhaustive(most=10)
@pytest.mark.parametrize(("name", "damage"), ROTATED, ids=[f"{name}-{damage.__name__}" for name, damage in ROTATED])
def test_damaged_file_stops_nothing_but_itself(
    workspace: Path,
    name: str,
    damage: Callable[[Path], None],
    capfd: pytest.CaptureFixture[str],
    impatience: None,
) -> None:
    """Each kind of file and each kind of damage once: the other verbs say the same as before, nothing is deleted."""
    del impatience
    prove(workspace, name, damage, capfd)


@pytest.mark.soak
@pytest.mark.parametrize(("name", "damage"), PAIRS, ids=[f"{name}-{damage.__name__}" for name, damage in PAIRS])
def test_every_file_damaged_in_every_way(
    workspace: Path,
    name: str,
    damage: Callable[[Path], None],
    capfd: pytest.CaptureFixture[str],
    impatience: None,
) -> None:
    """Every file of a workspace is damaged in every way, with the same law."""
    del impatience
    prove(workspace, name, damage, capfd)


CLOSED = (
    "guides/lessons.md",
    "seeds/shops",
    "seeds/shops/data",
    "seeds/shops/data/shops.csv",
    "problemsets/_inputs/shops",
    ".authoring/runs/shops",
    "problemsets/_meta/shops.yaml",
    "results/benchmark",
)


@pytest.mark.exhaustive(most=4)
@pytest.mark.parametrize("name", CLOSED)
def test_closed_file_stops_nothing_but_itself(workspace: Path, name: str) -> None:
    """A file or folder that may not be read is named by status and by repair, and other sets are exported."""
    (workspace / name).chmod(0)
    # Root reads everything, unless it gives up the right to.
    capabilities = "-dac_override,-dac_read_search"
    front = ["setpriv", f"--bounding-set={capabilities}"] if os.geteuid() == 0 else []
    if front and shutil.which("setpriv") is None:
        pytest.skip("root cannot give up its rights here")
    for arguments in (
        ("status",),
        ("doctor", "--repair"),
        ("seed", "list"),
        ("report", "yield"),
        ("lint", "problemsets"),
    ):
        process = subprocess.run(
            [*front, sys.executable, "-m", "authoring", *arguments], check=False, capture_output=True, text=True
        )

        assert "Traceback" not in process.stderr
        assert process.returncode != OUR_BUG, process.stderr
        if arguments[0] in {"status", "doctor"} and not name.startswith("results"):
            # A closed file may be replaced where its folder is open.
            assert process.returncode == 1 or arguments[0] == "doctor"
            # Of a folder of data, the file is named behind it.
            assert name in process.stdout.replace(": ", "/")
    (workspace / name).chmod(0o755)


# --- a full disk ----------------------------------------------------------------------------------------------------

DRIVER = Path(__file__).parent / "cases" / "crash" / "full_disk.py"
WRITERS = {
    "seed": ("seed", "add", "{csv}", "--licence", "CC0-1.0", "--name", "third"),
    "draft": ("draft", "more", "--name", "new"),
    "admit": ("admit", "other", "--yes", "--reason", "fine", *REVIEWER),
    "evaluate": ("evaluate", "--solver", "reference", "--out", "again.jsonl"),
    "export": ("export", "dseval", "last"),
    "init": ("init", "."),
}
SPARE = (0, 4_096, 16_384, 65_536, 262_144)
"""Bytes that are left: nothing can be written, or the first files and lines, but not the last."""
FULL = tuple(product(WRITERS, SPARE))
OFTEN = (16_384,)
"""Those of them that are tried in each round; the soak tries all."""


@pytest.fixture
def namespace() -> tuple[str, ...]:
    """Return the command in front of another that gives it mounts of its own."""
    command = ("unshare", "--mount", *(() if os.geteuid() == 0 else ("--map-root-user",)))
    if shutil.which("unshare") is None or subprocess.run([*command, "true"], check=False).returncode:
        pytest.skip("no disk of memory can be mounted here")
    return command


@pytest.mark.parametrize(
    ("verb", "spare"),
    [
        pytest.param(
            verb,
            spare,
            marks=pytest.mark.exhaustive(most=3) if spare in OFTEN else pytest.mark.soak,
            id=f"{verb}-{spare}",
        )
        for verb, spare in FULL
    ],
)
def test_full_disk_loses_nothing(
    whole: Path, tmp_path: Path, namespace: tuple[str, ...], verb: str, spare: int
) -> None:
    """A command on a full disk says so, takes no decision as made, and does its work when there is room again."""
    (tmp_path / "disk").mkdir()
    arguments = [word.format(csv=whole.parent / "shops.csv") for word in WRITERS[verb]]
    process = subprocess.run(
        [*namespace, sys.executable, str(DRIVER), str(whole), str(tmp_path / "disk"), str(spare), *arguments],
        check=False,
        capture_output=True,
        text=True,
    )
    assert process.returncode == 0, process.stderr
    report = json.loads(process.stdout.splitlines()[-1])
    code, said = report["first"]

    assert "Traceback" not in said
    assert code in {0, 3, 4, 7, 8, 11}, said
    if code:
        assert "error: " in said
        assert ": No space left" in said or "full" in said
    # Who was told that it failed is not told by another command that it was done.
    assert report["written"] or not report["drafts"]["other"].startswith("nobody")
    # What was done at once, such as adding a seed, is not done twice.
    assert code == 0 or report["again"][0] == 0, report["again"][1]
    assert report["after"][0] == 0, report["after"][1]
    assert report["leftovers"] == []


def test_half_a_line_is_taken_back(tmp_path: Path) -> None:
    """A line of which a part fitted is not there at all, so that the next line is whole."""
    path = tmp_path / "log.jsonl"
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND)
    limit = resource.getrlimit(resource.RLIMIT_FSIZE)
    try:
        append_line(descriptor, b"first")
        resource.setrlimit(resource.RLIMIT_FSIZE, (10, limit[1]))
        with pytest.raises(OSError, match="too large"):
            append_line(descriptor, b"second, which does not fit")
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limit)
    append_line(descriptor, b"third")
    os.close(descriptor)

    assert path.read_bytes() == b"first\nthird\n"

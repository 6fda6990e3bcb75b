"""In DSEval's dialect a session changes the inputs it sees, and nobody else's; in the strict one nobody does."""

import os
import shutil
import stat
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from authoring.records.evidence import CellRun, Limits, Outcome
from authoring.records.protection import Level
from authoring.sandbox import folders
from authoring.sandbox.client import shared_inputs
from authoring.sandbox.client.local import LocalSandbox

ROOT = Path(__file__).parents[2]
PROGRAM = ROOT / "tests" / "cases" / "sandbox" / "own_inputs.py"
NOBODY = 65534
LIMITS = Limits(max_time=20, max_disk=3_000_000, max_file=2_000_000)
READ = "open('inputs/t.csv').read()"
LEVELS = (Level.NAMESPACES, Level.LANDLOCK, Level.LIMITS)


@pytest.fixture(scope="module", params=LEVELS, ids=str)
def walled(request: pytest.FixtureRequest) -> Iterator[LocalSandbox]:
    """Yield a sandbox of each level that this machine gives."""
    sandbox = LocalSandbox(maximum_level=request.param)
    if sandbox.protection.level is not request.param:
        pytest.skip(f"this machine does not give {request.param}")
    yield sandbox
    sandbox.close()


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """Return a table, and a folder with a file."""
    table, folder = tmp_path / "t.csv", tmp_path / "more"
    table.write_text("x\n1\n")
    folder.mkdir()
    (folder / "a.txt").write_text("a")
    return [table, folder]


def readable_by_all(path: Path) -> bool:
    """Tell whether any user may read a file."""
    return all(part.stat().st_mode & stat.S_IXOTH for part in path.parents) and bool(path.stat().st_mode & stat.S_IROTH)


def text_of(run: CellRun) -> str:
    """Return what a cell's value looks like."""
    assert run.outcome is Outcome.OK, (run.error, run.detail)
    return "" if run.value is None else run.value.text


@pytest.mark.exhaustive(sample=1)
def test_a_session_sees_what_it_wrote(walled: LocalSandbox, files: list[Path]) -> None:
    """Later cells see inputs as earlier ones left them, and each change is told; another session sees the originals."""
    change = "import os\nopen('inputs/t.csv', 'a').write('2\\n')\nos.remove('inputs/more/a.txt')\n"
    with walled.session(inputs=files) as session, walled.session(inputs=files) as other:
        run = session.run(f"{change}open('inputs/new', 'w').close()", limits=LIMITS)
        before = text_of(other.run(READ, limits=LIMITS))
        after = text_of(session.run(f"{READ}, os.listdir('inputs/more')", limits=LIMITS))

    assert run.files_written == ("inputs/more/a.txt", "inputs/new", "inputs/t.csv")
    assert before == "'x\\n1\\n'"
    assert after == "('x\\n1\\n2\\n', [])"
    assert files[0].read_text() == "x\n1\n"


def test_a_branch_has_its_own(walled: LocalSandbox, files: list[Path]) -> None:
    """A branch begins with the inputs as they were when it was made; reference and answer do not see each other's."""
    with walled.session(inputs=files) as session, session.branch() as early:
        session.run("open('inputs/t.csv', 'w').write('3')", limits=LIMITS)
        with session.branch() as answer, session.branch() as later:
            answer.confine()
            answer.run("open('inputs/t.csv', 'w').write('4')\nopen('inputs/left', 'w').close()", limits=LIMITS)
            session.run("open('inputs/t.csv', 'w').write('5')", limits=LIMITS)
            seen = [text_of(reader.run(READ, limits=LIMITS)) for reader in (early, answer, later, session)]
            names = text_of(later.run("import os\nsorted(os.listdir('inputs'))", limits=LIMITS))

    assert seen == ["'x\\n1\\n'", "'4'", "'3'", "'5'"]
    assert names == "['more', 't.csv']"


def test_open_inputs_are_parted_too(walled: LocalSandbox, files: list[Path]) -> None:
    """An input that was open at the fork is the branch's own."""
    with walled.session(inputs=files) as session:
        session.run("file = open('inputs/t.csv', 'r+')", limits=LIMITS)
        with session.branch() as answer:
            answer.confine()
            answer.run("file.write('spoilt')\nfile.flush()", limits=LIMITS)
            text = text_of(session.run(f"file.read(), {READ}", limits=LIMITS))

    assert text == "('x\\n1\\n', 'x\\n1\\n')"


def test_opening_for_writing_is_no_change(walled: LocalSandbox, files: list[Path]) -> None:
    """Some libraries open for writing whatever they read: that is told as no change."""
    with walled.session(inputs=files) as session:
        assert session.run("open('inputs/t.csv', 'r+').read()", limits=LIMITS).files_written == ()
        assert session.run("open('inputs/t.csv', 'r+').write('x')", limits=LIMITS).files_written == ("inputs/t.csv",)


@pytest.mark.parametrize("folder", ["inputs", "inputs/more"])
def test_disk_limits_hold_for_inputs(folder: str, walled: LocalSandbox, files: list[Path]) -> None:
    """Whoever fills the folder of inputs is stopped by the limit on disks, as for every other folder."""
    fill = f"for number in range(9):\n    open(f'{folder}/{{number}}', 'wb').write(b'x' * 1_000_000)"
    with walled.session(inputs=files) as session, session.branch() as answer:
        answer.confine()
        run = answer.run(fill, limits=LIMITS)
        after = session.run(READ, limits=LIMITS)

    assert run.outcome is Outcome.TOO_MUCH_DISK
    assert "max_disk = 3000000 bytes" in run.detail
    assert after.outcome is Outcome.OK


def test_number_of_files_holds_for_inputs(walled: LocalSandbox, files: list[Path]) -> None:
    """Files beside the inputs count as files."""
    with walled.session(inputs=files) as session:
        make = "for number in range(40):\n    open(f'inputs/{number}', 'w').close()"
        run = session.run(make, limits=Limits(max_time=20, max_files=20))

    assert run.outcome is Outcome.TOO_MUCH_DISK
    assert "max_files = 20 files" in run.detail


def test_an_input_may_be_written_over_whatever_its_size(walled: LocalSandbox, tmp_path: Path) -> None:
    """To change a byte of an input that is larger than `max_disk` is no use of the disk: nothing was added."""
    large = tmp_path / "large.bin"
    large.write_bytes(b"x" * 4_000_000)
    change = "file = open('inputs/large.bin', 'r+b')\nfile.write(b'y')\nfile.seek(0)\nfile.read(2)"
    with walled.session(inputs=[large]) as session:
        limits = LIMITS.model_copy(update={"max_file": 10_000_000})
        assert text_of(session.run(change, limits=limits)) == "b'yx'"


@pytest.mark.exhaustive(sample=1)
def test_strict_inputs_are_read_only(walled: LocalSandbox, files: list[Path]) -> None:
    """In the strict dialect inputs stay what they are, where the machine can see to it."""
    with walled.session(inputs=files, dialect="strict") as session, session.branch() as branch:
        run = session.run("open('inputs/t.csv', 'w')", limits=LIMITS)
        text = text_of(branch.run(READ, limits=LIMITS))

    assert (run.outcome is Outcome.ERROR) == (walled.protection.level is not Level.LIMITS)
    assert text == "'x\\n1\\n'"


@pytest.mark.exhaustive(sample=1)
@pytest.mark.parametrize("shares", [True, False])
def test_large_inputs_without_mounts(
    shares: bool,  # noqa: FBT001 - of parametrize
    files: list[Path],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Where sessions cannot mount, large inputs are copied if that takes no room, and read-only if it does."""
    monkeypatch.setattr(shared_inputs, "MAX_COPIED", 1)
    monkeypatch.setattr(folders, "shares_blocks", lambda _: shares)
    sandbox = LocalSandbox(maximum_level=Level.LANDLOCK)
    if sandbox.protection.level is not Level.LANDLOCK:
        pytest.skip("this machine does not give Landlock")
    try:
        with sandbox.session(inputs=files) as session:
            run = session.run("open('inputs/t.csv', 'w').write('2')", limits=LIMITS)
            with session.branch() as branch:
                text = text_of(branch.run(READ, limits=LIMITS))
    finally:
        sandbox.close()

    assert (run.outcome is Outcome.OK) == shares
    assert text == ("'2'" if shares else "'x\\n1\\n'")


@pytest.mark.exhaustive
@pytest.mark.parametrize("level", LEVELS, ids=str)
def test_an_ordinary_user_has_his_own_too(level: Level, files: list[Path]) -> None:
    """What holds where root runs this program holds where an ordinary user does."""
    tool = shutil.which("setpriv")
    if os.getuid() != 0 or tool is None:
        pytest.skip("only root may become another user, with setpriv of util-linux")
    if level is Level.NAMESPACES and not readable_by_all(Path(sys.executable).resolve()):
        pytest.skip("the interpreter lies where an ordinary user may not look")
    become = [f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--inh-caps=-all,+dac_read_search"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1", "HOME": "/"}
    command = [tool, *become, "--ambient-caps=-all,+dac_read_search", sys.executable, str(PROGRAM), level.value]
    completed = subprocess.run(
        [*command, str(files[0])], env=environment, capture_output=True, check=False, encoding="utf-8"
    )

    assert completed.returncode == 0, completed.stderr
    reached, *texts = completed.stdout.split()
    if reached != level.value:
        pytest.skip(f"an ordinary user does not get {level} here")
    assert texts == ["changed", "original"]

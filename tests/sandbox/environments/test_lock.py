"""A lock names packages with versions and hashes, and can say nothing else."""

from hashlib import sha256
from pathlib import Path

import pytest

from authoring.errors import PackagesError
from authoring.sandbox.environments.lock import MAX_SIZE, Pin, lock_text, normalized, parse_lock, read_lock

PATH = Path("old.lock")
HASH = "--hash=sha256:" + "0" * 64
LINES = f"""\
Numpy_Thing[extra]==1.26.4 \\
    {HASH} \\
    {HASH}
    # via pandas
colorama==0.4.6 ; sys_platform == 'win32' \\
    {HASH}
"""


def test_packages_are_read() -> None:
    """Names as indexes compare them, versions, and whether they are for every machine."""
    lock = parse_lock(lock_text("3.11", ("authoring", "env", "lock", "old", "numpy<2"), LINES), PATH)

    assert lock.pins == (Pin("numpy-thing", "1.26.4", conditional=False), Pin("colorama", "0.4.6", conditional=True))
    assert (lock.name, lock.python) == ("old", "3.11")
    assert "# made by: authoring env lock old 'numpy<2'" in lock.text


@pytest.mark.parametrize(
    "line",
    [
        "numpy==1.26.4",
        f"numpy>=1.26.4 {HASH}",
        f"numpy==1.26.* {HASH}",
        f"numpy @ https://example.org/numpy.whl {HASH}",
        f"https://example.org/numpy.whl {HASH}",
        f"./numpy.whl {HASH}",
        "-e .",
        "-r other.txt",
        "--index-url https://example.org/simple",
        "--extra-index-url=https://example.org/simple",
        "--find-links https://example.org",
        "--trusted-host example.org",
        "--pre",
        f"numpy==1.26.4 {HASH} --index-url=https://example.org",
        f"numpy==1.26.4 --config-settings=x=y {HASH}",
        f"numpy==1.26.4 ; python_version > '3' --index-url x {HASH} ; y",
        f"numpy==1.26.4 ; python_version > '3' --index-url x {HASH}",
        "numpy==1.26.4 --hash=md5:0",
        f"numpy==1.26.4 {HASH} \\\n --index-url https://example.org",
    ],
)
def test_lock_names_no_other_place(line: str) -> None:
    """Whoever sends a lock cannot choose where packages come from, nor leave out what they have to be."""
    with pytest.raises(PackagesError, match=r"^old\.lock:3: a lock holds NAME==VERSION"):
        parse_lock(f"pandas==2.1.1 {HASH}\n\n{line}\n", PATH)


@pytest.mark.parametrize(
    ("text", "message"),
    [("# nothing\n", "names no package"), (f"# python: three\nx==1 {HASH}\n", "is no version of Python")],
)
def test_broken_lock_is_told(text: str, message: str) -> None:
    """What is missing is said."""
    with pytest.raises(PackagesError, match=message):
        parse_lock(text, PATH)


def test_files_that_are_no_locks_are_told(tmp_path: Path) -> None:
    """No file, no text, and more than a lock can hold."""
    (tmp_path / "binary.lock").write_bytes(b"\xff\xfe")
    (tmp_path / "large.lock").write_bytes(b"#" * (MAX_SIZE + 1))
    for name, message in (("none", "No such file"), ("binary", "not UTF-8"), ("large", "larger than")):
        with pytest.raises(PackagesError, match=message):
            read_lock(tmp_path / f"{name}.lock")


def test_key_is_of_text_and_python() -> None:
    """Another text or another Python is another environment; the file's name is not."""
    item, repeated = parse_lock(LINES, PATH), parse_lock(LINES, Path("new.lock"))

    assert item.key("3.11.7") == repeated.key("3.11.7")
    assert item.key("3.11.7") == sha256(f"{sha256(LINES.encode()).hexdigest()} 3.11.7".encode()).hexdigest()
    assert len({item.key("3.11.7"), item.key("3.11.8"), parse_lock(LINES + "\n", PATH).key("3.11.7")}) == 3


def test_command_cannot_leave_its_comment() -> None:
    """A requirement with a line break stays in the comment that repeats it."""
    text = lock_text("3.11", ("authoring", "x\n--index-url evil"), LINES)

    assert all(line.startswith("#") for line in text.split("\n\n")[0].splitlines())


def test_names_are_compared_as_indexes_do() -> None:
    """Case and the kind of separator say nothing."""
    assert normalized("Scikit_Learn.x--y") == "scikit-learn-x-y"

"""What lies in an environment is compared with its lock and with what packages say of their files."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from authoring.sandbox.environments.contents import contents_of, find_faults, size_of
from authoring.sandbox.environments.lock import parse_lock
from tests.sandbox.environments.conftest import Old

pytestmark = pytest.mark.slow


@pytest.fixture
def copied(old: Old, tmp_path: Path) -> Path:
    """Return a copy that a test may change."""
    return Path(shutil.copytree(old.folder, tmp_path / "copy", symlinks=True))


def packages(folder: Path) -> Path:
    """Return the folder of packages."""
    (folder_found,) = folder.glob("lib/python*/site-packages")
    return folder_found


@pytest.mark.exhaustive
def test_fresh_environment_has_no_fault(old: Old) -> None:
    """It is what its lock says, and as it was made."""
    assert find_faults(old.folder, old.made, old.lock) == ()


def edit(folder: Path) -> None:
    """Change one line of pandas."""
    with (packages(folder) / "pandas" / "__init__.py").open("a") as file:
        file.write("# changed\n")


def plant(folder: Path) -> None:
    """Leave a file that runs whenever this Python starts."""
    (packages(folder) / "planted.pth").write_text("import os\n")


def drop(folder: Path) -> None:
    """Take a package away."""
    for path in packages(folder).glob("pytz*"):
        shutil.rmtree(path)


def add(folder: Path) -> None:
    """Add a package that names itself."""
    (packages(folder) / "extra-1.0.dist-info").mkdir()
    (packages(folder) / "extra-1.0.dist-info" / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: extra\nVersion: 1.0\n"
    )


def update(folder: Path) -> None:
    """Have a package say that it is another version."""
    metadata = next(packages(folder).glob("pytz-*.dist-info")) / "METADATA"
    lines = ["Version: 1999.1" if line.startswith("Version:") else line for line in metadata.read_text().splitlines()]
    metadata.write_text("\n".join(lines))


def relist(folder: Path) -> None:
    """Change a file together with what its package says of it."""
    edit(folder)
    record = next(packages(folder).glob("pandas-*.dist-info")) / "RECORD"
    lines = [
        "pandas/__init__.py,," if line.startswith("pandas/__init__.py,") else line
        for line in record.read_text().splitlines()
    ]
    record.write_text("\n".join(lines) + "\n")


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("change", "message"),
    [
        (edit, "files of pandas are missing or changed: pandas/__init__.py"),
        (plant, "site-packages/planted.pth belongs to no package"),
        (drop, "is locked and not there"),
        (add, "extra 1.0 is there and not locked"),
        (update, "pytz is 1999.1 and locked as"),
        (relist, "the list of pandas's files has changed"),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_change_is_found(old: Old, copied: Path, change: Callable[[Path], None], message: str) -> None:
    """Files that were changed, planted or taken away, and packages that are not those of the lock."""
    change(copied)

    assert any(message in fault.message for fault in find_faults(copied, old.made, old.lock))


@pytest.mark.exhaustive
def test_compiled_files_are_nobodys(old: Old, copied: Path) -> None:
    """What Python compiles for itself comes and goes."""
    for path in packages(copied).rglob("*.pyc"):
        path.unlink()

    assert find_faults(copied, old.made, old.lock) == ()


@pytest.mark.exhaustive
def test_package_of_another_platform_may_be_absent(old: Old, copied: Path) -> None:
    """A package that the lock names for some machines only is no fault where it is not."""
    text = f"{old.lock.text}\ncolorama==0.4.6 ; sys_platform == 'win32' --hash=sha256:{'0' * 64}\n"

    assert find_faults(copied, old.made, parse_lock(text, Path("old.lock"))) == ()


@pytest.mark.exhaustive
def test_contents_and_size(old: Old) -> None:
    """As they were recorded when the environment was made."""
    assert contents_of(old.folder) == (old.made.packages, old.made.loose)
    assert size_of(old.folder) >= old.made.size

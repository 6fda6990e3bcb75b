"""What is published works where nothing else is: the wheel, in a clean environment, outside the repository."""

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.mark.exhaustive
def test_wheel_works_outside_the_repository(tmp_path: Path) -> None:
    """A wheel built from this tree holds guides and templates; installed alone, `init` and `demo` work."""
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--outdir", tmp_path, ROOT], check=True, capture_output=True
    )
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()

    assert {"authoring/defaults/guides/dseal.md", "authoring/dseal/dseal.schema.json", "authoring/py.typed"} <= set(
        names
    )
    assert [name for name in names if name.startswith("authoring/defaults/templates/")]
    assert [name for name in names if name.startswith(("tests/", "bench/", "seeds/"))] == []

    venv.create(tmp_path / "venv", with_pip=True)
    bin_ = tmp_path / "venv" / "bin"
    subprocess.run([bin_ / "python", "-m", "pip", "install", "--quiet", wheel], check=True)
    environment = {**os.environ, "PYTHONWARNINGS": "error"}
    environment.pop("PYTHONPATH", None)
    for arguments in (["init", "w"], ["demo", "--yes", "d"]):
        done = subprocess.run(
            [bin_ / "authoring", *arguments], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )

        assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "w" / "guides" / "dseal.md").is_file()
    assert list((tmp_path / "w" / "templates").glob("*.py"))
    assert list((tmp_path / "d" / "problemsets").glob("*.py"))

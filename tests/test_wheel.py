"""What is published works where nothing else is: the wheel, in a clean environment, outside the repository."""

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
STEPS = ["init", "seed add", "seed show", "draft", "gate", "check", "review", "admit", "export"]


@pytest.mark.exhaustive
def test_wheel_works_outside_the_repository(tmp_path: Path, pytestconfig: pytest.Config) -> None:
    """A wheel built from this tree holds guides and templates; installed alone, `init` and `demo` work.

    The demo prints a line a step, the exported tree and one problem with its output, in at most sixty lines.
    """
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--outdir", tmp_path, ROOT], check=True, capture_output=True
    )
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()

    assert {
        "authoring/defaults/guides/dseal.md",
        "authoring/dseal/schema/dseal.schema.json",
        "authoring/py.typed",
    } <= set(names)
    assert [name for name in names if name.startswith("authoring/defaults/templates/")]
    assert [name for name in names if name.startswith(("tests/", "bench/", "seeds/"))] == []

    venv.create(tmp_path / "venv")
    bin_ = tmp_path / "venv" / "bin"
    environment = {**os.environ, "PYTHONWARNINGS": "error"}
    environment.pop("PYTHONPATH", None)
    # What it needs was fetched for other environments of these tests, and is taken from where they keep it.
    caching = {**environment, "UV_CACHE_DIR": str(pytestconfig.cache.mkdir("uv"))}
    install = [sys.executable, "-m", "uv", "pip", "install", "--quiet", "--python", str(bin_ / "python"), str(wheel)]
    subprocess.run(install, env=caching, check=True)
    for arguments in (["init", "w"], ["demo", "--yes", "d"]):
        done = subprocess.run(
            [bin_ / "authoring", *arguments], cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )

        assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "w" / "guides" / "dseal.md").is_file()
    assert list((tmp_path / "w" / "templates").glob("*.py"))
    assert list((tmp_path / "d" / "problemsets").glob("*.py"))
    assert (tmp_path / "d" / "export" / "penguins-raw.py").is_file()
    lines = done.stdout.splitlines()
    assert [line.split("  ")[0].removeprefix(" ✓ ") for line in lines if line.startswith(" ✓")] == STEPS
    assert "_inputs/" in done.stdout
    assert "problem " in done.stdout
    assert lines[-1] == f"next: cd {tmp_path}/d && {bin_}/authoring status"
    assert len(lines) <= 60

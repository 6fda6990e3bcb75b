"""What the extras declare is enough to import what they are for."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parent.parent


def test_kaggle_extra_is_complete() -> None:
    """The kaggle client imports; it needs six, which it does not declare itself."""
    keys = {"KAGGLE_USERNAME": "nobody", "KAGGLE_KEY": "none"}
    done = subprocess.run(
        [sys.executable, "-c", "import kaggle.api.kaggle_api_extended"],
        env={**os.environ, **keys},
        capture_output=True,
        text=True,
        check=False,
    )

    assert done.returncode == 0, done.stderr


def test_locked_installation_is_what_the_project_declares() -> None:
    """Every package that is declared, and what builds the project, is locked with hashes, at a version that fits."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    declared = (*project["project"]["dependencies"], *project["build-system"]["requires"])
    # Continued lines are one requirement: name, version, marker, hashes.
    locked = (ROOT / "requirements.lock").read_text().replace("\\\n", " ").splitlines()
    lines = [line for line in locked if line and not line.lstrip().startswith("#")]
    versions: dict[str, list[str]] = {}
    for line in lines:
        requirement = Requirement(line.partition(" --hash")[0])
        versions.setdefault(requirement.name, []).append(str(requirement.specifier).removeprefix("=="))

    assert [line for line in lines if "--hash=sha256:" not in line] == []
    for requirement in map(Requirement, declared):
        assert versions.get(requirement.name), f"{requirement.name} is not locked: make lock"
        assert all(map(requirement.specifier.contains, versions[requirement.name])), f"{requirement}: make lock"

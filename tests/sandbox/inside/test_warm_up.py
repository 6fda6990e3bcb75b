"""What a zygote tells of packages is what their installers say, and what it imports without a trial can be forked."""

import importlib.metadata
import importlib.util
import subprocess
import sys

from authoring.sandbox.inside.warm_up import FORKABLE, UNFORKABLE, installed_versions


def test_versions_are_those_of_whoever_installed_a_package() -> None:
    """A distribution of the package's own name, or another one, such as scikit-learn for sklearn."""
    packages = ["numpy", "pandas", "sklearn", "yaml"]
    owners = importlib.metadata.packages_distributions()

    versions = dict(installed_versions(packages))
    assert versions.pop("python")
    assert versions == {package: importlib.metadata.version(owners[package][0]) for package in packages}


def test_forkable_packages_import_none_that_cannot_be_forked() -> None:
    """What is imported without a trial brings no package along that hangs in a fork, though one is installed."""
    parts = "matplotlib.pyplot numpy pandas.testing scipy.stats scipy.optimize sklearn.ensemble sklearn.model_selection"
    code = f"import sys, {', '.join(parts.split())}; print(*sorted({set(UNFORKABLE)!r} & set(sys.modules)))"

    assert {part.partition(".")[0] for part in parts.split()} == FORKABLE
    assert importlib.util.find_spec("polars") is not None
    imported = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert imported.stdout.split() == []

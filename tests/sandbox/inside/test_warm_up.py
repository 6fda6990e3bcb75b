"""What a zygote tells of packages is what their installers say."""

import importlib.metadata

from authoring.sandbox.inside.warm_up import installed_versions


def test_versions_are_those_of_whoever_installed_a_package() -> None:
    """A distribution of the package's own name, or another one, such as scikit-learn for sklearn."""
    packages = ["numpy", "pandas", "sklearn", "yaml"]
    owners = importlib.metadata.packages_distributions()

    versions = dict(installed_versions(packages))
    assert versions.pop("python")
    assert versions == {package: importlib.metadata.version(owners[package][0]) for package in packages}

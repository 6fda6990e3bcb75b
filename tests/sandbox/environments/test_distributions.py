"""Modules are mapped to distributions that are known, and never guessed."""

import json
from importlib.metadata import version

from authoring.sandbox.environments.distributions import distributions_of, installed_versions


def test_modules_become_distributions() -> None:
    """Submodules, names that differ, what is installed here; the standard library needs nothing."""
    found = distributions_of(["sklearn.linear_model", "os.path", "yaml", "rich", "PIL.Image", "numpy"])

    assert found.distributions == ("numpy", "pillow", "pyyaml", "rich", "scikit-learn")
    assert found.unknown == ()


def test_unknown_module_is_not_guessed() -> None:
    """A package of the same name may be anybody's; a person who asks for it by name has chosen it."""
    assert distributions_of(["panda_tools"]).unknown == ("panda_tools",)
    assert distributions_of(["panda_tools.x"], ["Panda.Tools"]).unknown == ()


def test_versions_here_are_those_of_the_index() -> None:
    """Each as it is installed; what was installed from a folder, as this program in a checkout, is not among them."""
    here = installed_versions()

    assert f"numpy=={version('numpy')}" in here
    assert json.dumps(here) == json.dumps(sorted(here))
    assert not any(each.startswith("dseal-authoring==") for each in here)

"""Modules are mapped to distributions that are known, and never guessed."""

import json
from importlib.metadata import version

from authoring.sandbox.environments.distributions import distributions_of, installed_versions


def test_modules_become_distributions() -> None:
    """Submodules, names that differ, what is installed here; the standard library needs nothing."""
    requirements = distributions_of(["sklearn.linear_model", "os.path", "yaml", "rich", "PIL.Image", "numpy"])

    assert requirements.distributions == ("numpy", "pillow", "pyyaml", "rich", "scikit-learn")
    assert requirements.unknown == ()


def test_unknown_module_is_not_guessed() -> None:
    """A package of the same name may be anybody's; a person who asks for it by name has chosen it."""
    assert distributions_of(["panda_tools"]).unknown == ("panda_tools",)
    assert distributions_of(["panda_tools.x"], ["Panda.Tools"]).unknown == ()


def test_versions_here_are_those_of_the_index() -> None:
    """Each as it is installed; what was installed from a folder, as this program in a checkout, is not among them."""
    versions = installed_versions()

    assert f"numpy=={version('numpy')}" in versions
    assert json.dumps(versions) == json.dumps(sorted(versions))
    assert not any(item.startswith("dseal-authoring==") for item in versions)

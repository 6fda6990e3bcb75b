"""A module's public names are read in the sandbox: what is really there, and in words where there is nothing."""

import pytest

from authoring.errors import SeedError
from authoring.records.evidence import Limits
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.module_reader import read_module, resolve_names


@pytest.mark.exhaustive(sample=2)
@pytest.mark.parametrize(
    ("module", "there"),
    [
        ("pandas", {"pandas.DataFrame", "pandas.merge", "pandas.DataFrame.groupby", "pandas.offsets.BMonthEnd"}),
        ("sklearn", {"sklearn.linear_model.LinearRegression", "sklearn.metrics.accuracy_score"}),
        ("scipy", {"scipy.stats.norm", "scipy.signal.savgol_filter", "scipy.fft.rfft"}),
        ("matplotlib", {"matplotlib.pyplot.hist", "matplotlib.colors.Normalize"}),
        ("matplotlib.pyplot", {"matplotlib.pyplot.subplots"}),
        ("statistics", {"statistics.median", "statistics.NormalDist"}),
    ],
)
def test_public_names_are_found_and_are_there(local: LocalSandbox, module: str, there: set[str]) -> None:
    """What a user of a module knows is told, in a bounded list; each name that is told leads to something."""
    api = read_module(module, sandbox=local, limits=Limits())
    names = [f"{space.name}.{name}" for space in api.namespaces for name in space.public]

    assert there <= set(names)
    assert len(names) == len(set(names)) <= 1_600
    assert not any(part.startswith("_") for name in names for part in name.split("."))
    kinds = resolve_names(names[:: max(1, len(names) // 50)], sandbox=local, limits=Limits())
    assert set(kinds.values()) <= {"class", "function"}


def test_names_are_looked_up(local: LocalSandbox) -> None:
    """A name leads to what it leads to, through modules that have to be imported first, or to nothing."""
    expected_kinds = {
        "pandas.DataFrame": "class",
        "pandas.DataFrame.groupby": "function",
        "sklearn.cluster": "module",
        "sklearn.cluster.KMeans": "class",
        "math.pi": "value",
        "pandas.DataFrame.sort_valuez": "",
        "no_such_thing.at_all": "",
    }

    assert resolve_names(list(expected_kinds), sandbox=local, limits=Limits()) == expected_kinds


@pytest.mark.parametrize("module", ["no_such_module", "os.no_such_part"])
def test_absent_module(local: LocalSandbox, module: str) -> None:
    """A module that is not installed is a finding for the person at the keyboard, with what to do."""
    with pytest.raises(SeedError, match=f"{module} cannot be imported in the sandbox: ModuleNotFoundError") as caught:
        read_module(module, sandbox=local, limits=Limits())

    assert "authoring env" in caught.value.hint


@pytest.mark.parametrize("name", ["", "a b", "import os", "a;b", "a..b", "x" * 100])
def test_no_name_of_a_module(local: LocalSandbox, name: str) -> None:
    """What cannot stand behind `import` never reaches the sandbox."""
    with pytest.raises(SeedError, match="is no name of a module"):
        read_module(name, sandbox=local, limits=Limits())

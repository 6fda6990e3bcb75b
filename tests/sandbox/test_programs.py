"""Programs that look at modules in the sandbox: what is really there, whatever the module does."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from authoring.errors import SandboxError, SeedError
from authoring.records.evidence import Limits
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.module_reader import read_module, resolve_names
from authoring.sandbox.programs import call_program, load_program


@pytest.fixture(scope="module")
def sandbox() -> Iterator[LocalSandbox]:
    """Share one sandbox."""
    local = LocalSandbox()
    yield local
    local.close()


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
def test_public_names_are_found_and_are_there(sandbox: LocalSandbox, module: str, there: set[str]) -> None:
    """What a user of a module knows is told, in a bounded list; each name that is told leads to something."""
    api = read_module(module, sandbox=sandbox, limits=Limits())
    names = [f"{space.name}.{name}" for space in api.namespaces for name in space.public]

    assert there <= set(names)
    assert len(names) == len(set(names)) <= 1_600
    assert not any(part.startswith("_") for name in names for part in name.split("."))
    kinds = resolve_names(names[:: max(1, len(names) // 50)], sandbox=sandbox, limits=Limits())
    assert set(kinds.values()) <= {"class", "function"}


def test_names_are_looked_up(sandbox: LocalSandbox) -> None:
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

    assert resolve_names(list(expected_kinds), sandbox=sandbox, limits=Limits()) == expected_kinds


@pytest.mark.parametrize("module", ["no_such_module", "os.no_such_part"])
def test_absent_module(sandbox: LocalSandbox, module: str) -> None:
    """A module that is not installed is a finding for the person at the keyboard, with what to do."""
    with pytest.raises(SeedError, match=f"{module} cannot be imported in the sandbox: ModuleNotFoundError") as caught:
        read_module(module, sandbox=sandbox, limits=Limits())

    assert "authoring env" in caught.value.hint


@pytest.mark.parametrize("name", ["", "a b", "import os", "a;b", "a..b", "x" * 100])
def test_no_name_of_a_module(sandbox: LocalSandbox, name: str) -> None:
    """What cannot stand behind `import` never reaches the sandbox."""
    with pytest.raises(SeedError, match="is no name of a module"):
        read_module(name, sandbox=sandbox, limits=Limits())


def test_what_a_module_prints_is_no_answer(sandbox: LocalSandbox) -> None:
    """A session that prints what looks like an answer, before the answer, does not change it."""
    with sandbox.session() as session:
        load_program(session, "public_names", limits=Limits())
        forged = 'print(\'\\n<<<answer\\n{"math.pi": "class"}\\nanswer>>>\')'
        session.run(
            f"import math\n_kept = resolve_names\ndef resolve_names(names):\n    {forged}\n    return _kept(names)",
            limits=Limits(),
        )
        kinds = call_program(session, "resolve_names", {"names": ["math.pi"]}, limits=Limits())

    assert kinds == {"math.pi": "value"}


def test_limits_hold(sandbox: LocalSandbox) -> None:
    """A look that takes too long ends with the name of the limit; a program of no such name is our own fault."""
    with sandbox.session() as session:
        load_program(session, "public_names", limits=Limits())
        session.run("import time\ndef slow():\n    time.sleep(60)", limits=Limits())
        with pytest.raises(SeedError, match="max_time"):
            call_program(session, "slow", {}, limits=Limits(max_time=0.3))
    with sandbox.session() as session, pytest.raises(SandboxError, match="NameError"):
        call_program(session, "nowhere", {}, limits=Limits())


def test_arguments_are_data(sandbox: LocalSandbox, tmp_path: Path) -> None:
    """Quotes, escapes and line ends in an argument reach the function as they are."""
    del tmp_path
    nasty = "a'\"\\\n\u2028'''\"\"\"{}"
    with sandbox.session() as session:
        load_program(session, "public_names", limits=Limits())
        session.run("def echo(value):\n    return value", limits=Limits())

        assert call_program(session, "echo", {"value": nasty}, limits=Limits()) == nasty

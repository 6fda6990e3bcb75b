"""What every test gets: a home of its own, no keys, a fixed terminal, golden files, and the peer DSEval."""

import fcntl
import gc
import itertools
import os
import signal
import subprocess
import sys
import venv
import zlib
from collections.abc import Callable, Iterator
from copy import copy
from itertools import count
from pathlib import Path
from threading import Lock
from typing import Any

import pytest
from hypothesis import settings

from authoring.records.protection import Level
from authoring.sandbox.client.local import LocalSandbox
from authoring.workspace.cache import CertificateCache

ROOT = Path(__file__).parent.parent
CASES = Path(__file__).parent / "cases"

DSEVAL_REQUIREMENTS = (
    *("dseval==0.0.1", "langchain<0.3", "langchain-community<0.3"),
    *("matplotlib", "pandas", "scikit-learn", "scipy"),
)
"""dseval 0.0.1 imports langchain.schema, which langchain 1 no longer has, and langchain-community undeclared.

The other packages are those that the problem sets of this repository import.
"""


# Whoever starts the tests in the background of a shell has them ignore ^C, and some of them send it to themselves.
signal.signal(signal.SIGINT, signal.default_int_handler)

# A user's run draws the same examples every time; new ones are sought by `make soak`, by the other profile. How
# long one example takes is the machine's affair: no property is a law of time.
settings.register_profile("repeatable", deadline=None, derandomize=True, max_examples=40)
settings.register_profile("searching", deadline=None, print_blob=True)
settings.load_profile("repeatable")

TIERS = {
    "": ("make test", "every law"),
    "exhaustive": ("make test-all", "hostile variants, peers, whole benchmarks and longer laws"),
    "soak": ("make soak", "kills, soaks and long fuzzing, with other seeds every time"),
}
"""The command that runs the tests with each marker, and what they prove; tests without one are run by `make test`."""
TIER_COUNTS = pytest.StashKey[dict[str, int]]()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add ``--accept``, the only way a golden file changes, and ``--part``, for what takes longer than one has."""
    parser.addoption("--accept", action="store_true", help="write golden files instead of comparing with them")
    parser.addoption("--part", default="1/1", help="run one of several parts, as 2/6: every sixth test, by its name")


def _deselect_other_parts(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is in another part of a soak: ``--part 2/6`` keeps every sixth test, by its name."""
    number, parts = map(int, str(config.getoption("--part")).split("/"))
    chosen = [item for item in items if zlib.crc32(item.nodeid.encode()) % parts == number - 1]
    if len(chosen) < len(items):
        config.hook.pytest_deselected(items=[item for item in items if item not in set(chosen)])
        items[:] = chosen


def _sample_variants(items: list[pytest.Item]) -> None:
    """Divide the variants of an exhaustive test among the tiers, evenly spaced.

    With ``exhaustive(sample=3)`` three are left to `make test`; with ``exhaustive(most=6)`` all but six of the others
    are left to `make soak`.
    """
    variants: dict[str, list[pytest.Item]] = {}
    for item in items:
        mark = item.get_closest_marker("exhaustive")
        if mark is not None and mark.kwargs:
            variants.setdefault(item.nodeid.partition("[")[0], []).append(item)
    for group in variants.values():
        mark = group[0].get_closest_marker("exhaustive")
        assert mark is not None
        sampled = _evenly_spaced(group, mark.kwargs.get("sample", 0))
        others = [item for item in group if item not in sampled]
        exhaustive = _evenly_spaced(others, mark.kwargs.get("most", len(others)))
        for item in group:
            if item not in exhaustive:
                item.own_markers[:] = [own for own in item.own_markers if own.name != "exhaustive"]
            if item in others and item not in exhaustive:
                item.add_marker(pytest.mark.soak)


def _evenly_spaced(items: list[pytest.Item], number: int) -> list[pytest.Item]:
    """Return so many of the items, or all where there are fewer."""
    number = min(len(items), number)
    return [items[position * len(items) // number] for position in range(number)]


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Count the tests of each tier, before those of the other tiers are deselected."""
    _sample_variants(items)
    counts = dict.fromkeys(TIERS, 0)
    for item in items:
        counts[next((tier for tier in TIERS if tier and item.get_closest_marker(tier)), "")] += 1
        if item.get_closest_marker("soak"):
            item.add_marker(pytest.mark.timeout(0))  # it goes on for as long as whoever started it likes
    config.stash[TIER_COUNTS] = counts
    _deselect_other_parts(config, items)


def pytest_configure() -> None:
    """Look for no garbage while tests are collected: nearly all that is made then stays."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Take what was collected out of garbage collection: each collection would go through twenty thousand tests."""
    gc.collect()
    gc.freeze()
    gc.enable()


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Hand a worker's counts to the process that reports; only that one has a terminal."""
    output = getattr(session.config, "workeroutput", None)
    if output is not None:
        output["tiers"] = session.config.stash.get(TIER_COUNTS, {})


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Take the counts of a worker that has ended; every worker collects the same tests."""
    counts = getattr(node, "workeroutput", {}).get("tiers")
    if counts:
        node.config.stash[TIER_COUNTS] = counts


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print what each command proves, so that nobody takes a part for the whole."""
    counts = terminalreporter.config.stash.get(TIER_COUNTS, {})
    for tier, number in counts.items():
        command, subject = TIERS[tier]
        terminalreporter.write_line(f"{command:14} {number:6} tests: {subject}")


def pytest_make_parametrize_id(config: pytest.Config, val: object) -> str | None:
    """Name a parameter without the address of an object, which differs from one process to the next."""
    del config
    return f"<{type(val).__name__}>" if " at 0x" in repr(val) and not callable(val) else None


@pytest.fixture(scope="session")
def homes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Yield home directories that do not exist yet; pytest's own numbering lists the folder again for every one."""
    folder = tmp_path_factory.mktemp("homes")
    return (folder / str(number) for number in itertools.count())


@pytest.fixture(autouse=True)
def fenced(monkeypatch: pytest.MonkeyPatch, homes: Iterator[Path]) -> None:
    """Keep the real home directory, keys and terminal out of tests, in our process and in those it starts."""
    home = next(homes)
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / ".config"))
    for name in list(os.environ):
        if name.endswith(("_API_KEY", "_TOKEN", "_SECRET")) or name.startswith(("KAGGLE_", "OPENAI_")):
            monkeypatch.delenv(name)
    for name, value in (("COLUMNS", "100"), ("LINES", "40"), ("NO_COLOR", "1"), ("TERM", "dumb"), ("EDITOR", "false")):
        monkeypatch.setenv(name, value)
    monkeypatch.delenv("FORCE_COLOR", raising=False)


@pytest.fixture(scope="session")
def common_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder that all workers of a run have in common."""
    own = tmp_path_factory.getbasetemp()
    # Each worker has a folder of its own below that of the run.
    folder = (own.parent if "PYTEST_XDIST_WORKER" in os.environ else own) / "common"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(autouse=True)
def common_certificates(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, common_folder: Path) -> None:
    """Have workspaces share what is known of problems: one draft tried in ten tests proves no more than once.

    A test that is about what is kept, or about trying, is marked ``own_certificates``.
    """
    if request.node.get_closest_marker("own_certificates"):
        return
    build = CertificateCache.__init__

    def build_in_common(cache: CertificateCache, folder: Path, *, fresh: bool = False) -> None:
        del folder
        build(cache, common_folder / "certificates", fresh=fresh)

    monkeypatch.setattr(CertificateCache, "__init__", build_in_common)


Donors = dict[tuple[str, Level], LocalSandbox]
"""Sandboxes whose processes others borrow, by interpreter and level."""


@pytest.fixture(scope="session")
def donors() -> Iterator[Donors]:
    """Yield the sandboxes that a worker's tests borrow from; they end with the worker."""
    sandboxes: Donors = {}
    yield sandboxes
    for sandbox in sandboxes.values():
        sandbox.close()


@pytest.fixture(autouse=True)
def common_zygotes(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, donors: Donors) -> None:
    """Have every sandbox of a worker fork its sessions from the same warmed processes: starting one takes a second.

    A test that is about these processes, or about what they start with, is marked ``own_zygotes``. Variants and longer
    laws about the sandbox and the judge break and fork more than others, and have their own as well.
    """
    is_longer = any(map(request.node.get_closest_marker, ("exhaustive", "soak")))
    about_them = ("tests/sandbox/", "tests/evaluation/", "tests/api/executors/", "tests/test_")
    is_about_them = request.node.nodeid.startswith(about_them)
    if request.node.get_closest_marker("own_zygotes") or (is_longer and is_about_them):
        return

    def donor_of(sandbox: LocalSandbox) -> LocalSandbox:
        key = (sandbox._python.path, sandbox.protection.level)  # noqa: SLF001 - nobody else needs the path
        if key not in donors:
            donor = donors[key] = copy(sandbox)
            # A copy has all of this in common with its original, which is closed before it.
            fresh = {"_zygotes": {}, "_versions": {}, "_numbers": count(1), "_lock": Lock(), "_folder": None}
            vars(donor).update(fresh, _finalizer=None)
        return donors[key]

    def borrowing(method: Callable[..., Any]) -> Callable[..., Any]:
        return lambda sandbox, *arguments, **options: method(donor_of(sandbox), *arguments, **options)

    for name in ("session", "prepare", "versions"):
        monkeypatch.setattr(LocalSandbox, name, borrowing(getattr(LocalSandbox, name)))


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with a file below tests/cases/; a missing file fails, ``--accept`` writes it."""

    def compare(path: str, text: str) -> None:
        file = CASES / path
        if request.config.getoption("--accept"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(text.encode())
            return
        if not file.exists():
            pytest.fail(f"{path} is missing; look at the text, then run pytest --accept:\n{text}")

        assert file.read_bytes().decode() == text

    return compare


@pytest.fixture(scope="session")
def dseval_python(pytestconfig: pytest.Config) -> Path:
    """Return an interpreter that has DSEval 0.0.1, installed from the package index once and kept in pytest's cache.

    The environment variable AUTHORING_DSEVAL_PYTHON names another one.
    """
    if named := os.environ.get("AUTHORING_DSEVAL_PYTHON"):
        return Path(named)
    assert pytestconfig.cache is not None
    folder = pytestconfig.cache.mkdir("dseval")
    done, python = folder / "installed", folder / "bin" / "python"
    requirements = "\n".join((sys.version, *DSEVAL_REQUIREMENTS))
    # Every worker of a run asks for it; the first makes it while the others wait.
    with folder.with_name("dseval.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not done.exists() or done.read_text() != requirements:
            venv.create(folder, clear=True, with_pip=True)
            subprocess.run([python, "-m", "pip", "install", "--quiet", *DSEVAL_REQUIREMENTS], check=True)
            done.write_text(requirements)
    return python

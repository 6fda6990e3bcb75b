"""Every verb that writes leaves folders and files whole or absent: killed at any moment, or beside any other verb."""

import contextlib
import os
import random
import shutil
import subprocess
from functools import cache
from itertools import combinations_with_replacement
from pathlib import Path

import pytest

from tests.shared_work import made_once
from tests.writing_verbs import IN_USE, VERBS, Verb, broken, command, leftovers, make_base, run, run_for, state, timed

SEED = os.environ.get("AUTHORING_SEED", "16")
BY_NAME = {verb.name: verb for verb in VERBS}
PAIRS = list(combinations_with_replacement(BY_NAME, 2))
ON_ONE_TARGET = [
    *[(name, name) for name in BY_NAME],
    ("export", "export-other"),
    ("export", "export-cells"),
    ("export-other", "export-cells"),
    ("seed-replace", "draft-restart"),
    ("seed-allow", "migrate"),
    ("admit", "admit-again"),
    ("evaluate", "evaluate-fresh"),
    ("evaluate", "set-rename"),
    ("evaluate", "set-remove"),
    ("export", "set-remove"),
    ("seed-allow", "seed-remove"),
    ("set-rename", "stats"),
]
"""Pairs that write into one place, or of which one reads what the other changes."""


@pytest.fixture(scope="module")
def base(common_folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the workspace that every verb begins from."""
    made = made_once(common_folder, "writing-base", make_base)
    # What workers measure beside it is their own.
    root = tmp_path_factory.mktemp("base") / "bench"
    shutil.copytree(made, root, symlinks=True)
    assert list(broken(root)) == []
    return root


@cache
def measured(base: Path, name: str) -> tuple[float, int, Path]:
    """Return how long a verb takes, how many moments it has, and a workspace in which it was left alone."""
    alone = base.parent / f"alone-{name}"
    shutil.copytree(base, alone, symlinks=True)
    seconds, moments = timed(alone, BY_NAME[name], base.parent / f"{name}.count")
    assert list(broken(alone)) == []
    assert leftovers(alone) == []
    return seconds, moments, alone


def kill_and_go_on(base: Path, verb: Verb, root: Path, dice: random.Random) -> None:
    """Kill a verb at a random moment, look at what it left, and have it go on."""
    seconds, moments, alone = measured(base, verb.name)
    shutil.rmtree(root, ignore_errors=True)
    shutil.copytree(base, root, symlinks=True)
    # One half of the kills by the clock, the other in the moment before a file is changed.
    moment = dice.randint(1, max(moments, 1))
    if dice.random() < 0.5 and moments:
        where = f"{verb.name} killed before change {moment} of {moments}"
        run(root, verb.arguments, kill_at=moment)
    else:
        after = dice.uniform(0.2, seconds)
        where = f"{verb.name} killed after {after:.2f} of {seconds:.2f} s"
        run_for(root, verb.arguments, after)
    for unit in verb.units:
        whole = (state(base, unit), state(alone, unit), halfway(base, root, unit))
        assert grown(base, root, alone, unit) or state(root, unit) in whole, f"{where}: {unit}"
    assert list(broken(root)) == [], where
    assert run(root, ("status", "--json")).returncode == 0, where
    was_done = all(state(root, unit) == state(alone, unit) for unit in verb.units)
    again = run(root, verb.arguments)
    assert again.returncode in (*verb.codes, *(verb.again if was_done else ())), f"{where}: {again.stderr}"
    for unit in verb.units:
        assert state(root, unit) == state(alone, unit), f"{where}, and done again: {unit}"
    assert list(broken(root)) == [], f"{where}, and done again"
    # What a refused command left alone is swept by the next one that writes there.
    assert was_done or leftovers(root) == [], f"{where}, and done again"


def halfway(base: Path, root: Path, unit: str) -> dict[str, bytes] | None:
    """Return the state of a unit that comes in two steps, after the first of them; None for all others.

    A translation is paid for before a person looks at it. A seed has its new name before its record says so.
    """
    if unit == "seeds/kittiwakes":
        files = state(base, "seeds/gulls") or {}
        return {name.replace("seeds/gulls", unit): content for name, content in files.items()}
    if unit.startswith("problemsets/_translations/"):
        return {name: content for name, content in (state(root, unit) or {}).items() if b"reviewer: ''" in content}
    return None


def grown(base: Path, root: Path, alone: Path, unit: str) -> bool:
    """Tell whether results hold some of the lines that they hold in the end, or none as yet: sets come one by one."""
    if not unit.endswith(".jsonl"):
        return False
    lines = set((root / unit).read_bytes().splitlines()) if (root / unit).exists() else set()
    return lines <= set((alone / unit).read_bytes().splitlines()) or state(root, unit) == state(base, unit)


def side_by_side(base: Path, first: Verb, second: Verb, root: Path, pause: float) -> None:
    """Run two verbs at once; both end well or say what is in their way, and all that they wrote is whole."""
    shutil.copytree(base, root, symlinks=True)
    processes = []
    for verb in (first, second):
        line = command(verb.arguments)
        processes.append(subprocess.Popen(line, cwd=root, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True))
        with contextlib.suppress(subprocess.TimeoutExpired):
            processes[0].wait(pause)
    ends = [(process.communicate()[1], process.returncode) for process in processes]
    for verb, (error, code) in zip((first, second), ends, strict=True):
        assert code in {*verb.codes, *verb.again, *IN_USE}, error
        assert "Traceback" not in error
    assert any(code in verb.codes for verb, (_, code) in zip((first, second), ends, strict=True)), ends
    assert list(broken(root)) == [], ends
    assert leftovers(root) == [], ends


@pytest.mark.exhaustive(most=1)
@pytest.mark.parametrize("name", ["evaluate-fresh", "admit", "export", "migrate"])
def test_killed_twice(base: Path, tmp_path: Path, name: str) -> None:
    """Whatever a killed verb replaces is as before or as after it, byte by byte; the same command then goes on."""
    dice = random.Random(f"twice-{name}")
    for _ in range(2):
        kill_and_go_on(base, BY_NAME[name], tmp_path / "bench", dice)


@pytest.mark.soak
@pytest.mark.parametrize("name", BY_NAME)
def test_killed_often(base: Path, tmp_path: Path, name: str) -> None:
    """As above, ten times over every verb that writes: with 21 verbs more than 200 kills."""
    dice = random.Random(f"{SEED}-{name}")
    for _ in range(10):
        kill_and_go_on(base, BY_NAME[name], tmp_path / "bench", dice)


@pytest.mark.exhaustive(most=4)
@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("export", "export-other"),
        ("seed-replace", "seed-replace"),
        ("evaluate", "evaluate"),
        ("seed-allow", "migrate"),
        ("seed-replace", "draft-restart"),
        ("seed-allow", "seed-remove"),
        ("evaluate", "set-rename"),
        ("run", "set-remove"),
    ],
)
def test_two_at_once(base: Path, tmp_path: Path, first: str, second: str) -> None:
    """Two commands on one target never end with a wrong folder, and neither ends with a bug."""
    side_by_side(base, BY_NAME[first], BY_NAME[second], tmp_path / "bench", 0.01)


@pytest.mark.soak
@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_every_pair_at_once(base: Path, tmp_path: Path, first: str, second: str) -> None:
    """As above, for every pair of verbs that write; those on one target with other pauses between them too."""
    dice = random.Random(f"{SEED}-{first}-{second}")
    for turn in range(4 if (first, second) in ON_ONE_TARGET else 1):
        side_by_side(base, BY_NAME[first], BY_NAME[second], tmp_path / f"bench-{turn}", dice.uniform(0.005, 1.0))

"""What the doctor sees, and what follows from it."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authoring.api.machine import ATTACKS, AttackResult, claimed_level, control_groups, refuting_attacks
from authoring.records.protection import Level, Protection
from authoring.workspace import Workspace
from tests.trusting import allow_all

LIMITED = (
    "from functools import partial\nfrom authoring.records.protection import Level\n"
    "from authoring.sandbox.remote import server\n"
    "server.LocalSandbox = partial(server.LocalSandbox, maximum_level=Level.LIMITS)\nserver.main()\n"
)

"""A far side that gives limits only, whatever its machine could."""


def demand(workspace: Workspace, isolation: str, *command: str) -> None:
    """Have a workspace demand a level of a sandbox elsewhere, as its person allowed."""
    words = ", ".join(f'"""{word}"""' for word in command)
    (workspace.root / "authoring.toml").write_text(f'[sandbox]\nisolation = "{isolation}"\ncommand = [{words}]\n')
    allow_all(workspace)


def tried(level: Level, *, stopped: bool) -> AttackResult:
    """Return an attack that this level claims to stop."""
    return AttackResult(attack="it", stopped=stopped, stopped_from=level, detail="")


@pytest.mark.exhaustive
def test_claims_are_what_was_seen(cli: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every attack was really tried, and what is claimed stops all that its level says it stops."""
    monkeypatch.chdir(tmp_path)
    answer = cli("doctor", "--json")
    found = answer.json
    level = Level(found["claimed"])

    assert answer.code == 0
    assert [one["attack"] for one in found["tried"]] == [attack.name for attack in ATTACKS]
    assert [one for one in found["tried"] if not one["stopped"] and level.at_least(Level(one["stopped_from"]))] == []
    assert found["claimed"] == found["protection"]["level"]
    assert found["met"]
    assert {"numpy", "pandas", "python"} <= {name for name, _ in found["packages"]}


@pytest.mark.exhaustive
def test_nothing_is_left_behind(cli: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The planted secret is gone from the home folder and the environment when the doctor is done."""
    monkeypatch.chdir(tmp_path)
    cli("doctor", "--json")

    assert list(Path.home().glob(".authoring-doctor-*")) == []


@pytest.mark.exhaustive
def test_demand_that_is_not_met(cli: Callable[..., Any], bare: Workspace) -> None:
    """Where less is given than demanded, the doctor says so and what to do, and every verb refuses to run."""
    demand(bare, "landlock", sys.executable, "-c", LIMITED)
    seen = cli("doctor", "--json", "--workspace", bare.root)
    shown = cli("doctor", "--workspace", bare.root)
    refused = cli("seed", "add", "package:palmerpenguins/penguins-raw", "--workspace", bare.root)

    assert (seen.code, seen.json["met"], seen.json["claimed"]) == (1, False, "limits")
    assert any("container" in advice for advice in seen.json["advice"])
    assert shown.code == 1
    assert "less than what is demanded: landlock" in shown.out
    assert "got through" in shown.out
    assert shown.out.splitlines()[-1].startswith("next: ")
    assert (refused.code, refused.out) == (7, "")
    assert all(level in refused.err for level in ("landlock", "limits"))
    assert "hint: " in refused.err


def test_no_wall_is_said_once_and_aloud(cli: Callable[..., Any], seeded: Workspace) -> None:
    """A verb that runs with limits only says so in one line of standard error, and its document stays whole."""
    demand(seeded, "limits", sys.executable, "-c", LIMITED)
    (seeded.root / "seeds" / "penguins" / "data").mkdir(exist_ok=True)
    answer = cli("seed", "show", "penguins", "--json", "--workspace", seeded.root)

    assert answer.code == 0
    assert answer.json["seed"]["name"] == "penguins"
    assert answer.err.count("warning: ") == 1
    assert "authoring doctor" in answer.err
    assert len(answer.err.splitlines()) == 1


def test_sandbox_that_does_not_open(cli: Callable[..., Any], bare: Workspace) -> None:
    """Where nothing can run, the doctor still shows the machine, and why."""
    demand(bare, "limits", "no-such-program")
    answer = cli("doctor", "--workspace", bare.root)

    assert answer.code == 1
    assert "nothing can run: no-such-program cannot be started" in " ".join(answer.out.split())
    assert "This machine" in answer.out


@pytest.mark.exhaustive
def test_session_that_runs_nothing_proves_nothing(cli: Callable[..., Any], bare: Workspace) -> None:
    """A sandbox in which every cell dies would stop every attack; that is a fault, and no claim."""
    broken = (
        "from authoring.records.evidence import CellRun, Outcome\nfrom authoring.sandbox.remote import server\n"
        "from authoring.sandbox.client.session import LocalSession\n"
        "LocalSession.run = lambda *_, **__: CellRun(outcome=Outcome.KILLED, seconds=0, peak_memory=0, detail='dead')\n"
        "server.main()\n"
    )
    demand(bare, "limits", sys.executable, "-c", broken)
    answer = cli("doctor", "--json", "--workspace", bare.root)

    assert (answer.code, answer.json["claimed"], answer.json["tried"]) == (1, None, [])
    assert "dead" in answer.json["error"]


def test_two_places_are_a_mistake(cli: Callable[..., Any], bare: Workspace) -> None:
    """Settings that name two places are refused by the verbs, and explained by the doctor."""
    (bare.root / "authoring.toml").write_text('[sandbox]\ncontainer = "a"\ncommand = ["b"]\n')
    allow_all(bare)
    answer = cli("doctor", "--json", "--workspace", bare.root)

    assert answer.code == 1
    assert "both set" in answer.json["error"]
    assert cli("seed", "add", "package:palmerpenguins/penguins-raw", "--workspace", bare.root).code == 2


@pytest.mark.parametrize(
    ("level", "attacks", "claimed"),
    [
        (Level.NAMESPACES, [tried(Level.NAMESPACES, stopped=True)], Level.NAMESPACES),
        (Level.NAMESPACES, [tried(Level.NAMESPACES, stopped=False)], Level.LANDLOCK),
        (Level.NAMESPACES, [tried(Level.LANDLOCK, stopped=False)], Level.LIMITS),
        (Level.LANDLOCK, [tried(Level.NAMESPACES, stopped=False)], Level.LANDLOCK),
        (Level.LANDLOCK, [tried(Level.LANDLOCK, stopped=True)], Level.LANDLOCK),
        (Level.LIMITS, [tried(Level.NAMESPACES, stopped=True)], Level.LIMITS),
        (Level.LIMITS, [tried(Level.LIMITS, stopped=False)], Level.LIMITS),
    ],
)
def test_attack_that_gets_through_refutes_the_claim(level: Level, attacks: list[AttackResult], claimed: Level) -> None:
    """No more is claimed than no attack refuted, and never more than what is configured."""
    assert claimed_level(Protection(level=level), tuple(attacks)) is claimed
    assert bool(refuting_attacks(tuple(attacks), claimed)) == (
        attacks[0].stopped_from is Level.LIMITS and not attacks[0].stopped
    )


def test_recipe_is_printed(cli: Callable[..., Any]) -> None:
    """The recipe of an image goes to standard output as it is, or in a document."""
    shown, document = cli("doctor", "--containerfile"), cli("doctor", "--containerfile", "--json")

    assert (shown.code, document.code) == (0, 0)
    assert shown.out.splitlines()[-1] == 'CMD ["authoring", "serve"]'
    assert document.json["containerfile"] == shown.out


def test_serve_is_for_programs(cli: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever types the far side's verb is told what it is for; the overview does not show it."""
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True)
    answer = cli("serve")

    assert answer.code == 2
    assert "sandbox.command" in answer.err
    assert "│ serve" not in cli("--help").out


@pytest.mark.parametrize(
    ("files", "own", "expected"),
    [
        ({}, "", "none"),
        ({"memory/tasks": ""}, "", "version 1, which is not used"),
        ({"cgroup.controllers": "memory"}, "1:name=x:/\n", "version 2, which cannot be read"),
        (
            {"cgroup.controllers": "memory", "a/b/memory.max": "max\n", "a/b/pids.max": "100\n"},
            "0::/a/b\n",
            "version 2, groups can be made; memory.max max, pids.max 100, cpu.max not limited",
        ),
    ],
)
def test_control_groups_are_told(files: dict[str, str], own: str, expected: str, tmp_path: Path) -> None:
    """Which version there is, whether groups can be made, and what limits this process, stands in one line."""
    root, word = tmp_path / "cgroup", tmp_path / "own"
    root.mkdir()
    word.write_text(own)
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)

    assert control_groups(root, word) == expected

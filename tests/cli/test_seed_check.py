"""``authoring seed check``: seeds of the workspace held against the gate."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authoring.api.seeds.upkeep import bring_to_sets
from authoring.workspace import Workspace

Cli = Callable[..., Any]


@pytest.fixture
def two(cli: Cli, bare: Workspace, tmp_path: Path) -> Workspace:
    """Return a workspace with a seed that is fit, and one whose licence forbids to hand it on."""
    for name in ("gulls", "terns"):
        path = tmp_path / f"{name}.csv"
        path.write_text("name,mass\n" + "".join(f"n{number},{number * 7 % 50}\n" for number in range(40)))
        allow = ("--allow", "DS901", "--why", "for tests", "--reviewer", "Ada") if name == "terns" else ()
        licence = "CC0-1.0" if name == "gulls" else "CC-BY-NC-4.0"
        cli("seed", "add", path, "--licence", licence, *allow, "--workspace", bare.root)
    bring_to_sets(bare, "terns", lambda seed: seed.model_copy(update={"allowed": ()}), who="Ada")
    return bare


@pytest.mark.exhaustive
def test_all_are_looked_at(cli: Cli, two: Workspace) -> None:
    """Each is told with what stands against it; one that is not fit makes the command fail."""
    answer = cli("seed", "check", "--workspace", two.root, "--json")

    assert answer.code == 1
    assert [(one["seed"], one["fit"]) for one in answer.json] == [("gulls", True), ("terns", False)]
    assert [finding["code"] for finding in answer.json[1]["findings"]] == ["DS901"]
    assert cli("seed", "check", "gulls", "--workspace", two.root).code == 0


@pytest.mark.exhaustive
def test_what_may_pass_is_said_of_a_seed_by_name(cli: Cli, two: Workspace) -> None:
    """An allowance is never written into seeds that nobody named, and stands in the seed with who and why."""
    allow = ("--allow", "restricted-licence", "--why", "with their leave", "--reviewer", "Ada")

    assert cli("seed", "check", *allow, "--workspace", two.root).code == 2
    assert all(not two.read_seed(name).allowed for name in two.seeds())
    assert cli("seed", "check", "terns", *allow, "--workspace", two.root).code == 0
    (said,) = two.read_seed("terns").allowed
    assert (said.code, said.why, said.who) == ("DS901", "with their leave", "Ada")
    assert two.read_seed("gulls").allowed == ()


@pytest.mark.exhaustive(sample=1)
@pytest.mark.parametrize(
    "options",
    [("--allow", "DS901"), ("--why", "so"), ("--allow", "DS999", "--why", "so"), ("--allow", "DS904", "--why", "so")],
)
def test_misuse(cli: Cli, two: Workspace, options: tuple[str, ...]) -> None:
    """A code without a reason, a reason without a code, a foreign code, and one that cannot pass are refused."""
    assert cli("seed", "check", "terns", *options, "--workspace", two.root).code == 2


@pytest.mark.exhaustive
def test_one_that_cannot_be_read_keeps_no_other_out(cli: Cli, two: Workspace) -> None:
    """A seed whose file was edited by hand, or whose data changed, is told with the place and the reason."""
    path = two.root / "seeds" / "gulls" / "seed.yaml"
    path.write_text(path.read_text().replace("size: ", "size: x"))
    answer = cli("seed", "check", "--workspace", two.root, "--json")

    assert [one["seed"] for one in answer.json] == ["gulls", "terns"]
    assert "files.0.size: input should be a valid integer" in answer.json[0]["failure"]
    assert cli("seed", "check", "tern", "--workspace", two.root).code == 4

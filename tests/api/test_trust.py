"""Leave that a program without a terminal gives, and a journal that pins a stranger's model."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authoring.api.models import ModelAccess, open_model_pool
from authoring.api.sandboxes import demand_of
from authoring.api.trust import allow, consenting, examine_trust, trust
from authoring.errors import TrustError
from authoring.records.model_config import ModelChoice
from authoring.records.protection import WorkspaceTrust
from authoring.workspace import Workspace


def test_hash_is_a_leave_for_what_it_names(bare: Workspace) -> None:
    """It holds as long as it is given, and for no other command."""
    (bare.root / "authoring.toml").write_text('[sandbox]\ncommand = ["far"]\n')
    workspace = Workspace(bare.root)
    with pytest.raises(TrustError, match=r"sandbox\.command"):
        demand_of(workspace)
    with consenting(hashes=[examine_trust(bare.root).sha256]):
        assert demand_of(workspace).command == ("far",)
    with pytest.raises(TrustError) as refused:
        demand_of(workspace)
    allow(refused.value.root, refused.value.claims)

    assert demand_of(workspace).command == ("far",)


def test_model_of_a_journal_needs_a_person(bare: Workspace) -> None:
    """A server that stands in a journal alone is not spoken to; one that a person named is, later too."""
    stranger = ModelChoice(name="m", base_url="http://evil.example/v1")
    with open_model_pool(bare, ModelAccess(model="m", default_key="sk-mine")) as pool, pytest.raises(TrustError):
        pool._open(stranger)  # noqa: SLF001 - what the first request does
    with open_model_pool(bare, ModelAccess(model="m", base_url=stranger.base_url)) as pool:
        pool._open(stranger)  # noqa: SLF001 - what the first request does
    with open_model_pool(bare, ModelAccess()) as pool:
        assert pool._open(stranger).name == "m"  # noqa: SLF001 - what the first request does

    assert not list(Path(bare.root).rglob("trust.json"))


def test_every_deed_is_what_the_command_prints(cli: Callable[..., Any], bare: Workspace) -> None:
    """Showing, allowing, listing and withdrawing give the documents of --json, and change the same."""
    (bare.root / "authoring.toml").write_text('[sandbox]\ncommand = ["far"]\n')
    shown = trust(bare.root)
    assert shown.model_dump(mode="json") == cli("trust", bare.root, "--json").json
    allowed = trust(bare.root, "allow")
    assert allowed.model_dump(mode="json") == cli("trust", bare.root, "--yes", "--json").json
    assert trust(deed="list").model_dump(mode="json") == cli("trust", "--list", "--json").json
    withdrawn = trust(bare.root, "withdraw")
    assert withdrawn.model_dump(mode="json") == cli("trust", bare.root, "--withdraw", "--json").json

    assert isinstance(shown, WorkspaceTrust)
    assert isinstance(allowed, WorkspaceTrust)
    assert [claim.text for claim in shown.claims] == list(allowed.allowed)
    assert (shown.trusted, allowed.trusted, withdrawn == shown) == (False, True, True)


def test_person_is_asked_about_what_nobody_allowed(bare: Workspace) -> None:
    """A no changes nothing, a yes is kept, and then nobody is asked again."""
    (bare.root / "authoring.toml").write_text('[sandbox]\ncommand = ["far"]\n')
    shown: list[WorkspaceTrust] = []

    def refuse(examined: WorkspaceTrust) -> bool:
        shown.append(examined)
        return False

    assert trust(bare.root, agree=refuse) == trust(bare.root)
    assert trust(bare.root, agree=lambda _: True) == trust(bare.root, agree=refuse)
    assert len(shown) == 1

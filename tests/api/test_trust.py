"""Leave that a program without a terminal gives, and a journal that pins a stranger's model."""

from pathlib import Path

import pytest

from authoring.api.models import ModelAccess, open_model_pool
from authoring.api.sandboxes import demand_of
from authoring.api.trust import allow, consenting, examine_trust
from authoring.errors import TrustError
from authoring.records.model_config import ModelChoice
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

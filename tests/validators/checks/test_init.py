"""The registry of validators that a block may name."""

import pytest

from authoring.extensions import members
from authoring.validators import PAPER_NAMES, VALIDATORS, checks

MEMBERS = members(checks.__name__)


@pytest.mark.parametrize("name", MEMBERS)
def test_member_fulfils_the_protocol(name: str) -> None:
    """A module offers one class, which is called as the module and can be read from a block."""
    validator = MEMBERS[name].VALIDATOR

    assert validator.alias == name
    assert VALIDATORS[name] == validator.read
    assert PAPER_NAMES.get(validator.paper_name, name) == name
    assert all(callable(getattr(validator, method)) for method in ("collect", "disclose", "judge"))

"""The values that stand for what is not there or cannot travel."""

import pickle

from authoring.validators.base import CollectedItems, Missing, Opaque, type_name


def test_stand_ins_travel() -> None:
    """What stands for a missing or untransportable value can itself be pickled."""
    collected = CollectedItems({"a": Missing("a"), "b": Opaque("builtins.generator", "<g>")})

    assert pickle.loads(pickle.dumps(collected)) == collected  # noqa: S301 - we made it ourselves


def test_type_name_is_the_original_s() -> None:
    """A stand-in has the type of what it stands for."""
    generator = (i for i in range(2))

    assert type_name(generator) == type_name(Opaque(type_name(generator))) == "builtins.generator"

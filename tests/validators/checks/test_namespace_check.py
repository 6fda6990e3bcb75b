"""`namespace_check` beside its cases."""

from collections.abc import Callable

from authoring.validators import build
from authoring.validators.base import CollectedItems, Execution, Opaque, Verdict


def test_every_variable_has_its_verdict(judge: Callable[..., Verdict]) -> None:
    """The parts name the variables, in the block's order."""
    block = {"template": "empty", "namespace_check": {"a": None, "b": None, "c": None}}

    parts = judge("a, b, c = 1, [1, 2], 3", "a, b = 1, [2, 1]", block).parts[0].parts

    assert [(part.correct, part.category, part.subject) for part in parts] == [
        ("yes", "namespace_check", "a"),
        ("partial", "namespace_check", "b"),
        ("no", "namespace_check", "c"),
    ]
    assert parts[2].reason == "Variable `c` is not there"


def test_the_type_travels_beside_the_value(run: Callable[..., Execution]) -> None:
    """Where only the type counts, it is judged by what stands beside the value, which may be untransportable."""
    validator = build({"template": "empty", "namespace_check": {"f": {"type_only": True}}})

    collected = validator.collect(run("f = lambda: 0", {}), None)

    assert collected.items["namespace_check.type of f"] == Opaque("builtins.function")
    without_value = CollectedItems({**collected.items, "namespace_check.f": Opaque("whatever")})
    assert validator.judge(collected, without_value).correct == "yes"

"""Values in a few words."""

from authoring.validators.base import Difference, Opaque
from authoring.validators.display import difference_text, kind, nested_difference, short_repr


class Loud:
    """Shows itself at length, or not at all."""

    def __init__(self, text: str | None) -> None:
        self.text = text

    def __repr__(self) -> str:
        if self.text is None:
            raise RuntimeError("no")
        return self.text


def test_short() -> None:
    """Anything can be shown, and nothing at length."""
    assert short_repr("ab") == "'ab'"
    assert len(short_repr(list(range(10**5)))) < 200
    assert len(short_repr("x" * 10**6)) < 200
    assert len(short_repr(Loud("x" * 10**6))) < 200
    assert short_repr(Loud(None)) == "a Loud that cannot be shown"
    assert short_repr(Opaque("builtins.generator")) == "a builtins.generator"


def test_kind() -> None:
    """A type is called as a person calls it."""
    assert kind(1.5) == "float"
    assert kind(Opaque("collections.abc.Thing")) == "Thing"


def test_differences_in_words() -> None:
    """A difference names its place, going inwards."""
    value, cell = Difference("value", "1", "2"), Difference("row 3, 'a'", "1", "2")

    assert difference_text(cell) == "row 3, 'a': 2 instead of 1"
    assert nested_difference("entry 'x'", value).place == "entry 'x'"
    assert nested_difference("entry 'x'", cell).place == "entry 'x', row 3, 'a'"

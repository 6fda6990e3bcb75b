"""Values in a few words."""

from authoring.validators.base import Difference, Opaque
from authoring.validators.words import in_words, inside, kind, short


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
    assert short("ab") == "'ab'"
    assert len(short(list(range(10**5)))) < 200
    assert len(short("x" * 10**6)) < 200
    assert len(short(Loud("x" * 10**6))) < 200
    assert short(Loud(None)) == "a Loud that cannot be shown"
    assert short(Opaque("builtins.generator")) == "a builtins.generator"


def test_kind() -> None:
    """A type is called as a person calls it."""
    assert kind(1.5) == "float"
    assert kind(Opaque("collections.abc.Thing")) == "Thing"


def test_differences_in_words() -> None:
    """A difference names its place, going inwards."""
    value, cell = Difference("value", "1", "2"), Difference("row 3, 'a'", "1", "2")

    assert in_words(cell) == "row 3, 'a': 2 instead of 1"
    assert inside("entry 'x'", value).place == "entry 'x'"
    assert inside("entry 'x'", cell).place == "entry 'x', row 3, 'a'"

"""The form of an answer travels as words, and words that are none count for nothing."""

from authoring.validators.rewriting.matters import AnswerForm, Matter


def test_form_survives_the_wire() -> None:
    """What is open and what is asked for comes back from the words, which are sorted."""
    form = AnswerForm(frozenset({Matter.INDEX, Matter.ROUNDING}), frozenset({Matter.ROW_ORDER}))

    assert list(form.words) == sorted(form.words)
    assert AnswerForm.read(form.words) == form


def test_stranger_words_count_for_nothing() -> None:
    """A word of another version is passed over."""
    assert AnswerForm.read(["asked", "asked ", "colour", "asked colour", "index"]) == AnswerForm(
        frozenset({Matter.INDEX})
    )

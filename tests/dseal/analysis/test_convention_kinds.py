"""What conventions are about, and what they settle for the questions of their set."""

from authoring.dseal.analysis.convention_kinds import ConventionKind, kinds_of, matters_of
from authoring.dseal.analysis.open_matters import open_matters
from authoring.dseal.readings import readings
from authoring.validators.rewriting.matters import Matter


def test_a_matter_that_a_convention_speaks_of_is_open_in_no_question() -> None:
    """A convention closes its own matters and no others, and settles none that a question opens."""
    conventions = ("Tables are numbered from 0.", "Counts are integers.")
    alone, with_them = (open_matters("What is the total?", conventions=items) for items in ((), conventions))

    assert alone.open - with_them.open == {Matter.INDEX, Matter.NUMBER_TYPE}
    assert alone.settled == with_them.settled
    assert matters_of(["Rounding is half to even, at the end only."]) == frozenset()


def test_kinds_of_conventions() -> None:
    """What a convention is about is told by its words; how numbers are rounded says nothing of their decimals."""
    assert kinds_of("Equal values stand in ascending order of their labels.") == {
        ConventionKind.ORDER,
        ConventionKind.TIES,
    }
    assert ConventionKind.ROUNDING not in kinds_of("Rounding is half to even, at the end only.")
    assert kinds_of("Shares are rounded to 3 decimals.") == {ConventionKind.ROUNDING, ConventionKind.UNIT}


def test_a_convention_settles_a_reading() -> None:
    """Another reading of equal values is tried only where neither the question nor a convention settles them."""
    code = 'df["kind"].value_counts().head(3)'
    question = "Which three kinds have most rows?"
    conventions = ("Equal values stand in ascending order of their labels.",)

    assert any("tie" in reading.choice.kind for reading in readings(code, question))
    kinds = {reading.choice.kind for reading in readings(code, question, conventions)}
    assert {kind for kind in kinds if "tie" in kind} == {"said-order-of-ties"}

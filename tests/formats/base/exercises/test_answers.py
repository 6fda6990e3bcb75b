"""The cells behind a question become one piece of code that reads from ``inputs/``, or it is said why not."""

import pytest

from authoring.formats.base.exercises.answers import ExerciseAnswer, answer_of, facts_of, seeds_for, split_setup
from authoring.formats.base.exercises.questions import Exercise


def answered(question: str, *codes: str, files: tuple[str, ...] = ()) -> ExerciseAnswer:
    """Return the answer of one exercise on its own."""
    exercise = Exercise(question, codes, "cell 1")
    return answer_of(exercise, facts_of([exercise], files))


def test_a_good_answer_stays_as_it_is() -> None:
    """Nothing is said of code that needs no change."""
    answer = answered("How much is the sum?", "sum([1, 2])")

    assert (answer.code, answer.may_be_posed, answer.findings) == ("sum([1, 2])", True, ())


@pytest.mark.parametrize("codes", [(), ("print 'old'",)])
def test_no_answer_is_left_out(codes: tuple[str, ...]) -> None:
    """A question without Python behind it is named and not posed."""
    answer = answered("How many rows?", *codes)

    assert (answer.code, answer.may_be_posed) == ("", False)
    assert {finding.name for finding in answer.findings} == {"left-out-exercise"}
    assert any("has no answer" in finding.message for finding in answer.findings)


def test_paths_lead_to_inputs() -> None:
    """Data are read from where they will lie; a file that nobody gave is asked for."""
    answer = answered("How many rows has birds.csv?", "len(pd.read_csv('https://a.org/birds.csv'))")

    assert 'inputs/birds.csv"' in answer.code
    assert [read.name for read in answer.reads] == ["birds.csv"]
    assert any("was not given" in finding.message for finding in answer.findings)


def test_several_cells_are_joined_and_alternatives_are_not() -> None:
    """Steps of one answer belong together; of two solutions the first is taken."""
    assert answered("Double x.", "x = 1", "y = x * 2").code == "x = 1\n\ny = x * 2"
    assert answered("Double x.", "y = x * 2", "# another way\ny = x + x").code == "y = x * 2"


def test_imports_alone_are_context() -> None:
    """What only prepares later code is no problem."""
    assert not answered("Import the libraries.", "import pandas as pd").may_be_posed


def test_random_code_gets_a_seed() -> None:
    """Each generator is seeded once, under the name that it has there."""
    assert seeds_for("np.random.rand()", {"np": "numpy"}, {"np"}) == ("np.random.seed(0)",)
    assert seeds_for("random.random()", {"random": "random"}, set()) == ("import random\n\nrandom.seed(0)",)
    assert seeds_for("x = 1", {}, set()) == ()


def test_what_a_question_shows_as_given_is_set_up_before() -> None:
    """Statements that stand in the question are context, and the rest is the answer."""
    question = "Given\n```python\nx = [1, 2]\n```\nwhat is the sum?"

    assert split_setup(question, "x = [1, 2]\nsum(x)") == ("x = [1, 2]", "sum(x)")
    assert split_setup("What is the sum?", "x = [1, 2]\nsum(x)") == ("", "x = [1, 2]\nsum(x)")

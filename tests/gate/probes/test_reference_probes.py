"""What probes compare, and which columns code names."""

from authoring.dseal.model import Problem
from authoring.dseal.parse import parse
from authoring.gate.probes.reference_probes import compared_block, words_of_code


def problem(question: str, block: str = "") -> Problem:
    """Return a parsed problem."""
    return parse(f'# %%\n"""\nquestion: {question}\n{block}"""\n\n1 + 2\n').problems[0][1]


def test_order_counts_where_it_is_asked_for() -> None:
    """A forgiving comparison leaves the order of rows aside only where the question asks for none."""
    assert compared_block(problem("Which rows?"), forgiving=True)["result"] == {
        "ignore_names": True,
        "ignore_order": True,
        "ignore_index": True,
    }
    assert compared_block(problem("Which rows, sorted by paid?"), forgiving=True)["result"] == {"ignore_names": True}
    assert compared_block(problem("Which rows?"))["result"] == {}


def test_all_that_is_looked_at_is_compared() -> None:
    """Variables are compared like results; where nothing is compared by value the block is empty."""
    block = "validator:\n  namespace_check:\n    a:\n    b:\n"

    assert set(compared_block(problem("Q", block))) == {"template", "result", "namespace_check"}
    assert compared_block(problem("Q", "validator:\n  template: empty\n  vis:\n")) == {}


def test_columns_are_named_in_many_ways() -> None:
    """Texts, attributes, keywords and words inside of queries are names."""
    code = 'df["a b"]\ndf.c\ndf.assign(d=1)\ndf.query("e > 3 and `f g` < 2")'

    assert {"a b", "c", "d", "e", "f g"} <= words_of_code(code)

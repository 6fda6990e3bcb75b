"""Sentences about forms: what a reference ends with is said as anybody would say it, or nothing is said."""

from collections.abc import Iterator

import pytest

from authoring.dseal.parse import parse
from authoring.gate.mending.forms import form_sentences
from authoring.records.evidence import Limits
from authoring.sandbox.client.local import LocalSandbox

CONTEXT = (
    "# %%\nimport pandas as pd\n"
    'df = pd.DataFrame({"kind": ["a", "b", "a"], "year": [1, 1, 2], "mass": [1.5, 2, 4]})\n\n'
)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[LocalSandbox]:
    """Share one sandbox: starting it is what takes time."""
    local = LocalSandbox()
    yield local
    local.close()


def sentences_of(sandbox: LocalSandbox, *codes: str) -> dict[int, str]:
    """Return the sentences about answers that end with this code."""
    text = CONTEXT + "".join(f'# %%\n"""\nquestion: What?\n"""\n\n{code}\n\n' for code in codes)
    numbers = range(1, len(codes) + 1)
    return form_sentences(parse(text), numbers, inputs=(), limits=Limits(), sandbox=sandbox)


def test_the_form_of_an_answer_is_said(sandbox: LocalSandbox) -> None:
    """Containers by their names, tables with the labels of columns and what the index is called."""
    assert sentences_of(
        sandbox,
        'df.groupby("kind")["mass"].mean()',
        'df["mass"] * 2',
        'df.groupby(["kind", "year"]).agg(mean=("mass", "mean"), n=("mass", "size"))',
        'df[["kind", "mass"]]',
        "(1, 2)",
        "df['kind'].tolist()",
        "len(df)",
    ) == {
        1: 'Answer with a Series named "mass", its index named "kind".',
        2: 'Answer with a Series named "mass", its rows numbered from 0.',
        3: 'Answer with a DataFrame with the columns "mean" and "n", in this order, its index named "kind" and "year".',
        4: 'Answer with a DataFrame with the columns "kind" and "mass", in this order, its rows numbered from 0.',
        5: "Answer with a tuple.",
        6: "Answer with a list.",
        7: "Answer with an integer.",
    }


def test_what_no_sentence_says_is_left_out(sandbox: LocalSandbox) -> None:
    """Labels that are no texts or hold quotes, tables of many columns, other types, and cells without a value."""
    codes = (
        'df.rename(columns={"kind": 3})',
        "df.rename(columns={'kind': 'a\"b'})",
        "df.head(0)[[]]",
        "pd.DataFrame([range(9)], columns=list('abcdefghi'))",
        "pd.Timestamp(0)",
        "total = 3",
        "class Tricky:\n    index = property(lambda self: 1 / 0)\nTricky()",
        "pd.Series([1, 2], name='mass', index=pd.Index([3, 4]))",
    )
    assert sentences_of(sandbox, *codes) == {8: 'Answer with a Series named "mass", its index without a name.'}


def test_nothing_is_said_behind_a_cell_that_fails(sandbox: LocalSandbox) -> None:
    """What comes before it is said, and the session goes on as if nobody had looked."""
    assert sentences_of(sandbox, "[1]", "sorted(name for name in dir() if name.startswith('_answer'))[0]", "[2]") == {
        1: "Answer with a list."
    }

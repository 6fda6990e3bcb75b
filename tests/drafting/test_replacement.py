"""New versions of some problems leave every other cell as it is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.drafting.replacement import changed_draft, needed_code, numbers_of, origins_of
from authoring.dseal import parse
from authoring.llm.port import Finish, Reply
from authoring.records.draft import Draft, ProblemOrigin
from tests.drafting.prompts.scene import instructions
from tests.drafting.prompts.talk import count, problemset

TEXT = problemset(6)
DRAFT = Draft(name="s", seed="s", revision=1, text=TEXT, origins=(ProblemOrigin(origin="model:a"),) * 6)
TOLD = instructions()
PIECES = st.sampled_from(
    [
        "# problem 3\n",
        "# problem 5\n",
        "# %%\n",
        '"""\n',
        "question: |-\n  How many?\n",
        "1 + 1\n",
        count(3, code="0"),
        count(9),
        "x = '''\n",
        "validator:\n  result:\n",
        "\ufeff",
        "```\n",
    ]
)


@given(st.lists(PIECES, max_size=9).map("".join), st.sampled_from(Finish))
def test_no_reply_touches_a_cell_that_was_not_sent(said: str, finish: Finish) -> None:
    """Whatever a model says of problems 3 and 5, the cells of all others are byte for byte the same."""
    problemset = parse(TEXT)
    targets = [index for index, number in numbers_of(problemset).items() if number in {3, 5}]
    after = changed_draft(DRAFT, Reply(text=said, model="m", finish=finish), targets, instructions=TOLD)
    kept = [cell.source for index, cell in enumerate(problemset.cells) if index not in targets]
    now = [cell.source for cell in parse(after.text).cells]

    position = -1
    for source in kept:
        position = now.index(source, position + 1)
    assert now[:3] == kept[:3]
    assert now[-1] == kept[-1]
    assert len(after.origins) == len(parse(after.text).problems)
    assert (after.text == TEXT) == (after.revision == 1)


def test_a_cell_keeps_its_distance() -> None:
    """Empty lines between cells stay what they were."""
    index = next(index for index, number in numbers_of(parse(TEXT)).items() if number == 3)
    reply = Reply(text=f"# problem 3\n{count(3, code='0')}\n\n\n\n", model="m")

    assert changed_draft(DRAFT, reply, [index], instructions=TOLD).text == problemset(6, p3="0")


def test_needed_code_is_what_a_cell_rests_on() -> None:
    """The code that makes a cell's variables, and what that code rests on; not what merely stands before."""
    text = (
        "# %%\nimport pandas as pd\n"
        '# %%\n"""\nquestion: a\n"""\nraw = pd.DataFrame()\n'
        '# %%\n"""\nquestion: b\n"""\nother = 1\n'
        '# %%\n"""\nquestion: c\n"""\nclean = raw.dropna()\n'
        '# %%\n"""\nquestion: d\n"""\nclean.sum(\n'
    )

    assert needed_code(parse(text), [4]) == (
        "# context\nimport pandas as pd\n\n# problem 1\nraw = pd.DataFrame()\n\n# problem 3\nclean = raw.dropna()"
    )
    assert "clean" not in needed_code(parse(text), [1, 3])
    assert needed_code(parse(text), [3], gave={0: "", 1: "a\nb"}).endswith("raw = pd.DataFrame()\n# gave: a\n# b")


def test_needed_code_follows_names_and_not_words() -> None:
    """A word of a question is no name unless it is marked as one, nor is what a later cell makes or makes anew."""
    text = (
        "# %%\nimport pandas as pd\n"
        '# %%\n"""\nquestion: a\n"""\ndf = pd.DataFrame()\n'
        '# %%\n"""\nquestion: b\n"""\nmean = highest = 1\n'
        '# %%\n"""\nquestion: c\n"""\ntest = df.head(1)\n'
        '# %%\n"""\nquestion: d\n"""\ntest = df.tail(2)\n'
        '# %%\n"""\nquestion: The mean of `test`, the highest first?\n"""\ntest.mean()\n'
        '# %%\n"""\nquestion: e\n"""\nlate = df.sum()\n'
        '# %%\n"""\nquestion: f\n"""\nlen(df)\n'
    )

    assert needed_code(parse(text), [5, 7]) == (
        "# context\nimport pandas as pd\n\n# problem 1\ndf = pd.DataFrame()\n\n# problem 4\ntest = df.tail(2)"
    )


def test_every_cell_has_a_number_of_its_own() -> None:
    """Problems have theirs, cells that ask nothing one beyond them."""
    text = f"# %%\nx = 1\n{count(2)}# %%\ny = 1\n{count(3)}"

    assert numbers_of(parse(text)) == {0: 3, 1: 1, 2: 4, 3: 2}


@pytest.mark.parametrize("known", [0, 5, 7])
def test_unknown_origins_are_a_persons(known: int) -> None:
    """A draft whose origins do not fit its problems belongs to whoever edited it."""
    draft = DRAFT.model_copy(update={"origins": (ProblemOrigin(origin="model:a"),) * known})

    assert {origin.origin for origin in origins_of(draft, parse(TEXT))} == {"person"}

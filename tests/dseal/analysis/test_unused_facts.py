"""What a question says that no code uses, beside the cases of DS412 and DS671."""

import pytest

from authoring.dseal.analysis.unused_facts import (
    nearly_stated,
    stated_ends,
    stated_in_advance,
    stated_members,
    stated_number,
    stated_order,
    stated_pairs,
)


@pytest.mark.parametrize(
    ("question", "code", "answer", "phrase"),
    [
        ("You should find 12 of them.", "len(df)", 12, "12"),
        ("How many are above 12?", "(df > 12).sum()", 12, ""),
        ("How many are above 12 percent?", "(df > 0.12).sum()", 12, ""),
        ("How many of the hours 0 to 23?", "df.isin(range(24)).sum()", 23, ""),
        ("How many in 12 months?", "len(df)", 12, ""),
        ("As `31/12/2022` or 31/12/2022.", "len(df)", 12, ""),
        ("How many of 1 to 7?", "len(df)", 7, ""),
        ("It is 29 % or so.", "df.mean()", 0.2885, "29 %"),
        ("It is 0.29 or so.", "df.mean()", 0.2885, "0.29"),
        ("It is 0.3 or so.", "df.mean()", 0.2885, ""),
        ("It is 23 or so.", "df.mean()", 23.4, ""),
    ],
)
def test_number_that_no_code_uses(question: str, code: str, answer: float, phrase: str) -> None:
    """A number of two digits that is the answer, rounded or in percent, tells it where code does not use it."""
    assert stated_number(question, [code], answer) == phrase


def test_what_is_near() -> None:
    """A number that is said to be near to the answer tells it, and one that code uses does not."""
    assert nearly_stated("It's just over 50 percent.", ["df.mean()"], 50.1) == "just over 50 percent"
    assert nearly_stated("It's just over 50%.", ["df.mean()"], 0.501) == "just over 50%"
    assert nearly_stated("It's just over 50 percent.", ["df.mean() > 0.5"], 50.1) == ""
    assert nearly_stated("It's 50 percent.", ["df.mean()"], 50.1) == ""
    assert nearly_stated("It comes to a bit more than 53 minutes.", ["df.mean()"], 53.6) == "a bit more than 53"
    assert nearly_stated("A year has about 53 weeks.", ["df.mean()"], 53.1) == ""


@pytest.mark.parametrize(
    ("question", "is_told"),
    [
        ("As I thought, Surgery waits longest and Medicine shortest.", True),
        ("Surgery, Children and Medicine: the longest first, the shortest last.", False),
        ("Compare Surgery with Medicine.", False),
        ("Surgery waits longest.", False),
    ],
)
def test_ends_of_an_order(question: str, *, is_told: bool) -> None:
    """Which label comes first and which last tells an order, and a list of all labels does not."""
    assert bool(stated_ends(question, ["f()"], ("Surgery", "Children", "Medicine"))) is is_told


def test_sentence_about_a_later_question() -> None:
    """A short number counts where its sentence has three words of the later question, and nowhere else."""
    later = "Which hour of the day has the most trips starting in it?"

    assert (
        stated_in_advance("Go. Most trips start in hour 22.", ["f()"], later, 22) == "Most trips start in hour 22."[:-1]
    )
    assert stated_in_advance(
        "The log has 66 calls of severity 4 or more.",
        ["f()"],
        "Where `severity` is 4 or more, how many `calls` are there?",
        66,
    )
    assert stated_in_advance("Most trips start early. Keep 22 rows.", ["f()"], later, 22) == ""


def test_pairs_of_a_table() -> None:
    """Two labels with their numbers show an answer, and what code uses does not."""
    pairs = [("G", "7.9"), ("I", "6.9"), ("J", "3.8")]

    assert stated_pairs("for example `G 7.9, I 6.9`", ["f()"], pairs) == "G 7.9"
    assert stated_pairs("for example `G 7.9`", ["f()"], pairs) == ""
    assert stated_pairs("as {G: 7.9, I: 6.9}", ["{'G': 7.9, 'I': 6.9}"], pairs) == ""


@pytest.mark.parametrize(
    ("question", "labels", "is_told"),
    [
        ("Check: it is Medicine, Surgery, Children.", ("Medicine", "Surgery", "Children"), True),
        ("The divisions are Medicine, Surgery, Children.", ("Medicine", "Surgery", "Children"), False),
        ("Of Medicine, Surgery, Children and Births.", ("Medicine", "Surgery", "Children", "Births"), True),
        ("Check: it is Births, Children, Medicine.", ("Births", "Children", "Medicine"), False),
        ("Check: it is Monday, Friday, Sunday.", ("Monday", "Friday", "Sunday"), False),
        ("Check: it is low, medium, high.", ("low", "medium", "high"), False),
        ("Check: it is Medicine and not Surgery, as Children.", ("Medicine", "Surgery", "Children"), False),
    ],
)
def test_order_of_labels(question: str, labels: tuple[str, ...], *, is_told: bool) -> None:
    """The order of labels tells an answer where it is announced, or of many, and no order that anybody would use."""
    assert bool(stated_order(question, ["f()"], labels)) is is_told


@pytest.mark.parametrize(
    ("question", "members", "is_told"),
    [
        ("Count both. (You should arrive at 54 and 1.)", (54, 1), True),
        ("Expect the list to begin with H08, H04 and H03.", ["H08", "H04", "H03", "H19"], True),
        ("Expect the list to begin with H08.", ["H08", "H04", "H03", "H19"], False),
        ("Count the rows of 54 and 1.", (54, 1), False),
        ("The result is a tuple for the limits 30 and 12.", (30, 12), False),
    ],
)
def test_members_of_a_list_that_a_sentence_announces(question: str, members: list[object], *, is_told: bool) -> None:
    """Most members in one sentence that speaks of the answer, which code does not use, give it away."""
    assert bool(stated_members(question, ["df[df.a.isin([30, 12])].size"], members)) is is_told

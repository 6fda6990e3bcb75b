"""Edits: one cell changes, all others stay as they are."""

import pytest

from authoring.dseal import canonical, drop_cell, dump, move_cell, parse, replace_cell
from authoring.dseal.dump import add_sentence, replace_question, replace_validator
from authoring.dseal.model import Json
from authoring.errors import UsageError

A = "# %%\nx = 1\n\n"
B = '# %%\n"""\nquestion: b\n"""\n\n2\n\n'
C = '# %%\n"""\nquestion: c\n"""\n\n3'


def test_replace_touches_its_own_cell_only() -> None:
    """The text before and behind the cell stays character by character."""
    assert replace_cell(parse(A + B + C), 1, "# %%\ny = 1\n") == A + "# %%\ny = 1\n" + C


def test_replace_mends_marker_and_line_ending() -> None:
    """A source without marker gets one, and one without line ending does not run into the next marker."""
    assert replace_cell(parse(A + B), 0, "y = 1") == "# %%\ny = 1\n" + B
    crlf = (A + B).replace("\n", "\r\n")
    assert replace_cell(parse(crlf), 0, "y = 1") == "# %%\r\ny = 1\r\n" + B.replace("\n", "\r\n")


def test_drop_takes_its_own_cell_only() -> None:
    """Dropping is cutting the cell out."""
    assert drop_cell(parse(A + B + C), 1) == A + C
    assert drop_cell(parse("import os\n" + A), 0) == A


def test_move_gives_the_last_cell_its_line_ending() -> None:
    """A last cell without line ending gets one when it moves up; nothing else changes."""
    assert move_cell(parse(A + B + C), 2, 0) == C + "\n" + A + B
    assert move_cell(parse(A + B + C), 0, 2) == B + C + "\n" + A
    assert move_cell(parse(A + B), 1, 1) == A + B


def test_moving_there_and_back_is_nothing() -> None:
    """Two opposite moves give the text again."""
    text = A + B + C + "\n"
    assert move_cell(parse(move_cell(parse(text), 0, 2)), 2, 0) == text


def test_the_preamble_stays_first() -> None:
    """What stands before the first marker cannot move, and nothing moves before it."""
    problemset = parse("# note\n" + A + B)
    for places in ((0, 1), (1, 0)):
        with pytest.raises(UsageError, match="cannot move"):
            move_cell(problemset, *places)


def test_a_byte_order_mark_stays_alone() -> None:
    """A preamble that is a byte order mark gets no line ending."""
    assert move_cell(parse("\ufeff" + A + B), 2, 1) == "\ufeff" + B + A


@pytest.mark.parametrize("index", [-1, 2])
def test_a_cell_that_is_not_there(index: int) -> None:
    """Every edit refuses an index out of range, with a message that says so."""
    problemset = parse(A + B)
    with pytest.raises(UsageError, match="no cell"):
        drop_cell(problemset, index)
    with pytest.raises(UsageError, match="no cell"):
        replace_cell(problemset, index, A)
    with pytest.raises(UsageError, match="no cell"):
        move_cell(problemset, 0, index)


def test_canonical_replaces_the_papers_spellings() -> None:
    """Only the spelled keys change; a variable that has the same name does not."""
    text = (
        '# %%\n"""\nquery: b\nvalidator:\n  or:\n    "Variables":\n      error:\n  ModelEval: '
        '{model_name: m, inputs_name: x, labels_name: y, metric_type: mse}\n"""\n\nquery = 2\n'
    )
    fixed = canonical(parse(text))
    assert fixed == (
        text.replace("query: b", "question: b").replace('"Variables"', "namespace_check").replace("ModelEval", "model")
    )
    assert not any(diagnostic.code == "DS128" for diagnostic in parse(fixed).diagnostics)
    assert dump(parse(A + B)) == canonical(parse(A + B))


PROBLEM = '''# %%
"""
question: |
  How many rows are there?
# of the value
validator:
  result:
    atol: 100
# limits
execution:
  max_time: 3
"""

len(df)
'''
CODE = "def compare_fn(reference, submission):\n    return {'match': True, 'reason': ''}\n"


@pytest.mark.parametrize(
    "block", [{}, {"result": None}, {"result": CODE}, {"template": "intact", "namespace_check": {"a": {"rtol": 1e-3}}}]
)
@pytest.mark.parametrize(
    "text", [A + PROBLEM + C, (A + PROBLEM + C).replace("\n", "\r\n"), A + B + C, A + '# %%\nr"""question: b\n"""\n2\n']
)
def test_another_validator_stands_in_its_own_lines(text: str, block: dict[str, Json]) -> None:
    """The block reads back as it was given, and all that is not the block stays character by character."""
    problemset = parse(text)
    changed = parse(replace_validator(problemset, 1, block))
    (cell, problem), (before, old) = changed.problems[0], problemset.problems[0]

    assert dict(problem.validator or {}) == block
    assert (problem.question, problem.max_time, cell.code) == (old.question, old.max_time, before.code)
    assert [other.source for other in changed.cells[2:]] == [other.source for other in problemset.cells[2:]]
    if text.startswith(A + PROBLEM):
        assert "# of the value\n" in changed.text
        assert "# limits\nexecution:\n  max_time: 3\n" in changed.text


@pytest.mark.parametrize(
    "question", ["Which?", "Which one:\n\n- `a`\n- # b", "``` 'a' \\ \"b\"", 'three """ quotes', " ein Häh? "]
)
@pytest.mark.parametrize(
    "text",
    [A + PROBLEM + C, A + B + C, A + '# %%\n"""\nquery: b\nexecution: {max_time: 2, max_memory: 9}\n"""\n2\n'],
)
def test_another_question_stands_in_its_own_lines(text: str, question: str) -> None:
    """The question reads back as it was given, and limits, validator and code are those of before."""
    problemset = parse(text)
    changed = parse(replace_question(problemset, 1, question))
    (cell, problem), (before, old) = changed.problems[0], problemset.problems[0]

    assert problem.question == question
    assert (problem.validator, problem.max_time, problem.max_memory) == (old.validator, old.max_time, old.max_memory)
    assert cell.code == before.code
    if text.startswith(A + PROBLEM) and question == "Which?":
        assert "# limits\nexecution:\n  max_time: 3\n" in changed.text


def test_the_same_validator_is_the_same_text() -> None:
    """A block that is written as it would be written changes nothing."""
    assert replace_validator(parse(PROBLEM), 0, {"result": {"atol": 100}}) == PROBLEM


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("question: |\n  Add them.\n  Both.\n", "Add them.\nBoth.\nDivide by n."),
        ("question: |-\n  Add them.\n", "Add them.\nDivide by n."),
        ("question: >-\n  Add them.\n", "Add them. Divide by n."),
        ("question: Add them.\n", "Add them.\nDivide by n."),
        ('question: "Add\\tthem."\n', "Add\tthem.\nDivide by n."),
        ("question: |\n  求和。\n", "求和。\nDivide by n."),
    ],
)
def test_a_sentence_stands_behind_the_question(head: str, expected: str) -> None:
    """However the question is written, the sentence is its last; the rest of the problem stays."""
    text = f'{A}# %%\nr"""\n{head}validator:\n  result:\n    atol: 1\n"""\n\n1 + 2\n\n{C}'
    changed = parse(add_sentence(parse(text), 1, "Divide by n."))
    (cell, problem), _ = changed.problems

    assert problem.question.rstrip("\n") == expected
    assert dict(problem.validator or {}) == {"result": {"atol": 1}}
    assert cell.code == "1 + 2"
    assert changed.cells[2].source == C
    assert not changed.diagnostics


def test_context_has_neither() -> None:
    """A cell without a question is refused."""
    with pytest.raises(UsageError, match="no problem"):
        replace_validator(parse(A + B), 0, {})
    with pytest.raises(UsageError, match="no problem"):
        add_sentence(parse(A + B), 0, "More.")

"""Similarity of questions and of codes is symmetric, and blind to names, order and formatting."""

import ast
import builtins
from pathlib import Path
from typing import Any

import yaml
from hypothesis import given
from hypothesis import strategies as st

from authoring.dseal.duplicates.code_similarity import do_the_same, shape_of
from authoring.dseal.duplicates.code_similarity import similarity as likeness_of_codes
from authoring.dseal.duplicates.question_similarity import ask_the_same, similarity, words_of
from authoring.dseal.python_code import import_aliases

ROOT = Path(__file__).parents[3]
PAIRS: list[dict[str, Any]] = yaml.safe_load((ROOT / "tests" / "cases" / "novelty" / "pairs.yml").read_text())
SETS = {path.stem: path.read_text() for path in sorted((ROOT / "problemsets").glob("*.py"))}
CODE_TEXTS = [pair[which]["code"] for pair in PAIRS for which in ("one", "other")]
QUESTIONS = [pair[which]["question"] for pair in PAIRS for which in ("one", "other")]


@given(one=st.sampled_from(QUESTIONS), other=st.sampled_from(QUESTIONS))
def test_questions_are_alike_both_ways(one: str, other: str) -> None:
    """Likeness of questions is symmetric, and each is like itself."""
    here, there = words_of(one), words_of(other)

    assert similarity(here, there) == similarity(there, here)
    assert ask_the_same(here, there) == ask_the_same(there, here)
    assert similarity(here, here) == 1.0


@given(question=st.sampled_from(QUESTIONS), order=st.randoms(use_true_random=False))
def test_order_and_case_of_words_are_nothing(question: str, order: Any) -> None:
    """The same words in any order, in capitals and with line breaks, count the same."""
    pieces = [piece.strip(".,:?") for piece in question.split(" ")]
    if question.count("`") // 2 != sum("`" in piece for piece in pieces):
        return
    order.shuffle(pieces)
    mixed = "\n".join(piece if "`" in piece else piece.upper() for piece in pieces)

    assert words_of(mixed).words == words_of(" ".join(pieces)).words


@given(one=st.sampled_from(CODE_TEXTS), other=st.sampled_from(CODE_TEXTS))
def test_codes_are_alike_both_ways(one: str, other: str) -> None:
    """Likeness of codes is symmetric."""
    here, there = shape_of(one), shape_of(other)

    assert likeness_of_codes(here, there) == likeness_of_codes(there, here)
    assert do_the_same(here, there) == do_the_same(there, here)


class Renaming(ast.NodeTransformer):
    """Gives every variable another name, as a person would who hides a copy."""

    def __init__(self, tree: ast.Module) -> None:
        self._kept = {*dir(builtins), *import_aliases(tree), "pd", "np", "plt"}

    def visit_Name(self, node: ast.Name) -> ast.Name:
        """Rename what is no module, no import and no function of Python's."""
        return node if node.id in self._kept else ast.Name(f"{node.id}_2", node.ctx)

    def visit_arg(self, node: ast.arg) -> ast.arg:
        """Rename a parameter."""
        return ast.arg(f"{node.arg}_2")


@given(code=st.sampled_from(CODE_TEXTS + [block for text in SETS.values() for block in text.split('"""\n\n')[1:]]))
def test_names_and_formatting_are_nothing(code: str) -> None:
    """A code written anew by the printer of trees, with other names of variables, counts the same."""
    plain = code.partition("\n# %%")[0]
    try:
        tree = ast.parse(plain)
    except SyntaxError:
        return
    renamed = ast.unparse(Renaming(tree).visit(tree))

    assert shape_of(renamed).nodes == shape_of(plain).nodes


@given(question=st.text(max_size=200), code=st.text(max_size=100))
def test_anything_is_read(question: str, code: str) -> None:
    """No text and no code is too strange."""
    assert words_of(question) == words_of(question)
    assert shape_of(code) == shape_of(code)

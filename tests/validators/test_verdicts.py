"""From a result tree to a verdict."""

from collections.abc import Sequence

import pytest

from authoring.records.evidence import Judgement
from authoring.validators.base import Correct, Dialect, MismatchKind, PartialReason, Verdict
from authoring.validators.verdicts import classify

INTACT = Verdict("no", "namespace_intact", "x was updated")
CRASH = Verdict("no", "crash", "it failed", errors=("KeyError:",))
WRONG = Verdict("no", "result", "3 instead of 2", kind="value")
TIME_LIMIT = "authoring.validators.base.TimeLimitError"


def whole(*parts: Verdict, correct: Correct | None = None, category: str = "and") -> Verdict:
    """Return an `and` of parts, with the word that `and` has, or another."""
    words = [part.correct for part in parts]
    worst: Correct = "no" if "no" in words else "partial" if "partial" in words else "yes"
    return Verdict(correct or worst, category, parts=parts)


def named(tree: Verdict, dialect: Dialect = "dseval") -> str:
    """Return verdict and sub-verdict, as cases write them."""
    verdict, subverdict, _ = classify(tree, dialect)
    return f"{verdict} {subverdict}"


def partial(category: str, *how: PartialReason) -> Verdict:
    """Return a leaf that is partly right."""
    return Verdict("partial", category, "partly", how=how)


@pytest.mark.parametrize(
    ("parts", "verdict"),
    [
        ([Verdict("yes", "crash"), Verdict("yes", "result")], "CORRECT UNCATEGORIZED"),
        ([CRASH, INTACT, WRONG], "CRASH KEY_ERROR"),
        ([INTACT], "INTACT_VIOLATION UNCATEGORIZED"),
        ([INTACT, partial("result", "inferred")], "INTACT_VIOLATION UNCATEGORIZED"),
        ([INTACT, WRONG], "WRONG_OUTPUT VALUE_MISMATCH"),
        ([partial("result", "inferred")], "PRESENTATION_ERROR MISSING_RETURN"),
        ([partial("result", "inferred", "part")], "PRESENTATION_ERROR PARTIAL_MATCH"),
        ([partial("result", "source")], "PRESENTATION_ERROR NON_CODE"),
        ([partial("result")], "PRESENTATION_ERROR INDEX_MISMATCH"),
        ([partial("crash", "source"), partial("result", "part")], "PRESENTATION_ERROR NON_CODE"),
        ([partial("result"), partial("table_test", "part")], "PRESENTATION_ERROR PARTIAL_MATCH"),
        ([WRONG, Verdict("no", "model"), Verdict("no", "table_test")], "WRONG_OUTPUT VALUE_MISMATCH"),
        ([Verdict("no", "table_test", kind="shape"), Verdict("no", "model")], "BAD_MODEL UNCATEGORIZED"),
        ([Verdict("no", "table_test", kind="shape")], "UNIT_TEST_FAILURE SHAPE_MISMATCH"),
        ([Verdict("no", "stream")], "UNKNOWN UNCATEGORIZED"),
    ],
)
def test_priority(parts: Sequence[Verdict], verdict: str) -> None:
    """The rules hold in their order, whatever else is wrong."""
    assert named(whole(*parts)) == verdict


@pytest.mark.parametrize(
    ("errors", "dseval", "strict"),
    [
        (["KeyError:"], "CRASH KEY_ERROR", "CRASH KEY_ERROR"),
        (["KeyError"], "CRASH UNCATEGORIZED", "CRASH KEY_ERROR"),
        (["| KeyError:"], "CRASH UNCATEGORIZED", "CRASH KEY_ERROR"),
        (["pandas.errors.KeyError:"], "CRASH UNCATEGORIZED", "CRASH UNCATEGORIZED"),
        (["ZeroDivisionError:"], "CRASH UNCATEGORIZED", "CRASH UNCATEGORIZED"),
        ([], "CRASH UNCATEGORIZED", "CRASH UNCATEGORIZED"),
        (["NameError:", "AttributeError:", "KeyError:"], "CRASH KEY_ERROR", "CRASH KEY_ERROR"),
        (["ValueError:", "TypeError:"], "CRASH TYPE_ERROR", "CRASH TYPE_ERROR"),
        (["AttributeError:", "ModuleNotFoundError:"], "CRASH MODULE_NOT_FOUND", "CRASH MODULE_NOT_FOUND"),
        (["KeyError:", "SyntaxError:"], "SYNTAX_ERROR UNCATEGORIZED", "SYNTAX_ERROR UNCATEGORIZED"),
        (["| SyntaxError:"], "SYNTAX_ERROR UNCATEGORIZED", "SYNTAX_ERROR UNCATEGORIZED"),
        (["a.OddSyntaxError:"], "SYNTAX_ERROR UNCATEGORIZED", "CRASH UNCATEGORIZED"),
        (["IndentationError:"], "CRASH UNCATEGORIZED", "SYNTAX_ERROR UNCATEGORIZED"),
        (["TabError:"], "CRASH UNCATEGORIZED", "SYNTAX_ERROR UNCATEGORIZED"),
        ([TIME_LIMIT], "TIMEOUT UNCATEGORIZED", "TIMEOUT UNCATEGORIZED"),
        ([f"{TIME_LIMIT}:", "KeyError:"], "TIMEOUT UNCATEGORIZED", "TIMEOUT UNCATEGORIZED"),
        (["TimeoutError:"], "CRASH UNCATEGORIZED", "TIMEOUT UNCATEGORIZED"),
    ],
)
def test_crashes(errors: list[str], dseval: str, strict: str) -> None:
    """A crash goes by the names its traceback shows, as DSEval reads them and as they are meant."""
    tree = whole(Verdict("no", "crash", "it failed", errors=tuple(errors)))

    assert (named(tree), named(tree, "strict")) == (dseval, strict)


def test_the_first_crash_decides() -> None:
    """A crash that was forgiven takes the name from one inside a tested function; strictly, it does not."""
    tree = whole(Verdict("partial", "crash", "forgiven", how=("source",), errors=("NameError:",)), CRASH)

    assert named(tree) == "CRASH UNCATEGORIZED"
    assert named(tree, "strict") == "CRASH KEY_ERROR"


@pytest.mark.parametrize(
    ("kinds", "subverdict"),
    [
        (["type", "value"], "VALUE_MISMATCH"),
        (["value", "columns"], "COLUMNS_MISMATCH"),
        (["columns", "dtype"], "DTYPE_MISMATCH"),
        (["dtype", "shape"], "SHAPE_MISMATCH"),
        (["type", ""], "UNEXPECTED_TYPE"),
        (["", ""], "UNCATEGORIZED"),
    ],
)
def test_kinds_of_variables(kinds: list[MismatchKind], subverdict: str) -> None:
    """Of all wrong variables, the kind that comes first in DSEval's order names the sub-verdict."""
    parts = [Verdict("no", "namespace_check", f"{kind} is wrong", kind=kind, subject="x") for kind in kinds]
    tree = whole(whole(*parts, category="namespace_check"))

    verdict, found, reason = classify(tree)

    assert f"{verdict} {found}" == f"WRONG_VARIABLES {subverdict}"
    assert all(part.reason in reason for part in parts)


def test_members_of_or() -> None:
    """What fails in an `or` that passes counts in DSEval, its bug; strictly, only what decided counts."""
    either = whole(WRONG, Verdict("yes", "stream"), correct="yes", category="or")
    tree = whole(either, Verdict("no", "table_test", "wrong", kind="type"))

    assert named(tree) == "WRONG_OUTPUT VALUE_MISMATCH"
    assert named(tree, "strict") == "UNIT_TEST_FAILURE UNEXPECTED_TYPE"


def test_what_is_partly_right_beside_what_is_wrong() -> None:
    """DSEval names the verdict by the first that is not right; strictly, by the first that is wrong."""
    tree = whole(partial("result", "part"), Verdict("no", "table_test", "wrong", kind="type"))

    assert named(tree) == "WRONG_OUTPUT UNCATEGORIZED"
    assert named(tree, "strict") == "UNIT_TEST_FAILURE UNEXPECTED_TYPE"


def test_reasons() -> None:
    """The reason is that of what decided; nothing needs one that is right."""
    assert classify(whole(INTACT, WRONG)).reason == "3 instead of 2"
    assert classify(whole(INTACT)).reason == "x was updated"
    assert classify(whole(partial("result", "source"), partial("stream"))).reason == "partly"
    assert classify(whole(Verdict("no", "stream", "other text"), INTACT)).reason == "- other text\n- x was updated"
    assert classify(whole()).reason == ""


def test_a_fault_of_the_block_is_no_verdict() -> None:
    """Nothing is said of a submission that could not be judged."""
    with pytest.raises(ValueError, match="has no verdict"):
        classify(Judgement(correct="no", category="validator_error", reason="no such function"))


def test_records_are_trees_too() -> None:
    """A judgement that crossed a process is classified as the verdict it was."""
    tree = Judgement(
        correct="no",
        category="and",
        parts=(Judgement(correct="no", category="crash", reason="it failed", errors=("NameError:",)),),
    )

    assert classify(tree)[:2] == ("CRASH", "NAME_ERROR")

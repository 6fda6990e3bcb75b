"""Answers are tried where the problem begins, within bounds, and leave nothing behind."""

from collections.abc import Iterator

import pytest

from authoring.gate.certificate.trials import certify
from authoring.records.certificate.problem import Certificate, ProblemCertificate
from authoring.records.evidence import Limits
from authoring.sandbox.client.local import LocalSandbox

HEAD = '# %%\nimport pandas as pd\n\ndf = pd.DataFrame({"shop": list("abab"), "paid": [3, 5, 8, 13]})\n\n'


@pytest.fixture(scope="module")
def sandbox() -> Iterator[LocalSandbox]:
    """Share one sandbox: starting it is what takes time."""
    local = LocalSandbox()
    yield local
    local.close()


def problem(code: str, question: str = "What is it?", block: str = "") -> str:
    """Return the cell of a problem."""
    return f'# %%\n"""\nquestion: {question}\n{block}"""\n\n{code}\n\n'


def certificates(
    text: str, sandbox: LocalSandbox, dialect: str = "dseval", **options: object
) -> list[ProblemCertificate]:
    """Try a text."""
    strict = dialect == "strict"
    certificate = certify(
        text,
        inputs=[],
        limits=Limits(),
        sandbox=sandbox,
        dialect="strict" if strict else "dseval",
        **options,  # type: ignore[arg-type]
    )
    return list(certificate.problems)


def test_both_sides_of_a_sound_validator(sandbox: LocalSandbox) -> None:
    """Every wrong answer is refused, every right one accepted, and both are told with what they gave."""
    text = HEAD + problem('int(df.loc[df["shop"] == "a", "paid"].sum())')
    (certificate,) = certificates(text, sandbox)

    assert certificate.holds
    assert len(certificate.wrong) >= 15
    assert len(certificate.right) >= 3
    wrong, right = len(certificate.wrong), len(certificate.right)
    counts = Certificate(draft="0" * 64, problems=(certificate,)).counts
    assert counts == f"refuse {wrong} of {wrong} wrong answers and accept {right} of {right} right ones"
    assert all(
        trial.text or trial.crashed or trial.operator in {"empty", "constant-text", "returned_none"}
        for trial in certificate.wrong
    )


def test_answers_leave_nothing_behind(sandbox: LocalSandbox) -> None:
    """What answers to one problem do to its tables is not there when the next one is tried."""
    text = HEAD + problem('df.drop(columns="shop").sum()["paid"]') + problem("df.shape")
    first, second = certificates(text, sandbox)

    assert first.holds
    assert second.holds
    assert second.number == 2


def test_endless_answers_are_refused_in_time(sandbox: LocalSandbox) -> None:
    """A spoiled loop that never ends is an answer that crashed, after a multiple of the reference's own time."""
    text = HEAD + problem("n = 0\nwhile n < 10:\n    n += 2\nn")
    (certificate,) = certificates(text, sandbox)

    assert certificate.holds


def test_the_chain_ends_with_a_reference_that_fails(sandbox: LocalSandbox) -> None:
    """Behind a reference that does not end well nothing is tried."""
    text = HEAD + problem("len(df)") + problem("1 / 0") + problem("len(df)")

    assert [certificate.number for certificate in certificates(text, sandbox)] == [1]


def test_a_reference_that_its_validator_refuses_is_not_tried(sandbox: LocalSandbox) -> None:
    """There is nothing to learn from it, and the reason is told."""
    text = HEAD + problem("float('nan')")
    (certificate,) = certificates(text, sandbox)

    assert not certificate.trials
    assert "does not accept its own reference" in certificate.left_out[0]


def test_problems_are_tried_by_number(sandbox: LocalSandbox) -> None:
    """Those that are known already are walked through and not tried."""
    text = HEAD + problem("df = df.head(3)\nlen(df)") + problem("len(df)")

    assert [certificate.number for certificate in certificates(text, sandbox, numbers=[2])] == [2]


def test_quick_tries_less(sandbox: LocalSandbox) -> None:
    """A quick look runs no answers as code where enough values can be rewritten, and a few where they cannot."""
    by_value = HEAD + problem('int(df.loc[df["shop"] == "a", "paid"].sum())')
    block = "validator:\n  table_test:\n    function_name: twice\n    test_cases: [[2]]\n"
    by_code = HEAD + problem("def twice(number):\n    return 2 * number", block=block)
    whole, quick = certificates(by_value, sandbox)[0], certificates(by_value, sandbox, quick=True)[0]

    assert sum(bool(trial.code) for trial in whole.trials) > 10
    assert not any(trial.code for trial in quick.trials)
    assert len(quick.wrong) >= 8
    assert 0 < sum(bool(trial.code) for trial in certificates(by_code, sandbox, quick=True)[0].trials) <= 4


def test_cells_for_references_alone_are_in_no_answer(sandbox: LocalSandbox) -> None:
    """In the strict dialect answers begin without what such a cell makes, as an evaluation has it."""
    hidden = "# %%\n# reference only\nsecret = 7\n\n"
    (certificate,) = certificates(HEAD + hidden + problem("len(df) + 3"), sandbox, "strict")

    assert certificate.holds
    assert len(certificate.right) >= 3


def test_what_is_left_to_chance_is_not_judged(sandbox: LocalSandbox) -> None:
    """A spoiled answer that passes where the question asks for any value is no accusation."""
    question = "Draw a random sample of 2 rows; any will do."
    text = HEAD + problem("df.sample(2, random_state=1)", question, "validator:\n  result:\n    type_only: true\n")
    (certificate,) = certificates(text, sandbox)

    assert not [trial for trial in certificate.survivors if trial.code and trial.operator not in {"table", "constant"}]

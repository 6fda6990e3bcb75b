"""Spoiled functions that pass the block's cases are held against generated ones, in forks of the session."""

import json
from collections.abc import Iterator

import pytest

from authoring.gate.certificate.generated_cases import spoiled_conditions
from authoring.gate.certificate.trials import certify
from authoring.records.certificate.problem import ProblemCertificate
from authoring.records.evidence import Limits
from authoring.sandbox.client.local import LocalSandbox

TEXT = '''\
# %%
"""
question: Write a function `above(values, limit)` that returns the elements of the list `values` above `limit`.
validator:
  table_test:
    function_name: above
    test_cases: {cases}
"""

def above(values, limit):
    {body}
'''
BODY = "return [value for value in values if value > limit]"


@pytest.fixture(scope="module")
def sandbox() -> Iterator[LocalSandbox]:
    """Share one sandbox: starting it is what takes time."""
    local = LocalSandbox()
    yield local
    local.close()


def certificate(sandbox: LocalSandbox, cases: object, body: str = BODY, *, quick: bool = False) -> ProblemCertificate:
    """Return what is known of a function that is tried on some cases."""
    text = TEXT.format(cases=json.dumps(cases), body=body)
    (problem,) = certify(text, inputs=[], limits=Limits(), sandbox=sandbox, quick=quick).problems
    return problem


def test_missing_case_is_shown(sandbox: LocalSandbox) -> None:
    """A loose bound for a strict one passes, and the case on which it does not has a value on the bound."""
    survivors = [trial for trial in certificate(sandbox, [[[1, 5, 9], 4]]).survivors if trial.case]
    loose = next(trial for trial in survivors if trial.operator == "off_by_one")
    values, limit = json.loads(loose.case)

    assert limit in values
    assert "differs from the reference" in loose.reason


@pytest.mark.exhaustive
def test_case_that_was_missing_settles_it(sandbox: LocalSandbox) -> None:
    """With the case that was shown no spoiled function is left."""
    first = certificate(sandbox, [[[1, 5, 9], 4]])
    cases = [json.loads(trial.case) for trial in first.survivors if trial.case]
    second = certificate(sandbox, [[[1, 5, 9], 4], *cases])

    assert cases
    assert [trial for trial in second.survivors if trial.case] == []


def test_reference_that_ends_no_other_case_is_told(sandbox: LocalSandbox) -> None:
    """Where the reference fails on whatever is generated, nothing is known, and the certificate says why."""
    body = "assert (values, limit) == ([1, 5, 9], 4)\n    return [value for value in values if value > limit]"
    problem = certificate(sandbox, [[[1, 5, 9], 4]], body)

    assert [trial for trial in problem.survivors if trial.case] == []
    assert [reason for reason in problem.left_out if reason.startswith("generated test cases: ")]


def test_quick_looks_at_no_other_case(sandbox: LocalSandbox) -> None:
    """Neither are cases generated, nor is any of the block's called idle."""
    problem = certificate(sandbox, [[[1, 5, 9], 4], [[], 1]], quick=True)

    assert [trial for trial in problem.trials if trial.case] == []
    assert problem.idle_cases == ()


@pytest.mark.parametrize(
    ("code", "spoiled"),
    [
        ("a > 1", ["a >= 1", "a <= 1"]),
        ("a == 1", ["a != 1"]),
        ("if a:\n    b()", ["if False:\n    b()", "if True:\n    b()"]),
        ("b if a else c", ["b if False else c", "b if True else c"]),
        ("a and b and c", ["a and b", "b and c"]),
        ("while a > 1:\n    a -= 1", []),
        ("a + 1", []),
    ],
)
def test_every_condition_is_spoiled_once(code: str, spoiled: list[str]) -> None:
    """Each comparison stands at another bound once, and each guard never and always holds; loops go on to end."""
    assert list(spoiled_conditions(code)) == spoiled

"""CIBench's rules refuse what the cases say they refuse, run for real."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from authoring.dseal import Diagnostic, parse
from authoring.dseal.experiment_codes import EXPERIMENT_CODES as CODES
from authoring.gate.dry_run import dry_run
from authoring.gate.experiment import check_experiment, rehearse_experiment
from authoring.records.evidence import CellRun, DryRun, Limits, Outcome, ProblemRun
from authoring.records.experiment import Experiment, ModuleApi, Namespace, RepeatedCell, Topic
from authoring.sandbox.client.local import LocalSandbox
from tests.case_files import read_yaml

CASES = Path(__file__).parents[1] / "cases" / "experiments"
STEP = '# %%\n"""\nquestion: |-\n  Using pandas, what is 1{0} + 1{0}, as an integer?\n"""\n\n1{0} + 1{0}\n'
API = ModuleApi(
    name="pandas",
    distribution="pandas",
    version="3",
    summary="",
    namespaces=(Namespace(name="pandas", public=("DataFrame",)),),
)


def about(*names: str) -> Experiment:
    """Return an experiment about pandas whose topic names functions."""
    return Experiment(api=API, topic=Topic(title="Adding numbers", task="Add them.", names=names, level="easy"))


def cases(kind: str) -> list[Any]:
    """Return the cases of one kind."""
    found = read_yaml((CASES / "rules.yml").read_text())[kind]
    return [pytest.param(case, id=f"{case.get('code', '')} {case['name']}".strip()) for case in found]


@pytest.fixture(scope="module")
def sandbox() -> Iterator[LocalSandbox]:
    """Share one sandbox: starting it is what takes time."""
    local = LocalSandbox()
    yield local
    local.close()


def findings(text: str, sandbox: LocalSandbox, experiment: Experiment) -> tuple[Diagnostic, ...]:
    """Run a text in both ways and return what is found."""
    run = dry_run(text, inputs=(), limits=Limits(), sandbox=sandbox)
    rehearsal = rehearse_experiment(text, inputs=(), limits=Limits(), sandbox=sandbox)
    return check_experiment(text, run=run, rehearsal=rehearsal, experiment=experiment)


def without_digits(found: Sequence[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return findings without the notes about answers of one digit, which small cases have many of."""
    return tuple(one for one in found if one.code != "DS532")


def filled_up(text: str) -> str:
    """Return a text with as many steps behind its own as an experiment needs."""
    missing = 10 - len(parse(text).problems)
    return text.rstrip("\n") + "\n\n" + "\n".join(STEP.format(number) for number in range(1, missing + 1))


@pytest.mark.exhaustive(sample=2)
@pytest.mark.parametrize("case", cases("fails"))
def test_code_is_found(case: dict[str, Any], sandbox: LocalSandbox) -> None:
    """The defect is reported once, where it is, and nothing else is."""
    found = findings(filled_up(case["text"]), sandbox, about())

    found = found if case["code"] == "DS532" else without_digits(found)
    assert [(one.code, one.line) for one in found] == [(case["code"], case["line"])]
    assert case["message"] in found[0].message
    assert found[0].hint


@pytest.mark.parametrize("case", cases("passes"))
def test_good_step_passes(case: dict[str, Any], sandbox: LocalSandbox) -> None:
    """What keeps the rules has no finding."""
    assert without_digits(findings(filled_up(case["text"]), sandbox, about())) == ()


@pytest.mark.exhaustive
def test_whole_experiment_passes(sandbox: LocalSandbox) -> None:
    """An experiment about pandas, without any file, keeps every rule; a function that it leaves out is missed."""
    text = (CASES / "shop.py").read_text()
    names = ("pandas.DataFrame.rolling", "pandas.DataFrame.pivot_table")

    assert without_digits(findings(text, sandbox, about(*names))) == ()
    missed = without_digits(findings(text, sandbox, about(*names, "pandas.merge_asof")))
    assert [(one.code, one.message) for one in missed] == [
        ("DS530", "the topic names pandas.merge_asof, and no step uses it")
    ]


@pytest.mark.parametrize(("steps", "told"), [(9, True), (10, False), (15, False), (16, True)])
def test_length(steps: int, told: bool) -> None:  # noqa: FBT001 - a column of the table above
    """An experiment has 10 to 15 steps."""
    text = "\n".join(STEP.format(number) for number in range(steps))
    run = DryRun(draft="0" * 64, cells=(), inputs=(), python="3", packages=())
    found = check_experiment(text, run=run, rehearsal=(), experiment=about())

    assert [one.code for one in found] == (["DS526"] if told else [])


@pytest.mark.parametrize(("seconds", "severity"), [(4.0, None), (6.0, "warning"), (11.0, "error")])
def test_silence(seconds: float, severity: str | None) -> None:
    """A step is refused where it is silent for too long, and warned of where another machine may need too long."""
    text = "\n".join(STEP.format(number) for number in range(10))
    cell = CellRun(outcome=Outcome.OK, seconds=seconds, peak_memory=0, stream="2\n")
    run = DryRun(draft="0" * 64, cells=(ProblemRun(cell=0, number=1, run=cell),), inputs=(), python="3", packages=())
    found = check_experiment(text, run=run, rehearsal=(), experiment=about())

    assert [one.severity for one in found if one.code == "DS523"] == ([severity] if severity else [])


def test_rehearsal_ends_with_the_first_failure(sandbox: LocalSandbox) -> None:
    """What fails the second time is told; what comes after it is not run."""
    text = (
        '# %%\n"""\nquestion: Using pandas, take the one.\n"""\nbox = globals().get("box", [1])\nbox.pop()\n'
        '# %%\n"""\nquestion: Using pandas, two.\n"""\n2\n'
    )
    rehearsal = rehearse_experiment(text, inputs=(), limits=Limits(), sandbox=sandbox)

    assert [(step.cell, step.second.outcome if step.second else None) for step in rehearsal] == [(0, Outcome.ERROR)]
    found = without_digits(findings(filled_up(text), sandbox, about()))
    assert [one.message for one in found] == [
        "run a second time in the same session, the step ends with IndexError: pop from empty list"
    ]


def test_codes_are_of_one_family() -> None:
    """All have codes from DS521 on, in order, and each its own name."""
    assert list(CODES) == sorted(CODES)
    assert all(code.startswith(("DS52", "DS53")) for code in CODES)
    assert len({info.name for info in CODES.values()}) == len(CODES)


def test_step_twice_is_a_record() -> None:
    """A rehearsal can be written into a journal and read again."""
    cell = CellRun(outcome=Outcome.OK, seconds=0.1, peak_memory=1)
    step = RepeatedCell(cell=3, first=cell, second=cell)

    assert RepeatedCell.model_validate(step.model_dump(mode="json")) == step

"""Other readings are run where the reference began, and told only where they give another answer."""

from collections.abc import Iterator
from typing import NoReturn

import pytest

from authoring.gate.certificate import trials
from authoring.gate.certificate.findings import certificate_findings
from authoring.gate.certificate.readings import MOST_READINGS, try_readings
from authoring.gate.certificate.trials import certify
from authoring.records.certificate.reading import ReadingTrial
from authoring.records.evidence import CellRun, Limits, Outcome
from authoring.sandbox.client.local import LocalSandbox

HEAD = """# %%
import pandas as pd
import numpy as np

df = pd.DataFrame({"shop": list("abab"), "paid": [3, 5, 8, 13]})
"""


@pytest.fixture(scope="module")
def sandbox() -> Iterator[LocalSandbox]:
    """Share one sandbox: starting it is what takes time."""
    local = LocalSandbox()
    yield local
    local.close()


@pytest.fixture(autouse=True)
def few_variants(monkeypatch: pytest.MonkeyPatch) -> None:
    """Try few other answers beside the readings: they are not what is proved here."""
    monkeypatch.setattr(trials, "MOST_VARIANTS", 2)


def tried(
    sandbox: LocalSandbox, code: str, question: str, block: str = "", *, quick: bool = False
) -> list[ReadingTrial]:
    """Return the other readings of one problem that were run."""
    text = f'{HEAD}\n# %%\n"""\nquestion: {question}\n{block}"""\n\n{code}\n'
    (problem,) = certify(text, inputs=[], limits=Limits(), sandbox=sandbox, quick=quick).problems
    return list(problem.readings)


def test_both_answers_are_kept(sandbox: LocalSandbox) -> None:
    """A reading that differs is told with what the reference gives and what it gives itself."""
    (first, second) = tried(sandbox, "float(np.std(df['paid'].to_numpy()))", "What is the standard deviation?")

    assert (first.outcome, second.outcome) == ("differs", "same")
    assert first.given.startswith("3.7")
    assert first.given_otherwise.startswith("4.3")
    assert first.code.endswith("ddof=1))")


def test_an_equal_answer_is_silent(sandbox: LocalSandbox) -> None:
    """Where the choice changes nothing on these data, there is nothing to settle."""
    trials = tried(sandbox, 'df["shop"].value_counts()', "How many orders has every shop?")

    assert {trial.outcome for trial in trials} == {"same"}


def test_what_the_validator_forgives_is_silent(sandbox: LocalSandbox) -> None:
    """A reading that the problem's own validator accepts is no trap."""
    block = "validator:\n  result:\n    atol: 5.0\n"
    trials = tried(sandbox, "float(np.std(df['paid'].to_numpy()))", "What is the standard deviation?", block)

    assert "differs" not in {trial.outcome for trial in trials}


def test_a_reading_that_does_not_run_is_silent(sandbox: LocalSandbox) -> None:
    """A rewrite that does not fit the data accuses nobody."""
    code = "class Own:\n    def idxmax(self):\n        return 1\n\nOwn().idxmax()"
    trials = tried(sandbox, code, "Which shop has the most?")

    assert {trial.outcome for trial in trials} == {"undecided"}


def test_quick_certificates_have_no_readings(sandbox: LocalSandbox) -> None:
    """A quick check leaves them out, and a full one runs no more than a few."""
    code = "float(np.std(df['paid'].to_numpy()))"

    assert tried(sandbox, code, "What is the standard deviation?", quick=True) == []
    assert len(tried(sandbox, code, "What is the standard deviation?")) <= MOST_READINGS


def test_no_reading_is_run_after_its_time() -> None:
    """What took too long already takes no longer for other readings."""

    def submitted(_code: str) -> NoReturn:
        raise AssertionError

    run = CellRun(outcome=Outcome.OK, seconds=0.1, peak_memory=1)
    question = "What is the standard deviation?"

    assert (
        try_readings("np.std(x)", question, run, by_value=submitted, by_validator=submitted, is_over=lambda: True) == ()
    )


def test_long_answers_are_shown_where_they_differ(sandbox: LocalSandbox) -> None:
    """Of long answers, the place is shown at which they part."""
    code = 'list(range(100)) + list(df.nlargest(1, "shop_size")["paid"])'
    code = code.replace('df.nlargest(1, "shop_size")', 'df.assign(shop_size=[1, 2, 2, 1]).nlargest(1, "shop_size")')
    trials = tried(sandbox, code, "Which is the largest?")
    trial = next(trial for trial in trials if trial.kind == "ties-at-the-cut")

    assert {trial.outcome for trial in trials} == {"differs"}
    assert trial.given.startswith("…")
    assert trial.given.endswith("99, 5]")
    assert trial.given_otherwise.endswith("99, 5, 8]")


def test_a_variable_is_told_by_what_differs(sandbox: LocalSandbox) -> None:
    """Where the answer is a variable and nothing is seen of it, the finding repeats where the two differ."""
    block = "validator:\n  namespace_check:\n    s:\n"
    code = "s = float(np.std(df['paid'].to_numpy()))"
    text = f'{HEAD}\n# %%\n"""\nquestion: Store the standard deviation in `s`.\n{block}"""\n\n{code}\n'
    certificate = certify(text, inputs=[], limits=Limits(), sandbox=sandbox)
    messages = [finding.message for finding in certificate_findings(text, certificate) if finding.code == "DS611"]

    assert len(messages) == 1
    assert "another answer: " in messages[0]


def test_equal_rows_are_taken_the_other_way_round(sandbox: LocalSandbox) -> None:
    """Of rows that are equal at the cut of every group, or in a rank, others may be meant."""
    table = 'pd.DataFrame({"kind": list("aabb"), "mass": [3, 3, 5, 4], "name": list("wxyz")})'
    code = f't = {table}\nt.sort_values("mass", ascending=False).groupby("kind").head(1)["name"].tolist()'
    trials = tried(sandbox, code, "Which row of each kind is the heaviest? Answer with a list of names.")
    trial = next(trial for trial in trials if trial.outcome == "differs")

    assert (trial.kind, trial.outcome, trial.tells) == ("unstable-ties", "differs", False)
    assert {trial.given, trial.given_otherwise} == {"['y', 'w']", "['y', 'x']"}


def test_worked_examples_are_run(sandbox: LocalSandbox) -> None:
    """What a question shows of a function is held against the reference, number by number as it is shown."""
    question = "Write `f(x)`; e.g. `f(3)` gives 9, `f(2)` -> `4`, f([1]) returns [1.3], and `f('a')` is 'b'."
    code = "def f(x):\n    return x * x if isinstance(x, int) else [1.28]"
    block = "validator:\n  template: basic\n  table_test: {function_name: f, test_cases: [[3]]}\n"
    text = f'{HEAD}\n# %%\n"""\nquestion: "{question}"\n{block}"""\n\n{code}\n'
    certificate = certify(text, inputs=[], limits=Limits(), sandbox=sandbox, quick=True)
    (problem,) = certificate.problems

    assert [example.outcome for example in problem.examples] == ["same", "same", "same", "differs"]
    assert [f.message for f in certificate_findings(text, certificate) if f.code == "DS613"] == [
        "the question shows `'b'` for `f('a')`, and the reference gives `[1.28]`"
    ]


def test_columns_are_known_beside_tables_that_the_reference_makes(sandbox: LocalSandbox) -> None:
    """A similar column is tried although the reference stores a table of its own on the way."""
    dates = 'df["paid_on"] = pd.to_datetime("2024-01-01") + pd.to_timedelta(df["paid"], unit="D")\n'
    dates += 'df["sent_on"] = df["paid_on"] + pd.to_timedelta(5, unit="D")\n'
    code = 'early = df[df["paid_on"].dt.day < 7]\nlen(early)'
    text = f'{HEAD}{dates}\n# %%\n"""\nquestion: How many orders are those before the 7th of January?\n"""\n\n{code}\n'
    (problem,) = certify(text, inputs=[], limits=Limits(), sandbox=sandbox).problems

    assert [(trial.kind, trial.outcome) for trial in problem.readings][:1] == [("similar-column", "differs")]

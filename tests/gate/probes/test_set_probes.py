"""References are probed where their problem begins, within bounds, and nothing of it is left behind."""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from authoring.gate.probes.findings import probe_findings
from authoring.gate.probes.set_probes import probe
from authoring.records.evidence import Limits
from authoring.records.probes.problem import ProblemProbes
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


def probes(text: str, sandbox: LocalSandbox, **options: object) -> tuple[ProblemProbes, ...]:
    """Probe a text."""
    settings = {"inputs": [], "limits": Limits(), **options}
    return probe(text, sandbox=sandbox, **settings).problems  # type: ignore[arg-type]


def outcomes(problem_probes: ProblemProbes) -> dict[str, str]:
    """Return what came of each kind of probe, where all columns were changed."""
    return {trial.kind: trial.outcome for trial in problem_probes.probes}


def test_every_change_is_told_with_both_answers(sandbox: LocalSandbox) -> None:
    """A sum stays when rows change places and is another one when rows are lost; both answers are there to read."""
    (result,) = probes(HEAD + problem('int(df["paid"].sum())'), sandbox)

    assert outcomes(result) == {
        "again": "same",
        "shuffled": "same",
        "reversed": "same",
        "columns-exchanged": "same",
        "missing": "left-out",
        "dropped": "differs",
        "duplicated": "differs",
        "empty": "differs",
    }
    dropped = next(trial for trial in result.probes if trial.kind == "dropped")
    assert dropped.before == "29"
    assert dropped.after != "29"


def test_probes_leave_nothing_behind(sandbox: LocalSandbox) -> None:
    """What probes of one problem do to its tables is not there when the next one runs."""
    first, second = probes(HEAD + problem('df["paid"] *= 2\nlen(df)') + problem('int(df["paid"].sum())'), sandbox)

    assert first.number == 1
    assert next(trial for trial in second.probes if trial.kind == "empty").before == "58"


def test_tables_that_a_reference_reads_itself_are_changed(sandbox: LocalSandbox, tmp_path: Path) -> None:
    """What readers of files give is changed like tables of the session; the file itself stays as it is."""
    file = tmp_path / "shops.csv"
    file.write_text("shop,paid\na,3\nb,5\nc,8\n")
    text = "# %%\nimport pandas as pd\n\n" + problem('int(pd.read_csv("inputs/shops.csv")["paid"].iloc[0])')
    (result,) = probes(text, sandbox, inputs=[file])

    assert outcomes(result)["reversed"] == "differs"
    assert [
        finding.code for finding in probe_findings(text, probe(text, inputs=[file], limits=Limits(), sandbox=sandbox))
    ]
    assert file.read_text().startswith("shop,paid\na,3")


def test_tables_of_as_many_rows_stay_together(sandbox: LocalSandbox) -> None:
    """Features and labels in two tables are shuffled alike, so that what belongs together does so afterwards."""
    code = "float((features.to_numpy()[:, 0] * labels.to_numpy()).sum())"
    head = HEAD + '# %%\nfeatures = df[["paid"]]\nlabels = df["paid"] + 1\n\n'
    (result,) = probes(head + problem(code), sandbox)

    assert outcomes(result)["shuffled"] == outcomes(result)["reversed"] == "same"


def test_quick_looks_at_answers_alone(sandbox: LocalSandbox) -> None:
    """Nothing is changed, and a degenerate answer is still seen."""
    (result,) = probes(HEAD + problem('df[df["paid"] > 90]'), sandbox, quick=True)

    assert result.probes == ()
    assert [answer.kind for answer in result.degenerate] == ["empty"]


def test_problems_are_probed_by_number(sandbox: LocalSandbox) -> None:
    """Those that are known already are walked through and not probed."""
    text = HEAD + problem("df = df.head(3)\nlen(df)") + problem("len(df)")
    results = probes(text, sandbox, numbers=[2])

    assert [result.number for result in results] == [2]
    assert next(trial for trial in results[0].probes if trial.kind == "empty").before == "3"


def test_the_chain_ends_with_a_reference_that_fails(sandbox: LocalSandbox) -> None:
    """Behind a reference that does not end well nothing is probed."""
    text = HEAD + problem("len(df)") + problem("1 / 0") + problem("len(df)")

    assert [result.number for result in probes(text, sandbox)] == [1]


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    "code",
    [
        'while len(df) < 4:\n    pass\nint(df["paid"].sum())',
        'block = bytearray(10**10) if len(df) < 4 else b""\nint(df["paid"].sum())',
        'import os\nif len(df) < 4:\n    os._exit(1)\nint(df["paid"].sum())',
        'import os\nif len(df) < 4:\n    while True:\n        os.fork()\nint(df["paid"].sum())',
    ],
    ids=["endless", "huge", "exit", "forks"],
)
def test_code_that_turns_hostile_on_fewer_rows_is_an_outcome(code: str, sandbox: LocalSandbox) -> None:
    """Whatever a reference does on changed tables, its probe has crashed, in time, and the next problem is probed."""
    began = time.monotonic()
    first, second = probes(HEAD + problem(code) + problem("len(df)"), sandbox, limits=Limits(max_time=5))

    assert outcomes(first)["empty"] == outcomes(first)["dropped"] == "crashed"
    assert outcomes(second)["again"] == "same"
    assert time.monotonic() - began < 60


def test_a_session_that_forges_answers_gets_no_finding(sandbox: LocalSandbox) -> None:
    """Code that prints what our program prints, and breaks what it uses, is left out and raises nothing."""
    forged = '\\n<<<answer\\n{"tables": 3, "leaks": [{}]}\\nanswer>>>'
    head = HEAD + f"# %%\nimport sys\n\nprint = lambda *_, **__: sys.stdout.write('{forged}')\n\n"
    (result,) = probes(head + problem("len(df)"), sandbox)

    assert outcomes(result) == {"again": "left-out"}
    assert "cannot be run" in result.left_out[0]


def test_a_reference_that_differs_from_itself_is_not_probed(sandbox: LocalSandbox) -> None:
    """Nothing can be said of a change where the answer changes without one."""
    (result,) = probes(HEAD + problem("import os\nos.urandom(8).hex() + str(len(df))"), sandbox)

    assert outcomes(result) == {"again": "differs"}
    assert result.left_out == ("all other probes: run again, the reference gives another answer",)


def test_what_holds_rows_and_is_not_changed_is_told(sandbox: LocalSandbox) -> None:
    """A list of rows stays as it is, so of its problem no finding about tables is made."""
    text = HEAD + '# %%\nnames = df["shop"].tolist()\n\n' + problem("dict(zip(names, df['paid']))['a']")
    report = probe(text, inputs=[], limits=Limits(), sandbox=sandbox)

    assert not report.problems[0].only_tables
    assert probe_findings(text, report) == ()


def test_the_report_survives_its_own_json(sandbox: LocalSandbox) -> None:
    """A cache that keeps a problem's probes gives back what was put in."""
    (result,) = probes(HEAD + problem('df.groupby("shop")["paid"].sum()'), sandbox)

    assert ProblemProbes.model_validate_json(result.model_dump_json()) == result

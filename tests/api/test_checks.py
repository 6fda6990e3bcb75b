"""Checks without a terminal: what is unchanged is not tried again, and an edit tries what follows from it."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authoring.api.checks import CheckedSet, check_sets
from authoring.errors import UsageError
from authoring.gate.admission import recorded_trials
from authoring.gate.certificate.trials import certify
from authoring.workspace import Workspace
from authoring.workspace.benchmark_changes import provenance_of
from tests.api.events import EventLog

pytestmark = pytest.mark.own_certificates
CELL = '# %%\n"""\nquestion: How much is {0} and 1, as an integer?\n"""\n\n{0} + 1\n\n'
TEXT = "# %%\nn = 1\n\n" + CELL.format("n") + CELL.format("40") + CELL.format("50")


@pytest.fixture
def home(bare: Workspace) -> Workspace:
    """Return a workspace with one admitted set."""
    bare.problemset_path("sums").write_text(TEXT)
    return bare


def tried(home: Workspace, monkeypatch: pytest.MonkeyPatch) -> tuple[list[int], CheckedSet]:
    """Check the set; return the numbers of the problems that were tried, and the answer."""
    numbers: list[int] = []
    whole = certify

    def noting(*arguments: object, **options: object) -> object:
        numbers.extend(sorted(options["numbers"]))  # type: ignore[call-overload]
        return whole(*arguments, **options)  # type: ignore[arg-type]

    with monkeypatch.context() as context:
        context.setattr("authoring.gate.certificate.lookup.certify", noting)
        (result,) = check_sets(["sums"], parts=["answers"], workspace=home.root)
    return numbers, result


@pytest.mark.exhaustive
def test_unchanged_problems_are_not_tried_again(home: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """An edit of one problem tries it and those behind it; a new word in a question tries that problem alone."""
    first, before = tried(home, monkeypatch)
    again, unchanged = tried(home, monkeypatch)
    path = home.problemset_path("sums")
    path.write_text(TEXT.replace("much is 40", "large is 40"))
    reworded, _ = tried(home, monkeypatch)
    path.write_text(TEXT.replace("\n40 + 1", "\n41"))
    edited, after = tried(home, monkeypatch)

    assert (first, again, reworded, edited) == ([1, 2, 3], [], [2], [2, 3])
    assert before.certificate is not None
    assert unchanged.certificate == before.certificate
    assert unchanged.since is not None
    assert after.certificate is not None
    assert [problem.number for problem in after.certificate.problems] == [1, 2, 3]


@pytest.mark.exhaustive
def test_findings_stand_in_the_order_of_the_text(home: Workspace) -> None:
    """What lint, the run and the certificate find is one list, and warnings fail a strict check alone."""
    weak = CELL.format("60").replace('integer?\n"""', 'integer?\nvalidator:\n  result:\n    atol: 10\n"""')
    home.problemset_path("sums").write_text(TEXT + weak)
    (result,) = check_sets(["sums"], parts=["answers", "alignment"], workspace=home.root)
    lines = [finding.line for finding in result.findings]

    assert "DS601" in {finding.code for finding in result.findings}
    assert lines == sorted(lines)
    assert not result.fails(strict=False)
    assert result.fails(strict=True)


def test_a_set_with_errors_is_not_tried(home: Workspace) -> None:
    """Its errors are told, and no answer runs."""
    home.problemset_path("sums").write_text(TEXT + CELL.format("nothing"))
    (result,) = check_sets(["sums"], workspace=home.root)

    assert result.certificate is None
    assert result.fails(strict=False)


@pytest.mark.exhaustive
def test_what_was_tried_is_recorded(admitted: Workspace) -> None:
    """The record of an admitted set says of every problem how its validator stood up, and the set stays as admitted."""
    (result,) = check_sets(["penguins"], record=True, workspace=admitted.root)
    record = provenance_of(admitted, "penguins")

    assert result.certificate is not None
    assert record is not None
    assert [problem.trials for problem in record.problems] == list(recorded_trials(result.certificate).values())
    assert all(problem.trials and problem.trials.wrong > 0 for problem in record.problems)
    assert not check_sets(["penguins"], workspace=admitted.root)[0].failure


@pytest.mark.parametrize(("quick", "name"), [(True, "penguins"), (False, "elsewhere.py")])
def test_what_is_no_record_is_refused(admitted: Workspace, quick: bool, name: str) -> None:  # noqa: FBT001 - a case
    """What was tried quickly, and what stands in no benchmark of the workspace, is recorded nowhere."""
    (admitted.root / "elsewhere.py").write_text(TEXT)
    path = name if name == "penguins" else str(admitted.root / name)

    with pytest.raises(UsageError, match=r"no record|no admitted set"):
        check_sets([path], quick=quick, record=True, workspace=admitted.root)


def test_files_need_no_workspace(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Any DSEAL file can be checked; progress is reported."""
    # The tests run inside of a workspace, whose cache would know the file.
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "sums.py"
    path.write_text(TEXT)
    log = EventLog()
    (result,) = check_sets([str(path)], quick=True, workspace=None, reporter=log)

    assert result.certificate is not None
    assert result.certificate.is_quick
    assert log.events


def test_nothing_to_check(home: Workspace) -> None:
    """A slip of the pen is answered with what is near."""
    with pytest.raises(UsageError, match="no such draft, set or file"):
        check_sets(["sum"], workspace=home.root)


@pytest.mark.exhaustive
def test_a_part_is_looked_at_alone(home: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is named is looked at, and no answer is tried for the surroundings."""
    path = home.problemset_path("sums")
    path.write_text(TEXT + "# %%\nimport datetime\n\n" + CELL.format("datetime.datetime.fromtimestamp(0).hour"))
    monkeypatch.setattr("authoring.gate.certificate.lookup.certify", None)
    (result,) = check_sets(["sums"], parts=["surroundings"], workspace=home.root)
    (unmoved,) = check_sets(["sums"], parts=["alignment"], workspace=home.root)

    assert result.certificate is not None
    assert result.certificate.parts == ("surroundings",)
    assert [(finding.code, finding.problem) for finding in result.findings if finding.code > "DS6"] == [("DS691", 4)]
    assert [finding.code for finding in unmoved.findings if finding.code > "DS6"] == []


@pytest.mark.parametrize(
    ("parts", "message", "hint"),
    [
        (["anwers"], "anwers: there is no part of this name", "did you mean answers?"),
        ([","], "--part names no part", "name some of: answers"),
    ],
)
def test_parts_have_names(home: Workspace, parts: list[str], message: str, hint: str) -> None:
    """A slip of the pen is refused with the nearest name, and so is a list of nothing."""
    with pytest.raises(UsageError) as error:
        check_sets(["sums"], parts=parts, workspace=home.root)

    assert str(error.value.message) == message
    assert error.value.hint.startswith(hint)


@pytest.mark.exhaustive
def test_probes_are_kept_with_their_problem(home: Workspace) -> None:
    """What a probe tells is a finding, and is known the next time without another run."""
    head = '# %%\nimport pandas as pd\n\ndf = pd.DataFrame({"shop": list("ababc"), "x": [5, 3, 8, 1, 9]})\n\n'
    cell = '# %%\n"""\nquestion: Which rows of `df` have an `x` above 100?\n"""\n\n'
    path = home.problemset_path("sums")
    path.write_text(head + cell + 'df[df["x"] > 100]\n')
    (first,) = check_sets(["sums"], parts=["probes"], workspace=home.root)
    (again,) = check_sets(["sums"], parts=["probes"], workspace=home.root)

    assert "DS622" in {finding.code for finding in first.findings}
    assert first.certificate is not None
    assert first.certificate.problems[0].probes is not None
    assert again.certificate == first.certificate


def test_check_is_what_the_command_prints(cli: Callable[..., Any], home: Workspace) -> None:
    """A set that is unchanged is not looked at again, so that even its times are those of the document."""
    check_sets(["sums"], parts=["alignment"], workspace=home.root)
    results = check_sets(["sums"], parts=["alignment"], workspace=home.root)
    printed = cli("check", "sums", "--part", "alignment", "--workspace", home.root, "--json").json

    assert [result.model_dump(mode="json") for result in results] == printed

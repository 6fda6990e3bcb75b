"""The two files of an evaluation: nothing is lost by a crash, nothing mixed, nothing of others replaced."""

import json
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from authoring.errors import ResultsError
from authoring.records.base import Record
from authoring.records.results import (
    Benchmark,
    BenchmarkSet,
    Evaluation,
    EvaluationOptions,
    Outage,
    ProblemResult,
    SetResult,
)
from authoring.records.solvers.error_modes import ErrorMode, ErrorModeVerdict, JudgedModes
from authoring.workspace.evaluation_file import (
    EvaluationFile,
    check_evaluation,
    evidence_of,
    mend_evaluation,
    read_evaluation,
    read_modes,
    read_scores,
    sha256_of_benchmark,
)
from authoring.workspace.evaluation_lines import EvaluationHeader, EvaluationPins


def render(evaluation: Evaluation) -> str:
    """Return one line per problem."""
    return "".join(json.dumps([p.problemset, p.index]) + "\n" for each in evaluation.sets for p in each.problems)


def header(solver: str = "reference") -> EvaluationHeader:
    """Return the first line of an evaluation by a solver."""
    options = EvaluationOptions()
    pinned = EvaluationPins(
        tool="1", benchmark="0" * 64, solver=solver, dialect="dseval", options=options, sandbox="local"
    )
    evaluation = Evaluation(
        benchmark="tiny",
        version=1,
        dialect="dseval",
        solver=solver,
        options=options,
        python="3.11.7",
        packages=(),
        sets=(),
    )
    return EvaluationHeader(pinned=pinned, evaluation=evaluation)


def judged(name: str) -> SetResult:
    """Return a set of one problem."""
    problem = ProblemResult(problemset=name, index=1, question="?", difficulty=1.0, validators=("crash",))
    return SetResult(name=name, problems=(problem,))


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """Return where results go."""
    return tmp_path / "results" / "tiny.jsonl"


@pytest.fixture
def opened(out: Path) -> Callable[..., EvaluationFile]:
    """Return a function that begins an evaluation, or goes on with it."""

    def open_file(solver: str = "reference", *, fresh: bool = False, overwrite: bool = False) -> EvaluationFile:
        return EvaluationFile.open(out, header(solver), render=render, fresh=fresh, overwrite=overwrite)

    return open_file


Opened = Callable[..., EvaluationFile]


def test_every_set_is_on_disk_at_once(opened: Opened, out: Path) -> None:
    """After each set both files hold it, so that a kill loses one set at most."""
    with opened() as file:
        file.add(judged("b"))
        first = out.read_text()
        file.add(judged("a"))

    assert first == '["b", 1]\n'
    assert out.read_text() == '["a", 1]\n["b", 1]\n'
    assert read_evaluation(out) == header().evaluation.model_copy(update={"sets": (judged("a"), judged("b"))})


class Points(Record):
    """Figures of a project."""

    points: int


def test_scores_are_of_all_sets_before_them(opened: Opened, out: Path) -> None:
    """They stand once, however often they are added, travel with the evidence, and end where another set follows."""
    with opened() as file:
        file.add(judged("a"))
        for _ in range(2):
            file.add_scores(Points(points=1))
    with opened() as file:
        file.add_scores(Points(points=1))
        assert [result.name for result in file.results] == ["a"]
    assert len(evidence_of(out).read_text().splitlines()) == 3
    assert read_scores(out, Points) == Points(points=1)
    assert read_evaluation(out) == header().evaluation.model_copy(update={"sets": (judged("a"),)})
    with pytest.raises(ResultsError, match="holds figures that are none of this program's"):
        read_scores(out, EvaluationPins)

    with opened() as file:
        file.add(judged("b"))
    assert read_scores(out, Points) is None
    assert read_scores(out.with_name("other.jsonl"), Points) is None
    with opened() as file:
        file.add_scores(Points(points=2))
    mend_evaluation(out, render)
    assert read_scores(out, Points) is None
    check_evaluation(out, render)


def explained(name: str, model: str = "j", index: int = 1) -> JudgedModes:
    """Return what a model said of one answer."""
    mode, rule = ErrorMode.INSTRUCTION, ErrorMode.REASONING
    verdict = ErrorModeVerdict(
        problemset=name, index=index, attempt=1, mode=mode, rule=rule, is_open=True, quote="len(x) + 1"
    )
    return JudgedModes(model=model, verdicts=(verdict,))


def test_what_a_judge_said_stays_with_the_answers(opened: Opened, out: Path) -> None:
    """It is kept, once; what is said of other sets is added, and it ends where its set is judged again."""
    with opened() as file:
        file.add(judged("a"))
        file.add(judged("b"))
        for _ in range(2):
            file.add_modes(explained("a").model_copy(update={"new_calls": 1}))
        file.add_modes(explained("b"))
    assert len(evidence_of(out).read_text().splitlines()) == 5
    both = JudgedModes(model="j", verdicts=explained("a").verdicts + explained("b").verdicts)
    assert read_modes(out) == both
    with opened() as file:
        assert file.modes == both
        file.add(judged("a"))
        assert file.modes == explained("b")
    assert read_modes(out) == explained("b")
    check_evaluation(out, render)


def test_two_judges_are_not_mixed(opened: Opened, out: Path) -> None:
    """Verdicts of another model take the place of earlier ones; a mended file has none, and is judged again."""
    with opened() as file:
        file.add(judged("a"))
        file.add_modes(explained("a", "j"))
        file.add_modes(explained("a", "k", index=2))
    assert read_modes(out) == explained("a", "k", index=2)
    mend_evaluation(out, render)
    assert read_modes(out) is None
    assert read_modes(out.with_name("other.jsonl")) is None


@pytest.mark.parametrize("torn", ["", '{"name": "c", "prob'])
def test_goes_on_after_a_crash(opened: Opened, out: Path, torn: str) -> None:
    """What was whole is kept, what a crash tore is dropped, and results that were not written yet are."""
    with opened() as file:
        file.add(judged("a"))
    out.unlink()
    with evidence_of(out).open("a") as evidence:
        evidence.write(torn)
    with opened() as file:
        kept = list(file.results)
        file.add(judged("b"))

    assert kept == [judged("a")]
    assert len(evidence_of(out).read_text().splitlines()) == 3
    assert out.read_text() == '["a", 1]\n["b", 1]\n'


def test_other_conditions_are_refused(opened: Opened, out: Path) -> None:
    """Verdicts that rest on different things never share a file; the message says what has changed."""
    with opened() as file:
        file.add(judged("a"))

    with pytest.raises(ResultsError, match="the solver or its submissions changed since") as refused:
        opened("command:x")
    assert "--fresh" in refused.value.hint
    assert out.read_text() == '["a", 1]\n'


def test_a_refused_command_leaves_the_evidence_of_the_one_that_runs(opened: Opened, out: Path) -> None:
    """Two commands judge into one file: the second is refused, and the first one's evidence stays, empty or not."""
    with opened() as file:
        # As it is between the opening of a file and its first line.
        evidence_of(out).write_bytes(b"")
        with pytest.raises(ResultsError, match="another process is judging"):
            opened()

        assert evidence_of(out).exists()
        file.add(judged("a"))
    assert out.read_text() == '["a", 1]\n'


@pytest.mark.parametrize("moment", ["unlink", "ftruncate", "write"])
def test_a_kill_while_beginning_anew_is_gone_on_from(opened: Opened, out: Path, moment: str) -> None:
    """Killed at any moment of ``--fresh``, the same command and the plain one go on: nothing of ours looks foreign."""
    with opened() as file:
        file.add(judged("a"))
    done = subprocess.run([sys.executable, "-c", FRESH, str(out), moment], cwd=ROOT, check=False)

    assert done.returncode == -signal.SIGKILL
    with opened() as file:
        assert file.results in ([judged("a")], [])
    with opened(fresh=True) as file:
        assert file.results == []


ROOT = Path(__file__).parents[2]
FRESH = """
import os, signal, sys
from pathlib import Path
from authoring.workspace.evaluation_file import EvaluationFile
from tests.workspace.test_evaluation_file import header, render

def kill(*arguments, **options):
    os.kill(os.getpid(), signal.SIGKILL)

if sys.argv[2] == "unlink":
    Path.unlink = kill
else:
    setattr(os, sys.argv[2], kill)
EvaluationFile.open(Path(sys.argv[1]), header(), render=render, fresh=True)
"""


def test_fresh_begins_anew(opened: Opened, out: Path) -> None:
    """With `fresh`, what was judged is gone, results included."""
    with opened() as file:
        file.add(judged("a"))
    with opened("command:x", fresh=True) as file:
        assert file.results == []

    assert not out.exists()
    assert read_evaluation(out) == header("command:x").evaluation


def test_results_of_others_are_kept(opened: Opened, out: Path) -> None:
    """A file that no evaluation wrote is replaced only when that was asked for, and no evidence is left beside it."""
    out.parent.mkdir()
    out.write_text('["published", 1]\n')
    for fresh in (False, True):
        with pytest.raises(ResultsError, match="no evaluation wrote"):
            opened(fresh=fresh)

    assert [path.name for path in out.parent.iterdir()] == ["tiny.jsonl"]
    with opened(overwrite=True) as file:
        file.add(judged("a"))
    assert out.read_text() == '["a", 1]\n'


def test_results_changed_by_hand_are_kept(opened: Opened, out: Path) -> None:
    """Evidence beside a file does not make a line ours that was never judged."""
    with opened() as file:
        file.add(judged("a"))
    out.write_text(out.read_text() + '["mine", 1]\n')

    with pytest.raises(ResultsError, match="no evaluation wrote"):
        opened()


def test_evidence_of_others_is_kept(opened: Opened, out: Path) -> None:
    """A file that is no evidence is named with the line, and stays."""
    out.parent.mkdir()
    evidence_of(out).write_text('{"kind": "other"}\n')

    with pytest.raises(ResultsError, match=r"tiny\.evidence\.jsonl:1: is no evidence"):
        opened()
    assert evidence_of(out).read_text() == '{"kind": "other"}\n'


def test_two_at_once_are_refused(opened: Opened) -> None:
    """One process at a time writes the files of an evaluation."""
    with opened(), pytest.raises(ResultsError, match="another process"):
        opened()


def test_place_that_cannot_be_written(opened: Opened, out: Path) -> None:
    """A folder that cannot be made is the user's to mend, and is named."""
    out.parent.write_text("a file")

    with pytest.raises(ResultsError, match="cannot be written"):
        opened()


def test_links_in_its_place(opened: Opened, out: Path) -> None:
    """A link in the place of the evidence is refused at once, mended by moving it aside, and its end never written."""
    out.parent.mkdir()
    other = out.with_name("other")
    other.write_text("precious")
    evidence_of(out).symlink_to(other)
    with pytest.raises(ResultsError, match="is a link"):
        opened()
    mend_evaluation(out, render)
    opened().close()

    assert other.read_text() == "precious"
    assert not evidence_of(out).is_symlink()


def test_nothing_beside_a_file(out: Path) -> None:
    """Results of others have no evidence."""
    assert read_evaluation(out) is None


def test_identity_of_a_benchmark_is_every_byte(tmp_path: Path) -> None:
    """A change of a text, of a file's bytes or of its name is another benchmark; the folder it lies in is not."""
    for folder in ("one", "two"):
        (tmp_path / folder / "inputs").mkdir(parents=True)
        (tmp_path / folder / "inputs" / "deep").mkdir()
        (tmp_path / folder / "inputs" / "deep" / "a.csv").write_text("x\n1\n")

    def identity(folder: str, text: str = "# %%\n") -> str:
        inputs = (tmp_path / folder / "inputs" / "deep",)
        each = BenchmarkSet(name="s", path=tmp_path / folder / "s.py", text=text, inputs=inputs)
        return sha256_of_benchmark(Benchmark(name="b", version=1, sets=(each,)))

    same = identity("one")
    assert same == identity("two")
    assert same != identity("one", text="# %%\n1\n")
    (tmp_path / "one" / "inputs" / "deep" / "a.csv").write_text("x\n2\n")
    assert same != identity("one")
    (tmp_path / "two" / "inputs" / "deep" / "a.csv").rename(tmp_path / "two" / "inputs" / "deep" / "b.csv")
    assert same != identity("two")
    (tmp_path / "two" / "inputs" / "deep" / "a.csv").symlink_to("nowhere")
    assert same != identity("two")
    lost = BenchmarkSet(name="s", path=tmp_path / "s.py", text="", inputs=(tmp_path / "nowhere.csv",))
    assert sha256_of_benchmark(Benchmark(name="b", version=1, sets=(lost,)))


def test_set_with_an_outage_is_replaced(out: Path) -> None:
    """A set that is judged again stands in the evidence twice and counts once, by what came last; its file is sound."""
    missing = (Outage(attempt=1, message="down"),)
    problem = judged("a").problems[0].model_copy(update={"outages": missing})
    broken = judged("a").model_copy(update={"problems": (problem,)})
    with EvaluationFile.open(out, header(), render=render) as file:
        file.add(broken)
        file.add(judged("b"))
    with EvaluationFile.open(out, header(), render=render) as file:
        assert [(result.name, result.is_complete) for result in file.results] == [("a", False), ("b", True)]
        file.add(judged("a"))
    evaluation = read_evaluation(out)

    assert evaluation is not None
    assert [(result.name, result.is_complete) for result in evaluation.sets] == [("a", True), ("b", True)]
    assert len(evidence_of(out).read_text().splitlines()) == 4
    check_evaluation(out, render)


def test_results_may_be_those_of_an_earlier_judgement(out: Path) -> None:
    """Killed between the evidence of a second judgement and the results, the file is gone on with all the same."""
    with EvaluationFile.open(out, header(), render=render) as file:
        file.add(judged("a"))
    before = out.read_text()
    with EvaluationFile.open(out, header(), render=render) as file:
        file.add(judged("a").model_copy(update={"problems": ()}))
    out.write_text(before)

    with EvaluationFile.open(out, header(), render=render) as file:
        assert [result.problems for result in file.results] == [()]

"""A dry run proves every reference twice, and a rehearsal runs again only what an edit can have changed."""

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from authoring.errors import SandboxError
from authoring.records import REPEAT, CellRun, Judgement, Limits, Outcome, Pins, sha256_of
from authoring.sandbox.fake import FakeSandbox, FakeSession
from authoring.sandbox.local import LocalSandbox
from authoring.stages.dry_run import Rehearsal, dry_run
from authoring.validators.base import Dialect

CONTEXT = '# %%\nimport os\nimport pandas as pd\nt = pd.read_csv("inputs/t.csv")\n'
LIMITS = Limits(max_time=20)


def problem(code: str, extra: str = "") -> str:
    """Return a problem with this reference."""
    return f'# %%\n"""\nquestion: What comes of it?\n{extra}"""\n\n{code}\n'


def counting(path: Path, name: str) -> str:
    """Return code that leaves a line behind each time it runs."""
    return f"with open({str(path)!r}, 'a') as log:\n    _ = log.write('{name}\\n')\n'{name}'"


@pytest.fixture(scope="module")
def sandbox() -> Iterator[LocalSandbox]:
    """Share one sandbox: starting it is what takes time."""
    local = LocalSandbox()
    yield local
    local.close()


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """Return a small table."""
    path = tmp_path / "t.csv"
    path.write_text("x,y\n1,a\n2,b\n")
    return path


def test_every_cell_runs_twice_and_is_judged(sandbox: LocalSandbox, table: Path) -> None:
    """Context runs in both sessions, problems are judged, and what ran is told with versions and data."""
    text = CONTEXT + problem("t['x'].sum()") + problem("t['z'] = 1", "validator:\n  namespace_check:\n    t:\n")
    told: list[tuple[int, int]] = []

    run = dry_run(
        text, inputs=[table], limits=LIMITS, sandbox=sandbox, progress=lambda done, total: told.append((done, total))
    )

    assert [(c.cell, c.number, c.judgement.correct if c.judgement else None) for c in run.cells] == [
        (0, None, None),
        (1, 1, "yes"),
        (2, 2, "yes"),
    ]
    assert all(c.repeat is not None and c.run.digest == c.repeat.digest for c in run.cells)
    assert told == [(1, 3), (2, 3), (3, 3)]
    assert (run.draft, [f.name for f in run.inputs]) == (sha256_of(text), ["t.csv"])
    assert [name for name, _ in run.packages] == ["numpy", "pandas"]


def test_run_twice_gives_the_same_record(sandbox: LocalSandbox, table: Path) -> None:
    """But for time and memory, two dry runs of one text are the same, randomness included."""
    text = CONTEXT + problem("import numpy as np\nnp.random.rand(), hash('a'), t")
    first, second = (
        dry_run(text, inputs=[table], limits=LIMITS, sandbox=sandbox).model_dump_json(
            exclude={"cells": {"__all__": {"run": {"seconds", "peak_memory"}, "repeat": {"seconds", "peak_memory"}}}}
        )
        for _ in range(2)
    )

    assert first == second


def test_run_ends_with_the_first_failure() -> None:
    """What lies behind a cell that failed is not run, whichever of the two runs it was."""
    good = CellRun(outcome=Outcome.OK, seconds=0, peak_memory=0, digest="d")
    bad = CellRun(outcome=Outcome.TIMEOUT, seconds=1, peak_memory=0, detail="max_time")
    fake = FakeSandbox(runs={"a": (good, bad)})

    run = dry_run(problem("a") + problem("b"), inputs=[], limits=LIMITS, sandbox=fake)

    assert [c.run.outcome for c in run.cells] == [Outcome.OK]
    assert run.cells[0].judgement == Judgement(correct="no", category="and")


def test_wrong_judgement_does_not_end_the_run() -> None:
    """A reference that its validator refuses is a finding; the problems behind it still run."""
    fake = FakeSandbox(judgements={"a": Judgement(correct="partial", category="and")})

    run = dry_run(problem("a") + problem("b"), inputs=[], limits=LIMITS, sandbox=fake)

    assert [c.judgement.correct for c in run.cells if c.judgement] == ["partial", "yes"]


def test_missing_input_is_an_error(tmp_path: Path) -> None:
    """A file that is not there is told by name."""
    with pytest.raises(SandboxError, match=r"gone\.csv"):
        dry_run(problem("a"), inputs=[tmp_path / "gone.csv"], limits=LIMITS, sandbox=FakeSandbox())


def test_failing_sandbox_leaves_no_thread() -> None:
    """A sandbox that fails in the middle raises, and nothing goes on running."""

    class Failing(FakeSandbox):
        """A sandbox that cannot open the second session."""

        def session(
            self,
            *,
            inputs: Sequence[Path] = (),
            modules: Sequence[str] = (),
            pins: Pins = Pins(),  # noqa: B008 - frozen
            dialect: Dialect = "dseval",
        ) -> FakeSession:
            if pins == REPEAT:
                raise SandboxError("no more processes", hint="")
            return super().session(inputs=inputs, modules=modules, pins=pins, dialect=dialect)

    before = threading.active_count()
    with pytest.raises(SandboxError, match="no more processes"):
        dry_run(problem("a"), inputs=[], limits=LIMITS, sandbox=Failing())

    assert threading.active_count() == before


def test_edit_runs_the_changed_problem_and_those_behind_it(sandbox: LocalSandbox, table: Path, tmp_path: Path) -> None:
    """Cells before the edit are really not run again, and those behind it see the state they should."""
    log = tmp_path / "log"
    first, second, third = (problem(counting(log, name)) for name in ("one", "two", "three"))
    context = CONTEXT.replace("import os\n", "import os\ncount = 1\n")
    bump, look = problem("count += 1\ncount"), problem("count")
    with Rehearsal(inputs=[table], limits=LIMITS, sandbox=sandbox) as rehearsal:
        rehearsal.run(context + first + bump + second + look + third)
        log.write_text("")
        run = rehearsal.run(context + first + bump.replace("+= 1", "+= 10") + second + look + third)
        again = log.read_text().split()
        log.write_text("")
        same = rehearsal.run(context + first + bump.replace("+= 1", "+= 10") + second + look + third)

    assert sorted(again) == ["three", "three", "two", "two"]
    assert [c.run.value.text for c in run.cells if c.run.value] == ["'one'", "11", "'two'", "11", "'three'"]
    assert log.read_text() == ""
    assert same == run


def test_edit_gives_what_a_whole_run_gives(sandbox: LocalSandbox, table: Path) -> None:
    """After edits, drops, moves and additions the record is that of a run from the start."""
    one, two, three = problem("x = [1]\nlen(x)"), problem("x.append(2)\nx"), problem("import random\nrandom.random()")
    versions = [
        CONTEXT + one + two + three,
        CONTEXT + one + three + two,
        CONTEXT + one + two,
        CONTEXT + one + two + three + problem("x * 2"),
        CONTEXT + problem("1 / 0") + one,
        CONTEXT + one + problem("import os\nos._exit(1)") + two,
        CONTEXT + one + two + three,
        problem("3"),
        "",
    ]

    def plain(text: str) -> list[object]:
        run = dry_run(text, inputs=[table], limits=LIMITS, sandbox=sandbox)
        return [(c.cell, c.number, c.run.outcome, c.run.value, c.run.digest, c.judgement) for c in run.cells]

    with Rehearsal(inputs=[table], limits=LIMITS, sandbox=sandbox) as rehearsal:
        for text in versions:
            run = rehearsal.run(text)

            assert run.draft == sha256_of(text)
            assert [
                (c.cell, c.number, c.run.outcome, c.run.value, c.run.digest, c.judgement) for c in run.cells
            ] == plain(text)


def test_new_question_runs_nothing(table: Path) -> None:
    """An edit of words alone costs no run, and the record is that of the new text."""
    fake = FakeSandbox()
    text = problem("a") + problem("b")
    with Rehearsal(inputs=[table], limits=LIMITS, sandbox=fake) as rehearsal:
        rehearsal.run(text)
        fake.ran.clear()
        run = rehearsal.run(text.replace("What comes of it?", "What else?"))

    assert fake.ran == []
    assert run.draft == sha256_of(text.replace("What comes of it?", "What else?"))
    assert [c.number for c in run.cells] == [1, 2]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (problem("b"), problem("c")),
        (problem("b"), problem("b", "validator:\n  stream:\n")),
        (problem("b"), problem("b", "execution:\n  max_time: 9\n")),
        (problem("b"), problem("b", "execution:\n  forbid_names: [a]\n")),
        (problem("b"), "# %%\nb\n"),
    ],
)
def test_whatever_decides_a_result_runs_again(before: str, after: str) -> None:
    """Code, validator, limits, forbidden names and kind of a cell each make it run again, and only from there."""
    fake = FakeSandbox()
    with Rehearsal(inputs=[], limits=LIMITS, sandbox=fake) as rehearsal:
        rehearsal.run(problem("a") + before + problem("z"))
        fake.ran.clear()
        rehearsal.run(problem("a") + after + problem("z"))

    assert "a" not in {code for _, code in fake.ran}
    assert sorted(code for seed, code in fake.ran if seed == 0) == sorted(["z", "c" if "\nc\n" in after else "b"])


def test_kept_states_are_bounded(sandbox: LocalSandbox) -> None:
    """No more states are kept than allowed; an edit before the oldest starts from the beginning, and is right."""
    cells = [problem(f"x{n} = {n}\nx{n}") for n in range(5)]
    with Rehearsal(inputs=[], limits=LIMITS, sandbox=sandbox, paused=2) as rehearsal:
        rehearsal.run("".join(cells))
        kept = rehearsal.kept
        run = rehearsal.run("".join([problem("x0 = 7\nx0"), *cells[1:]]))

    assert kept == (3, 4)
    assert [c.run.value.text for c in run.cells if c.run.value] == ["7", "1", "2", "3", "4"]

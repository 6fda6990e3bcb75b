"""A dry run proves every reference twice, and a rehearsal runs again only what an edit can have changed."""

import itertools
import threading
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from authoring.errors import SandboxError
from authoring.gate.dry_run import Rehearsal, dry_run
from authoring.records.base import sha256_of
from authoring.records.evidence import REPEAT, CellRun, DryRun, Judgement, Limits, Outcome, Pins
from authoring.records.protection import Level
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.fake import FakeSandbox, FakeSession
from authoring.sandbox.port import Memory
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


@pytest.fixture(scope="module")
def unwalled() -> Iterator[LocalSandbox]:
    """Share a sandbox whose cells can leave a trace outside."""
    local = LocalSandbox(maximum_level=Level.LIMITS)
    yield local
    local.close()


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """Return a small table."""
    path = tmp_path / "t.csv"
    path.write_text("x,y\n1,a\n2,b\n")
    return path


@pytest.mark.exhaustive
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


@pytest.mark.exhaustive
def test_edit_runs_the_changed_problem_and_those_behind_it(unwalled: LocalSandbox, table: Path, tmp_path: Path) -> None:
    """Cells before the edit are really not run again, and those behind it see the state they should."""
    log = tmp_path / "log"
    first, second, third = (problem(counting(log, name)) for name in ("one", "two", "three"))
    context = CONTEXT.replace("import os\n", "import os\ncount = 1\n")
    bump, look = problem("count += 1\ncount"), problem("count")
    with Rehearsal(inputs=[table], limits=LIMITS, sandbox=unwalled, replay=0) as rehearsal:
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


@pytest.mark.exhaustive
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
    with Rehearsal(inputs=[], limits=LIMITS, sandbox=fake, replay=0) as rehearsal:
        rehearsal.run(problem("a") + before + problem("z"))
        fake.ran.clear()
        rehearsal.run(problem("a") + after + problem("z"))

    assert "a" not in {code for _, code in fake.ran}
    assert sorted(code for seed, code in fake.ran if seed == 0) == sorted(["z", "c" if "\nc\n" in after else "b"])


def values(run: DryRun) -> list[str]:
    """Return the values that the cells of the first session gave."""
    return [cell.run.value.text for cell in run.cells if cell.run.value]


def record(run: DryRun) -> list[object]:
    """Return what a dry run found, but for times and memory."""
    return [(c.cell, c.number, c.run.outcome, c.run.value, c.run.digest, c.judgement) for c in run.cells]


@pytest.mark.exhaustive
def test_kept_states_are_bounded(sandbox: LocalSandbox) -> None:
    """No more states are kept than allowed, and an edit between two of them is right."""
    cells = [problem(f"x{n} = {n}\nx{n}") for n in range(7)]
    with Rehearsal(inputs=[], limits=LIMITS, sandbox=sandbox, paused=3, replay=0) as rehearsal:
        rehearsal.run("".join(cells))
        for number in (5, 3, 0):
            cells[number] = problem(f"x{number} = 10 * {number} + 7\nx{number}")
            run = rehearsal.run("".join(cells))

            assert len(rehearsal.snapshots) <= 3
            assert record(run) == record(dry_run("".join(cells), inputs=[], limits=LIMITS, sandbox=sandbox))

    assert values(run) == ["7", "1", "2", "37", "4", "57", "6"]


@pytest.mark.parametrize("paused", [2, 3, 5])
def test_kept_states_are_spread(paused: int) -> None:
    """No gap between kept states is much longer than it has to be, wherever a set of equal cells ends."""
    for cells in range(paused, 40, 3):
        with Rehearsal(inputs=[], limits=LIMITS, sandbox=FakeSandbox(), paused=paused, replay=0) as rehearsal:
            rehearsal.run("".join(problem(str(n)) for n in range(cells)))
            gaps = [later - earlier for earlier, later in itertools.pairwise((*rehearsal.snapshots, cells))]

        assert len(gaps) == paused
        assert max(gaps) <= 3 * cells / paused


@pytest.mark.exhaustive
def test_state_that_was_given_up_is_brought_back(unwalled: LocalSandbox, tmp_path: Path) -> None:
    """Only the cells between the nearest kept state and the edit run again, and only the edit is judged anew."""
    log = tmp_path / "log"
    code = "\n".join(["import os", "x = []", *(f"with open({str(log)!r}, 'a') as f: f.write('START\\n')" for _ in "1")])
    cells = [problem(f"{code}\nx" if n == 0 else f"{counting(log, str(n))}\nx.append({n})\nx") for n in range(6)]
    text = "".join(cells)
    with Rehearsal(inputs=[], limits=LIMITS, sandbox=unwalled, paused=2, replay=0) as rehearsal:
        before = rehearsal.run(text)
        nearest = max(kept for kept in rehearsal.snapshots if kept < 4)
        gone = 4 not in rehearsal.snapshots
        log.write_text("")
        told: list[int] = []
        after = rehearsal.run(text.replace("x.append(4)", "x.append(40)"), progress=lambda done, _: told.append(done))
        again = log.read_text().split()

    assert gone
    assert sorted(again) == sorted(2 * [str(n) if n else "START" for n in range(nearest, 6)])
    assert told == list(range(nearest + 1, 7))
    assert values(after)[-1] == "[1, 2, 3, 40, 5]"
    assert [c.judgement for c in after.cells[:4]] == [c.judgement for c in before.cells[:4]]
    assert after.cells[:4] == before.cells[:4]


@pytest.mark.exhaustive
def test_replay_that_goes_wrong_starts_anew(unwalled: LocalSandbox, tmp_path: Path) -> None:
    """A cell that ended well once and not again, for reasons that nobody pins, is found out like in a whole run."""
    flag = tmp_path / "flag"
    cells = [
        problem("a = 1\na"),
        problem(f"import os\nassert not os.path.exists({str(flag)!r})\nb = 2\nb"),
        problem("c = 3\nc"),
        problem("d = 4\nd"),
    ]
    with Rehearsal(inputs=[], limits=LIMITS, sandbox=unwalled, paused=1, replay=0) as rehearsal:
        rehearsal.run("".join(cells))
        kept = rehearsal.snapshots
        flag.touch()
        cells[2 if kept == (3,) else 3] = problem("c = 5\nc")
        run = rehearsal.run("".join(cells))

    assert len(kept) == 1
    assert [c.run.outcome for c in run.cells][:2] == [Outcome.OK, Outcome.ERROR]


@pytest.mark.own_zygotes  # what others have it import would be among the bytes
@pytest.mark.exhaustive
@pytest.mark.parametrize("table", [20, 60])
def test_kept_states_take_no_more_memory_than_allowed(sandbox: LocalSandbox, table: int) -> None:
    """States that hold old tables are given up by the bytes they hold, and the record stays that of a whole run."""
    size, allowed = table * 1_000_000, 150_000_000
    make = [f"import numpy as np\nt = np.full({size // 8}, {n}.0)\nt.sum() / t.size" for n in range(10)]
    text = "".join(problem(code) for code in make)
    with Rehearsal(inputs=[], limits=LIMITS, sandbox=sandbox, memory=allowed, replay=0) as rehearsal:
        rehearsal.run(text)
        few = len(rehearsal.snapshots)
        # Each state holds the table that the next cell replaced, in both sessions.
        held = 2 * size * (few - 1)
        run = rehearsal.run(text.replace("5.0", "55.0"))
        whole = dry_run(text.replace("5.0", "55.0"), inputs=[], limits=LIMITS, sandbox=sandbox)

    assert 1 <= few < 10
    # The last state is not weighed any more, and of what the live sessions share only the shares are.
    assert held <= allowed + 3 * size
    assert record(run) == record(whole)


@pytest.mark.exhaustive
def test_states_that_take_nothing_are_all_kept(sandbox: LocalSandbox) -> None:
    """A table that no cell changes is held once, however many states share it."""
    cells = [
        problem("import numpy as np\nt = np.ones(10_000_000)\nt.size"),
        *(problem(f"{n} * t[0]") for n in range(9)),
    ]
    with Rehearsal(inputs=[], limits=LIMITS, sandbox=sandbox, memory=150_000_000, replay=0) as rehearsal:
        rehearsal.run("".join(cells))

        assert len(rehearsal.snapshots) == 10


def test_sandbox_that_cannot_tell_keeps_by_number() -> None:
    """Where nobody can tell what a session holds, the number alone bounds."""
    with Rehearsal(inputs=[], limits=LIMITS, sandbox=FakeSandbox(), paused=4, memory=1, replay=0) as rehearsal:
        rehearsal.run("".join(problem(str(n)) for n in range(8)))

        assert len(rehearsal.snapshots) == 4


def test_states_are_given_up_by_what_they_hold() -> None:
    """The state that holds the most for what its loss costs goes first."""
    small, large = (
        Memory(total=100, private=0, proportional=10),
        Memory(total=10**9, private=0, proportional=900_000_000),
    )
    fake = FakeSandbox(memories={"0": small, "1": large, "2": small, "3": small, "4": small})
    with Rehearsal(inputs=[], limits=LIMITS, sandbox=fake, memory=100_000_000, replay=0) as rehearsal:
        rehearsal.run("".join(problem(str(n)) for n in range(5)))

        assert rehearsal.snapshots == (0, 1, 3, 4)


def test_few_states_are_kept_of_quick_cells() -> None:
    """A state costs what several quick cells cost: one is kept where bringing it back would take long, and the last."""
    cells = [problem(str(number)) for number in range(15)]
    slow = {"6": CellRun(outcome=Outcome.OK, seconds=9, peak_memory=0, digest="d")}
    for fake, snapshots in ((FakeSandbox(), (11, 14)), (FakeSandbox(runs=slow), (7, 14))):
        with Rehearsal(inputs=[], limits=LIMITS, sandbox=fake) as rehearsal:
            rehearsal.run("".join(cells))

            assert rehearsal.snapshots == snapshots


def test_edit_of_the_last_problem_runs_nothing_else() -> None:
    """However few states are kept, the last problem is edited again and again without any other cell running."""
    fake = FakeSandbox()
    cells = [problem(str(number)) for number in range(15)]
    with Rehearsal(inputs=[], limits=LIMITS, sandbox=fake) as rehearsal:
        rehearsal.run("".join(cells))
        for edited in ("first", "second"):
            fake.ran.clear()
            rehearsal.run("".join([*cells[:-1], problem(edited)]))

            assert sorted(fake.ran) == [(0, edited), (1, edited)]


def test_second_edit_of_a_problem_brings_nothing_back() -> None:
    """An edit in the middle keeps the state that it began with, where the next one of this cell begins."""
    fake = FakeSandbox()
    cells = [problem(str(number)) for number in range(15)]
    with Rehearsal(inputs=[], limits=LIMITS, sandbox=fake) as rehearsal:
        rehearsal.run("".join(cells))
        begins = []
        for edited in ("first", "second"):
            fake.ran.clear()
            cells[5] = problem(edited)
            rehearsal.run("".join(cells))
            begins.append(next(code for seed, code in fake.ran if seed == 0))

    assert begins == ["0", "second"]


def test_changed_input_starts_anew(sandbox: LocalSandbox, table: Path) -> None:
    """An input file that changed since the sessions were opened makes all results void."""
    text = CONTEXT + problem("t['x'].sum()") + problem("1")
    with Rehearsal(inputs=[table], limits=LIMITS, sandbox=sandbox) as rehearsal:
        first = rehearsal.run(text)
        table.write_text("x,y\n5,a\n2,b\n")
        second = rehearsal.run(text)

    assert [values(run)[0] for run in (first, second)] == ["np.int64(3)", "np.int64(7)"]
    assert first.inputs != second.inputs


def test_pins_are_recorded_and_hold(sandbox: LocalSandbox) -> None:
    """The record says under which pins the two sessions ran, and they did."""
    pins = (Pins(timezone="Asia/Kolkata"), Pins(timezone="America/New_York", hash_seed=7))
    run = dry_run(problem("import time\ntime.tzname[0]"), inputs=[], limits=LIMITS, sandbox=sandbox, pins=pins)
    usual = dry_run(problem("1"), inputs=[], limits=LIMITS, sandbox=sandbox)

    assert run.pins == pins
    assert usual.pins == (Pins(), REPEAT)
    runs = [(cell.run, cell.repeat) for cell in run.cells]
    assert [[each.value.text for each in pair if each and each.value] for pair in runs] == [["'IST'", "'EST'"]]


HIDDEN = "# %%\n# reference only\ny = [1, 2, 4]\n"
READS = problem("len(y)")


def test_mark_that_is_set_or_moved_is_played_again(sandbox: LocalSandbox) -> None:
    """A rehearsal plays answers' side from the marked cell on, also where the mark came by an edit."""
    with Rehearsal(inputs=[], limits=LIMITS, sandbox=sandbox, dialect="strict") as rehearsal:
        context = "# %%\nx = 1\n"
        plain, marked = context + HIDDEN.replace("# reference only\n", "") + READS, context + HIDDEN + READS
        for text, sound in ((plain, None), (marked, False), (plain, None), (marked.replace("len(y)", "x"), True)):
            run = rehearsal.run(text)
            whole = dry_run(text, inputs=[], limits=LIMITS, sandbox=sandbox, dialect="strict")
            sides = [cell.answer_side and cell.answer_side.is_sound for cell in run.cells]
            assert sides == [None, None, sound]
            assert sides == [cell.answer_side and cell.answer_side.is_sound for cell in whole.cells]
            assert run.cells[-1].ended_well is (sound is not False)


def test_set_without_reference_cells_is_recorded_as_before(sandbox: LocalSandbox) -> None:
    """What journals know steps by has no key for what no earlier version had."""
    run = dry_run(problem("1 + 1"), inputs=[], limits=LIMITS, sandbox=sandbox, dialect="strict")

    assert "answer_side" not in run.model_dump_json()
    assert DryRun.model_validate_json(run.model_dump_json()) == run
    hidden = dry_run(HIDDEN + problem("1 + 1"), inputs=[], limits=LIMITS, sandbox=sandbox, dialect="strict")
    assert DryRun.model_validate_json(hidden.model_dump_json()) == hidden
    assert hidden.cells[1].answer_side is not None

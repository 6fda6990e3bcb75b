"""The journal: what is recorded is not run again, and a crash costs at most the step in flight."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.errors import JournalError
from authoring.records.base import Record
from authoring.records.decision import Action, Decision
from authoring.records.draft import Draft
from authoring.records.evidence import Limits
from authoring.records.stage import stage
from authoring.workspace.journal import Journal, read_decisions, read_drafts


class Count(Record):
    """What the stage of these tests gives."""

    value: int


class Port:
    """A port with a fingerprint."""

    def __init__(self, fingerprint: str) -> None:
        self.fingerprint = fingerprint


calls: list[int] = []


@stage("double")
def double(value: int, *, port: Port, progress: object = None) -> Count:
    """Count how often it runs."""
    del port, progress
    calls.append(value)
    return Count(value=2 * value)


@stage("write_draft")
def write_draft(text: str) -> Draft:
    """Give a draft; named like the real stage so that `read_drafts` finds it."""
    return Draft(name="a", seed="a", revision=1, text=text, origins=())


def open_journal(folder: Path, limits: Limits | None = None) -> Journal[Limits]:
    """Open the journal in a folder."""
    return Journal.open(folder / "run" / "journal.jsonl", limits or Limits())


def decision(text: str, action: Action = Action.ADMIT) -> Decision:
    """Return a decision about a draft with this text."""
    sha256 = write_draft(text).sha256
    return Decision(draft=sha256, action=action, reviewer="ada", time=datetime(2026, 1, 1, tzinfo=UTC))


def test_recorded_step_does_not_run_again(tmp_path: Path) -> None:
    """A step with the same arguments gives the recorded result, in this process and in the next."""
    calls.clear()
    with open_journal(tmp_path) as journal:
        first = journal.step(double, 4, port=Port("a"))
    with open_journal(tmp_path) as journal:
        again = journal.step(double, 4, port=Port("a"))

        assert journal.resumed
        assert journal.replayed == ["double"]

    assert first == again == Count(value=8)
    assert calls == [4]


@pytest.mark.parametrize(("value", "fingerprint"), [(5, "a"), (4, "b")])
def test_changed_argument_or_port_runs_again(tmp_path: Path, value: int, fingerprint: str) -> None:
    """Whatever can change a result is part of a step's key."""
    calls.clear()
    with open_journal(tmp_path) as journal:
        journal.step(double, 4, port=Port("a"))
        journal.step(double, value, port=Port(fingerprint))

    assert calls == [4, value]


def test_progress_is_no_part_of_the_key(tmp_path: Path) -> None:
    """Who looks on cannot change a result."""
    calls.clear()
    with open_journal(tmp_path) as journal:
        journal.step(double, 4, port=Port("a"), progress=print)
        journal.step(double, 4, port=Port("a"))

    assert calls == [4]


def test_exception_is_not_recorded(tmp_path: Path) -> None:
    """A step that raised is tried again."""

    @stage("fail")
    def fail(value: int) -> Count:
        calls.append(value)
        raise ZeroDivisionError

    calls.clear()
    with open_journal(tmp_path) as journal:
        for _ in range(2):
            with pytest.raises(ZeroDivisionError):
                journal.step(fail, 1)

    assert calls == [1, 1]


@pytest.mark.exhaustive
@given(cut=st.integers(min_value=1, max_value=10_000))
def test_torn_end_costs_the_step_in_flight_only(tmp_path_factory: pytest.TempPathFactory, cut: int) -> None:
    """A journal cut off at any byte after its header opens, and has every step whose line is whole."""
    folder = tmp_path_factory.mktemp("torn")
    with open_journal(folder) as journal:
        for value in range(5):
            journal.step(double, value, port=Port("a"))
    path = folder / "run" / "journal.jsonl"
    content = path.read_bytes()
    header = content.index(b"\n") + 1
    kept = content[: header + cut % (len(content) - header)]
    path.write_bytes(kept)
    sums = path.with_name("journal.sums")
    # A crash leaves no checksum of a line that was not written.
    sums.write_bytes(b"".join(sums.read_bytes().splitlines(keepends=True)[: kept.count(b"\n")]))
    with open_journal(folder) as journal:
        for value in range(5):
            assert journal.step(double, value, port=Port("a")) == Count(value=2 * value)

        assert len(journal.replayed) == kept.count(b"\n") - 1
    with open_journal(folder) as journal:
        for value in range(5):
            journal.step(double, value, port=Port("a"))

        assert journal.ran == []


def test_settings_are_pinned(tmp_path: Path) -> None:
    """Resuming uses the settings the run was begun with."""
    with open_journal(tmp_path, Limits(max_time=5)):
        pass
    with open_journal(tmp_path, Limits(max_time=99)) as journal:
        assert journal.settings.max_time == 5


def test_second_process_is_refused(tmp_path: Path) -> None:
    """Two processes never write one journal."""
    with open_journal(tmp_path), pytest.raises(JournalError, match="another process"):
        open_journal(tmp_path)


def test_foreign_file_is_refused_and_kept(tmp_path: Path) -> None:
    """A file that is no journal stops the command and is left as it is."""
    path = tmp_path / "run" / "journal.jsonl"
    path.parent.mkdir()
    path.write_text('{"something": "else"}\n')
    with pytest.raises(JournalError, match="another version"):
        open_journal(tmp_path)

    assert path.read_text() == '{"something": "else"}\n'


def test_last_decision_about_exactly_this_text_counts(tmp_path: Path) -> None:
    """A decision belongs to a text; a later one about the same text replaces it; all are kept."""
    with open_journal(tmp_path) as journal:
        journal.step(write_draft, "x")
        journal.decide(decision("x", Action.REVISE))
        journal.decide(decision("y", Action.REJECT))
        journal.decide(decision("x", Action.ADMIT))
    with open_journal(tmp_path) as journal:
        found = journal.decision(write_draft("x"))

        assert found is not None
        assert found.action is Action.ADMIT
        assert journal.decision(write_draft("z")) is None
        assert len(journal.decisions) == 3
    path = tmp_path / "run" / "journal.jsonl"

    assert len(read_decisions(path)) == 3
    assert [draft.text for draft in read_drafts(path)] == ["x"]


def test_recorded_result_stands_for_the_step(tmp_path: Path) -> None:
    """A result come by in another way is used like the stage's own."""
    calls.clear()
    with open_journal(tmp_path) as journal:
        journal.record(double, Count(value=8), 4, port=Port("a"))

        assert journal.step(double, 4, port=Port("a")) == Count(value=8)
    assert calls == []


def test_renaming_a_stage_its_parameters_or_a_port_loses_nothing(tmp_path: Path) -> None:
    """A step is known by its stage id and its journaled names, whatever the code calls them today."""

    class Renamed(Port):
        port_id = "Port"

    @stage("double", number="value")
    def twice(number: int, *, port: Port, progress: object = None) -> Count:
        raise AssertionError((number, port, progress))

    with open_journal(tmp_path) as journal:
        journal.step(double, 4, port=Port("a"))
    with open_journal(tmp_path) as journal:
        assert journal.step(twice, 4, port=Renamed("a")) == Count(value=8)
        assert journal.replayed == ["double"]


def test_function_that_is_no_stage_is_refused(tmp_path: Path) -> None:
    """A function without a stable id cannot be journaled by accident."""

    def nameless(value: int) -> Count:
        return Count(value=value)

    with open_journal(tmp_path) as journal, pytest.raises(TypeError, match="declare it with @stage"):
        journal.step(nameless, 1)

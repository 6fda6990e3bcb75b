"""Dry runs that were made before: found by their key alone, never torn, never too many."""

import json
import multiprocessing
import os
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from authoring.dseal.duplicates.across_sets import signatures_of_text
from authoring.dseal.duplicates.problems import ProblemSignature
from authoring.records.base import sha256_of
from authoring.records.evidence import DryRun
from authoring.records.profile import Profile
from authoring.records.seed import Seed, TableFile, TableFormat
from authoring.workspace import cache as cache_module
from authoring.workspace.cache import (
    CachedStanding,
    ObservationCache,
    ProfileCache,
    RunCache,
    SignatureCache,
    StandingCache,
    program_state,
)
from authoring.workspace.unfinished import unfinished_file

KEY = sha256_of("key")


def run_of(size: int = 0, name: str = "x") -> DryRun:
    """Return a dry run of about so many bytes."""
    return DryRun(draft=sha256_of(name), cells=(), inputs=(), python="3.11", packages=((name, "1" * size),))


def bytes_below(folder: Path) -> int:
    """Return how much is there."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def test_what_was_put_is_found(tmp_path: Path) -> None:
    """Under its key, by another process as well, and with the time it was made."""
    assert RunCache(tmp_path / "run").get(KEY) is None
    before = time.time()
    RunCache(tmp_path / "run").put(KEY, run_of())
    kept = RunCache(tmp_path / "run").get(KEY)

    assert kept is not None
    assert kept.run == run_of()
    assert before <= kept.made.timestamp() <= time.time()


def test_fresh_reads_nothing_and_writes(tmp_path: Path) -> None:
    """What a run with --fresh finds replaces what was kept."""
    RunCache(tmp_path).put(KEY, run_of(name="old"))
    fresh = RunCache(tmp_path, fresh=True)

    assert fresh.get(KEY) is None
    fresh.put(KEY, run_of(name="new"))
    kept = RunCache(tmp_path).get(KEY)
    assert kept is not None
    assert kept.run == run_of(name="new")


def cut(content: bytes) -> bytes:
    """Tear an entry."""
    return content[: len(content) // 2]


def other_key(content: bytes) -> bytes:
    """Put an entry in another's place."""
    return json.dumps({**json.loads(content), "key": sha256_of("other")}).encode()


def other_fields(content: bytes) -> bytes:
    """Write an entry as another version would."""
    return json.dumps({**json.loads(content), "mood": "good"}).encode()


@pytest.mark.parametrize("spoil", [cut, other_key, other_fields, lambda _: b"", lambda _: b"\xff\x00"])
def test_broken_entry_is_none_and_is_replaced(tmp_path: Path, spoil: Callable[[bytes], bytes]) -> None:
    """Torn, foreign, empty or no text at all: it counts as not there."""
    cache = RunCache(tmp_path)
    cache.put(KEY, run_of())
    (path,) = tmp_path.rglob("*.json")
    path.write_bytes(spoil(path.read_bytes()))

    assert cache.get(KEY) is None
    cache.put(KEY, run_of())
    assert cache.get(KEY) is not None


@given(sizes=st.lists(st.integers(min_value=0, max_value=4_000), max_size=40))
@settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_cache_is_bounded(tmp_path_factory: pytest.TempPathFactory, sizes: list[int]) -> None:
    """After each entry the bytes are within the bound, and the newest entry is there if it fits at all."""
    folder = tmp_path_factory.mktemp("cache")
    cache = RunCache(folder, max_bytes=8_000)
    for number, size in enumerate(sizes):
        key = sha256_of(str(number))
        cache.put(key, run_of(size))

        assert bytes_below(folder) <= 8_000
        assert cache.get(key) is not None


def test_oldest_used_goes_first(tmp_path: Path) -> None:
    """Being found counts as use."""
    RunCache(tmp_path / "one").put(KEY, run_of(800))
    cache = RunCache(tmp_path / "four", max_bytes=bytes_below(tmp_path) * 36 // 10)
    keys = [sha256_of(name) for name in "abcd"]
    for age, key in zip((300, 200, 100), keys, strict=False):
        cache.put(key, run_of(800))
        path = tmp_path / "four" / key[:2] / f"{key}.json"
        os.utime(path, (time.time() - age, time.time() - age))
    cache.get(keys[0])
    cache.put(keys[3], run_of(800))

    assert [cache.get(key) is not None for key in keys] == [True, False, True, True]


def test_too_large_an_entry_is_not_kept(tmp_path: Path) -> None:
    """And drives out no other."""
    cache = RunCache(tmp_path, max_bytes=2_000)
    cache.put(KEY, run_of())
    cache.put(sha256_of("large"), run_of(5_000))

    assert cache.get(KEY) is not None
    assert cache.get(sha256_of("large")) is None


def test_what_killed_writers_left_goes(tmp_path: Path) -> None:
    """A file that never became an entry is removed when nobody writes it, and left to its writer when somebody does."""
    (tmp_path / "ab").mkdir()
    abandoned = tmp_path / "ab" / ".entry.json.0123abcd.unfinished"
    abandoned.write_text("half")
    with unfinished_file(tmp_path / "ab" / "other.json") as (_, held):
        RunCache(tmp_path).put(KEY, run_of())

        assert (abandoned.exists(), held.exists()) == (False, True)


def test_cache_that_cannot_be_written_stops_nobody(tmp_path: Path) -> None:
    """It says why, and that is all."""
    (tmp_path / "run").write_text("in the way")
    cache = RunCache(tmp_path / "run")
    cache.put(KEY, run_of())

    assert cache.write_error
    assert cache.get(KEY) is None


def hammer(folder: Path, seed: int) -> None:
    """Write and read the same few keys again and again; a torn entry would be none."""
    cache = RunCache(folder, max_bytes=20_000)
    for turn in range(60):
        key = sha256_of(str((seed + turn) % 5))
        cache.put(key, run_of(1_000 * (turn % 4)))
        kept = cache.get(key)
        assert kept is None or kept.key == key
    assert not cache.write_error


@pytest.mark.exhaustive
def test_processes_share_a_cache(tmp_path: Path) -> None:
    """Several at once write, read and make room in one folder; nothing breaks, and no half-written file is left."""
    context = multiprocessing.get_context("spawn")
    processes = [context.Process(target=hammer, args=(tmp_path, seed)) for seed in range(3)]
    for process in processes:
        process.start()
    for process in processes:
        process.join()

    assert [process.exitcode for process in processes] == [0, 0, 0]
    assert {path.suffix for path in tmp_path.rglob("*") if path.is_file()} == {".json"}


def seed_of(**details: str) -> Seed:
    """Return a seed of one table, of which this and that is different."""
    name, digest, reader = (details.get(field, default) for field, default in DEFAULTS.items())
    table = TableFile(name=name, format=TableFormat.CSV, sha256=digest, size=1, rows=1, columns=("a",), reader=reader)
    return Seed(name="gulls", title="", description="", source="file:t.csv", licence="CC0-1.0", files=(table,))


DEFAULTS = {"name": "t.csv", "sha256": "0" * 64, "reader": 'pd.read_csv("inputs/t.csv")'}


def test_profile_is_kept_by_what_it_was_made_from(tmp_path: Path) -> None:
    """Another name of the seed changes nothing; other bytes, another file or reader, or other packages count as new."""
    cache, profile = ProfileCache(tmp_path), Profile(seed="gulls", tables=())
    cache.put(seed_of(), "3.11", profile)
    renamed = seed_of().model_copy(update={"name": "terns", "licence": "MIT"})

    assert cache.profile(seed_of(), "3.11") == profile
    assert cache.profile(renamed, "3.11") == profile.model_copy(update={"seed": "terns"})
    assert cache.profile(seed_of(), "3.12") is None
    for field, other in (("name", "u.csv"), ("sha256", "1" * 64), ("reader", "pd.read_json('t')")):
        assert cache.profile(seed_of(**{field: other}), "3.11") is None


def test_broken_profile_is_no_profile(tmp_path: Path) -> None:
    """An entry that cannot be read, or that was renamed to another's name, is computed anew."""
    cache, other = ProfileCache(tmp_path), seed_of(reader="r")
    for seed in (seed_of(), other):
        cache.put(seed, "3.11", Profile(seed="gulls", tables=()))
    first, second = sorted(tmp_path.rglob("*.json"))
    first.rename(second)

    assert {cache.profile(seed_of(), "3.11"), cache.profile(other, "3.11")} == {None}
    second.write_text("{")
    assert {cache.profile(seed_of(), "3.11"), cache.profile(other, "3.11")} == {None}


def test_observation_is_kept_by_its_key(tmp_path: Path) -> None:
    """Another process finds the text that was kept, whatever characters it holds."""
    key, text = sha256_of("run"), "a line\n\x1b[31m 好 …"
    ObservationCache(tmp_path).put(key, text)

    assert ObservationCache(tmp_path).recall(key) == text
    assert ObservationCache(tmp_path).recall(sha256_of("other")) is None


SET = '# %%\n"""\nquestion: What is the mean `fare` per `port`?\n"""\ndf.groupby("port")["fare"].mean().round(2)\n'
HALF = SET.replace('"fare"', '"\\ud83d"')


@pytest.mark.parametrize("text", [SET, SET + SET.replace("mean", "sum"), "", "# %%\nx = 1\n", HALF])
def test_signatures_of_a_text_are_those_that_were_derived(tmp_path: Path, text: str) -> None:
    """Whatever the code holds: what was kept compares like what is derived."""
    derived = SignatureCache(tmp_path).recall(text)

    assert derived == signatures_of_text(text)
    assert SignatureCache(tmp_path).recall(text) == derived


def test_signatures_are_derived_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """For each text and each state of the code that derives them; with --fresh, anew."""
    derived: list[str] = []

    def noting(text: str) -> tuple[ProblemSignature, ...]:
        derived.append(text)
        return signatures_of_text(text)

    monkeypatch.setattr(cache_module, "signatures_of_text", noting)
    for text in (SET, SET, "", SET):
        SignatureCache(tmp_path).recall(text)
    SignatureCache(tmp_path, fresh=True).recall(SET)
    monkeypatch.setattr(cache_module, "digest_of_code", lambda *_: "another")
    SignatureCache(tmp_path).recall(SET)

    assert derived == [SET, "", SET, SET]


def test_a_standing_is_computed_once_for_a_subject_and_a_program(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another subject or another program has it computed anew; where packages add rules, it always is."""
    computed: list[str] = []

    def recalled(subject: str) -> int:
        def compute(key: str) -> CachedStanding:
            computed.append(subject)
            return CachedStanding(key=key, made=datetime.now(UTC), problems=len(computed))

        return StandingCache(tmp_path).recall(subject, compute).problems

    monkeypatch.setattr(cache_module, "program_state", lambda: "this program")
    same = [recalled("a"), recalled("a"), recalled("b"), recalled("a")]
    monkeypatch.setattr(cache_module, "program_state", lambda: "another program")
    other = recalled("a")
    monkeypatch.setattr(cache_module, "program_state", lambda: "")
    extended = [recalled("a"), recalled("a")]

    assert same == [1, 1, 2, 1]
    assert other == 3
    assert extended == [4, 5]
    assert computed == ["a", "b", "a", "a", "a"]


def test_the_state_of_the_program_follows_its_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule that is written anew or added is another program; members of installed packages make it unknown."""
    source = tmp_path / "rules" / "rule.py"
    source.parent.mkdir()
    source.write_text("one")
    monkeypatch.setattr("authoring.__path__", [str(tmp_path)])
    states = []
    for change in (
        lambda: None,
        lambda: source.write_text("three"),
        lambda: (tmp_path / "schema.json").write_text("{}"),
    ):
        change()
        program_state.cache_clear()
        states.append(program_state())
    monkeypatch.setattr(cache_module, "is_extended", lambda: True)
    program_state.cache_clear()
    extended = program_state()
    program_state.cache_clear()

    assert len({*states, extended}) == 4
    assert extended == ""

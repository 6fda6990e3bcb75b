"""Laws of all records: frozen, closed, and with the fields that journals know."""

import importlib
import pkgutil
from collections.abc import Iterator

import pytest
from pydantic import ValidationError

import authoring.records
from authoring.llm.port import Request
from authoring.records.base import Record, sha256_of
from authoring.records.decision import Decision
from authoring.records.draft import Draft, Example
from authoring.records.environment import DriftKind
from authoring.records.evidence import DryRun, Evidence, Limits, Pins
from authoring.records.format_version import current, marked
from authoring.records.model_config import ModelChoice
from authoring.records.profile import Profile
from authoring.records.protection import Level
from authoring.records.seed import Seed, TableFile, TableFormat, seed_line
from authoring.records.sketch import Guide, Instructions, PlannedProblem, Sketch

HASHED: dict[type[Record], str] = {
    Seed: "name title description source url licence files companions publication notebook allowed",
    Limits: "max_time max_cpu max_memory max_processes max_open_files max_output max_repr max_file max_disk max_files "
    "max_inputs max_set_time",
    Pins: "hash_seed random_state timezone locale threads",
    Profile: "seed tables joins",
    DryRun: "draft cells inputs python packages pins",
    Evidence: "draft diagnostics dry_run",
    Draft: "name seed revision text origins made_with came_from mended",
    Example: "name text",
    Decision: "draft action reviewer time reason comments accepted text for_model",
    Instructions: "guides prompts examples refused covered wanted notebook",
    Guide: "name text",
    Sketch: "seed knowledge problems",
    PlannedProblem: "task knowledge level needs gives",
    Request: "purpose subject messages stable schema_ max_output sample",
}
"""Records that are hashed into the keys of journals and of paid replies, with their fields in order."""
ADDED: dict[type[Record], str] = {
    Seed: "dictionary",
    Profile: "relations dictionary tidied",
    Draft: "left_out",
    Decision: "made_by",
    Instructions: "description",
    Request: "seed",
}
"""Fields that came later, and are left out where they hold nothing, as in all that was written before."""


def records() -> Iterator[type[Record]]:
    """Yield every record of the room."""
    for info in pkgutil.iter_modules(authoring.records.__path__):
        for value in vars(importlib.import_module(f"authoring.records.{info.name}")).values():
            if isinstance(value, type) and issubclass(value, Record) and value.__module__.endswith(f".{info.name}"):
                yield value


@pytest.mark.parametrize("record", HASHED, ids=lambda record: record.__name__)
def test_hashed_fields_never_change(record: type[Record]) -> None:
    """A field that is added, renamed or moved would make every run under way pay for its steps again."""
    assert tuple(record.model_fields) == (*HASHED[record].split(), *ADDED.get(record, "").split())


def test_added_fields_are_left_out_while_empty() -> None:
    """What was hashed before there were dictionaries has the same hash."""
    seed = Seed(name="birds", title="", description="", source="", licence="", files=())

    assert " ".join(seed.model_dump(mode="json")) == HASHED[Seed]
    assert " ".join(Profile(seed="birds", tables=()).model_dump(mode="json")) == HASHED[Profile]


@pytest.mark.parametrize("record", list(records()), ids=lambda record: record.__name__)
def test_records_are_frozen(record: type[Record]) -> None:
    """A record never changes once it is made; only what reads files of all versions ignores unknown fields."""
    assert record.model_config["frozen"]
    assert record.model_config["extra"] == ("ignore" if record.__module__.endswith("provenance") else "forbid")


def test_unknown_fields_are_refused() -> None:
    """A typing error in a file is found, not passed over."""
    with pytest.raises(ValidationError):
        Example.model_validate({"name": "birds", "text": "", "txet": ""})


def test_hash_of_text_that_no_file_can_hold() -> None:
    """Half characters have a hash as well, because replies of models hold them."""
    assert sha256_of("\ud800") != sha256_of("")


def test_kinds_of_drift_are_ordered() -> None:
    """From rounding to a reference that does not run."""
    assert [kind.weight for kind in DriftKind] == [0, 1, 2, 3, 4]


def test_stronger_isolation_covers_weaker() -> None:
    """Each level claims all that those after it do."""
    assert Level.NAMESPACES.at_least(Level.LIMITS)
    assert not Level.LIMITS.at_least(Level.LANDLOCK)


def test_format_version_is_marked_and_read() -> None:
    """What is marked today is read as it is."""
    assert current("seed", marked("seed", {"name": "birds"}), path="seed.yaml") == {"name": "birds"}


def test_parameters_that_change_no_reply_are_no_part_of_the_fingerprint() -> None:
    """Waiting longer asks the same."""
    assert ModelChoice(timeout=1).fingerprint == ModelChoice().fingerprint
    assert ModelChoice(name="a").fingerprint != ModelChoice().fingerprint


def test_seed_line_adds_up_rows() -> None:
    """A list of seeds shows tables and rows."""
    table = TableFile(
        name="a.csv", format=TableFormat.CSV, sha256="0" * 64, size=1, rows=3, columns=("a",), reader="pd.read_csv('a')"
    )
    seed = Seed(name="birds", title="Birds", description="", source="a.csv", licence="CC0-1.0", files=(table, table))

    assert (seed_line(seed).tables, seed_line(seed).rows) == (2, 6)

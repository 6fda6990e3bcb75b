"""A model says what data mean: only what nobody stated, what the data bear out, and what may be sent to it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from authoring.api.models import ModelAccess
from authoring.api.seeds.dictionary import DataDescription, describe_data
from authoring.api.seeds.intake import SeedOptions, add_seed
from authoring.errors import SeedError, UsageError
from authoring.records.dictionary import DataDictionary, Origin, ValueKind
from authoring.sandbox.client.local import LocalSandbox
from authoring.seeds.dictionary.statements import origin_of
from authoring.workspace import Workspace
from tests.api.events import EventLog

Cli = Callable[..., Any]
EMPTY = {"kind": "", "unit": "", "meaning": "", "levels": [], "missing_means": ""}


@pytest.fixture(scope="module")
def sandbox() -> Any:
    """One sandbox for all tests of this file."""
    sandbox = LocalSandbox()
    yield sandbox
    sandbox.close()


@pytest.fixture
def birds(bare: Workspace, sandbox: LocalSandbox, tmp_path: Path) -> Workspace:
    """Return a workspace with a table of birds."""
    rows = "\n".join(f"{n},{3000 + n * 37 % 900},{n % 2 + 1}" for n in range(1, 61))
    (tmp_path / "birds.csv").write_text(f"bird,mass,sex\n{rows}\n")
    add_seed(bare, [str(tmp_path / "birds.csv")], SeedOptions(name="birds", licence="CC0-1.0"), sandbox=sandbox)
    return bare


def access_to(folder: Path, **columns: dict[str, Any]) -> ModelAccess:
    """Return a model that says this of columns."""
    entries = [{"name": name, **EMPTY, **fields} for name, fields in columns.items()]
    reply = {"tables": [{"file": "birds.csv", "row": "bird", "rows": "birds", "columns": entries}]}
    folder.mkdir(exist_ok=True)
    (folder / "describe-1.json").write_text(json.dumps(reply))
    return ModelAccess(model=f"scripted:{folder}")


def stated(workspace: Workspace) -> DataDictionary:
    """Return what the seed's file says."""
    return workspace.read_seed("birds").dictionary or DataDictionary()


def test_guesses_are_kept_and_wait_for_agreement(birds: Workspace, sandbox: LocalSandbox, tmp_path: Path) -> None:
    """They stand in the seed as a model's, and a person who agrees makes them theirs."""
    access = access_to(tmp_path / "replies", mass={"unit": "g", "meaning": "body mass when caught"})
    described = describe_data(birds, "birds", access=access, who="Ada", sandbox=sandbox)

    assert described.table.row == "bird"
    assert described.change is not None
    mass = stated(birds).tables[0].columns[0]
    assert (mass.unit, origin_of(mass, "unit").origin, origin_of(mass, "unit").agreed_by) == ("g", Origin.MODEL, "")

    agreed = describe_data(birds, "birds", DataDescription("mass", agree=True), who="Ada", sandbox=sandbox)
    assert agreed.column is not None
    assert origin_of(agreed.column, "unit").agreed_by == "Ada"


def test_what_a_person_stated_stays(birds: Workspace, sandbox: LocalSandbox, tmp_path: Path) -> None:
    """A guess takes the place of no statement."""
    own = DataDescription("mass", statements=("unit=mg",))
    describe_data(birds, "birds", own, who="Ada", sandbox=sandbox)
    access = access_to(tmp_path / "replies", mass={"unit": "g", "meaning": "body mass"})
    described = describe_data(birds, "birds", DataDescription("mass"), access=access, who="Ada", sandbox=sandbox)

    assert described.column is not None
    assert (described.column.unit, described.column.meaning) == ("mg", "body mass")


def test_what_the_data_contradict_is_left_out(birds: Workspace, sandbox: LocalSandbox, tmp_path: Path) -> None:
    """The other statements are kept, those about the same column too, and a notice names what was left out."""
    levels = [{"value": "1", "meaning": "female"}, {"value": "9", "meaning": "unheard of"}]
    sex = {"kind": "category", "unit": "kg", "levels": levels, "meaning": "sex of the bird"}
    access = access_to(tmp_path / "replies", sex=sex, mass={"kind": "flag", "meaning": "body mass"})
    log = EventLog()
    describe_data(birds, "birds", access=access, who="Ada", sandbox=sandbox, reporter=log)
    columns = {column.name: column for column in stated(birds).tables[0].columns}

    assert (columns["sex"].kind, columns["sex"].unit) == (ValueKind.CATEGORY, "")
    assert [level.value for level in columns["sex"].levels] == ["1"]
    assert (columns["mass"].kind, columns["mass"].meaning) == (None, "body mass")
    (notice,) = [notice for notice in log.notices if "contradict" in notice]
    assert all(name in notice for name in ("kind 'flag' of mass", "unit 'kg' of sex", "level '9' of sex"))


class CountingSandbox(LocalSandbox):
    """Counts the sessions that are opened."""

    opened = 0

    def session(self, **options: Any) -> Any:
        """Open a session."""
        self.opened += 1
        return super().session(**options)


def test_few_contradictions_cost_few_looks(bare: Workspace, sandbox: LocalSandbox, tmp_path: Path) -> None:
    """Of a wide table each look reads all rows: what is contradicted is found by halves, not one by one."""
    names = [f"c{n}" for n in range(64)]
    rows = "".join(",".join(str(1 + (r + n) % 2) for n in range(64)) + "\n" for r in range(30))
    (tmp_path / "birds.csv").write_text(",".join(names) + "\n" + rows)
    add_seed(bare, [str(tmp_path / "birds.csv")], SeedOptions(name="birds", licence="CC0-1.0"), sandbox=sandbox)
    guesses = {name: {"levels": [{"value": "9" if name == "c37" else "1", "meaning": "so"}]} for name in names}
    counting = CountingSandbox()
    try:
        describe_data(bare, "birds", access=access_to(tmp_path / "replies", **guesses), who="Ada", sandbox=counting)
    finally:
        counting.close()

    assert {column.name for column in stated(bare).tables[0].columns} == {*names} - {"c37"}
    assert counting.opened < 20


def test_a_seed_that_may_not_be_sent_is_not(birds: Workspace, sandbox: LocalSandbox, tmp_path: Path) -> None:
    """The seed gate stands before the model, as before drafting: here the licence was taken back since."""
    path = birds.root / "seeds" / "birds" / "seed.yaml"
    path.write_text(path.read_text().replace("licence: CC0-1.0", "licence: proprietary"))
    access = access_to(tmp_path / "replies", mass={"meaning": "body mass"})

    with pytest.raises(SeedError, match="the seed gate found"):
        describe_data(birds, "birds", access=access, who="Ada", sandbox=sandbox)
    assert not stated(birds).tables


def test_either_a_model_or_a_person_says_it(birds: Workspace, sandbox: LocalSandbox, tmp_path: Path) -> None:
    """Both at once is no command."""
    access = access_to(tmp_path / "replies", mass={"meaning": "body mass"})
    own = DataDescription("mass", statements=("unit=mg",))

    with pytest.raises(UsageError, match="either a model"):
        describe_data(birds, "birds", own, access=access, who="Ada", sandbox=sandbox)


def test_the_verb_prints_what_the_function_returns(cli: Cli, birds: Workspace, tmp_path: Path) -> None:
    """A reply that was paid for is not asked for again: the second command says nothing new."""
    access = access_to(tmp_path / "replies", mass={"meaning": "body mass"})
    options = ("--model", access.model, "--reviewer", "Ada", "--workspace", birds.root, "--json")
    first = cli("seed", "describe", "birds", *options).json
    second = describe_data(birds, "birds", access=access, who="Ada")

    assert first["change"] is not None
    assert second.table.model_dump(mode="json") == first["table"]

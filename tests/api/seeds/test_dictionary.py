"""What a person says of a seed's data is written with the seed, unless the data contradict it."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from authoring.api.seeds.description import describe_seed
from authoring.api.seeds.dictionary import DataDescription, describe_data, edit_dictionary
from authoring.api.seeds.intake import SeedOptions, add_seed
from authoring.api.seeds.upkeep import rename_seed
from authoring.errors import UsageError
from authoring.records.dictionary import Origin, ValueKind
from authoring.sandbox.client.local import LocalSandbox
from authoring.sandbox.port import Sandbox
from authoring.seeds.dictionary.statements import origin_of
from authoring.workspace import Workspace
from authoring.workspace.changes import read_changes
from tests.api.twins import settled, twin_of

Describe = Callable[..., Any]


@pytest.fixture(scope="module")
def sandbox() -> Any:
    """One sandbox for all tests of this file."""
    sandbox = LocalSandbox()
    yield sandbox
    sandbox.close()


@pytest.fixture
def shop(bare: Workspace, sandbox: Sandbox, tmp_path: Path) -> Workspace:
    """Return a workspace with a seed of orders and customers, and a description beside them."""
    orders = [f"{n},{n % 20 + 1},{n * 7 % 50 + 0.5},{'web' if n % 3 else 'shop'}" for n in range(1, 61)]
    (tmp_path / "orders.csv").write_text("order,customer,net (EUR),channel\n" + "\n".join(orders) + "\n")
    towns = "\n".join(f"{n},town {n % 4}" for n in range(1, 21))
    (tmp_path / "customers.csv").write_text(f"customer,town\n{towns}\n")
    fields = [{"name": "channel", "description": "where it was sold"}, {"name": "colour", "description": "gone"}]
    package = {"resources": [{"path": "orders.csv", "schema": {"fields": fields}}]}
    (tmp_path / "datapackage.json").write_text(json.dumps(package))
    options = SeedOptions(name="shop", licence="CC0-1.0")
    added = add_seed(bare, [str(tmp_path / "orders.csv"), str(tmp_path / "customers.csv")], options, sandbox=sandbox)
    assert "DS917" in [finding.code for finding in added.findings]
    return bare


@pytest.fixture
def describe(shop: Workspace, sandbox: Sandbox) -> Describe:
    """Return a function that says something of the shop."""

    def describe(column: str = "", *words: str, why: str = "", **options: Any) -> Any:
        description = DataDescription.of(column, words, **options)
        return describe_data(shop, "shop", description, who="Ada", why=why, sandbox=sandbox)

    return describe


def test_a_description_beside_the_tables_is_taken_in(shop: Workspace, describe: Describe) -> None:
    """What a datapackage.json says of a column stands in seed.yaml as a document's word."""
    entry = describe("channel").column

    assert (entry.meaning, origin_of(entry, "meaning").origin) == ("where it was sold", Origin.DOCUMENT)
    assert "where it was sold" in (shop.root / "seeds/shop/seed.yaml").read_text()


def test_a_statement_is_written_and_told(shop: Workspace, describe: Describe) -> None:
    """It stands in seed.yaml with who said it, in the journal of changes, and in what is shown from then on."""
    told = describe("net (EUR)", "meaning=price without tax", "kind=money")
    content = yaml.safe_load((shop.root / "seeds/shop/seed.yaml").read_text())
    changes, _ = read_changes(shop.root)

    assert (told.column.kind, told.column.unit, told.column.meaning) == (ValueKind.MONEY, "EUR", "price without tax")
    stated = [column for table in content["dictionary"]["tables"] for column in table["columns"]]
    assert {"field": "meaning", "origin": "person", "agreed_by": "Ada"} in stated[-1]["sources"]
    assert "unit" not in stated[-1]
    assert [edit.field for edit in changes[-1].edits] == [
        "dictionary orders.csv net (EUR) meaning",
        "dictionary orders.csv net (EUR) kind",
    ]
    described = describe_seed(shop, "shop").profile.dictionary
    assert described is not None
    assert "price without tax" in described.model_dump_json()


def test_what_the_data_contradict_is_refused(shop: Workspace, describe: Describe) -> None:
    """The error names code and reason, and nothing is written."""
    before = (shop.root / "seeds/shop/seed.yaml").read_bytes()

    for column, word, code in (
        ("customer", "nested_in=channel", "DS916"),
        ("channel", "kind=amount", "DS915"),
        ("channel", "levels=mail: by letter", "DS913"),
        ("channel", "unit=kg", "DS914"),
        ("key=customer", "rows=orders", "DS912"),
        ("customer", "same_as=custom", "DS911"),
    ):
        with pytest.raises(UsageError, match=code):
            describe(column, word, table="orders.csv")
    assert (shop.root / "seeds/shop/seed.yaml").read_bytes() == before


def test_subjects_are_found(describe: Describe) -> None:
    """A column by its name, a table by its file where several could be meant, and close names are offered."""
    assert describe("town").table.file == "customers.csv"
    assert describe("row=order", table="orders.csv").table.row == "order"
    for column, options in (("customer", {}), ("twn", {}), ("", {}), ("town", {"table": "orders.csv"})):
        with pytest.raises(UsageError):
            describe(column, **options)


def test_agreement_is_kept_with_the_persons_name(describe: Describe) -> None:
    """Whoever proposed it, a person stands for it now."""
    entry = describe("channel", agree=True).column

    assert origin_of(entry, "meaning").origin is Origin.DOCUMENT
    assert {source.agreed_by for source in entry.sources} == {"Ada"}


def test_a_broken_dictionary_is_shown_with_its_line(shop: Workspace, sandbox: Sandbox, describe: Describe) -> None:
    """What was written by hand and contradicts the data is told by line of seed.yaml, and does not stop other words."""
    path = shop.root / "seeds/shop/seed.yaml"
    describe("net (EUR)", "meaning=price")
    path.write_text(path.read_text().replace("name: net (EUR)", "name: nett (EUR)"))
    findings = describe_seed(shop, "shop", sandbox=sandbox).findings

    assert [(f.code, path.read_text().splitlines()[f.line - 1].strip()) for f in findings] == [
        ("DS911", "- name: nett (EUR)")
    ]
    assert describe("town", "meaning=where they live").column.meaning == "where they live"


def test_an_editor_gets_the_whole_and_its_mistakes(shop: Workspace, sandbox: Sandbox) -> None:
    """Mistakes come back as comments at the head; what is saved at last is stated; giving up writes nothing."""
    texts: list[str] = []

    def edit(text: str) -> str:
        texts.append(text)
        if len(texts) == 1:
            return text.replace("name: channel\n    kind: category", "name: channel\n    kind: money")
        return text.replace("name: channel\n    kind: money", "name: channel\n    kind: code")

    report = edit_dictionary(shop, "shop", edit, who="Ada", sandbox=sandbox)

    assert texts[1].startswith("# ! line ")
    assert "no numbers" in texts[1].splitlines()[0]
    assert [(e.field, e.after) for e in report.change.edits] == [("dictionary orders.csv channel kind", "code")]
    with pytest.raises(UsageError, match="as it was"):
        edit_dictionary(
            shop, "shop", lambda text: text if text.startswith("# !") else "tables: [", who="Ada", sandbox=sandbox
        )
    # A program in the editor's place saves the same text for ever.
    with pytest.raises(UsageError, match="as it was: "):
        edit_dictionary(shop, "shop", lambda _: "tables: [\n", who="Ada", sandbox=sandbox)


def test_documents_are_handed_on(describe: Describe, tmp_path: Path) -> None:
    """What is written for other programs is read back as a document; a file that is there is left alone."""
    describe("channel", "meaning=how it was sold", to=tmp_path / "out.json")
    describe(document=tmp_path / "out.json")

    assert describe("channel").column.meaning == "how it was sold"
    assert json.loads((tmp_path / "out.json").read_text())["resources"][0]["schema"]["primaryKey"] == ["order"]
    with pytest.raises(UsageError, match="is there already"):
        describe("channel", to=tmp_path / "out.json")


def test_statements_follow_a_renamed_seed(shop: Workspace, describe: Describe) -> None:
    """A dictionary is a part of the seed."""
    describe("town", "meaning=where they live")
    rename_seed(shop, "shop", "store", who="Ada")

    assert "where they live" in shop.read_seed("store").model_dump_json()


def test_a_statement_is_what_the_command_prints(cli: Callable[..., Any], shop: Workspace, describe: Describe) -> None:
    """Said of one workspace by the function and of an equal one by the verb, it gives the same record."""
    twin = twin_of(shop)
    described = describe("channel", "kind=category", why="they are shops")
    words = ("seed", "describe", "shop", "channel", "kind=category", "--why", "they are shops", "--reviewer", "Ada")
    printed = cli(*words, "--workspace", twin.root, "--json").json

    assert settled(described, shop) == settled(printed, twin)

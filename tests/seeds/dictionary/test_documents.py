"""Descriptions of other programs are read as statements of a document, and written so that they can be read again."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from authoring.records.dictionary import DataDictionary, Origin, ValueKind
from authoring.seeds.dictionary.documents import read_document, write_document
from authoring.seeds.dictionary.editing import stated
from authoring.seeds.dictionary.statements import origin_of, with_dictionary
from tests.seeds.dictionary.scene import entry_of, profile, seed

PACKAGE = {
    "name": "shop",
    "resources": [
        {
            "name": "orders",
            "path": "data/orders.csv",
            "schema": {
                "fields": [
                    {
                        "name": "net",
                        "type": "number",
                        "title": "Net price",
                        "description": "without tax",
                        "unit": "EUR",
                    },
                    {"name": "channel", "type": "string", "categories": [{"value": "web", "label": "online shop"}]},
                    {"name": "age", "type": "integer", "missingValues": ["", "-9"]},
                    {"name": "gone", "type": "string"},
                ],
                "primaryKey": "order",
                "foreignKeys": [{"fields": "customer", "reference": {"resource": "customers", "fields": "customer"}}],
            },
        },
        {"name": "customers", "path": "data/customers.csv", "schema": {"fields": [{"name": "name", "type": "string"}]}},
    ],
}
CROISSANT = {
    "distribution": [{"@id": "f1", "contentUrl": "https://example.org/orders.csv"}],
    "recordSet": [
        {
            "name": "rows",
            "key": {"@id": "rows/order"},
            "field": [
                {
                    "@id": "rows/order",
                    "name": "order",
                    "source": {"fileObject": {"@id": "f1"}, "extract": {"column": "order"}},
                },
                {
                    "@id": "rows/n",
                    "name": "n",
                    "description": "net price in euros",
                    "dataType": "sc:Float",
                    "source": {"fileObject": {"@id": "f1"}, "extract": {"column": "net"}},
                },
            ],
        },
        {"name": "splits", "field": [{"name": "split", "dataType": "sc:Text"}]},
    ],
}


def test_table_schema_is_read() -> None:
    """Titles, units, labels of categories, spellings of missing values, keys and joins; unknown fields are told."""
    dictionary, findings = read_document(json.dumps(PACKAGE), seed().files, "datapackage.json")
    net, channel, age = (entry_of(dictionary, name) for name in ("net", "channel", "age"))

    assert (net.meaning, net.unit) == ("Net price: without tax", "EUR")
    assert origin_of(net, "meaning").origin is Origin.DOCUMENT
    assert channel.levels[0].meaning == "online shop"
    assert channel.kind is ValueKind.CATEGORY
    assert age.missing == ("-9",)
    assert [table.key for table in dictionary.tables] == [("order",), ()]
    assert [(join.left_columns, join.right) for join in dictionary.joins] == [(("customer",), "customers.csv")]
    assert [(finding.code, "'gone'" in finding.message) for finding in findings] == [("DS917", True)]


@pytest.mark.parametrize(
    "label", ["orders.csv", "data/Orders.CSV", "raw\\Orders.csv.gz", "orders", "ORDERS", "órders.csv", "Orders!.tsv"]
)
def test_files_go_by_the_names_that_they_have_in_a_seed(label: str) -> None:
    """A seed's files have safe names, and a document those that they came under."""
    package = {"resources": [{"path": label, "schema": {"fields": [{"name": "net", "title": "Net price"}]}}]}
    dictionary, findings = read_document(json.dumps(package), seed().files, "datapackage.json")

    assert (entry_of(dictionary, "net").meaning, findings) == ("Net price", ())


def test_croissant_is_read() -> None:
    """Fields go by the column that they are extracted from; record sets about other things are passed over."""
    dictionary, findings = read_document(json.dumps(CROISSANT), seed().files, "croissant.json")

    assert entry_of(dictionary, "net").meaning == "net price in euros"
    assert dictionary.tables[0].key == ("order",)
    assert findings == ()


def test_what_is_written_is_read_again() -> None:
    """Meanings, keys, levels and spellings survive both forms, as far as the form has a place for them."""
    said = stated(
        DataDictionary(), "orders.csv", "channel", ["meaning=how it was sold", "levels=web: online"], person="Ada"
    )
    whole = with_dictionary(profile(), seed(said)).dictionary or DataDictionary()

    package, notes = read_document(write_document(whole, seed(), "table-schema"), seed().files, "p")
    assert notes == ()
    assert entry_of(package, "channel").levels[0].meaning == "online"
    assert entry_of(package, "age").missing == ("-9",)
    assert entry_of(package, "total (EUR)").unit == "EUR"
    croissant, notes = read_document(write_document(whole, seed(), "croissant"), seed().files, "c")
    assert notes == ()
    assert entry_of(croissant, "channel").meaning == "how it was sold"
    assert croissant.tables[0].key == ("order",)


def test_foreign_documents_are_findings() -> None:
    """No JSON, nesting without end, and descriptions of other files are told, and state nothing."""
    for text in ("{", "[" * 9_999, "3", '{"resources": [{"path": "x.csv", "schema": {"fields": [{"name": "a"}]}}]}'):
        dictionary, findings = read_document(text, seed().files, "d.json")
        assert dictionary.tables == ()
        assert [finding.code for finding in findings] == ["DS917"]


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["resources", "schema", "fields", "name", "recordSet", "field", "source", "@id", "path", "key"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=25,
)


@given(VALUES)
def test_any_json_is_taken_without_an_error(value: object) -> None:
    """A stranger's JSON of any shape gives statements or findings."""
    dictionary, _ = read_document(json.dumps(value), seed().files, "d.json")

    assert isinstance(dictionary, DataDictionary)

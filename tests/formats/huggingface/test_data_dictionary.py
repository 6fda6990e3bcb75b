"""What data mean goes along with them: as a data package that reads back, as record sets, and on the card."""

import json
from collections.abc import Callable

from authoring.formats.base.port import ExportOptions
from authoring.formats.base.registry import nothing_played
from authoring.formats.huggingface.export import export
from authoring.records.bundle import AdmittedSet, FileContent
from authoring.records.dictionary import (
    ColumnEntry,
    DataDictionary,
    LevelMeaning,
    Origin,
    StatementSource,
    TableEntry,
    ValueKind,
)
from authoring.records.seed import TableFile, TableFormat
from authoring.seeds.dictionary.documents import read_document

GUESS = StatementSource(field="meaning", origin=Origin.MODEL)
BIRDS = DataDictionary(
    tables=(
        TableEntry(
            file="birds.csv",
            row="bird",
            rows="birds",
            key=("Ring No.",),
            columns=(
                ColumnEntry(name="Ring No.", kind=ValueKind.IDENTIFIER, meaning="number on the ring"),
                ColumnEntry(
                    name="bill (mm)", kind=ValueKind.AMOUNT, unit="mm", meaning="length of the bill", missing=("-9",)
                ),
                ColumnEntry(
                    name="sex",
                    kind=ValueKind.CATEGORY,
                    levels=(LevelMeaning(value="f", meaning="female"), LevelMeaning(value="m", meaning="male")),
                ),
                ColumnEntry(name="site", kind=ValueKind.CODE, meaning="a guess of a model", sources=(GUESS,)),
            ),
        ),
        TableEntry(file="elsewhere.csv", columns=(ColumnEntry(name="x"),)),
    )
)
SET = AdmittedSet(
    name="birds",
    text='# %%\nimport pandas as pd\n\n# %%\n"""\nquestion: How many rows has `inputs/birds.csv`?\n"""\n\n'
    'len(pd.read_csv("inputs/birds.csv"))\n',
    inputs=(FileContent(path="birds.csv", content=b"Ring No.,bill (mm),sex,site\n1,39.1,f,7\n2,-9,m,8\n"),),
    meta="seed: {title: Birds, source: birds.csv, licence: CC0-1.0}\n",
    dictionary=BIRDS,
)


def _files(problemset: AdmittedSet) -> dict[str, str]:
    bundle = export([problemset], options=ExportOptions(name="bench", version="2"), play=nothing_played)
    return {file.path: file.content.decode() for file in bundle.files}


def test_a_data_package_reads_back_what_is_known() -> None:
    """Meaning, unit, levels, missing values and key stand in Table Schema and are read as they were; no guess is."""
    text = _files(SET)["inputs/datapackage.json"]
    columns = ("Ring No.", "bill (mm)", "sex", "site")
    file = TableFile(
        name="birds.csv", format=TableFormat.CSV, sha256="0" * 64, size=1, rows=2, columns=columns, reader=""
    )
    dictionary, findings = read_document(text, [file], "datapackage.json")
    table = dictionary.tables[0]
    entries = {column.name: column for column in table.columns}

    assert (findings, table.key) == ((), ("Ring No.",))
    assert (entries["bill (mm)"].unit, entries["bill (mm)"].missing) == ("mm", ("-9",))
    assert entries["sex"].levels == BIRDS.tables[0].columns[2].levels
    assert "site" not in entries
    assert "elsewhere" not in text


def test_the_record_set_of_a_table_says_what_columns_mean() -> None:
    """Each field names its column as the header does, and says meaning, unit, levels and missing values in words."""
    record_sets = {entry["name"]: entry for entry in json.loads(_files(SET)["croissant.json"])["recordSet"]}
    fields = {field["name"]: field for field in record_sets["inputs/birds/birds.csv"]["field"]}

    assert fields["bill (mm)"]["description"] == "length of the bill, in mm; missing: -9"
    assert fields["bill (mm)"]["source"] == {
        "fileObject": {"@id": "inputs/birds/birds.csv"},
        "extract": {"column": "bill (mm)"},
    }
    assert fields["sex"]["description"] == "levels: f = female, m = male"
    assert "description" not in fields["site"]
    assert record_sets["inputs/birds/birds.csv"]["key"] == [{"@id": "tables/birds/birds.csv/Ring%20No."}]


def test_the_card_has_a_section_of_them(golden: Callable[[str, str], None]) -> None:
    """A table a file, a line a column."""
    section = _files(SET)["README.md"].partition("## Data\n")[2].partition("## Licences")[0]

    golden("exporters/huggingface/data.md", f"## Data\n{section}")


def test_nothing_is_said_of_what_nobody_knows() -> None:
    """Without a dictionary there is no data package, no further record set and no section."""
    files = _files(SET.model_copy(update={"dictionary": None}))

    assert "inputs/datapackage.json" not in files
    assert [entry["name"] for entry in json.loads(files["croissant.json"])["recordSet"]] == ["problems", "sets"]
    assert "## Data\n" not in files["README.md"]

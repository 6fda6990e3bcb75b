"""A profile of orders and customers, as the sandbox gives it, that tests of dictionaries are about."""

from authoring.records.dictionary import ColumnEntry, DataDictionary, Origin, StatementSource, TableEntry
from authoring.records.profile import (
    ColumnKind,
    ColumnProfile,
    Join,
    LevelCount,
    Profile,
    Relation,
    RelationKind,
    TableProfile,
)
from authoring.records.seed import Seed, TableFile, TableFormat

READER = 'pd.read_csv("inputs/{}")'


def column(name: str, kind: str = "amount", **more: object) -> ColumnProfile:
    """Return the profile of a column of forty rows."""
    return ColumnProfile.model_validate(
        {"name": name, "kind": kind, "dtype": "int64", "missing": 0, "distinct": 20, **more}
    )


def orders() -> TableProfile:
    """Return the profile of a table of orders."""
    levels = (LevelCount(value="web", count=30), LevelCount(value="shop", count=10))
    columns = (
        column("order", "identifier", distinct=40, minimum=1.0, maximum=40.0, decimals=0),
        column("customer", "identifier", minimum=1.0, maximum=20.0, decimals=0),
        column("town", "category", dtype="str", is_text=True, distinct=5),
        column("country", "category", dtype="str", is_text=True, distinct=2),
        column("net", minimum=1.0, maximum=99.0, mean=40.0, decimals=2),
        column("tax", minimum=0.0, maximum=19.0, mean=7.0, decimals=2),
        column("total (EUR)", minimum=1.0, maximum=118.0, mean=47.0, decimals=2),
        column("channel", "category", dtype="str", is_text=True, distinct=2, levels=levels),
        column("age", minimum=-9.0, maximum=80.0, mean=41.0, decimals=0),
    )
    return TableProfile(
        file="orders.csv",
        reader=READER.format("orders.csv"),
        rows=40,
        duplicate_rows=0,
        columns=columns,
        keys=(("order",),),
    )


def profile() -> Profile:
    """Return the profile of orders and customers with what was found between their columns."""
    customers = TableProfile(
        file="customers.csv",
        reader=READER.format("customers.csv"),
        rows=20,
        duplicate_rows=0,
        columns=(column("customer", "identifier"), column("name", "identifier", dtype="str", is_text=True)),
        keys=(("customer",),),
    )

    def found(kind: str, columns: tuple[str, ...], *related: str, **more: object) -> Relation:
        return Relation.model_validate(
            {"kind": kind, "file": "orders.csv", "columns": columns, "related": related, **more}
        )

    relations = (
        found("key", ("order",)),
        found("sorted", ("order",), formula="ascending"),
        found("nested", ("town",), "country", exceptions=1),
        found("derived", ("total (EUR)",), "net", "tax", formula="net + tax"),
        found("sentinel", ("age",), values=("-9",), count=3),
        found("heaped", ("net",), formula="5", count=33, exceptions=7),
        Relation(kind=RelationKind.KEY, file="customers.csv", columns=("customer",)),
    )
    join = Join(left="orders.csv", left_column="customer", right="customers.csv", right_column="customer", coverage=1.0)
    return Profile(seed="shop", tables=(orders(), customers), joins=(join,), relations=relations)


def seed(dictionary: DataDictionary | None = None) -> Seed:
    """Return the seed of the profile, with what was stated of it."""
    files = tuple(
        TableFile(
            name=table.file,
            format=TableFormat.CSV,
            sha256="0" * 64,
            size=100,
            rows=table.rows,
            columns=tuple(column.name for column in table.columns),
            reader=table.reader,
        )
        for table in profile().tables
    )
    return Seed(
        name="shop",
        title="Shop",
        description="",
        source="orders.csv",
        licence="CC0-1.0",
        files=files,
        dictionary=dictionary,
    )


def stating(name: str, origin: Origin = Origin.PERSON, **fields: object) -> DataDictionary:
    """Return a dictionary that states fields of one column of the orders."""
    sources = tuple(
        StatementSource(field=field, origin=origin, agreed_by="Ada" if origin is Origin.PERSON else "")
        for field in fields
    )
    entry = ColumnEntry.model_validate({"name": name, "sources": sources, **fields})
    return DataDictionary(tables=(TableEntry(file="orders.csv", columns=(entry,)),))


def entry_of(dictionary: DataDictionary | None, name: str, file: str = "orders.csv") -> ColumnEntry:
    """Return the entry of a column."""
    table = (dictionary or DataDictionary()).table(file)
    assert table is not None
    return next(column for column in table.columns if column.name == name)


__all__ = ["ColumnKind", "column", "entry_of", "orders", "profile", "seed", "stating"]

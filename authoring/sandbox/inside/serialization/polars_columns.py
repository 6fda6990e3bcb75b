"""Frames and series of polars. It need not be there, and is imported only where one of them travels."""

from typing import Any

from authoring.sandbox.inside.serialization.sealed import MakerCall, RefusedError, open_as, unseal_copy

NAMES = frozenset(
    {f"{kind}{bits}" for kind in ("Int", "UInt") for bits in (8, 16, 32, 64)}
    | {"Float32", "Float64", "Boolean", "String", "Binary", "Date", "Time", "Null"}
)
"""Dtypes without parameters."""
COUNTED = frozenset({"Datetime", "Duration", "Date", "Time"})
"""Dtypes whose elements travel as numbers."""
TEXTS = frozenset({"Categorical", "Enum"})
"""Dtypes whose elements travel as texts."""


def make_polars_series(name: str, spec: Any, elements: list[Any]) -> Any:
    """Return a series of polars from the fields that were sent."""
    import polars as pl  # noqa: PLC0415 - need not be there

    values = unseal_copy(open_as(elements, list))
    kind = _dtype(spec)
    base = type(kind).__name__
    if base in COUNTED:
        physical = pl.Int32 if base == "Date" else pl.Int64
        return pl.Series(open_as(name, str), values, dtype=physical).cast(kind)
    if base in TEXTS:
        return pl.Series(open_as(name, str), values, dtype=pl.String).cast(kind)
    return pl.Series(open_as(name, str), values, dtype=kind)


def make_polars_frame(columns: list[Any]) -> Any:
    """Return a table of polars from the fields that were sent."""
    import polars as pl  # noqa: PLC0415 - need not be there

    return pl.DataFrame([open_as(column, pl.Series) for column in open_as(columns, list)])


def reduce(value: Any) -> MakerCall | None:
    """Return how a value of polars travels; None for one that does not."""
    import polars as pl  # noqa: PLC0415 - who has one has imported it

    if isinstance(value, pl.DataFrame):
        return make_polars_frame, (value.get_columns(),)
    if not isinstance(value, pl.Series):
        return None
    spec, base = _spec(value.dtype), value.dtype.base_type().__name__
    elements = value.to_physical() if base in COUNTED else value.cast(pl.String) if base in TEXTS else value
    return make_polars_series, (value.name, spec, elements.to_list())


def _spec(kind: Any) -> Any:
    base = kind.base_type().__name__
    spec: Any = base if base in NAMES else None
    match base:
        case "Datetime":
            spec = base, kind.time_unit, kind.time_zone
        case "Duration":
            spec = base, kind.time_unit
        case "Decimal":
            spec = base, kind.precision, kind.scale
        case "Enum":
            spec = base, kind.categories.to_list()
        case "Categorical":
            spec = (base,)
        case "List":
            spec = base, _spec(kind.inner)
        case "Struct":
            spec = base, [(field.name, _spec(field.dtype)) for field in kind.fields]
    if spec is None:
        raise RefusedError(f"dtype {base}")
    return spec


def _dtype(spec: Any) -> Any:
    import polars as pl  # noqa: PLC0415 - need not be there

    dtype: Any = None
    match spec:
        case str() if spec in NAMES:
            dtype = getattr(pl, spec)()
        case ("Datetime", unit, zone):
            dtype = pl.Datetime(unit, zone)
        case ("Duration", unit):
            dtype = pl.Duration(unit)
        case ("Decimal", int() | None as digits, int() as scale):
            dtype = pl.Decimal(digits, scale)
        case ("Enum", list() as categories):
            dtype = pl.Enum(unseal_copy(categories))
        case ("Categorical",):
            dtype = pl.Categorical()
        case ("List", inner):
            dtype = pl.List(_dtype(inner))
        case ("Struct", list() as fields):
            dtype = pl.Struct({open_as(name, str): _dtype(part) for name, part in fields})
    if dtype is None:
        raise RefusedError("no dtype of polars")
    return dtype


MAKERS = (make_polars_series, make_polars_frame)

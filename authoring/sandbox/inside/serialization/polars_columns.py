"""Frames and series of polars. It need not be there, and is imported only where one of them travels."""

from typing import Any

from authoring.sandbox.inside.serialization.sealed import Reduced, RefusedError, opened, whole

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
    """Return a series."""
    import polars as pl  # noqa: PLC0415 - need not be there

    values = whole(opened(elements, list))
    kind = _dtype(spec)
    base = type(kind).__name__
    if base in COUNTED:
        physical = pl.Int32 if base == "Date" else pl.Int64
        return pl.Series(opened(name, str), values, dtype=physical).cast(kind)
    if base in TEXTS:
        return pl.Series(opened(name, str), values, dtype=pl.String).cast(kind)
    return pl.Series(opened(name, str), values, dtype=kind)


def make_polars_frame(columns: list[Any]) -> Any:
    """Return a frame."""
    import polars as pl  # noqa: PLC0415 - need not be there

    return pl.DataFrame([opened(column, pl.Series) for column in opened(columns, list)])


def reduced(value: Any) -> Reduced | None:
    """Return how a value of polars travels; None for one that does not."""
    import polars as pl  # noqa: PLC0415 - who has one has imported it

    if isinstance(value, pl.DataFrame):
        return make_polars_frame, (value.get_columns(),)
    if not isinstance(value, pl.Series):
        return None
    spec, base = _spec(value.dtype), value.dtype.base_type().__name__
    held = value.to_physical() if base in COUNTED else value.cast(pl.String) if base in TEXTS else value
    return make_polars_series, (value.name, spec, held.to_list())


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

    made: Any = None
    match spec:
        case str() if spec in NAMES:
            made = getattr(pl, spec)()
        case ("Datetime", unit, zone):
            made = pl.Datetime(unit, zone)
        case ("Duration", unit):
            made = pl.Duration(unit)
        case ("Decimal", int() | None as digits, int() as scale):
            made = pl.Decimal(digits, scale)
        case ("Enum", list() as categories):
            made = pl.Enum(whole(categories))
        case ("Categorical",):
            made = pl.Categorical()
        case ("List", inner):
            made = pl.List(_dtype(inner))
        case ("Struct", list() as fields):
            made = pl.Struct({opened(name, str): _dtype(part) for name, part in fields})
    if made is None:
        raise RefusedError("no dtype of polars")
    return made


MAKERS = (make_polars_series, make_polars_frame)

"""References that are wrong: the code does something other than before, the question stays."""

from bench.gate.plants.plant import Family, Kind, exchange_in_code

_EXCHANGES = (
    ("mean for sum", r"\.sum\(", ".mean("),
    ("median for mean", r"\.mean\(", ".median("),
    ("min for max", r"\.max\(", ".min("),
    ("max for min", r"\.min\(", ".max("),
    ("rows for distinct values", r"\.nunique\(", ".count("),
    ("strict for inclusive bound", r">=", ">"),
    ("inclusive for strict bound", r"(?<![<>=-])>(?![>=])", ">="),
    ("less for greater", r"(?<![<>=-])>(?![>=])", "<"),
    ("or for and", r" & ", " | "),
    ("unequal for equal", r"(?<![=!<>])==(?!=)", "!="),
    ("order of sort turned", r"ascending\s*=\s*False", "ascending=True"),
    ("one row more", r"\.head\((\d+)\)", r".head(\g<1> + 1)"),
    ("smallest for largest", r"\.nlargest\(", ".nsmallest("),
    ("last for first", r"\.iloc\[0\]", ".iloc[-1]"),
    ("first for last", r"\.iloc\[-1\]", ".iloc[0]"),
    ("missing values dropped no more", r"\.dropna\([^()]*\)", ""),
    ("duplicates dropped no more", r"\.drop_duplicates\([^()]*\)", ""),
    ("inner for left join", r"how=(['\"])left\1", "how='inner'"),
    ("place of extreme exchanged", r"\.idxmax\(", ".idxmin("),
    ("minus for plus", r" \+ ", " - "),
    ("times for divided by", r" / ", " * "),
)

KINDS: tuple[Kind, ...] = tuple(exchange_in_code(Family.REFERENCE, *exchange) for exchange in _EXCHANGES)

"""File names: which format a name stands for, and names that are safe everywhere."""

import re
import unicodedata

from authoring.errors import SeedError
from authoring.records.seed import TableFormat

SUFFIXES: dict[str, TableFormat] = {
    ".csv": TableFormat.CSV,
    ".txt": TableFormat.CSV,
    ".tsv": TableFormat.TSV,
    ".tab": TableFormat.TSV,
    ".json": TableFormat.JSON,
    ".jsonl": TableFormat.JSONL,
    ".ndjson": TableFormat.JSONL,
    ".parquet": TableFormat.PARQUET,
    ".pq": TableFormat.PARQUET,
    ".xlsx": TableFormat.XLSX,
}
"""The format that each name ending stands for."""
_CONVERSIONS = {
    **dict.fromkeys((".xls", ".xlsm", ".ods"), "save it as .xlsx or .csv"),
    **dict.fromkeys((".sqlite", ".sqlite3", ".db"), "export the tables that matter, each as .csv"),
}
"""What to do about files that hold tables in a form that is not read."""
_LONGEST = 60


def format_of(name: str) -> TableFormat:
    """Return the format a file name stands for.

    Raises:
        SeedError: when its ending is none of a table.
    """
    suffix = "." + name.rpartition(".")[2].lower() if "." in name else ""
    if suffix in SUFFIXES:
        return SUFFIXES[suffix]
    endings = ", ".join(SUFFIXES)
    message = f"files ending in {suffix} are no tables" if suffix else "the name has no ending that says what it is"
    hint = _CONVERSIONS.get(suffix, f"known endings: {endings}")
    raise SeedError(f"{name}: {message}", hint=hint)


def safe_stem(name: str) -> str:
    """Return what a seed or a file may be called: lower-case ASCII letters, digits, ``_`` and ``-``; never empty."""
    # NFKD parts letters from their accents, which ASCII then leaves out: é becomes e.
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode("ascii").lower()
    # Stripped again behind the cut, which may leave a sign at the end.
    stem = re.sub(r"[^a-z0-9_-]+", "-", plain).strip("-_")[:_LONGEST].strip("-_")
    return stem or "table"


def title_of(stem: str) -> str:
    """Return a file's name as a title: its words, the first with a capital, all other letters as they are."""
    words = " ".join(re.sub(r"[_-]", " ", stem).split())
    return words[:1].upper() + words[1:]


def safe_name(name: str, used_names: set[str]) -> str:
    """Return a file name out of ``[a-z0-9_.-]`` with the ending kept, that is not `used_names`; and take it."""
    stem, _, suffix = name.rpartition(".")
    base = safe_stem(stem)
    candidate, number = f"{base}.{suffix.lower()}", 2
    while candidate in used_names:
        candidate, number = f"{base}-{number}.{suffix.lower()}", number + 1
    used_names.add(candidate)
    return candidate

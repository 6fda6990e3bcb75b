"""What verbs answer with ``--json`` where no record of the pipeline says it already."""

from authoring.dseal.diagnostic import Diagnostic
from authoring.records.base import Record
from authoring.records.seed import Seed


class SeedLine(Record):
    """A seed in the answer of ``status``."""

    name: str
    title: str
    licence: str
    tables: int
    rows: int


def seed_line(seed: Seed) -> SeedLine:
    """Return a seed as one line of a list."""
    rows = sum(file.rows for file in seed.files)
    return SeedLine(name=seed.name, title=seed.title, licence=seed.licence, tables=len(seed.files), rows=rows)

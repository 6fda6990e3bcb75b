"""How a seed and what its data holds are shown."""

from collections.abc import Sequence
from itertools import islice

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from authoring.cli.answers import SeedLine
from authoring.cli.views.render import block, first_line, plain, table
from authoring.records.profile import ColumnKind, ColumnProfile, Profile, TableProfile
from authoring.records.seed import NotebookSource, Publication, Seed
from authoring.records.wording import counted, size, visible

BARS = "▁▂▃▄▅▆▇█"

SAMPLE_COLUMNS = 8
"""Columns of the sample that are shown; wider tables do not fit a terminal."""

CELL = 18
"""Characters of a value that are shown."""


def bars(counts: Sequence[int]) -> str:
    """Draw a histogram in one line; an empty bin is a blank, the fullest one a full block."""
    top = max(counts, default=0)
    return "".join(BARS[(len(BARS) - 1) * count // top] if count else " " for count in counts) if top else ""


def seed_view(seed: Seed) -> tuple[RenderableType, ...]:
    """Return a seed's own facts: where it came from, under which licence, which files."""
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim")
    facts.add_column()
    for label, value in (
        ("title", seed.title),
        ("source", seed.source),
        ("url", seed.url),
        ("licence", seed.licence),
        ("about", first_line(seed.description, 200)),
        ("published", _published(seed.publication)),
        ("notebook", _notebook(seed.notebook)),
    ):
        if value:
            facts.add_row(label, plain(value))
    for file in seed.files:
        shape = f"{counted(file.rows, 'row')}, {counted(len(file.columns), 'column')}, {size(file.size)}"
        facts.add_row("file", plain(f"{file.name}: {shape}, sha256 {file.sha256[:12]}"))
        for repair in file.repairs:
            facts.add_row("", plain(f"repair: {repair}", "yellow"))
    for companion in seed.companions:
        facts.add_row("file", plain(f"{companion.name}: {size(companion.size)}, not read as a table"))
    for one in seed.allowed:
        facts.add_row("allowed", plain(f"{one.code} by {one.who}, {one.time:%Y-%m-%d}: {one.why}", "yellow"))
    return (Text(seed.name, "bold"), facts)


def _published(page: Publication | None) -> str:
    """Say what the page of a data set said."""
    if page is None:
        return ""
    parts = (
        page.ref,
        f"version {page.version}" if page.version is not None else "",
        counted(page.votes, "vote") if page.votes is not None else "",
        f"usability {page.usability:.2f}" if page.usability is not None else "",
        f"updated {page.updated:%Y-%m-%d}" if page.updated is not None else "",
    )
    return ", ".join(part for part in parts if part)


def _notebook(source: NotebookSource | None) -> str:
    if source is None:
        return ""
    votes = f", {counted(source.votes, 'vote')}" if source.votes is not None else ""
    return f"{source.title or source.ref} ({source.ref}{votes})" if source.title else f"{source.ref}{votes}"


def seed_line(seed: Seed) -> SeedLine:
    """Return a seed in one line."""
    rows = sum(file.rows for file in seed.files)
    return SeedLine(name=seed.name, title=seed.title, licence=seed.licence, tables=len(seed.files), rows=rows)


def seeds_table(seeds: Sequence[SeedLine]) -> Table:
    """Return seeds, one a line."""
    made = table("seed", "title", "licence", "tables>", "rows>", title="Seeds")
    for seed in seeds:
        counts = (f"{seed.tables:,}", f"{seed.rows:,}")
        made.add_row(plain(seed.name, "bold"), plain(seed.title), plain(seed.licence), *counts)
    return made


def profile_view(profile: Profile, *, sample: bool = True) -> tuple[RenderableType, ...]:
    """Return what the data holds, table by table, then how the tables join."""
    parts: list[RenderableType] = []
    for one in profile.tables:
        parts.extend((Text(), columns_table(one), *_notes(one)))
        if sample and one.sample:
            parts.extend((Text(), sample_table(one)))
    if profile.joins:
        parts.extend((Text(), Text("joins", "bold")))
    parts.extend(
        plain(
            f"  {join.left}.{join.left_column} -> {join.right}.{join.right_column}: "
            f"{join.coverage:.0%} of the rows find a partner"
        )
        for join in profile.joins
    )
    return tuple(parts)


def columns_table(profile: TableProfile) -> Table:
    """Return one table's columns, one a line, with range or levels and a tiny histogram."""
    title = f"{profile.file}: {counted(profile.rows, 'row')}, {counted(len(profile.columns), 'column')}"
    made = table("column", "kind", "dtype", "missing>", "distinct>", "range or levels", "histogram", title=title)
    made.columns[-1].no_wrap = True
    for column in profile.columns:
        made.add_row(
            plain(column.name, "bold"),
            Text(column.kind.value, "cyan"),
            plain(column.dtype, "dim"),
            Text(f"{column.missing:,}", "yellow" if column.missing else "dim"),
            Text(f"{column.distinct:,}"),
            plain(contents(column)),
            Text(bars(column.histogram) or bars([level.count for level in column.levels[:10]]), "green"),
        )
    return made


def contents(column: ColumnProfile) -> str:
    """Say in a few words what stands in a column: its levels with counts, or its range."""
    if column.levels:
        shown = ", ".join(f"{_short(level.value)} {level.count:,}" for level in islice(column.levels, 3))
        more = column.distinct - min(3, len(column.levels))
        return f"{shown}, +{more:,} more" if more > 0 else shown
    if column.minimum is not None:
        counted_up = column.mean is not None and column.kind is not ColumnKind.IDENTIFIER
        mean = f", mean {_number(column.mean)}" if counted_up else ""
        return f"{_number(column.minimum)} to {_number(column.maximum)}{mean}"
    return f"up to {column.longest} characters" if column.longest is not None else ""


def sample_table(profile: TableProfile) -> Table:
    """Return the first rows of a table."""
    names = [column.name for column in profile.columns[:SAMPLE_COLUMNS]]
    hidden = len(profile.columns) - SAMPLE_COLUMNS
    made = table(title="first rows" + (f" (without {counted(hidden, 'column')})" if hidden > 0 else ""))
    for name in names:
        made.add_column(plain(_short(name)), no_wrap=True)
    for row in profile.sample:
        made.add_row(*(plain(_short(value)) if value else Text("-", "dim") for value in row[:SAMPLE_COLUMNS]))
    return made


def _notes(profile: TableProfile) -> list[Text]:
    keys = ", ".join(" + ".join(key) for key in profile.keys)
    notes = [block(f"  keys: {visible(keys, lines=False)}")] if keys else []
    if profile.duplicate_rows:
        notes.append(Text(f"  {counted(profile.duplicate_rows, 'row')} repeat an earlier one", "yellow"))
    return notes


def _number(value: float | str | None) -> str:
    return f"{value:,.6g}" if isinstance(value, float | int) else str(value)


def _short(text: str) -> str:
    return text if len(text) <= CELL else text[: CELL - 1] + "…"

"""How seeds are shown: what they are and hold, what the gate says of them, and what became of a list of them."""

import shlex
from collections.abc import Sequence
from fnmatch import fnmatchcase
from itertools import islice
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from authoring.cli.views.dictionary import joins_tree, kind_words, relations_tree, row_line
from authoring.cli.views.findings import findings_view, tally
from authoring.cli.views.render import block, err, first_line, next_command, plain, show, table
from authoring.dseal.diagnostic import Severity
from authoring.errors import UsageError, nearest_hint
from authoring.records.dictionary import TableEntry, ValueKind
from authoring.records.profile import ColumnKind, ColumnProfile, Profile, TableProfile
from authoring.records.seed import NotebookSource, Publication, Seed, SeedLine
from authoring.records.wording import counted, listed, size, visible

if TYPE_CHECKING:
    # The status shows seeds as well, and takes none in.
    from authoring.api.seeds.intake import AddedSeed
    from authoring.api.seeds.lists import LineOutcome, ListedSeeds, SeedListProgress
    from authoring.api.seeds.vetting import SeedCheck

BARS = "▁▂▃▄▅▆▇█"
SAMPLE_COLUMNS = 8
"""Columns of the sample that are shown; wider tables do not fit a terminal."""
CELL = 18
"""Characters of a value that are shown."""
MOST_COLUMNS = 100
"""Columns of a table that are shown unless some are chosen."""
MOST_UNKNOWN = 6
"""Columns that a person is asked about."""
MOST_FILES = 5
"""Files that were left out of a seed and are named."""
OUTCOMES: "dict[LineOutcome, tuple[str, str]]" = {
    "added": ("added", "green"),
    "there": ("there already", "dim"),
    "repeated": ("repeated", "yellow"),
    "failed": ("failed", "red"),
}
"""What a person reads for what became of a line, and its colour."""


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
    for allowance in seed.allowed:
        text = f"{allowance.code} by {allowance.who}, {allowance.time:%Y-%m-%d}: {allowance.why}"
        facts.add_row("allowed", plain(text, "yellow"))
    return (Text(seed.name, "bold"), facts)


def _published(page: Publication | None) -> str:
    """Return what the page of a data set said when the seed was added."""
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


def seeds_table(seeds: Sequence[SeedLine]) -> Table:
    """Return seeds, one a line."""
    rows = table("seed", "title", "licence", "tables>", "rows>", title="Seeds")
    for seed in seeds:
        counts = (f"{seed.tables:,}", f"{seed.rows:,}")
        rows.add_row(plain(seed.name, "bold"), plain(seed.title), plain(seed.licence), *counts)
    return rows


def profile_view(profile: Profile, *, chosen: Sequence[str] = (), sample: bool = True) -> tuple[RenderableType, ...]:
    """Return what the data holds, table by table, then how the tables join; `chosen` columns are names or patterns."""
    parts: list[RenderableType] = []
    for table_profile in profile.tables:
        entry = profile.dictionary.table(table_profile.file) if profile.dictionary else None
        parts.extend((Text(), columns_table(table_profile, entry, chosen)))
        parts.extend((*_left_out(profile.seed, table_profile, chosen), *_notes(table_profile), *_entry_lines(entry)))
        parts.extend(_questions(profile.seed, table_profile, entry))
        if sample and table_profile.sample:
            parts.extend((Text(), sample_table(table_profile)))
    if profile.dictionary is not None:
        joins = joins_tree(profile.dictionary)
        return (*parts, Text(), joins) if joins else tuple(parts)
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


def _entry_lines(entry: TableEntry | None) -> list[RenderableType]:
    """Return what rows are and how columns hang together, as far as it is known."""
    if entry is None:
        return []
    return [part for part in (row_line(entry), relations_tree(entry)) if part is not None]


def _questions(seed: str, profile: TableProfile, entry: TableEntry | None) -> list[RenderableType]:
    """Return what only a person can say: the columns of which the data do not tell what kind of values they hold."""
    filled = {c.name for c in profile.columns if c.kind not in {ColumnKind.EMPTY, ColumnKind.CONSTANT}}
    unknown = [c.name for c in entry.columns if c.kind is ValueKind.UNKNOWN and c.name in filled] if entry else []
    if not unknown:
        return []
    names = listed(unknown, MOST_UNKNOWN)
    return [plain(f"  classes, counts or codes? {names}: authoring seed describe {seed} COLUMN kind=KIND", "yellow")]


def _shown_columns(profile: TableProfile, chosen: Sequence[str]) -> tuple[ColumnProfile, ...]:
    """Return the columns that are called so, or the first ones where none are chosen."""
    if not chosen:
        return profile.columns[:MOST_COLUMNS]
    return tuple(
        column
        for column in profile.columns
        if any(column.name == name or fnmatchcase(column.name.lower(), name.lower()) for name in chosen)
    )


def require_columns(profile: Profile, chosen: Sequence[str]) -> None:
    """Refuse a name or a pattern that no column of a seed has.

    Raises:
        UsageError: none has it; the hint names the nearest.
    """
    names = sorted({column.name for table_profile in profile.tables for column in table_profile.columns})
    for name in chosen:
        if not any(_shown_columns(table_profile, [name]) for table_profile in profile.tables):
            hint = nearest_hint(name, names, f"see: authoring seed show {profile.seed}")
            raise UsageError(f"{profile.seed}: no column is called {name!r}", hint=hint)


def _left_out(seed: str, profile: TableProfile, chosen: Sequence[str]) -> list[RenderableType]:
    """Return how many columns are not shown, and how to see them."""
    hidden = len(profile.columns) - len(_shown_columns(profile, chosen))
    if not hidden:
        return []
    command = f"authoring seed show {shlex.quote(seed)} --columns PATTERN, or --json"
    return [plain(f"  {counted(hidden, 'more column')}: {command}", "dim")]


def columns_table(profile: TableProfile, entry: TableEntry | None = None, chosen: Sequence[str] = ()) -> Table:
    """Return one table's columns, one a line, with kind and unit, range or levels and a tiny histogram."""
    entries = {column.name: column for column in entry.columns} if entry else {}
    title = f"{profile.file}: {counted(profile.rows, 'row')}, {counted(len(profile.columns), 'column')}"
    columns = table("column", "kind", "dtype", "missing>", "distinct>", "range or levels", "histogram", title=title)
    columns.columns[-1].no_wrap = True
    for column in _shown_columns(profile, chosen):
        columns.add_row(
            plain(column.name, "bold"),
            kind_words(entries.get(column.name), column.kind.value) if entry else Text(column.kind.value, "cyan"),
            plain(column.dtype, "dim"),
            Text(f"{column.missing:,}", "yellow" if column.missing else "dim"),
            Text(f"{column.distinct:,}"),
            plain(contents(column)),
            Text(bars(column.histogram) or bars([level.count for level in column.levels[:10]]), "green"),
        )
    return columns


def contents(column: ColumnProfile) -> str:
    """Return in a few words what stands in a column: its levels with counts, or its range."""
    if column.levels:
        levels = ", ".join(f"{_short(level.value)} {level.count:,}" for level in islice(column.levels, 3))
        # Levels that are listed are the frequent ones; `distinct` counts all.
        more = column.distinct - min(3, len(column.levels))
        return f"{levels}, +{more:,} more" if more > 0 else levels
    if column.minimum is not None:
        # The mean of numbers that are names says nothing.
        has_mean = column.mean is not None and column.kind is not ColumnKind.IDENTIFIER
        mean = f", mean {_number(column.mean)}" if has_mean else ""
        return f"{_number(column.minimum)} to {_number(column.maximum)}{mean}"
    if column.longest is None:
        return ""
    return f"up to {column.longest} characters" + (f", {_short(column.pattern)}" if column.pattern else "")


def sample_table(profile: TableProfile) -> Table:
    """Return the first rows of a table."""
    names = [column.name for column in profile.columns[:SAMPLE_COLUMNS]]
    hidden = len(profile.columns) - SAMPLE_COLUMNS
    rows = table(title="first rows" + (f" (without {counted(hidden, 'column')})" if hidden > 0 else ""))
    for name in names:
        rows.add_column(plain(_short(name)), no_wrap=True)
    for row in profile.sample:
        rows.add_row(*(plain(_short(value)) if value else Text("-", "dim") for value in row[:SAMPLE_COLUMNS]))
    return rows


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


def show_added(added: "AddedSeed") -> None:
    """Show a seed that was added, what the gate let pass, and the next command."""
    show(*seed_view(added.seed), *findings_view(added.findings, added.seed.name))
    if added.left_out:
        count = len(added.left_out) - MOST_FILES
        more = f" and {count} more" if count > 0 else ""
        show(plain(f"left out: {'; '.join(added.left_out[:MOST_FILES])}{more}", "dim"))
    next_command(f"authoring seed show {added.seed.name}")


def show_part(record: object) -> None:
    """Show what is reported while seeds are added: why one is refused, and each line of a list as it ends."""
    from authoring.api.seeds.intake import RefusedSeed
    from authoring.api.seeds.lists import SeedListProgress

    if isinstance(record, RefusedSeed):
        err().print(*findings_view(record.findings, record.name), sep="\n")
    elif isinstance(record, SeedListProgress):
        show(_line_view(record))


def show_list(listed: "ListedSeeds") -> None:
    """Show what to do about the lines that failed, how many there are of each outcome, and the next command."""
    failures = listed.of("failed")
    # Lines that fail for one reason share its hint, which is said once.
    hints = dict.fromkeys(line.hint for line in failures)
    if hints:
        rows = table("line>", "not added", "what to do")
        rows.columns[1].overflow = rows.columns[2].overflow = "fold"  # an address that is cut leads nowhere
        for hint in hints:
            lines = [line for line in failures if line.hint == hint]
            for number, line in enumerate(lines):
                rows.add_row(str(line.line), plain(line.reference), plain(hint if number == 0 else "as above", "cyan"))
        show(Text(), rows)
    parts = [f"{len(listed.of(end)):,} {OUTCOMES[end][0]}" for end in OUTCOMES if listed.of(end)]
    show(Text(), plain(f"{counted(len(listed.lines), 'seed')} asked for: {', '.join(parts)}"))
    # The same command goes on from where it failed.
    next_command(f"authoring seed add --from {shlex.quote(listed.file)}" if failures else "authoring seed check")


def _line_view(progress: "SeedListProgress") -> Text:
    """Return one line of a list as it ended."""
    line = progress.result
    word, style = OUTCOMES[line.end]
    # Many messages begin with what they are about, which stands there already.
    text = line.seed if line.end in {"added", "there"} else line.reason.removeprefix(f"{line.reference}: ")
    warnings = [finding for finding in line.findings if finding.severity is Severity.WARNING]
    codes = ", ".join(dict.fromkeys(f"{finding.code} {finding.name}" for finding in warnings))
    return Text.assemble(
        (f"{progress.finished}/{progress.total} ", "dim"),
        (word, style),
        " ",
        plain(line.reference, "bold"),
        plain(f": {text}"),
        plain(f" ({codes})" if codes else "", "yellow"),
    )


def checks_view(checks: "Sequence[SeedCheck]") -> tuple[RenderableType, ...]:
    """Return seeds with what speaks against them."""
    if not checks:
        return (Text("there are no seeds yet"),)
    parts: list[RenderableType] = []
    for check in checks:
        word = Text("fit", "green") if check.fit else Text("not fit", "red")
        parts.append(
            Text.assemble(plain(f"{check.seed}: ", "bold"), word, ", ", plain(check.failure or tally(check.findings)))
        )
        parts += findings_view(check.findings, check.seed)
    return tuple(parts)

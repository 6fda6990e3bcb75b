"""How the dictionary of a seed is shown: what rows are, how columns hang together, one column in full."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text
from rich.tree import Tree

from authoring.cli.views.changes import change_view
from authoring.cli.views.findings import findings_view
from authoring.cli.views.render import plain
from authoring.records.dictionary import ColumnEntry, DataDictionary, JoinEntry, Origin, TableEntry, ValueKind
from authoring.records.wording import counted, listed

if TYPE_CHECKING:
    from authoring.api.seeds.dictionary import DescribedData

MOST_RELATIONS = 16
"""Relations of a table that are drawn; what is beyond is in --json."""
MOST_JOINS = 40
"""Joins that are drawn: between a hundred tables with one key there are thousands."""
MOST_NAMES = 4
MOST_LEVELS = 12
ORIGINS = {
    Origin.RULE: "proposed by rules",
    Origin.DOCUMENT: "from a description that came with the data",
    Origin.MODEL: "guessed by a model",
    Origin.PERSON: "stated",
}
FIELDS = {
    "kind": "kind",
    "unit": "unit",
    "meaning": "meaning",
    "levels": "levels",
    "operations": "ask for",
    "nested_in": "each has one",
    "formula": "is",
    "derived_from": "comes from",
    "same_as": "says the same as",
    "missing": "missing spelt",
    "missing_means": "missing means",
    "notes": "noticed",
    "row": "a row is one",
    "rows": "several are",
    "key": "key",
    "entity": "followed",
    "time": "over time",
    "gaps": "pairs without a row",
    "ordered": "order of rows means something",
    "ordered_by": "in the order of",
}
"""Fields of entries as they are shown, in order."""


def row_line(entry: TableEntry) -> Text | None:
    """Return what the rows of a table are, in one line; None where nothing is known."""
    parts = [f"one row is one {entry.row}"] if entry.row else []
    if entry.entity:
        gaps = f", {counted(entry.gaps, 'gap')}" if entry.gaps else ", complete" if entry.gaps == 0 else ""
        parts.append(f"panel of {_names(entry.entity)} over {_names(entry.time)}{gaps}")
    elif entry.key:
        parts.append(f"named by {_names(entry.key)}")
    if entry.ordered_by:
        parts.append(f"sorted by {_names(entry.ordered_by)}" + (", in time" if entry.ordered else ""))
    return plain(f"  rows: {'; '.join(parts)}") if parts else None


def kind_words(entry: ColumnEntry | None, otherwise: str) -> Text:
    """Return kind and unit of a column, or what its profile says where its kind is not known."""
    if entry is None or entry.kind in {None, ValueKind.UNKNOWN}:
        return Text.assemble((otherwise, "dim cyan"), plain(f" {entry.unit}" if entry and entry.unit else ""))
    words = entry.kind.value if entry.kind else otherwise
    return Text.assemble((words, "cyan"), plain(f" {entry.unit}" if entry.unit else ""))


def relations_tree(entry: TableEntry) -> Tree | None:
    """Return how the columns of a table hang together, as a tree; None where nothing is known of that."""
    tree = Tree(Text("  relations", "bold"), guide_style="dim")
    members: dict[str, list[str]] = {}
    for column in entry.columns:
        for outer in column.nested_in:
            members.setdefault(outer, []).append(column.name)
    inside = {column.name for column in entry.columns if column.nested_in}
    drawn: set[str] = set()
    # The outermost first, each followed by what lies in it: a column in two others stands in the first.
    waiting = [(tree, outer) for outer in reversed(members) if outer not in inside]
    while waiting and len(drawn) < MOST_RELATIONS:
        parent, name = waiting.pop()
        if name not in drawn:
            drawn.add(name)
            branch = parent.add(plain(name))
            waiting += [(branch, inner) for inner in reversed(members.get(name, ()))]
    facts = [
        *(f"{column.name} = {column.formula}" for column in entry.columns if column.formula),
        *(f"{column.name} ≡ {column.same_as}" for column in entry.columns if column.same_as),
        *(
            f"{c.name}: {listed([repr(m) for m in c.missing], MOST_LEVELS)} for missing"
            for c in entry.columns
            if c.missing
        ),
    ]
    visible_facts = facts[: MOST_RELATIONS - len(drawn)]
    for fact in visible_facts:
        tree.add(plain(fact))
    hidden = len({*inside, *members} - drawn if members.keys() - inside else ()) + len(facts) - len(visible_facts)
    if hidden > 0:
        tree.add(Text(f"and {hidden:,} more: --json", "dim"))
    return tree if tree.children else None


def joins_tree(dictionary: DataDictionary) -> Tree | None:
    """Return how tables lead to others, as a tree; None where they do not."""
    tree = Tree(Text("joins", "bold"), guide_style="dim")
    drawn_joins = dictionary.joins[:MOST_JOINS]
    for file in dict.fromkeys(join.left for join in drawn_joins):
        branch = tree.add(plain(file))
        for join in drawn_joins:
            if join.left == file:
                branch.add(_join(join))
    if len(dictionary.joins) > len(drawn_joins):
        tree.add(Text(f"and {len(dictionary.joins) - len(drawn_joins):,} more: --json", "dim"))
    return tree if tree.children else None


def _join(join: JoinEntry) -> Text:
    target = f"{_names(join.left_columns)} ─▸ {join.right} ({_names(join.right_columns)})"
    exceptions = f", {counted(join.exceptions, 'row')} without a partner" if join.exceptions else ""
    return plain(f"{target}{exceptions}")


def described_view(described: "DescribedData") -> tuple[RenderableType, ...]:
    """Return what was changed, what is known of a table or column now, and what the data contradict."""
    parts: list[RenderableType] = list(change_view(described.change)) if described.change else []
    entry = described.column or described.table
    title = f"{described.table.file}" + (f": {described.column.name}" if described.column else "")
    parts += [plain(title, "bold"), entry_table(entry)]
    joins = joins_tree(DataDictionary(joins=described.joins))
    parts += [joins] if joins else []
    if described.column is None:
        with_meaning = sum(1 for column in described.table.columns if column.meaning)
        parts.append(
            plain(f"{with_meaning} of {counted(len(described.table.columns), 'column')} have a meaning in words", "dim")
        )
    return (*parts, *findings_view(described.findings, described.seed))


def entry_table(entry: TableEntry | ColumnEntry) -> Table:
    """Return the fields of an entry that are known, each with where it comes from."""
    rows = Table.grid(padding=(0, 2))
    rows.add_column(style="dim", no_wrap=True)
    rows.add_column()
    rows.add_column(style="dim")
    sources = {source.field: source for source in entry.sources}
    for field, label in FIELDS.items():
        value = getattr(entry, field, None)
        if value in (None, "", ()):
            continue
        source = sources.get("asks" if field == "operations" else field)
        origin = ORIGINS[source.origin] if source else ORIGINS[Origin.RULE]
        agreement = f" by {source.agreed_by}" if source and source.origin is Origin.PERSON and source.agreed_by else ""
        if source and source.origin is not Origin.PERSON and source.agreed_by:
            agreement = f", agreed by {source.agreed_by}"
        rows.add_row(label, plain(_value(value)), plain(origin + agreement))
    return rows


def _value(value: object) -> str:
    if isinstance(value, tuple):
        words = [
            f"{item.value}: {item.meaning}" if hasattr(item, "meaning") and item.meaning else _value(item)
            for item in value
        ]
        rest = f" and {len(words) - MOST_LEVELS} more" if len(words) > MOST_LEVELS else ""
        return ", ".join(words[:MOST_LEVELS]) + rest
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(getattr(value, "value", value))


def _names(names: Sequence[str]) -> str:
    rest = f" and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else ""
    return " + ".join(names[:MOST_NAMES]) + rest

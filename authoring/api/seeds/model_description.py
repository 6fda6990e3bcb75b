"""Has a model say what the data of a seed mean; what it says stays a guess until a person agrees."""

from collections.abc import Collection, Iterator
from functools import partial
from typing import Final, NamedTuple

from authoring.api.models import ModelAccess, open_model_pool
from authoring.api.sandboxes import own_or_given_sandbox
from authoring.api.seeds.description import SeedReport, checked_dictionary
from authoring.api.seeds.upkeep import bring_to_sets
from authoring.api.seeds.vetting import vet
from authoring.api.trust import PACKAGE_CODE
from authoring.drafting.data_description import describe_by_model
from authoring.dseal.diagnostic import errors_in
from authoring.llm.prompt import cut
from authoring.records.decision import ChangeReport
from authoring.records.dictionary import ColumnEntry, DataDictionary, Origin, TableEntry
from authoring.records.progress import NOBODY, Notice, Reporter, reporting
from authoring.records.seed import Seed
from authoring.records.wording import listed
from authoring.sandbox.port import Sandbox
from authoring.seeds.dictionary.statements import Entry, combined, stated_fields
from authoring.seeds.vetting.gate import refuse_unfit
from authoring.workspace import Workspace
from authoring.workspace.guidance import read_prompt

MOST_NAMES: Final = 5
"""Statements that a notice lists."""
MOST_VALUE: Final = 40
"""Characters of what is stated that a notice shows."""


def guess_dictionary(  # noqa: PLR0913 - what the verb takes, all by keyword but the first
    workspace: Workspace,
    report: SeedReport,
    *,
    file: str,
    column: str,
    access: ModelAccess,
    who: str,
    why: str = "",
    sandbox: Sandbox | None = None,
    reporter: Reporter = NOBODY,
) -> ChangeReport | None:
    """Ask a model what a seed's data mean, and keep what it says as guesses; what anybody stated before stays.

    What the data contradict is left out, with a `Notice`. All tables are described if `file` is empty, all columns if
    `column` is. Returns what was written; None where the model said nothing new.

    Raises:
        SeedError: the seed may not be sent to a model.
        UsageError: no model is named.
        ModelError: the model said nothing that can be used.
        BudgetError: a call would have exceeded the budget.
    """
    config, prompt = access.required_config(workspace), read_prompt(workspace.root, "describe")
    seed, profile = report.seed, report.profile
    with (
        own_or_given_sandbox(sandbox, workspace, code=PACKAGE_CODE, reporter=reporter) as opened,
        open_model_pool(workspace, access, reporter=reporter) as pool,
    ):
        files = workspace.seed_files(seed)
        refuse_unfit(seed, vet(seed, files, sandbox=opened, limits=workspace.settings.limits))
        model = pool.required_model(config)
        with reporting(reporter, f"describing {seed.name}"):
            guesses = describe_by_model(seed, profile, model=model, prompt=prompt, file=file, column=column)
        unstated = _unstated(guesses, seed.dictionary or DataDictionary())
        sound = _uncontradicted(workspace, report, unstated, sandbox=opened, reporter=reporter)
    if not sound.tables:
        return None
    return bring_to_sets(workspace, seed.name, partial(_with_guesses, guesses=sound), who=who, why=why)


def _with_guesses(seed: Seed, guesses: DataDictionary) -> Seed:
    return seed.model_copy(update={"dictionary": combined(seed.dictionary or DataDictionary(), guesses)})


def _unstated(guesses: DataDictionary, stated: DataDictionary) -> DataDictionary:
    """Return guesses without those about what a document or a person has said, or an earlier guess that was agreed."""
    tables = []
    for table in guesses.tables:
        present = stated.table(table.file) or TableEntry(file=table.file)
        entries = {entry.name: entry for entry in present.columns}
        columns = [
            _without(column, _settled(entries[column.name])) if column.name in entries else column
            for column in table.columns
        ]
        rows = _without(table, _settled(present))
        tables.append(rows.model_copy(update={"columns": tuple(column for column in columns if column.sources)}))
    return DataDictionary(tables=tuple(table for table in tables if table.sources or table.columns))


def _settled(entry: TableEntry | ColumnEntry) -> frozenset[str]:
    """Return the fields that a document or a person stated, or a person agreed to."""
    return frozenset(
        source.field for source in stated_fields(entry) if source.origin is not Origin.MODEL or source.agreed_by
    )


def _without(entry: Entry, fields: frozenset[str]) -> Entry:
    defaults = {field: type(entry).model_fields[field].default for field in fields}
    sources = tuple(source for source in entry.sources if source.field not in fields)
    return entry.model_copy(update={**defaults, "sources": sources})


def _uncontradicted(
    workspace: Workspace, report: SeedReport, guesses: DataDictionary, *, sandbox: Sandbox, reporter: Reporter
) -> DataDictionary:
    """Return the guesses that the data do not contradict; what is left out is told."""
    present = report.seed.dictionary or DataDictionary()
    before = {finding.message for finding in report.findings}

    def is_sound(candidate: DataDictionary) -> bool:
        findings = checked_dictionary(
            workspace, report.seed, report.profile, combined(present, candidate), sandbox=sandbox, reporter=reporter
        )
        return all(finding.message in before for finding in errors_in(findings))

    sound, refused = list[Statement](), list[Statement]()
    # By halves: each look reads the table once, and of the statements about a wide one few are contradicted.
    waiting = [list(_statements(guesses))]
    while waiting:
        statements = waiting.pop()
        # Beside what is sound already: a unit may be contradicted by nothing but the kind that is stated with it.
        if is_sound(_stating(guesses, [*sound, *statements])):
            sound += statements
        elif len(statements) > 1:
            middle = len(statements) // 2
            waiting += [statements[middle:], statements[:middle]]
        else:
            refused += statements
    if refused:
        names = listed([statement.name for statement in refused], MOST_NAMES)
        reporter.report(Notice(f"left out, because the data contradict it: {names}"))
    return _stating(guesses, sound)


class Statement(NamedTuple):
    """The least that is stated of data: one field of an entry, or one of its levels."""

    file: str
    column: str
    """Empty for what is stated of the rows of a table."""
    field: str
    value: str
    """What it says, as text; of a level its value."""

    @property
    def name(self) -> str:
        """What it states of what, as a notice says it."""
        field = "level" if self.field == "levels" else self.field
        return f"{field} {cut(self.value, MOST_VALUE)!r} of {self.column or self.file}"


def _statements(guesses: DataDictionary) -> Iterator[Statement]:
    """Yield all that a dictionary states; kinds first, because what else is possible follows from them."""
    for table in guesses.tables:
        entries: tuple[TableEntry | ColumnEntry, ...] = (table, *table.columns)
        for entry in entries:
            column = entry.name if isinstance(entry, ColumnEntry) else ""
            for field in sorted((source.field for source in entry.sources), key=lambda field: field != "kind"):
                levels = entry.levels if isinstance(entry, ColumnEntry) and field == "levels" else ()
                values = [level.value for level in levels] or [str(getattr(entry, field))]
                yield from (Statement(table.file, column, field, value) for value in values)


def _stating(guesses: DataDictionary, statements: Collection[Statement]) -> DataDictionary:
    """Return a dictionary with these of its statements alone."""
    tables = []
    for table in guesses.tables:
        rows = _reduced(table, [item for item in statements if (item.file, item.column) == (table.file, "")])
        columns = [
            _reduced(column, [item for item in statements if (item.file, item.column) == (table.file, column.name)])
            for column in table.columns
        ]
        tables.append(rows.model_copy(update={"columns": tuple(column for column in columns if column.sources)}))
    return DataDictionary(tables=tuple(table for table in tables if table.sources or table.columns))


def _reduced(entry: Entry, statements: Collection[Statement]) -> Entry:
    """Return an entry with these of its statements alone."""
    fields = {statement.field for statement in statements}
    reduced = _without(entry, frozenset(source.field for source in entry.sources) - fields)
    if not isinstance(entry, ColumnEntry):
        return reduced
    values = {statement.value for statement in statements if statement.field == "levels"}
    return reduced.model_copy(update={"levels": tuple(level for level in entry.levels if level.value in values)})

"""Has a model say what the data of a seed mean; what it says stays a guess until a person agrees."""

from collections.abc import Iterator
from functools import partial, reduce
from typing import Final

from authoring.api.models import ModelAccess, open_model_pool
from authoring.api.sandboxes import own_or_given_sandbox
from authoring.api.seeds.description import SeedReport, checked_dictionary
from authoring.api.seeds.upkeep import bring_to_sets
from authoring.api.seeds.vetting import vet
from authoring.api.trust import PACKAGE_CODE
from authoring.drafting.data_description import describe_by_model
from authoring.dseal.diagnostic import errors_in
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
"""Names of columns that a notice lists."""


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

    sound, refused = DataDictionary(), list[str]()
    # By halves: each look reads the table once, and of the columns of a wide one few are contradicted.
    waiting = [list(_one_by_one(guesses))]
    while waiting:
        entries = waiting.pop()
        candidate = reduce(combined, (entry for _, entry in entries), DataDictionary())
        if is_sound(candidate):
            sound = combined(sound, candidate)
        elif len(entries) > 1:
            middle = len(entries) // 2
            waiting += [entries[middle:], entries[:middle]]
        else:
            refused += [subject for subject, _ in entries]
    if refused:
        names = listed(refused, MOST_NAMES)
        reporter.report(Notice(f"left out, because the data contradict it: what was said of {names}"))
    return sound


def _one_by_one(guesses: DataDictionary) -> Iterator[tuple[str, DataDictionary]]:
    """Yield each entry of a dictionary alone, with the name of what it is about."""
    for table in guesses.tables:
        yield table.file, DataDictionary(tables=(table.model_copy(update={"columns": ()}),))
        for column in table.columns:
            yield column.name, DataDictionary(tables=(TableEntry(file=table.file, columns=(column,)),))

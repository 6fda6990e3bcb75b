"""The dictionary of a seed: what persons and models state of its data; agreed to, edited, taken in and handed on."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, Final

from authoring.api.models import ModelAccess
from authoring.api.seeds.description import SeedReport, checked_dictionary, describe_seed
from authoring.api.seeds.model_description import guess_dictionary
from authoring.api.seeds.upkeep import bring_to_sets
from authoring.dseal.diagnostic import Diagnostic, errors_in
from authoring.errors import SeedError, UsageError, nearest_hint
from authoring.records.base import Record
from authoring.records.decision import ChangeReport
from authoring.records.dictionary import ColumnEntry, DataDictionary, JoinEntry, TableEntry
from authoring.records.progress import NOBODY, Reporter
from authoring.records.seed import Seed
from authoring.sandbox.port import Sandbox
from authoring.seeds.dictionary.documents import read_document, write_document
from authoring.seeds.dictionary.editing import (
    JOIN,
    agreed,
    columnless_join,
    edited,
    editor_text,
    pruned,
    read_editor_text,
    stated,
)
from authoring.seeds.dictionary.statements import combined, with_dictionary
from authoring.workspace import Workspace
from authoring.workspace.files import read_text, write_file

TABLE_FIELDS: Final = frozenset(TableEntry.model_fields) - {"file", "columns", "sources"}


@dataclass(frozen=True, slots=True)
class DataDescription:
    """What a person says of a seed's data, and of which part of them."""

    column: str = ""
    """Empty for a table itself."""
    table: str = ""
    """Empty where the seed has one table, or one with the column."""
    statements: tuple[str, ...] = ()
    """Each ``FIELD=VALUE``; an empty value withdraws one."""
    agree: bool = False
    """Whether the person agrees to what is proposed of it."""
    document: Path | None = None
    """A description of other programs that is taken in."""
    to: Path | None = None
    """A file that the whole dictionary is written to for them: Croissant where its name says so, else Table Schema."""

    @classmethod
    def of(cls, column: str, words: Sequence[str], **options: Any) -> "DataDescription":
        """Return the description that a person gives in words, of which the first may be a statement of the table.

        Raises:
            UsageError: the first states a join, which is one of a column.
        """
        # Names of columns may hold an equals sign, too.
        field, equals, _ = column.partition("=")
        if equals and field == JOIN:
            raise columnless_join(column)
        if equals and field in TABLE_FIELDS:
            return cls("", statements=(column, *words), **options)
        return cls(column, statements=tuple(words), **options)

    @property
    def is_change(self) -> bool:
        """Whether anything is said."""
        return bool(self.statements) or self.agree or self.document is not None


class DescribedData(Record):
    """Answer of ``seed describe``: a table, or a column of it, as the dictionary has it now."""

    seed: str
    table: TableEntry
    column: ColumnEntry | None
    """None where a table itself is described."""
    joins: tuple[JoinEntry, ...] = ()
    """Where the table leads, or the column."""
    change: ChangeReport | None
    """What was written; None where nothing was said."""
    findings: tuple[Diagnostic, ...] = ()
    """What the data contradict in all that was stated."""


def describe_data(
    workspace: Workspace,
    name: str,
    description: DataDescription = DataDescription(),
    *,
    access: ModelAccess | None = None,
    who: str = "",
    why: str = "",
    sandbox: Sandbox | None = None,
    reporter: Reporter = NOBODY,
) -> DescribedData:
    """State what a table or a column of a seed means, and return what is known of it.

    With `access` a model says it, of all tables where none is named; see `guess_dictionary`.

    Raises:
        SeedError: there is no such seed, or it may not be sent to a model.
        UsageError: there is no such table, column or field, or a statement contradicts the data; nothing is written.
        ModelError: the model said nothing that can be used.
    """
    if access is not None and description.is_change:
        hint = "have the model say it first, then agree or state something else"
        raise UsageError("either a model says what the data mean, or you do", hint=hint)
    report = describe_seed(workspace, name, sandbox=sandbox, reporter=reporter)
    is_about_all = access is not None and not (description.table or description.column)
    file, column = ("", "") if is_about_all else _subject(report, description)

    change: ChangeReport | None = None
    findings = report.findings
    if access is not None:
        change = guess_dictionary(
            workspace,
            report,
            file=file,
            column=column,
            access=access,
            who=who,
            why=why,
            sandbox=sandbox,
            reporter=reporter,
        )
        file = file or report.profile.tables[0].file
    if description.is_change:
        dictionary, notes = _restated(report.seed, report, description, file, column, who)
        findings = checked_dictionary(
            workspace, report.seed, report.profile, dictionary, sandbox=sandbox, reporter=reporter
        )
        _refuse_new(findings, report.findings)

        def restate(seed: Seed) -> Seed:
            return _with(seed, _restated(seed, report, description, file, column, who)[0])

        change = bring_to_sets(workspace, name, restate, who=who, why=why)
        findings = (*notes, *findings)
    current = with_dictionary(report.profile, workspace.read_seed(name)).dictionary or DataDictionary()
    if description.to is not None:
        _export(description.to, current, report.seed)
    described = _described(name, current, file, column)
    return described.model_copy(update={"change": change, "findings": findings})


def _described(name: str, dictionary: DataDictionary, file: str, column: str) -> DescribedData:
    """Return what a dictionary has of a table, or of a column of it."""
    table = dictionary.table(file) or TableEntry(file=file)
    entry = next((entry for entry in table.columns if entry.name == column), None)
    joins = (join for join in dictionary.joins if join.left == file and (not column or column in join.left_columns))
    return DescribedData(seed=name, table=table, column=entry, joins=tuple(joins), change=None)


def _restated(
    seed: Seed, report: SeedReport, description: DataDescription, file: str, column: str, who: str
) -> tuple[DataDictionary, tuple[Diagnostic, ...]]:
    """Return what is stated of a seed's data with what a person says, and what of a document cannot be used."""
    dictionary = seed.dictionary or DataDictionary()
    notes: tuple[Diagnostic, ...] = ()
    if description.document is not None:
        text = read_text(description.document)
        read, notes = read_document(text, seed.files, description.document.name)
        dictionary = combined(dictionary, read)
    if description.agree:
        proposed = report.profile.dictionary or DataDictionary()
        dictionary = agreed(dictionary, proposed, file, column, person=who)
    if description.statements:
        dictionary = stated(dictionary, file, column, description.statements, person=who)
    return pruned(dictionary), notes


def edit_dictionary(
    workspace: Workspace,
    name: str,
    edit: Callable[[str], str | None],
    *,
    who: str,
    why: str = "",
    sandbox: Sandbox | None = None,
    reporter: Reporter = NOBODY,
) -> ChangeReport:
    """Have a person change a whole dictionary as YAML; what contradicts the data comes back as comments at its head.

    `edit` is given the text and returns what was saved; None, or a text that came back with findings and was saved
    without a change, ends it and writes nothing.

    Raises:
        SeedError: there is no such seed, or it has no tables.
        UsageError: the person gave up.
    """
    report = describe_seed(workspace, name, sandbox=sandbox, reporter=reporter)
    before = report.profile.dictionary
    if before is None or not before.tables:
        raise SeedError(f"{name} has no tables to describe", hint=f"see: authoring seed show {name}")
    text, problems = editor_text(before, name), ""
    while True:
        answer = edit(problems + text)
        saved = None if answer is None else _without(answer, problems)
        # An editor that is a program saves the same again, with the findings at its head or without.
        if saved is None or (problems and saved == text):
            reason = f": {problems.partition(chr(10))[0].removeprefix('# ! ')}" if problems else ""
            raise UsageError(f"the dictionary is as it was{reason}", hint="save a changed text that has no errors")
        text = saved
        try:
            after = read_editor_text(text)
            changed = edited(report.seed.dictionary or DataDictionary(), before, after, person=who)
            findings = checked_dictionary(
                workspace, report.seed, report.profile, after, sandbox=sandbox, reporter=reporter, text=text
            )
        except UsageError as error:
            problems = f"# ! {error.message}\n"
            continue
        # What documents or models said wrongly before is not this person's fault.
        accepted = {finding.message for finding in report.findings}
        faults = [finding for finding in errors_in(findings) if finding.message not in accepted]
        if not faults:
            return bring_to_sets(workspace, name, partial(_with, dictionary=changed), who=who, why=why)
        problems = "".join(f"# ! line {f.line + len(faults)}: {f.message}; {f.hint}\n" for f in faults)


def _export(path: Path, dictionary: DataDictionary, seed: Seed) -> None:
    """Write a dictionary for other programs.

    Raises:
        UsageError: there is a file of the name already.
    """
    form: Final = "croissant" if "croissant" in path.name.lower() else "table-schema"
    if not write_file(path, write_document(dictionary, seed, form).encode(), replace=False):
        raise UsageError(f"{path}: is there already", hint="name another file, or move this one away")


def _with(seed: Seed, dictionary: DataDictionary) -> Seed:
    return seed.model_copy(update={"dictionary": dictionary if dictionary.tables or dictionary.joins else None})


def _subject(report: SeedReport, description: DataDescription) -> tuple[str, str]:
    """Return file and column that a description is about.

    Raises:
        UsageError: there is none, or there are several tables.
    """
    tables = {table.file: [column.name for column in table.columns] for table in report.profile.tables}
    name, column = description.table, description.column
    if name and name not in tables:
        raise UsageError(
            f"no table is called {name}", hint=nearest_hint(name, tables, f"there are: {', '.join(tables)}")
        )
    fitting = [name] if name else [file for file, names in tables.items() if not column or column in names]
    if column and not any(column in tables[file] for file in fitting):
        names = [column_name for file in fitting or tables for column_name in tables[file]]
        hint = nearest_hint(column, names, f"see: authoring seed show {report.seed.name}")
        raise UsageError(f"no column is called {column}", hint=hint)
    if len(fitting) != 1 and not (description.document and not description.statements):
        message = f"{len(fitting)} tables" + (f" have a column {column}" if column else "")
        raise UsageError(f"{message}: which one?", hint=f"say --table FILE, of: {', '.join(fitting)}")
    return fitting[0], column


def _refuse_new(findings: Sequence[Diagnostic], accepted: Sequence[Diagnostic]) -> None:
    """Refuse statements that the data contradict, if they did not stand there before."""
    before = {finding.message for finding in accepted}
    faults = [finding for finding in errors_in(findings) if finding.message not in before]
    if faults:
        message = "; ".join(f"{fault.code} {fault.message}" for fault in faults[:3])
        raise UsageError(message, hint=faults[0].hint)


def _without(text: str, head: str) -> str:
    """Return a text without the comments that were put before it."""
    return text.removeprefix(head) if head else text

"""Single files that become a problem set by rule: exercise notebooks, tables of pairs, and functions."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from authoring.api.imports.bundles import ImportedBundle, data_files, draft_bundle
from authoring.api.sandboxes import own_or_given_sandbox
from authoring.api.trust import IMPORTED_CODE
from authoring.dseal.analysis.inputs import input_files_of
from authoring.dseal.diagnostic import errors_in
from authoring.dseal.parse import parse
from authoring.errors import DraftError, SeedError
from authoring.formats.base.exercises.codes import NO_EXERCISE
from authoring.formats.csv.import_ import import_pairs
from authoring.formats.exercises.import_ import import_exercises, title_of
from authoring.formats.functions.import_ import import_functions as make_functions_set
from authoring.formats.functions.import_ import read_functions
from authoring.formats.functions.try_cases import try_cases
from authoring.records.draft import ImportedSet
from authoring.records.progress import NOBODY, Reporter, reporting
from authoring.records.run import RunState
from authoring.records.wording import counted
from authoring.sandbox.port import Sandbox
from authoring.seeds.file_names import safe_stem
from authoring.seeds.notebooks.cleaning import without_authors
from authoring.seeds.notebooks.reading import read_notebook
from authoring.workspace import Workspace

MOST_BYTES = 20_000_000
"""Size of the largest file that is read."""
MOST_OF_TITLE = 100
"""Characters of a notebook's own title that are kept."""
MOST_REASONS = 3
"""Findings that are named where nothing can be made of a file."""


@dataclass(frozen=True, slots=True)
class ImportOptions:
    """What a person says of a file that is imported; an empty text leaves it to the file's own name."""

    data: tuple[Path, ...] = ()
    """Files, and folders of files, that its code reads."""
    name: str = ""
    """The name of the draft and its seed."""
    title: str = ""
    licence: str = ""
    restart: bool = False
    """Whether to begin anew where a draft of this name is there."""


def import_notebook(
    workspace: Workspace,
    file: Path,
    options: ImportOptions = ImportOptions(),
    *,
    sandbox: Sandbox | None = None,
    reporter: Reporter = NOBODY,
) -> RunState:
    """Make a draft of an exercise notebook: question in Markdown, answer in code.

    The draft is proven in `sandbox`, or the one that the workspace's settings ask for.

    Raises:
        SeedError: the notebook, or a data file, cannot be read.
        DraftError: it holds no question with an answer that could be judged.
        JournalError: a run of that name is about something else.
    """
    files = data_files(options.data)
    notebook = without_authors(read_notebook(_read_text(file, hint="save the notebook as UTF-8"), file.name))
    imported = import_exercises(notebook, files=[name for name, _ in files])
    title = options.title or title_of(notebook)[:MOST_OF_TITLE]
    bundle = _exercise_bundle(file, imported, files, replace(options, title=title), "notebook", "Exercises of")
    return draft_bundle(workspace, bundle, restart=options.restart, sandbox=sandbox, reporter=reporter)


def import_csv(
    workspace: Workspace,
    file: Path,
    options: ImportOptions = ImportOptions(),
    *,
    question: str = "",
    answer: str = "",
    sandbox: Sandbox | None = None,
    reporter: Reporter = NOBODY,
) -> RunState:
    """Make a draft of a table of questions and their answers in Python, one pair a row.

    `question` and `answer` are columns; where they are empty they are found by their names. The draft is proven in
    `sandbox`, or the one that the workspace's settings ask for.

    Raises:
        SeedError: the table, or a data file, cannot be read.
        DraftError: it holds no pair that could be judged.
        JournalError: a run of that name is about something else.
    """
    files = data_files(options.data)
    names = [name for name, _ in files]
    imported = import_pairs(_read_bytes(file), files=names, question=question, answer=answer)
    bundle = _exercise_bundle(file, imported, files, options, "csv", "Questions and answers of")
    return draft_bundle(workspace, bundle, restart=options.restart, sandbox=sandbox, reporter=reporter)


def import_functions(
    workspace: Workspace,
    file: Path,
    options: ImportOptions = ImportOptions(),
    *,
    sandbox: Sandbox | None = None,
    reporter: Reporter = NOBODY,
) -> RunState:
    """Make a draft of functions with a description, examples and a reference; each is judged by calling it.

    Corner cases and random ones are added to the examples and tried: what the reference does not take is left out.

    The file is a module or holds records; functions read no data. Cases are tried and the draft is proven in `sandbox`,
    or the one that the settings ask for.

    Raises:
        SeedError: the file cannot be read.
        DraftError: no function in it makes a problem.
        JournalError: a run of that name is about something else.
    """
    too_large, undecodable = "take it in as several files", "save the file as UTF-8"
    text = _read_text(file, hint=undecodable, size_hint=too_large).replace("\r\n", "\n")
    functions = read_functions(text, str(file))
    with own_or_given_sandbox(sandbox, workspace, code=IMPORTED_CODE, reporter=reporter) as opened:
        with reporting(reporter, "trying cases") as advance:
            tried = try_cases(functions.tasks, sandbox=opened, limits=workspace.settings.limits, progress=advance)
        imported = make_functions_set(functions, tried)
        if not imported.origins:
            raise _no_function(file, imported)
        bundle = ImportedBundle(
            name=options.name or safe_stem(file.stem),
            imported=imported,
            source=f"functions:{file.name}",
            title=options.title or file.stem,
            description=f"Functions of {file.name}, each with examples.",
            licence=options.licence or "unknown",
        )
        return draft_bundle(workspace, bundle, restart=options.restart, sandbox=opened, reporter=reporter)


def _no_function(file: Path, imported: ImportedSet) -> DraftError:
    findings = imported.findings
    reasons = "; ".join(f"line {finding.line}: {finding.message}" for finding in findings[:MOST_REASONS])
    omitted = len(findings) - MOST_REASONS
    reasons += f"; and {counted(omitted, 'more finding')}" if omitted > 0 else ""
    return DraftError(
        f"{file}: no function makes a problem" + (f": {reasons}" if reasons else ""),
        hint="a function needs a description, a body and an example; see guides/importing.md",
    )


def _exercise_bundle(
    file: Path,
    imported: ImportedSet,
    files: Sequence[tuple[str, Path]],
    options: ImportOptions,
    kind: str,
    about: str,
) -> ImportedBundle:
    """Return a set with those data files that it reads; a folder of data may hold others, too.

    Raises:
        DraftError: no problem was made, or the file could not be read.
    """
    errors = errors_in(imported.findings)
    # Where a file could not be read, it goes without saying that no exercise was found in it.
    errors = [finding for finding in errors if finding.code != NO_EXERCISE.code] or errors
    if errors or not imported.origins:
        reasons = "; ".join(f"{error.code} {error.message}" for error in errors[:MOST_REASONS])
        hint = next((error.hint for error in errors if error.hint), "see guides/importing.md")
        raise DraftError(f"{file}: no problem set can be made of it: {reasons}", hint=hint)
    names_read = {name for cell in parse(imported.text).runnable for name in input_files_of(cell.code)}
    return ImportedBundle(
        name=options.name or safe_stem(file.stem),
        imported=imported,
        source=f"{kind}:{file.name}",
        title=options.title or file.stem,
        description=f"{about} {file.name}.",
        licence=options.licence or "unknown",
        files=tuple((name, path) for name, path in files if name in names_read),
    )


def _read_text(file: Path, *, hint: str, size_hint: str = "clear its outputs, or split it") -> str:
    try:
        # A byte order mark, which programs on Windows write, is no part of the text.
        return _read_bytes(file, size_hint=size_hint).decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise SeedError(f"{file}: byte {error.start} is not UTF-8", hint=hint) from error


def _read_bytes(file: Path, *, size_hint: str = "clear its outputs, or split it") -> bytes:
    try:
        # Reading a pipe or a device may never end.
        if file.exists() and not file.is_file():
            raise SeedError(f"{file}: this is no regular file", hint="name a file")
        # Before it is read: a file without end must not fill the memory.
        if file.stat().st_size > MOST_BYTES:
            raise SeedError(f"{file}: is larger than {MOST_BYTES // 10**6} MB", hint=size_hint)
        return file.read_bytes()
    except OSError as error:
        raise SeedError(f"{file}: cannot be read: {error.strerror}", hint="check the path") from error

"""Lists of seeds: what their lines say, and adding the seeds, of which those that fail keep none of the others out.

A line is ``REF... [name=NAME] [licence=SPDX] [title=TEXT] ...``; what has spaces stands in quotes, and what follows a
``#`` is a remark. The index of DSEval's Kaggle sets is read as it stands: columns of facts, the last of them the
address.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Literal

from authoring.api.sandboxes import own_or_given_sandbox
from authoring.api.seeds.intake import AddedSeed, SeedOptions, add_seed
from authoring.api.seeds.vetting import AllowanceRequest
from authoring.api.trust import PACKAGE_CODE
from authoring.api.workspaces import checked_name
from authoring.dseal.diagnostic import Diagnostic
from authoring.errors import AuthoringError, SandboxError, SeedError, UsageError
from authoring.records.base import Record
from authoring.records.progress import NOBODY, PartialResult, Reporter
from authoring.records.provenance import public_source
from authoring.records.seed import Seed
from authoring.sandbox.port import Sandbox
from authoring.seeds.file_names import SUFFIXES, safe_stem
from authoring.seeds.sources.kaggle.errors import NoAccessError, RestError
from authoring.seeds.sources.kaggle.references import dataset_reference, is_page
from authoring.seeds.sources.package import normal_name
from authoring.workspace import Workspace
from authoring.workspace.files import read_text, sha256_of_file

MOST_BYTES = 1_000_000
"""Size of the longest list that is read."""
LINE_OPTIONS = ("name", "title", "licence", "license", "description", "notebook", "files", "sheets", "allow", "why")
"""What a line may say of its seed; ``notebook=none`` takes none, and commas stand between files and between sheets."""
INDEX_COLUMNS = ("votes", "usability", "lastUpdated", "id", "size", "title", "url")
"""The columns of DSEval's index, where it names them."""
MOST_ERRORS = 5
"""Lines that cannot be read and are named."""

# A remark, a word that may have quoted parts, or the rest of a line behind a quote that is not closed.
_TOKEN = re.compile(r"""\s*(?:(?P<remark>\#.*)|(?P<word>(?:[^\s"']|"[^"]*"|'[^']*')+)|(?P<unclosed>\S.*))""")
_OPTION = re.compile(r"([A-Za-z_]+)=(.*)", re.DOTALL)
# Votes, usability, time, id, size, title and address; a title may hold anything, spaces and quotes too.
_INDEX_LINE = re.compile(r"\d+\s+[\d.]+\s+\d{4}-\d\d-\d\dT\S+\s+\d+\s+\d+\s+\S.*\s(https?://www\.kaggle\.com/\S+)\s*")

LineOutcome = Literal["added", "there", "repeated", "failed"]
"""Added; there already, and left alone; the same as an earlier line; or not added."""


class ListedSeed(Record):
    """What became of one line."""

    line: int
    """From 1."""
    reference: str
    end: LineOutcome
    seed: str = ""
    """Its name; empty where there is none."""
    findings: tuple[Diagnostic, ...] = ()
    """What the seed gate found and let pass."""
    reason: str = ""
    """Why it was not added."""
    hint: str = ""
    exit_code: int = 0


class ListedSeeds(Record):
    """Answer of ``seed add --from``."""

    file: str
    lines: tuple[ListedSeed, ...]
    """Those that ask for something, in order."""

    def of(self, end: LineOutcome) -> tuple[ListedSeed, ...]:
        """Return the lines with this outcome."""
        return tuple(line for line in self.lines if line.end == end)

    @property
    def exit_code(self) -> int:
        """The highest exit code of a failure; 0 without any."""
        return max((line.exit_code for line in self.lines), default=0)


@dataclass(frozen=True, slots=True)
class SeedListProgress:
    """A line of a list that has ended: reported as a `PartialResult` while the list is being added."""

    result: ListedSeed
    finished: int
    """Lines that have ended."""
    total: int


@dataclass(frozen=True, slots=True)
class SeedReference:
    """One seed that a list asks for."""

    line: int
    """From 1."""
    references: tuple[str, ...]
    """As for `add_seed`; paths lead from where the command runs."""
    options: SeedOptions = SeedOptions()
    repeats: int | None = None
    """The earlier line that asks for the same."""

    @property
    def text(self) -> str:
        """The references as one text."""
        return " ".join(self.references)

    @property
    def is_kaggle(self) -> bool:
        """Whether it is a data set of Kaggle."""
        return self.references[0].startswith("kaggle:")


def add_seed_or_list(
    workspace: Workspace,
    references: Sequence[str] = (),
    options: SeedOptions = SeedOptions(),
    *,
    from_file: Path | None = None,
    reporter: Reporter = NOBODY,
) -> AddedSeed | ListedSeeds:
    """Add the one seed of these references, or the seeds of a list; the rest is as `add_seed` and `add_seeds` say.

    Raises:
        UsageError: references are given and a list too.
    """
    if from_file is None:
        return add_seed(workspace, references, options, reporter=reporter)
    if references:
        raise UsageError("references are given and a --from FILE too", hint="give one of them")
    return add_seeds(workspace, from_file, options, reporter=reporter)


def add_seeds(
    workspace: Workspace,
    file: Path,
    options: SeedOptions = SeedOptions(),
    *,
    sandbox: Sandbox | None = None,
    reporter: Reporter = NOBODY,
) -> ListedSeeds:
    """Add the seeds of a list, one after the other; those that are there already are left alone.

    Relative paths in the list start at its folder. The options hold for all lines that say nothing else; with their
    `replace`, no seed is left alone. Each line is reported as it ends, as a `SeedListProgress`.

    Raises:
        UsageError: what only one seed can have is asked for all, or what a line lets pass is no finding or has no
            reason; nothing is begun.
        SeedError: the list cannot be read.
        NoAccessError: Kaggle cannot be asked at all, which the next lines would only say again.
    """
    if options.name or options.title or options.description or options.notebook or options.files or options.sheets:
        message = (
            "a name, a title, a description, a notebook or a choice of files is for one seed, and a list has several"
        )
        raise UsageError(message, hint="write it on the line: kaggle:OWNER/SLUG name=NAME notebook=OWNER/SLUG")
    references = [replace(reference, options=_line_options(reference, options)) for reference in read_seed_list(file)]
    with own_or_given_sandbox(sandbox, workspace, code=PACKAGE_CODE, reporter=reporter) as opened:
        return ListedSeeds(file=str(file), lines=_add_lines(workspace, references, opened, reporter))


def read_seed_list(path: Path) -> tuple[SeedReference, ...]:
    """Return what a list asks for.

    Raises:
        SeedError: it is no list, or a line of it cannot be read.
        WorkspaceError: it cannot be read, or is not UTF-8.
    """
    if path.is_file() and path.stat().st_size > MOST_BYTES:
        raise SeedError(f"{path}: too long for a list of seeds", hint="name a text file with one reference a line")
    return parse_seed_list(read_text(path), path=path)


def parse_seed_list(text: str, *, path: Path) -> tuple[SeedReference, ...]:
    """Return what the text of a list asks for, in order; a line that repeats an earlier one says so.

    Relative paths in it start at the folder of `path`, where the list stands.

    Raises:
        SeedError: a line cannot be read, all such lines are named; or there is none.
    """
    references: list[SeedReference] = []
    errors: list[str] = []
    # A byte order mark is no part of the first line.
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        try:
            reference = _index_reference(number, line) or _line_reference(number, line, path.parent)
        except AuthoringError as error:
            errors.append(f"{path}:{number}: {error.message}" + (f" ({error.hint})" if error.hint else ""))
            continue
        if reference is not None:
            references.append(reference)
    # All lines are read before one is refused, so that a list is mended at one go.
    if errors:
        remainder = f"\nand {len(errors) - MOST_ERRORS} more" if len(errors) > MOST_ERRORS else ""
        raise SeedError("\n".join(errors[:MOST_ERRORS]) + remainder, hint="mend the list; nothing was added")
    if not references:
        raise SeedError(f"{path}: names no data", hint="write one reference a line: kaggle:OWNER/SLUG, or a path")
    return _with_distinct_names(references)


def _add_lines(
    workspace: Workspace, references: Sequence[SeedReference], sandbox: Sandbox, reporter: Reporter
) -> tuple[ListedSeed, ...]:
    results: list[ListedSeed] = []
    rest: RestError | None = None
    for reference in references:
        result = _result_without_adding(workspace, reference)
        if result is None and rest is not None and reference.is_kaggle:
            result = _failed(reference, rest)
        if result is None:
            try:
                result = _add_line(workspace, reference, sandbox, reporter)
            # Each further call while Kaggle wants rest makes the rest longer.
            except RestError as error:
                rest = error
                result = _failed(reference, rest)
        results.append(result)
        reporter.report(PartialResult(SeedListProgress(result, len(results), len(references))))
    return tuple(results)


def _line_options(reference: SeedReference, common: SeedOptions) -> SeedOptions:
    """Return the options of one line: its own words come before those for all."""
    own = reference.options
    allow = AllowanceRequest(
        (*common.allow.codes, *own.allow.codes), own.allow.why or common.allow.why, common.allow.reviewer
    )
    try:
        allow.allowances()
    except UsageError as error:
        hint = f'{error.hint}; on a line: allow=CODE why="TEXT"'
        raise UsageError(f"line {reference.line}: {error.message}", hint=hint) from None
    return replace(
        own,
        licence=own.licence or common.licence,
        without_notebook=own.without_notebook or (common.without_notebook and not own.notebook),
        allow=allow,
        replace=common.replace,
    )


def _result_without_adding(workspace: Workspace, reference: SeedReference) -> ListedSeed | None:
    """Return what became of a line that needs nothing, or can get nothing; None for the others."""
    if reference.repeats is not None:
        return _result(reference, "repeated", reason=f"the same as line {reference.repeats}")
    if reference.options.replace:
        return None
    seeds = workspace.read_seeds()
    if seed := next((seed for seed in seeds if _is_same(seed, reference)), None):
        return _result(reference, "there", seed=seed.name)
    if seed := next((seed for seed in seeds if seed.name == reference.options.name), None):
        return _result(
            reference,
            "failed",
            reason=f"there is a seed called {seed.name} already, from {seed.source}",
            hint="give it another name on its line: name=NAME; or replace the old one with --replace",
            exit_code=SeedError.exit_code,
        )
    return None


def _is_same(seed: Seed, reference: SeedReference) -> bool:
    """Return whether a seed is what a line asks for."""
    if reference.options.name and seed.name != reference.options.name:
        return False
    if not reference.is_kaggle:
        return public_source(seed.source) == public_source(reference.text) and _has_files(seed, reference)
    if seed.publication is None:
        return False
    dataset = dataset_reference(reference.references[0].removeprefix("kaggle:"))
    is_same_dataset = seed.publication.ref.lower() == dataset.ref.lower()
    # A reference without a version will do with whatever version is there.
    return is_same_dataset and dataset.version in {None, seed.publication.version}


def _has_files(seed: Seed, reference: SeedReference) -> bool:
    """Return whether a seed has the very bytes of the files that a line names; what is no file, or packed, passes."""
    hashes = {file.sha256 for file in seed.files}
    files = [path for path in map(Path, reference.references) if path.is_file() and path.suffix.lower() in SUFFIXES]
    return all(sha256_of_file(path) in hashes for path in files)


def _add_line(workspace: Workspace, reference: SeedReference, sandbox: Sandbox, reporter: Reporter) -> ListedSeed:
    try:
        added = add_seed(workspace, reference.references, reference.options, sandbox=sandbox, reporter=reporter)
    # Credentials that are refused for one line are refused for all, and so is what asks too often.
    except (NoAccessError, RestError):
        raise
    except (SeedError, SandboxError) as error:
        return _failed(reference, error)
    return _result(reference, "added", seed=added.seed.name, findings=added.findings)


def _failed(reference: SeedReference, error: AuthoringError) -> ListedSeed:
    return _result(reference, "failed", reason=error.message, hint=error.hint, exit_code=error.exit_code)


def _result(reference: SeedReference, end: LineOutcome, **details: Any) -> ListedSeed:
    return ListedSeed(line=reference.line, reference=reference.text, end=end, **details)


def _index_reference(number: int, line: str) -> SeedReference | None:
    """Return what a line of DSEval's index asks for; its titles may hold anything, so it is matched as a whole."""
    match = _INDEX_LINE.fullmatch(line)
    return SeedReference(number, (_kaggle_reference(match[1]),)) if match else None


def _line_reference(number: int, line: str, folder: Path) -> SeedReference | None:
    if tuple(line.split()) == INDEX_COLUMNS:
        return None
    words = list(_words(line))
    options = dict(_option(word) for word in words if _OPTION.fullmatch(word))
    references = tuple(_reference(word, folder) for word in words if not _OPTION.fullmatch(word))
    if not references:
        if options:
            raise SeedError("options without a reference", hint="a line begins with kaggle:OWNER/SLUG or a path")
        return None
    name, notebook = options.get("name", ""), options.get("notebook", "")
    return SeedReference(
        line=number,
        references=references,
        options=SeedOptions(
            name=name and checked_name(name),
            title=options.get("title", ""),
            licence=options.get("licence", ""),
            description=options.get("description", ""),
            notebook=_notebook_reference(notebook, folder) if notebook and notebook != "none" else "",
            without_notebook=notebook == "none",
            files=_names(options.get("files", "")),
            sheets=_names(options.get("sheets", "")),
            allow=AllowanceRequest(
                tuple(code for code in options.get("allow", "").split(",") if code.strip()), options.get("why", "")
            ),
        ),
    )


def _names(words: str) -> tuple[str, ...]:
    return tuple(name for name in map(str.strip, words.split(",")) if name)


def _words(line: str) -> Iterable[str]:
    """Yield the words of a line up to a remark, quotes taken off."""
    for match in _TOKEN.finditer(line):
        if match["unclosed"]:
            hint = "close it, or put it into others"
            raise SeedError(f"the quote in {match['unclosed'][:40]} is not closed", hint=hint)
        if match["remark"]:
            return
        yield re.sub(r""""([^"]*)"|'([^']*)'""", lambda quoted: quoted[1] or quoted[2] or "", match["word"])


def _option(word: str) -> tuple[str, str]:
    key, _, value = word.partition("=")
    if key not in LINE_OPTIONS:
        close = get_close_matches(key, LINE_OPTIONS, n=1)
        hint = f"did you mean {close[0]}=?" if close else f"known: {', '.join(f'{option}=' for option in LINE_OPTIONS)}"
        raise SeedError(f"no option is called {key}", hint=f"{hint} A path with = in it is written ./{word}")
    return "licence" if key == "license" else key, value


def _reference(word: str, folder: Path) -> str:
    if word.startswith("kaggle:") or is_page(word):
        return _kaggle_reference(word.removeprefix("kaggle:"))
    if word.startswith("package:"):
        package, slash, table = word.removeprefix("package:").partition("/")
        return f"package:{normal_name(package)}{slash}{table}"
    # Other prefixes are left to the sources: they know which there are.
    # At least two letters, so that a path that begins with a drive's letter stays a path.
    return word if re.match(r"[a-z]{2,}:", word) else str(folder / word)


def _notebook_reference(word: str, folder: Path) -> str:
    """Return a notebook as `add_seed` takes it: a file beside the list; without an ending, a name of Kaggle's."""
    return str(folder / word) if Path(word).suffix and not is_page(word) else word


def _kaggle_reference(word: str) -> str:
    return f"kaggle:{dataset_reference(word).text}"


def _with_distinct_names(references: Sequence[SeedReference]) -> tuple[SeedReference, ...]:
    """Mark repeated references, and give data sets of one name by several owners names that differ."""
    first_lines: dict[tuple[tuple[str, ...], str], int] = {}
    # Names that lines give themselves are taken first, wherever in the list they stand.
    names = {reference.options.name for reference in references}
    distinct: list[SeedReference] = []
    for listed in references:
        # The same data under two names are two seeds.
        key = (listed.references, listed.options.name)
        reference = replace(listed, repeats=first_lines.get(key))
        first_lines.setdefault(key, listed.line)
        if listed.is_kaggle and not listed.options.name and reference.repeats is None:
            dataset = dataset_reference(listed.references[0].removeprefix("kaggle:"))
            short, long = safe_stem(dataset.slug), safe_stem(f"{dataset.owner}-{dataset.slug}")
            # From the list alone, and not from seeds that are there: a second reading finds the seeds of the first.
            name = short if short not in names else long
            names.add(name)
            reference = replace(reference, options=replace(listed.options, name=name))
        distinct.append(reference)
    return tuple(distinct)

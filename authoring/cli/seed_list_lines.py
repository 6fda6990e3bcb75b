"""Lists of seeds: one reference a line, with options of its own; or the index of a published benchmark.

A line is ``REF... [name=NAME] [licence=SPDX] [title=TEXT] ...``; what has spaces stands in quotes, and what follows a
``#`` is a remark. The index of DSEval's Kaggle sets is read as it stands: columns of
facts, the last of them the address.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path

from authoring.cli.options import checked_name
from authoring.errors import AuthoringError, SeedError
from authoring.seeds.intake import Naming
from authoring.seeds.sources.base import WantedNotebook
from authoring.seeds.sources.kaggle.references import dataset_reference
from authoring.seeds.sources.names import safe_stem
from authoring.seeds.sources.packages import normal_name

OPTIONS = ("name", "title", "licence", "license", "description", "notebook", "allow", "why")
"""What a line may say of its seed; ``notebook=none`` takes none."""

INDEX = ("votes", "usability", "lastUpdated", "id", "size", "title", "url")
"""The columns of DSEval's index, where it names them."""

MOST_FAULTS = 5
"""Lines that cannot be read and are named."""

_TOKEN = re.compile(r"""\s*(?:(?P<remark>\#.*)|(?P<word>(?:[^\s"']|"[^"]*"|'[^']*')+)|(?P<rest>\S.*))""")
_OPTION = re.compile(r"([A-Za-z_]+)=(.*)", re.DOTALL)
_INDEXED = re.compile(r"\d+\s+[\d.]+\s+\d{4}-\d\d-\d\dT\S+\s+\d+\s+\d+\s+\S.*\s(https?://www\.kaggle\.com/\S+)\s*")
_PAGE = re.compile(r"(?:https?://)?(?:www\.)?kaggle\.com/", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Reference:
    """One seed that a list asks for."""

    line: int
    """From 1."""
    references: tuple[str, ...]
    """As for ``seed add``; paths lead from where the command runs."""
    naming: Naming = Naming()
    notebook: WantedNotebook = WantedNotebook()
    allow: tuple[str, ...] = ()
    """Findings of the seed gate that may pass."""
    why: str = ""
    repeats: int | None = None
    """The earlier line that asks for the same."""

    @property
    def shown(self) -> str:
        """The references as one text."""
        return " ".join(self.references)

    @property
    def is_kaggle(self) -> bool:
        """Whether it is a data set of Kaggle."""
        return self.references[0].startswith("kaggle:")


def references_in(text: str, *, path: Path) -> tuple[Reference, ...]:
    """Return what a list asks for, in order; a line that repeats an earlier one says so.

    Args:
        text: the list.
        path: where it stands; relative paths in it start at its folder.

    Raises:
        SeedError: a line cannot be read, all such lines are named; or there is none.
    """
    found: list[Reference] = []
    faults: list[str] = []
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        try:
            reference = _of_index(number, line) or _of_line(number, line, path.parent)
        except AuthoringError as error:
            faults.append(f"{path}:{number}: {error.message}" + (f" ({error.hint})" if error.hint else ""))
            continue
        if reference is not None:
            found.append(reference)
    if faults:
        further = f"\nand {len(faults) - MOST_FAULTS} more" if len(faults) > MOST_FAULTS else ""
        raise SeedError("\n".join(faults[:MOST_FAULTS]) + further, hint="mend the list; nothing was added")
    if not found:
        raise SeedError(f"{path}: names no data", hint="write one reference a line: kaggle:OWNER/SLUG, or a path")
    return _told_apart(found)


def _of_index(number: int, line: str) -> Reference | None:
    """The line of DSEval's index, whose titles may hold anything."""
    match = _INDEXED.fullmatch(line)
    return Reference(number, (_kaggle(match[1]),)) if match else None


def _of_line(number: int, line: str, folder: Path) -> Reference | None:
    if tuple(line.split()) == INDEX:
        return None
    words = list(_words(line))
    options = dict(_option(word) for word in words if _OPTION.fullmatch(word))
    references = tuple(_reference(word, folder) for word in words if not _OPTION.fullmatch(word))
    if not references:
        if options:
            raise SeedError("options without a reference", hint="a line begins with kaggle:OWNER/SLUG or a path")
        return None
    notebook = _notebook(options.get("notebook", ""), folder)
    name = options.get("name", "")
    return Reference(
        line=number,
        references=references,
        naming=Naming(
            name and checked_name(name),
            options.get("title", ""),
            options.get("licence", ""),
            options.get("description", ""),
        ),
        notebook=notebook,
        allow=tuple(code for code in options.get("allow", "").split(",") if code.strip()),
        why=options.get("why", ""),
    )


def _words(line: str) -> Iterable[str]:
    """The words of a line up to a remark, quotes taken off."""
    for match in _TOKEN.finditer(line):
        if match["rest"]:
            raise SeedError(f"the quote in {match['rest'][:40]} is not closed", hint="close it, or put it into others")
        if match["remark"]:
            return
        yield re.sub(r""""([^"]*)"|'([^']*)'""", lambda quoted: quoted[1] or quoted[2] or "", match["word"])


def _option(word: str) -> tuple[str, str]:
    key, _, value = word.partition("=")
    if key not in OPTIONS:
        close = get_close_matches(key, OPTIONS, n=1)
        meant = f"did you mean {close[0]}=?" if close else f"known: {', '.join(f'{one}=' for one in OPTIONS)}"
        raise SeedError(f"no option is called {key}", hint=f"{meant} A path with = in it is written ./{word}")
    return "licence" if key == "license" else key, value


def _reference(word: str, folder: Path) -> str:
    if word.startswith("kaggle:") or _PAGE.match(word):
        return _kaggle(word.removeprefix("kaggle:"))
    if word.startswith("package:"):
        package, slash, table = word.removeprefix("package:").partition("/")
        return f"package:{normal_name(package)}{slash}{table}"
    # What has another prefix is left to the sources: they know which there are.
    return word if re.match(r"[a-z]{2,}:", word) else str(folder / word)


def _notebook(given: str, folder: Path) -> WantedNotebook:
    """A file of a notebook lies beside the list; what has no ending is a name of Kaggle's."""
    if given == "none":
        return WantedNotebook(none=True)
    return WantedNotebook(str(folder / given) if Path(given).suffix and not _PAGE.match(given) else given)


def _kaggle(given: str) -> str:
    return f"kaggle:{dataset_reference(given).shown}"


def _told_apart(found: Sequence[Reference]) -> tuple[Reference, ...]:
    """Mark repeated references, and give data sets of one name by several owners names that differ.

    The names depend on the list alone, so that a second reading finds the seeds of the first.
    """
    first: dict[tuple[tuple[str, ...], str], int] = {}
    taken = {reference.naming.name for reference in found}
    named: list[Reference] = []
    for given in found:
        key = (given.references, given.naming.name)
        reference = replace(given, repeats=first.get(key))
        first.setdefault(key, given.line)
        if given.is_kaggle and not given.naming.name and reference.repeats is None:
            data = dataset_reference(given.references[0].removeprefix("kaggle:"))
            short, long = safe_stem(data.slug), safe_stem(f"{data.owner}-{data.slug}")
            name = short if short not in taken else long
            taken.add(name)
            reference = replace(reference, naming=replace(given.naming, name=name))
        named.append(reference)
    return tuple(named)

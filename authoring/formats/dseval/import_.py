"""What stands beside the data of a DSEval benchmark about where they come from: an index, and a card for each set."""

import html
import json
import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from authoring.dseal.analysis.inputs import input_uses
from authoring.dseal.code import parse_code
from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.model import CellKind, ProblemSet
from authoring.dseal.parse import parse
from authoring.formats.dseval.codes import ALL_FILES, NETWORK_FILE, RENAMED, UNREAD_FILE, UNREADABLE
from authoring.records.draft import ProblemOrigin
from authoring.records.imported import ImportedSet
from authoring.records.seed import Publication
from authoring.seeds.vetting.licences import licence_of

INDEX = "index.md"
"""In ``_inputs/``: tab-separated lines of votes, usability, date, number, size, title and address, as DSEval keeps them
of the data sets that it took from Kaggle."""

CARD = "card.json"
"""In ``_inputs/NAME/``: the page of a data set as schema.org's Dataset, which Kaggle gives to search engines."""

ABOUT = frozenset({CARD, "description.md"})
"""Files in a set's own folder that tell of its data and are none of them."""

_COLUMNS = 7

_ADDRESS = re.compile(r"https?://www\.kaggle\.com/(?:datasets/)?(?P<owner>[\w.-]+)/(?P<slug>[\w.-]+)/?$")

_LONGEST = 4_000
"""Characters of a description that are kept."""


@dataclass(frozen=True, slots=True)
class DatasetFacts:
    """What is known of the data of a set; empty where nothing is said."""

    title: str
    url: str
    publication: Publication
    licence: str = ""
    """SPDX identifier where the words stand for one, else the words."""
    description: str = ""


def facts_of_index(index: str) -> Mapping[str, DatasetFacts]:
    """Return what an index says, by the last part of the addresses, which is the name of the set.

    Lines that are none of it are left out: the file is for people, and nothing depends on it.
    """
    found: dict[str, DatasetFacts] = {}
    for line in index.splitlines():
        cells = [cell.strip() for cell in line.split("\t")]
        address = _ADDRESS.match(cells[-1]) if len(cells) >= _COLUMNS else None
        if address is None:
            continue
        publication = Publication(
            ref=f"{address['owner']}/{address['slug']}",
            votes=_whole(cells[0]),
            usability=_share(cells[1]),
            updated=_time(cells[2]),
            size=_whole(cells[4]),
        )
        found[address["slug"].lower()] = DatasetFacts(cells[5], cells[-1], publication)
    return found


def facts_of_card(card: str) -> DatasetFacts | None:
    """Return what a card says; None for what is no card of a data set."""
    try:
        said = json.loads(card)
    except (ValueError, RecursionError):
        return None
    url = _text(said, "url")
    address = _ADDRESS.match(url)
    if address is None:
        return None
    counts = {_text(each, "interactionType").rpartition("/")[2]: each for each in _list(said, "interactionStatistic")}
    licence = said.get("license")
    words = _text(licence, "name") or (licence if isinstance(licence, str) else "")
    publication = Publication(
        ref=f"{address['owner']}/{address['slug']}",
        version=_whole(str(said.get("version") or "")),
        votes=_whole(str(_value(counts.get("LikeAction"), "userInteractionCount"))),
        downloads=_whole(str(_value(counts.get("DownloadAction"), "userInteractionCount"))),
        updated=_time(_text(said, "dateModified")),
    )
    title = html.unescape(_text(said, "name")).strip()
    return DatasetFacts(title, url, publication, licence_of(words).spdx or words, _text(said, "description")[:_LONGEST])


def merged_facts(card: DatasetFacts | None, index: DatasetFacts | None) -> DatasetFacts | None:
    """Return what both say; the card is of the day on which the data were taken, so it comes first."""
    if card is None or index is None:
        return card or index
    mine, its = card.publication, index.publication
    known = {key: value for key, value in mine.model_dump().items() if value is not None}
    return replace(card, publication=Publication.model_validate({**its.model_dump(), **known}))


def _value(record: object, key: str) -> object:
    return record.get(key) if isinstance(record, dict) else None


def _text(record: object, key: str) -> str:
    value = _value(record, key)
    return value if isinstance(value, str) else ""


def _list(record: object, key: str) -> list[object]:
    value = _value(record, key)
    return value if isinstance(value, list) else []


def _whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 15 else None  # noqa: PLR2004 - digits


def _share(text: str) -> float | None:
    try:
        found = float(text)
    except ValueError:
        return None
    return found if 0 <= found <= 1 else None


def _time(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


# Problem sets of a DSEval benchmark as they are taken into a workspace: their text as it stands, files and facts.

ORIGIN = "import:dseval"

_MOST_NAMES = 5


@dataclass(frozen=True, slots=True)
class ReadSet:
    """One set of the benchmark."""

    name: str
    """Of the draft; the file's own where that can be a name."""
    imported: ImportedSet
    files: tuple[str, ...]
    """Of those that it might read, what it is given: names below ``inputs/``, in order."""


def import_set(name: str, text: str, files: Sequence[str], *, shared: bool, called: str = "") -> ReadSet:
    """Return a set as it is taken in, its text unchanged.

    Args:
        name: of the draft.
        text: what stands in the file.
        files: names below ``inputs/`` that it might read, sorted.
        shared: whether other sets might read them too, so that nothing is to be said of those that this one does not.
        called: the file's own name, where the draft has another.
    """
    problemset = parse(text)
    code = "\n".join(cell.code for cell in problemset.runnable)
    reads = input_uses(parse_code(code).tree)
    fetched = {key: url for _, problem in problemset.problems for key, url in problem.data.items()}
    named = dict.fromkeys((*(use.name for use in reads.uses), *fetched))
    kept = tuple(file for file in files if reads.open or _is_named(file, named))
    lacking = tuple(file for file in named if file not in files and not _is_folder(file, files))
    findings = [_unfetched(file, fetched[file]) for file in lacking if file in fetched]
    unread = [file for file in files if file not in kept and file not in ABOUT]
    if unread and not shared:
        said = ", ".join(unread[:_MOST_NAMES]) + (
            f" and {len(unread) - _MOST_NAMES} more" if unread[_MOST_NAMES:] else ""
        )
        findings.append(UNREAD_FILE.diagnostic(f"no cell reads {said}"))
    if reads.open and len(files) > 1:
        findings.append(
            ALL_FILES.diagnostic(f"the code reads files that it does not name, so all {len(files)} were kept")
        )
    if called:
        findings.append(RENAMED.diagnostic(f"the set {called!r} is called {name} here"))
    if not problemset.problems:
        findings.append(UNREADABLE.diagnostic(_unreadable_reason(problemset), hint="see: authoring lint FILE"))
    origins = (ProblemOrigin(origin=ORIGIN),) * len(problemset.problems)
    return ReadSet(name, ImportedSet(text=text, origins=origins, findings=tuple(findings), needs=lacking), kept)


def _is_named(file: str, named: Container[str]) -> bool:
    """Tell whether code names a file, or a folder that it is in."""
    parts = file.split("/")
    return any("/".join(parts[:length]) in named for length in range(1, len(parts) + 1))


def _is_folder(name: str, files: Sequence[str]) -> bool:
    return any(file.startswith(f"{name.rstrip('/')}/") for file in files)


def _unfetched(file: str, url: str) -> Diagnostic:
    hint = f"fetch it once, look at it, and put it beside the others as inputs/{file}"
    return NETWORK_FILE.diagnostic(f"inputs/{file} is not among the benchmark's files, and comes from {url}", hint=hint)


def _unreadable_reason(problemset: ProblemSet) -> str:
    broken = sum(cell.kind is CellKind.BROKEN for cell in problemset.cells)
    first = next((found.message for found in problemset.diagnostics), "it has no cell with a question")
    return f"no problem can be read: {first}" + (f" ({broken} cells are broken)" if broken else "")

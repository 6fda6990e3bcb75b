"""Sets of a DSEval benchmark taken into a workspace: their text as it stands, their files, facts about their data."""

import html
import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from authoring.dseal.analysis.inputs import input_uses
from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.model import CellKind, ProblemSet
from authoring.dseal.parse import parse
from authoring.dseal.python_code import parse_code
from authoring.formats.dseval.codes import ALL_FILES, NETWORK_FILE, RENAMED, UNREAD_FILE, UNREADABLE
from authoring.records.documents import DocumentError, load_json
from authoring.records.draft import ImportedSet, ProblemOrigin
from authoring.records.seed import Publication
from authoring.seeds.vetting.licences import licence_of

INDEX = "index.md"
"""The index in ``_inputs/``: tab-separated lines of votes, usability, date, number, size, title and address, as DSEval
keeps them of the data sets that it took from Kaggle."""
CARD = "card.json"
"""The card in ``_inputs/NAME/``: the page of a data set as schema.org's Dataset, made by Kaggle for search engines."""
ABOUT = frozenset({CARD, "description.md"})
"""Files in a set's own folder that describe its data and are no data themselves."""
_COLUMNS = 7
# The address of a data set on Kaggle, in both forms that it has had.
_ADDRESS = re.compile(r"https?://www\.kaggle\.com/(?:datasets/)?(?P<owner>[\w.-]+)/(?P<slug>[\w.-]+)/?$")
_LONGEST = 4_000
"""The number of characters to which a description is cut."""
ORIGIN = "import:dseval"
_MOST_NAMES = 5


@dataclass(frozen=True, slots=True)
class DatasetFacts:
    """Facts about the data of a set; a field is empty where neither card nor index fills it."""

    title: str
    url: str
    publication: Publication
    licence: str = ""
    """The SPDX identifier where the words stand for one, else the words."""
    description: str = ""


def facts_of_index(index: str) -> Mapping[str, DatasetFacts]:
    """Return the facts of an index, by the last part of the addresses, which is the name of the set.

    Lines that are none of it are left out: the file is for people, and nothing depends on it.
    """
    facts: dict[str, DatasetFacts] = {}
    for line in index.splitlines():
        cells = [cell.strip() for cell in line.split("\t")]
        # The address is the last cell of a line that is one.
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
        facts[address["slug"].lower()] = DatasetFacts(cells[5], cells[-1], publication)
    return facts


def facts_of_card(card: str) -> DatasetFacts | None:
    """Return the facts of a card; None where the text is no card of a data set."""
    try:
        # A website has written the card, so nothing in it is taken to be of the type that it should have.
        record = load_json(card)
    except DocumentError:
        return None
    url = _text(record, "url")
    address = _ADDRESS.match(url)
    if address is None:
        return None
    counts = {
        _text(statistic, "interactionType").rpartition("/")[2]: statistic
        for statistic in _list(record, "interactionStatistic")
    }
    licence = record.get("license")
    words = _text(licence, "name") or (licence if isinstance(licence, str) else "")
    publication = Publication(
        ref=f"{address['owner']}/{address['slug']}",
        version=_whole(str(record.get("version") or "")),
        votes=_whole(str(_value(counts.get("LikeAction"), "userInteractionCount"))),
        downloads=_whole(str(_value(counts.get("DownloadAction"), "userInteractionCount"))),
        updated=_time(_text(record, "dateModified")),
    )
    title = html.unescape(_text(record, "name")).strip()
    return DatasetFacts(
        title, url, publication, licence_of(words).spdx or words, _text(record, "description")[:_LONGEST]
    )


def merged_facts(card: DatasetFacts | None, index: DatasetFacts | None) -> DatasetFacts | None:
    """Return the facts of both; the card is of the day on which the data were fetched, so its values come first."""
    if card is None or index is None:
        return card or index
    card_publication, index_publication = card.publication, index.publication
    card_values = {key: value for key, value in card_publication.model_dump().items() if value is not None}
    return replace(card, publication=Publication.model_validate({**index_publication.model_dump(), **card_values}))


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
        share = float(text)
    except ValueError:
        return None
    return share if 0 <= share <= 1 else None


def _time(text: str) -> datetime | None:
    try:
        return datetime.fromisoformat(text)
    except ValueError:
        return None


@dataclass(frozen=True, slots=True)
class ReadSet:
    """One set of the benchmark."""

    name: str
    """The name of the draft: the file's own where that is a valid name."""
    imported: ImportedSet
    files: tuple[str, ...]
    """The files that the draft gets, of those that it might read: names below ``inputs/``, in order."""


def import_set(name: str, text: str, files: Sequence[str], *, shared: bool, called: str = "") -> ReadSet:
    """Return a set as it is taken in, its text unchanged.

    Args:
        name: the name of the draft.
        text: the content of the file.
        files: names below ``inputs/`` that it might read, sorted.
        shared: whether other sets might read them too, so that nothing is to be said of those that this one does not.
        called: the file's own name, where the draft has another.
    """
    problemset = parse(text)
    code = "\n".join(cell.code for cell in problemset.runnable)
    reads = input_uses(parse_code(code).tree)
    fetched = {key: url for _, problem in problemset.problems for key, url in problem.data.items()}
    paths = dict.fromkeys((*(use.name for use in reads.uses), *fetched))
    # Code that makes up names may read any file, so it gets all of them.
    selected = tuple(file for file in files if reads.open or _is_named(file, paths))
    lacking = tuple(file for file in paths if file not in files and not _is_folder(file, files))
    findings = [_unfetched(file, fetched[file]) for file in lacking if file in fetched]
    unread = [file for file in files if file not in selected and file not in ABOUT]
    # In a folder that several sets share, each file may be another one's.
    if unread and not shared:
        file_names = ", ".join(unread[:_MOST_NAMES]) + (
            f" and {len(unread) - _MOST_NAMES} more" if unread[_MOST_NAMES:] else ""
        )
        findings.append(UNREAD_FILE.diagnostic(f"no cell reads {file_names}"))
    if reads.open and len(files) > 1:
        findings.append(
            ALL_FILES.diagnostic(f"the code reads files that it does not name, so all {len(files)} were kept")
        )
    if called:
        findings.append(RENAMED.diagnostic(f"the set {called!r} is called {name} here"))
    if not problemset.problems:
        findings.append(UNREADABLE.diagnostic(_unreadable_reason(problemset), hint="see: authoring lint FILE"))
    origins = (ProblemOrigin(origin=ORIGIN),) * len(problemset.problems)
    return ReadSet(name, ImportedSet(text=text, origins=origins, findings=tuple(findings), needs=lacking), selected)


def _is_named(file: str, paths: Container[str]) -> bool:
    """Tell whether code names a file, or a folder that it is in."""
    parts = file.split("/")
    # Code that names a folder is taken to read all files in it.
    return any("/".join(parts[:length]) in paths for length in range(1, len(parts) + 1))


def _is_folder(name: str, files: Sequence[str]) -> bool:
    return any(file.startswith(f"{name.rstrip('/')}/") for file in files)


def _unfetched(file: str, url: str) -> Diagnostic:
    hint = f"fetch it once, look at it, and put it beside the others as inputs/{file}"
    return NETWORK_FILE.diagnostic(f"inputs/{file} is not among the benchmark's files, and comes from {url}", hint=hint)


def _unreadable_reason(problemset: ProblemSet) -> str:
    broken = sum(cell.kind is CellKind.BROKEN for cell in problemset.cells)
    first = next((diagnostic.message for diagnostic in problemset.diagnostics), "it has no cell with a question")
    return f"no problem can be read: {first}" + (f" ({broken} cells are broken)" if broken else "")

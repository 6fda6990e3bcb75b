"""How data sets of Kaggle are shown: what a search gave, and what changed there since seeds were added."""

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from authoring.api.seeds.kaggle import (
    DatasetNotebooks,
    DatasetVersions,
    DigestedNotebook,
    UpstreamReport,
    licence_words,
)
from authoring.cli.views.render import block, out, plain, table
from authoring.records.dataset_metadata import (
    Criterion,
    ExcludedDataset,
    SearchResult,
    UpstreamChange,
    UpstreamComparison,
    WellKnown,
)
from authoring.records.wording import counted, size, visible

MOST_LEFT_OUT = 15
"""Data sets that were left out and are shown; ``--json`` has all."""
DETAIL_WIDTH = 82
"""Columns of a screen that the other facts take, with some for the title."""
CRITERIA: dict[Criterion, str] = {
    "votes": "votes",
    "usability": "usability",
    "size": "size",
    "date": "date",
    "licence": "licence",
    "files": "files",
    "private": "private",
}
"""What a reason is about, in the line that sums up."""


def search_view(results: SearchResult) -> tuple[RenderableType, ...]:
    """Return candidates and what was left out; every word of the site as plain text."""
    parts: list[RenderableType] = []
    if results.candidates:
        parts += [candidates_table(results), Text()]
    if results.worn_out:
        parts += [*well_known_view(results.worn_out), Text()]
    if results.left_out:
        parts += [*left_out_view(results.left_out), Text()]
    return (*parts, plain(search_summary(results)))


def candidates_table(results: SearchResult) -> Table:
    """Return the candidates, one a line, in the order of the site."""
    candidates = table(
        "title", "ref", "votes>", "usability>", "size>", "updated", "licence", "notebooks>", title="Candidates"
    )
    # A reference is there to be copied: titles give way first, and only a narrow screen breaks it, losing nothing.
    longest = max(len(info.publication.ref) for info in results.candidates)
    candidates.columns[1].no_wrap = longest + DETAIL_WIDTH <= out().width
    candidates.columns[1].overflow = "fold"
    candidates.columns[5].no_wrap = True
    for info in results.candidates:
        publication = info.publication
        candidates.add_row(
            plain(info.title or "-"),
            plain(publication.ref, "bold"),
            _number(publication.votes),
            "-" if publication.usability is None else f"{publication.usability:.2f}",
            "-" if publication.size is None else size(publication.size),
            "-" if publication.updated is None else publication.updated.date().isoformat(),
            plain(licence_words(info)),
            _number(publication.notebooks),
        )
    return candidates


def well_known_view(datasets: Sequence[WellKnown]) -> tuple[RenderableType, ...]:
    """Return the candidates that models know by heart, those of one set together."""
    refs: dict[tuple[str, str], list[str]] = {}
    for dataset in datasets:
        refs.setdefault((dataset.name, dataset.known_for), []).append(dataset.ref)
    return tuple(
        plain(f"worn out: {', '.join(same)} seems to be {name}; it {known_for}", "yellow")
        for (name, known_for), same in refs.items()
    )


def left_out_view(left_out: Sequence[ExcludedDataset]) -> tuple[RenderableType, ...]:
    """Return data sets that are no candidates, each with all its reasons."""
    rows = table("left out", "because")
    rows.columns[0].overflow = "fold"
    for dataset in left_out[:MOST_LEFT_OUT]:
        rows.add_row(plain(dataset.ref), plain("; ".join(reason.words for reason in dataset.reasons)))
    more = len(left_out) - MOST_LEFT_OUT
    return (rows, Text(f"and {more:,} more; --json has all", "dim")) if more > 0 else (rows,)


def search_summary(results: SearchResult) -> str:
    """Return how many were looked at, how many are candidates, why the others are none, and why the search ended."""
    counts = f"{counted(results.looked_at, 'data set')} looked at, {counted(len(results.candidates), 'candidate')}"
    tally = Counter(reason.about for dataset in results.left_out for reason in dataset.reasons)
    reasons = ", ".join(f"{CRITERIA[about]} {number:,}" for about, number in tally.most_common())
    left_out = f", {len(results.left_out):,} left out ({reasons})" if results.left_out else ""
    return f"{counts}{left_out}{_ending(results)}"


def command_after_search(results: SearchResult, saved: Path | None) -> str:
    """Return the command that comes next: to add what was found."""
    if saved is not None and results.candidates:
        return f"authoring seed add --from {saved}"
    if results.candidates:
        return f"authoring seed add kaggle:{results.candidates[0].publication.ref}"
    return "authoring seed search --help"


def upstream_view(report: UpstreamReport) -> tuple[RenderableType, ...]:
    """Return each seed with what changed: what is about the data first, what moves by itself dimmed; then the sum."""
    parts: list[RenderableType] = []
    for upstream in report.seeds:
        word, style = _upstream_word(upstream)
        name, ref = plain(upstream.seed, "bold"), plain(f" kaggle:{upstream.ref}", "dim")
        parts.append(Text.assemble(name, ref, ": ", (word, style)))
        parts += [plain(f"  {_change_line(change)}", "" if change.news else "dim") for change in upstream.changes]
        parts += [plain(f"  {note}", "dim") for note in (*upstream.notes, upstream.failure) if note]
    return (*parts, plain(upstream_summary(report)))


def upstream_summary(report: UpstreamReport) -> str:
    """Return how many seeds were asked about and how many changed."""
    changed = sum(upstream.changed for upstream in report.seeds)
    failures = sum(bool(upstream.failure) for upstream in report.seeds)
    parts = [counted(len(report.seeds), "seed") + " asked about", f"{changed:,} changed upstream"]
    if failures:
        parts.append(f"{failures:,} could not be asked about")
    if report.without_upstream:
        parts.append(f"{report.without_upstream:,} from no site")
    return ", ".join(parts)


def command_after_update(report: UpstreamReport) -> str:
    """Return the command that comes next: to take the first seed anew that has another version, where there is one."""
    for upstream in report.seeds:
        # What is gone cannot be added anew.
        if upstream.changed and not upstream.gone:
            version = f"@{upstream.version}" if upstream.version else ""
            return f"authoring seed add kaggle:{upstream.ref}{version} --name {upstream.seed} --replace"
    return f"authoring seed show {report.seeds[0].seed}" if report.seeds else "authoring seed add kaggle:OWNER/SLUG"


def versions_view(listed: DatasetVersions) -> tuple[RenderableType, ...]:
    """Return the versions of a data set, one a line."""
    rows = table("version>", "day", "notes", title=f"Versions of {visible(listed.ref, lines=False)}")
    for version in listed.versions:
        marks = [
            "newest" if version.number == listed.newest else "",
            "the seed's" if version.number == listed.seed_version else "",
            version.status if version.status.lower() not in {"", "ready"} else "",
            version.notes,
        ]
        day = version.created.date().isoformat() if version.created else "-"
        rows.add_row(str(version.number), day, plain("; ".join(mark for mark in marks if mark)))
    return (rows, plain("the licence is the data set's, and one for all versions", "dim"))


def notebooks_view(listed: DatasetNotebooks) -> tuple[RenderableType, ...]:
    """Return notebooks about a data set, one a line."""
    if not listed.notebooks:
        return (plain(f"there is no Python notebook about {listed.ref}"),)
    rows = table(
        "ref", "title", "votes>", "last run", title=f"Python notebooks about {visible(listed.ref, lines=False)}"
    )
    rows.columns[0].overflow = "fold"
    for info in listed.notebooks:
        mark = " (the seed's)" if info.ref == listed.seed_notebook else ""
        day = info.updated.date().isoformat() if info.updated else "-"
        rows.add_row(plain(info.ref, "bold"), plain(f"{info.title}{mark}"), f"{info.votes:,}", day)
    return (rows,)


def digest_view(digested: DigestedNotebook) -> tuple[RenderableType, ...]:
    """Return the digest of a notebook as a model is given it."""
    return (block(digested.digest),)


def _ending(results: SearchResult) -> str:
    if results.ended == "enough":
        return "; there are more: raise --most"
    if results.ended == "votes":
        return f"; all further ones have fewer than {counted(results.wish.votes, 'vote')}"
    if results.ended == "bound":
        return "; the search ended there: add words to come nearer"
    if results.ended == "failure":
        return f"; the search ended there: {results.failure}"
    return "" if results.looked_at else "; no data set fits these words"


def _number(value: int | None) -> str:
    return "-" if value is None else f"{value:,}"


def _upstream_word(upstream: UpstreamComparison) -> tuple[str, str]:
    if upstream.failure:
        return "not known", "yellow"
    if upstream.gone:
        return "gone", "red"
    return ("changed", "yellow") if upstream.changed else ("unchanged", "green")


def _change_line(change: UpstreamChange) -> str:
    return f"{change.about}: {change.before or 'not known'} -> {change.now or 'not stated'}"

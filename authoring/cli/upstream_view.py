"""How what changed upstream is shown: what is about the data first, and what moves by itself in the dim."""

from collections.abc import Sequence

from rich.console import RenderableType
from rich.text import Text

from authoring.cli.views.render import plain
from authoring.records.dataset_metadata import Change, Upstream
from authoring.records.wording import counted


def upstream_view(found: Sequence[Upstream], without_upstream: int) -> tuple[RenderableType, ...]:
    """Return each seed with what changed, then how many did."""
    parts: list[RenderableType] = []
    for one in found:
        word, style = _word(one)
        parts.append(Text.assemble(plain(one.seed, "bold"), plain(f" kaggle:{one.ref}", "dim"), ": ", (word, style)))
        parts += [plain(f"  {_changed(change)}", "" if change.news else "dim") for change in one.changes]
        parts += [plain(f"  {note}", "dim") for note in (*one.notes, one.failure) if note]
    return (*parts, plain(summed_up(found, without_upstream)))


def summed_up(found: Sequence[Upstream], without_upstream: int) -> str:
    """Return how many seeds were asked about and how many changed."""
    changed, failed = sum(one.changed for one in found), sum(bool(one.failure) for one in found)
    parts = [counted(len(found), "seed") + " asked about", f"{changed:,} changed upstream"]
    if failed:
        parts.append(f"{failed:,} could not be asked about")
    if without_upstream:
        parts.append(f"{without_upstream:,} from no site")
    return ", ".join(parts)


def _word(one: Upstream) -> tuple[str, str]:
    if one.failure:
        return "not known", "yellow"
    if one.gone:
        return "gone", "red"
    return ("changed", "yellow") if one.changed else ("unchanged", "green")


def _changed(change: Change) -> str:
    return f"{change.about}: {change.before or 'not known'} -> {change.now or 'not stated'}"

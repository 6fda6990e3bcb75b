"""The figures of matplotlib that a notebook would show: those given to ``plt.show()``, and those open when a cell ends.

Matplotlib is never imported here: what nobody imported has no figures. In the strict dialect a figure that was shown
is closed, as a notebook does it, and what is drawn next is a new one. DSEval closes none, and a reference may go on
drawing on ``plt.gcf()`` in its next problem; so in its dialect a figure stays, and is shown anew when it was drawn
upon.
"""

import base64
import functools
import hashlib
import io
import sys
import weakref
from collections.abc import Callable
from typing import Any

from authoring.sandbox.inside.forks import in_fork
from authoring.sandbox.inside.views import guarded, utf8_text
from authoring.validators.base import CollectedItems
from authoring.validators.figures.artists import is_a
from authoring.validators.figures.deserialization import read_figures
from authoring.validators.figures.extraction import snapshot_of
from authoring.validators.figures.snapshots import FigureSnapshot, as_plain

PYPLOT = "matplotlib.pyplot"
MANAGERS = "matplotlib._pylab_helpers"
"""The module in which pyplot registers its figures; asking pyplot itself for one would make it the current figure."""
MAX_FIGURES = 20
"""Figures of one cell that are reported."""
MAX_TITLES = 50
MAX_TITLE = 200
"""The longest title, in characters."""
MAX_PICTURE = 3_000_000
"""Bytes of a picture; of a larger one only the digest is reported."""
HOOK_MARK = "tells_of_figures"
View = dict[str, Any]


class Figures:
    """The figures of one session.

    Args:
        close: whether a figure is closed once it was shown.
    """

    def __init__(self, *, close: bool) -> None:
        self._close = close
        self._drawn = False
        self._shown: list[View] = []
        self._contents_shown: list[tuple[Any, FigureSnapshot | None]] = []
        """Each shown figure, and its contents at that moment where the code may have drawn on it since."""
        self._last_states: weakref.WeakKeyDictionary[Any, int] = weakref.WeakKeyDictionary()
        """A hash of what each shown figure looked like; see `_state`."""

    def begin(self, *, drawn: bool) -> None:
        """Begin a cell; `drawn` asks for pictures."""
        self._shown, self._contents_shown, self._drawn = [], [], drawn
        _hook_show(self._show)

    def end(self, *, close: bool = False) -> list[View]:
        """Return the fields of a `FigureView` for each figure that the cell showed or left open, in order.

        Args:
            close: whether figures are closed in whichever dialect. Those of a problem about a figure are: DSEval
                judges none, and what answers the next one would be drawn upon them.
        """
        _hook_show(self._show)
        self._show(ended=True)
        if close:
            guarded(_close_all, None)
        return self._shown

    def judged(self, value: object) -> tuple[Any, ...]:
        """Return the figures for a validator: each that the cell showed, once, and its value if that is a figure."""
        figures = [figure if contents is None else contents for figure, contents in self._contents_shown]
        if guarded(lambda: is_a(value, "Figure") and is_a(value, "FigureBase"), default=False):
            figures += [value] if all(figure is not value for figure, _ in self._contents_shown) else []
        return tuple(figures)

    def _show(self, *, ended: bool = False) -> None:
        """Record the figures that are new, or were drawn on since."""
        managers: Any = sys.modules.get(MANAGERS)
        if managers is None or PYPLOT not in sys.modules:
            return
        registry: Any = getattr(managers, "Gcf", None)
        no_figures: list[Any] = []
        for figure in guarded(
            lambda: [manager.canvas.figure for manager in registry.get_all_fig_managers()], no_figures
        ):
            guarded(functools.partial(self._take_down, figure, ended=ended), None)
        if self._close:
            guarded(_close_all, None)

    def _take_down(self, figure: Any, *, ended: bool) -> None:
        # A figure that stays open shows up in every later cell; only a change makes it news.
        state = _state(figure)
        if len(self._shown) < MAX_FIGURES and self._last_states.get(figure) != state:
            self._last_states[figure] = state
            self._shown.append({**_view(figure), **(_picture(figure) if self._drawn else {})})
            # A figure that a notebook has closed may still be drawn upon; one that stays open is shown in the end.
            contents = _figure_contents(figure) if self._close and not ended else None
            self._contents_shown = [
                (earlier, earlier_contents)
                for earlier, earlier_contents in self._contents_shown
                if earlier is not figure
            ] + [(figure, contents)]


def _close_all() -> None:
    sys.modules[MANAGERS].Gcf.destroy_all()


def _state(figure: Any) -> int:
    """Return what changes when a figure is drawn upon: how much is on it, and what is written around it.

    Limits are not asked for: that would settle them.
    """
    titled = [getattr(figure, "_suptitle", None), *figure.axes]
    labels = [label for axes in figure.axes for label in (axes.get_xlabel(), axes.get_ylabel())]
    amounts = [len(figure.get_children()), *(len(axes.get_children()) for axes in figure.axes)]
    return hash((*amounts, *map(_title, titled), *(utf8_text(label, MAX_TITLE) for label in labels)))


def _hook_show(on_show: Callable[[], None]) -> None:
    """Make ``plt.show()`` call `on_show` as well; without a screen it does nothing of its own."""
    pyplot: Any = sys.modules.get(PYPLOT)
    show = getattr(pyplot, "show", None)
    # Tried at both ends of a cell, because the cell itself may be what imports pyplot.
    if show is None or hasattr(show, HOOK_MARK):
        return

    @functools.wraps(show)
    def show_and_report(*arguments: Any, **options: Any) -> Any:
        answer = show(*arguments, **options)
        on_show()
        return answer

    setattr(show_and_report, HOOK_MARK, True)
    pyplot.show = show_and_report


def _view(figure: Any) -> View:
    width, height = (int(size) for size in figure.get_size_inches() * figure.dpi)
    titled = [getattr(figure, "_suptitle", None), *figure.axes]
    titles = [_title(artist) for artist in titled[:MAX_TITLES]]
    return {"width": width, "height": height, "axes": len(figure.axes), "titles": [title for title in titles if title]}


def _title(artist: Any) -> str:
    if artist is None:
        return ""
    return utf8_text(artist.get_title() if hasattr(artist, "get_title") else artist.get_text(), MAX_TITLE)


def _figure_contents(figure: Any) -> FigureSnapshot:
    """Look at a figure in a fork that is thrown away, as `_picture` does."""
    from authoring.sandbox.inside.serialization import pack, unpack  # noqa: PLC0415 - few sessions draw

    answer, status = in_fork(lambda: pack(CollectedItems({"figures": [as_plain(snapshot_of(figure))]})))
    unreadable = FigureSnapshot(failure="it cannot be looked at")
    return unreadable if status else guarded(lambda: read_figures(unpack(answer).items["figures"])[0], unreadable)


def _picture(figure: Any) -> View:
    """Draw a figure as a kernel's inline backend does, in a fork that is thrown away.

    Drawing settles what a validator may look at. Of a figure with nothing on it, a notebook shows no picture.
    """

    def draw() -> bytes:
        if not figure.axes and not figure.lines:
            return b""
        file = io.BytesIO()
        # What the program that drew it is called is no part of a picture.
        figure.canvas.print_figure(
            file,
            format="png",
            dpi=figure.dpi,
            facecolor=figure.get_facecolor(),
            edgecolor=figure.get_edgecolor(),
            bbox_inches="tight",
            metadata={"Software": None},
        )
        return file.getvalue()

    picture, status = in_fork(draw)
    if status or not picture:
        return {}
    png = base64.b64encode(picture).decode() if len(picture) <= MAX_PICTURE else ""
    return {"sha256": hashlib.sha256(picture).hexdigest(), "png": png}

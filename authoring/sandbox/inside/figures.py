"""What a notebook would show of matplotlib's figures: those given to ``plt.show()``, and those open when a cell ends.

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
from authoring.sandbox.inside.views import guarded, plain
from authoring.validators.base import Collected
from authoring.validators.figures.artists import is_a
from authoring.validators.figures.looking import look_at
from authoring.validators.figures.reading import read_figures
from authoring.validators.figures.seen import Seen, as_plain

PYPLOT = "matplotlib.pyplot"
MANAGERS = "matplotlib._pylab_helpers"
"""Where pyplot keeps its figures; asking pyplot itself for one makes it the current one."""
MOST = 20
"""Figures of one cell that are told of."""
TITLES = 50
TITLE = 200
"""Characters."""
PICTURE = 3_000_000
"""Bytes of a picture; of a larger one only the digest is told."""
HOOKED = "tells_of_figures"
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
        self._kept: list[tuple[Any, Seen | None]] = []
        """Each figure that was shown, and what it showed where it may be drawn upon since."""
        self._known: weakref.WeakKeyDictionary[Any, int] = weakref.WeakKeyDictionary()
        """What each figure that was shown looked like, in brief."""

    def begin(self, *, drawn: bool) -> None:
        """Begin a cell; `drawn` asks for pictures."""
        self._shown, self._kept, self._drawn = [], [], drawn
        _hook(self._show)

    def end(self, *, close: bool = False) -> list[View]:
        """Return the fields of a `FigureView` for each figure that the cell showed or left open, in order.

        Args:
            close: whether figures are closed in whichever dialect. Those of a problem about a figure are: DSEval
                judges none, and what answers the next one would be drawn upon them.
        """
        _hook(self._show)
        self._show(ended=True)
        if close:
            guarded(_close_all, None)
        return self._shown

    def judged(self, value: object) -> tuple[Any, ...]:
        """Return what a validator is to look at: each figure that the cell showed, once, and its value if it is one."""
        kept = [figure if seen is None else seen for figure, seen in self._kept]
        if guarded(lambda: is_a(value, "Figure") and is_a(value, "FigureBase"), otherwise=False):
            kept += [value] if all(figure is not value for figure, _ in self._kept) else []
        return tuple(kept)

    def _show(self, *, ended: bool = False) -> None:
        """Take down the figures that are new, or were drawn upon."""
        managers: Any = sys.modules.get(MANAGERS)
        if managers is None or PYPLOT not in sys.modules:
            return
        registry: Any = getattr(managers, "Gcf", None)
        nothing: list[Any] = []
        for figure in guarded(lambda: [each.canvas.figure for each in registry.get_all_fig_managers()], nothing):
            guarded(functools.partial(self._take_down, figure, ended=ended), None)
        if self._close:
            guarded(_close_all, None)

    def _take_down(self, figure: Any, *, ended: bool) -> None:
        state = _state(figure)
        if len(self._shown) < MOST and self._known.get(figure) != state:
            self._known[figure] = state
            self._shown.append({**_view(figure), **(_picture(figure) if self._drawn else {})})
            # A figure that a notebook has closed may still be drawn upon; one that stays open is shown in the end.
            seen = _seen(figure) if self._close and not ended else None
            self._kept = [(other, each) for other, each in self._kept if other is not figure] + [(figure, seen)]


def _close_all() -> None:
    sys.modules[MANAGERS].Gcf.destroy_all()


def _state(figure: Any) -> int:
    """Return what changes when a figure is drawn upon: how much is on it, and what is written around it.

    Limits are not asked for: that would settle them.
    """
    heads = [getattr(figure, "_suptitle", None), *figure.axes]
    labels = [label for axes in figure.axes for label in (axes.get_xlabel(), axes.get_ylabel())]
    amounts = [len(figure.get_children()), *(len(axes.get_children()) for axes in figure.axes)]
    return hash((*amounts, *map(_title, heads), *(plain(label, TITLE) for label in labels)))


def _hook(shown: Callable[[], None]) -> None:
    """Have ``plt.show()`` say so; where there is no screen, it does nothing of its own."""
    pyplot: Any = sys.modules.get(PYPLOT)
    show = getattr(pyplot, "show", None)
    if show is None or hasattr(show, HOOKED):
        return

    @functools.wraps(show)
    def telling(*arguments: Any, **options: Any) -> Any:
        answer = show(*arguments, **options)
        shown()
        return answer

    setattr(telling, HOOKED, True)
    pyplot.show = telling


def _view(figure: Any) -> View:
    width, height = (int(size) for size in figure.get_size_inches() * figure.dpi)
    heads = [getattr(figure, "_suptitle", None), *figure.axes]
    titles = [_title(head) for head in heads[:TITLES]]
    return {"width": width, "height": height, "axes": len(figure.axes), "titles": [title for title in titles if title]}


def _title(head: Any) -> str:
    if head is None:
        return ""
    return plain(head.get_title() if hasattr(head, "get_title") else head.get_text(), TITLE)


def _seen(figure: Any) -> Seen:
    """Look at a figure in a fork that is thrown away, as `_picture` does."""
    from authoring.sandbox.inside.serialization import pack, unpack  # noqa: PLC0415 - few sessions draw

    answer, status = in_fork(lambda: pack(Collected({"figures": [as_plain(look_at(figure))]})))
    failed = Seen(failure="it cannot be looked at")
    return failed if status else guarded(lambda: read_figures(unpack(answer).items["figures"])[0], failed)


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
    png = base64.b64encode(picture).decode() if len(picture) <= PICTURE else ""
    return {"sha256": hashlib.sha256(picture).hexdigest(), "png": png}

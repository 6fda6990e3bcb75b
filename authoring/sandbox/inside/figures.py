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
        self._known: weakref.WeakKeyDictionary[Any, int] = weakref.WeakKeyDictionary()
        """How much is on each figure that was shown."""

    def begin(self, *, drawn: bool) -> None:
        """Begin a cell; `drawn` asks for pictures."""
        self._shown, self._drawn = [], drawn
        _hook(self._show)

    def end(self) -> list[View]:
        """Return the fields of a `FigureView` for each figure that the cell showed or left open, in order."""
        _hook(self._show)
        self._show()
        return self._shown

    def _show(self) -> None:
        """Take down the figures that are new, or were drawn upon."""
        managers: Any = sys.modules.get(MANAGERS)
        if managers is None or PYPLOT not in sys.modules:
            return
        registry: Any = getattr(managers, "Gcf", None)
        nothing: list[Any] = []
        for figure in guarded(lambda: [each.canvas.figure for each in registry.get_all_fig_managers()], nothing):
            guarded(functools.partial(self._take_down, figure), None)
        if self._close:
            guarded(lambda: registry.destroy_all(), None)  # noqa: PLW0108 - whatever stands there may have none

    def _take_down(self, figure: Any) -> None:
        amount = len(figure.get_children()) + sum(len(axes.get_children()) for axes in figure.axes)
        if len(self._shown) < MOST and self._known.get(figure) != amount:
            self._known[figure] = amount
            self._shown.append({**_view(figure), **(_picture(figure) if self._drawn else {})})


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


def _picture(figure: Any) -> View:
    """Draw a figure in a fork that is thrown away: drawing settles what a validator may look at."""

    def draw() -> bytes:
        file = io.BytesIO()
        # What the program that drew it is called is no part of a picture.
        figure.savefig(file, format="png", metadata={"Software": None})
        return file.getvalue()

    picture, status = in_fork(draw)
    if status or not picture:
        return {}
    png = base64.b64encode(picture).decode() if len(picture) <= PICTURE else ""
    return {"sha256": hashlib.sha256(picture).hexdigest(), "png": png}

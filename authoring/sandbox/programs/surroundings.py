"""A program for a session: changes what surrounds a cell, one thing at a time, or notes the deprecations it meets."""

import os
import re
import sys
import time
import warnings
import zlib
from collections.abc import Callable, Mapping
from typing import Any

SHIFTED_DAYS = 400
MIDDLE_OF_TIMES = 1_500_000_000 * 10**9
"""The moment, in nanoseconds, round which times of files are turned."""
LONGEST_MESSAGE = 500
MOST_WARNINGS = 20
LIBRARIES = frozenset({"pandas", "numpy", "sklearn"})

Namespace = dict[str, Any]


def note_warnings(_namespace: Namespace) -> dict[str, Any]:
    """Have deprecations that code meets from here on noted, where `noted_warnings` finds them."""
    notes: list[dict[str, Any]] = []
    warnings.__dict__["_noted"] = notes
    for category in (DeprecationWarning, PendingDeprecationWarning, FutureWarning):
        warnings.simplefilter("always", category)
    usual = warnings.showwarning

    def show(message: Any, category: Any, filename: str, lineno: int, file: Any = None, line: Any = None) -> None:
        if not issubclass(category, DeprecationWarning | PendingDeprecationWarning | FutureWarning):
            usual(message, category, filename, lineno, file, line)
        elif len(notes) < MOST_WARNINGS:
            notes.append(_note(str(message), category.__name__, filename, lineno))

    warnings.showwarning = show
    return {"tables": {}, "others": []}


def _note(message: str, category: str, filename: str, lineno: int) -> dict[str, Any]:
    """Return a warning with the library that gives it, and whether the cell itself is what it is about."""
    frame: Any = sys._getframe(2)  # noqa: SLF001 - the only way to those who called
    library, cell, cell_line = "", "", 0
    while frame is not None:
        module = str(frame.f_globals.get("__name__", "")).partition(".")[0]
        if not library and module not in {"warnings", "authoring_program"}:
            library = module
        if not cell and frame.f_code.co_filename.startswith("<cell"):
            cell, cell_line = frame.f_code.co_filename, frame.f_lineno
        frame = frame.f_back
    # What numpy warns of in C seems to come from the cell itself.
    if library == "__main__" and re.search(r"NumPy|numpy|\bnp\.", message):
        library = "numpy"
    # scikit-learn seldom says whose call it means; what pandas and numpy say of other libraries is not the cell's.
    is_of_cell = filename.startswith("<cell") or library == "sklearn"
    return {
        "message": message[:LONGEST_MESSAGE],
        "category": category,
        "library": library if library in LIBRARIES else "",
        "cell": cell if is_of_cell else "",
        "line": lineno if filename == cell else cell_line,
    }


def noted_warnings(_namespace: Namespace) -> dict[str, Any]:
    """Return the deprecations that were noted."""
    frame, cell = sys._getframe(1), 0  # noqa: SLF001 - the only way to those who called
    while frame is not None:
        name = frame.f_code.co_filename
        cell = int(name[6:-1]) if name.startswith("<cell ") else cell
        frame = frame.f_back  # type: ignore[assignment]  # the outermost has none
    return {"tables": {}, "others": [], "cell": cell, "warnings": list(warnings.__dict__.get("_noted", []))}


def change_surroundings(namespace: Namespace, kind: str) -> dict[str, Any]:
    """Change one thing that surrounds code: a key of `SURROUNDINGS`."""
    SURROUNDINGS[kind](namespace)
    return {"tables": {}, "others": []}


def _move_clock(namespace: Namespace) -> None:
    """Have every clock that Python code reads go 400 days ahead."""
    import datetime as dt  # noqa: PLC0415 - changed in place

    seconds = SHIFTED_DAYS * 86_400.0 + 7_654.0
    usual_time, usual_local, usual_utc, usual_ns = time.time, time.localtime, time.gmtime, time.time_ns
    time.time = lambda: usual_time() + seconds
    time.time_ns = lambda: usual_ns() + int(seconds) * 10**9
    time.localtime = lambda moment=None: usual_local(usual_time() + seconds if moment is None else moment)
    time.gmtime = lambda moment=None: usual_utc(usual_time() + seconds if moment is None else moment)
    usual_datetime: Any = dt.datetime
    usual_date: Any = dt.date
    ahead = dt.timedelta(seconds=seconds)

    class Meta(type(usual_datetime)):  # type: ignore[misc]  # a class that stands for another one
        def __instancecheck__(cls, instance: Any) -> bool:
            return isinstance(instance, cls.__mro__[1])

    class LaterDatetime(usual_datetime, metaclass=Meta):  # type: ignore[misc]  # as above
        @classmethod
        def now(cls, tz: Any = None) -> Any:
            return usual_datetime.now(tz) + ahead

        @classmethod
        def utcnow(cls) -> Any:
            return usual_datetime.now(dt.UTC).replace(tzinfo=None) + ahead

        @classmethod
        def today(cls) -> Any:
            return usual_datetime.now() + ahead

    class LaterDate(usual_date, metaclass=Meta):  # type: ignore[misc]  # as above
        @classmethod
        def today(cls) -> Any:
            return (usual_datetime.now() + ahead).date()

    dt.__dict__.update(datetime=LaterDatetime, date=LaterDate)
    _rebind(namespace, {usual_datetime: LaterDatetime, usual_date: LaterDate, usual_time: time.time})
    pandas = sys.modules.get("pandas")
    if pandas is not None:
        usual_now = pandas.Timestamp.now
        pandas.Timestamp.now = lambda tz=None: usual_now(tz) + ahead
        pandas.Timestamp.today = lambda tz=None: usual_now(tz) + ahead


def _turn_files(namespace: Namespace) -> None:
    """Have folders listed in the opposite order."""
    import glob  # noqa: PLC0415 - changed in place
    import pathlib  # noqa: PLC0415 - as above

    usual_list, usual_walk, usual_glob = os.listdir, os.walk, glob.glob
    os.listdir = lambda path=".": usual_list(path)[::-1]  # type: ignore[assignment]  # stands for a builtin
    glob.glob = lambda *names, **options: usual_glob(*names, **options)[::-1]
    os.walk = lambda *names, **options: (
        (folder, folders[::-1], files[::-1]) for folder, folders, files in usual_walk(*names, **options)
    )
    for method in ("iterdir", "glob", "rglob"):
        usual = getattr(pathlib.Path, method)
        setattr(pathlib.Path, method, lambda path, *names, _usual=usual: iter(list(_usual(path, *names))[::-1]))
    _rebind(namespace, {usual_list: os.listdir, usual_walk: os.walk, usual_glob: glob.glob})


def _turn_file_times(namespace: Namespace) -> None:
    """Have the newest file be the oldest, and files of one moment be of several."""
    usual_stat, usual_lstat = os.stat, os.lstat

    def turned_stat(path: Any, **options: Any) -> os.stat_result:
        return _turned(usual_stat(path, **options), path)

    def turned_lstat(path: Any, **options: Any) -> os.stat_result:
        return _turned(usual_lstat(path, **options), path)

    os.stat, os.lstat = turned_stat, turned_lstat
    _rebind(namespace, {usual_stat: turned_stat, usual_lstat: turned_lstat})


def _turned(status: os.stat_result, path: Any) -> os.stat_result:
    """Return what is known of a file, with each time as long after a fixed moment as it was before it."""
    # Less than lies between two files that are written one after the other.
    nudge = 0 if isinstance(path, int) else zlib.crc32(os.fsencode(path).rpartition(b"/")[2]) % 64 * 1_000
    reduced: Any = status.__reduce__()
    numbers, fields = reduced[1]
    for name in ("st_atime", "st_mtime", "st_ctime"):
        moment = 2 * MIDDLE_OF_TIMES - fields[f"{name}_ns"] + nudge
        fields |= {name: moment / 1e9, f"{name}_ns": moment}
    return os.stat_result((*numbers[:7], *(int(fields[name]) for name in ("st_atime", "st_mtime", "st_ctime"))), fields)


def _move_place(_namespace: Namespace) -> None:
    """Have code run in another folder, which shows what the old one holds, and as another user."""
    names = os.listdir(".")  # noqa: PTH208 - a path object would look at the patches of others
    folder = os.path.abspath("another-folder")  # noqa: PTH100 - as above
    os.mkdir(folder)  # noqa: PTH102 - as above
    for name in names:
        os.symlink(os.path.abspath(name), os.path.join(folder, name))  # noqa: PTH100, PTH118, PTH211 - as above
    os.chdir(folder)
    os.environ.update(dict.fromkeys(("USER", "LOGNAME", "USERNAME"), "another"))
    os.environ["HOME"] = "/another/home"


def _change_processors(namespace: Namespace) -> None:
    """Have code believe that there are as many processors as on no machine of ours."""
    usual, number = os.cpu_count, 3 if os.cpu_count() != 3 else 5  # noqa: PLR2004 - any other number
    os.cpu_count = lambda: number
    if hasattr(os, "sched_getaffinity"):
        os.sched_getaffinity = lambda _process: set(range(number))
    _rebind(namespace, {usual: os.cpu_count})


def _rebind(namespace: Namespace, others: Mapping[Any, Any]) -> None:
    """Give names of the session that stand for one thing another."""
    for name, value in list(namespace.items()):
        for usual, other in others.items():
            if value is usual:
                namespace[name] = other


SURROUNDINGS: Mapping[str, Callable[[Namespace], None]] = {
    "clock": _move_clock,
    "file-order": _turn_files,
    "file-times": _turn_file_times,
    "place": _move_place,
    "processors": _change_processors,
}

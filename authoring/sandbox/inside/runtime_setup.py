"""Setup of a session's Python process: random states, display options, and pools that have to survive a fork.

In the copy only the thread that forked is left, and a library that keeps a pool waits there for threads that are not.
OpenMP's pools are given back before every fork, and start anew when they are next needed; so do Python's own in the
copy. joblib's pool of processes belongs to the process that started it.
"""

import contextlib
import ctypes
import os
import random
import re
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd

# The end of a line of `/proc/self/maps`: the runtimes of GNU, LLVM and Intel.
OPENMP = re.compile(r"(/\S*/lib(?:gomp|omp|iomp5)[^/\s]*\.so[^/\s]*)$", re.MULTILINE)
PAUSE_HARD = 2
"""``omp_pause_hard``: give everything back."""
NOTEBOOK_COLUMNS = 20
"""Columns that pandas shows of a frame in a notebook."""
LOKY_EXECUTORS = "joblib.externals.loky.reusable_executor"


def seed(state: int) -> None:
    """Set the random states that code draws from which sets none: Python's, numpy's, and torch's where it is warm."""
    random.seed(state)
    np.random.seed(state)  # noqa: NPY002 - it is this state that unseeded code draws from
    torch: Any = sys.modules.get("torch")
    if torch is not None:
        with contextlib.suppress(Exception):  # what it does depends on its version and on the machine
            torch.manual_seed(state)


def show_frames_as(*, notebook: bool) -> None:
    """Have pandas show wide frames as in a notebook, where there is no terminal whose width it could ask for.

    A kernel folds what is wider than 80 characters, up to 20 columns; a terminal leaves columns out instead. DSEval
    runs cells in a terminal, so in its dialect this stays as it is.
    """
    if notebook:
        pd.set_option("display.max_columns", NOTEBOOK_COLUMNS)


def survive_forks() -> None:
    """Prepare every later fork of this process, those that a cell makes included."""
    # Before the fork, because in the child the threads to be ended are gone already.
    os.register_at_fork(before=_OpenMPPools().give_back, after_in_child=_reset_pools_in_child)


TRACKERS = (
    ("multiprocessing.resource_tracker", "_resource_tracker", ("_fd", "_pid")),
    ("joblib.externals.loky.backend.resource_tracker", "_resource_tracker", ("_fd", "_pid")),
    ("multiprocessing.forkserver", "_forkserver", ("_forkserver_alive_fd", "_forkserver_pid")),
)
"""Objects that hold a pipe to a process of their own: module, name, and what says that the process is there."""


def forget_trackers() -> None:
    """Have helper processes that belong to the session this one was forked from started anew, without a warning."""
    for module_name, name, attributes in TRACKERS:
        tracker = getattr(sys.modules.get(module_name), name, None)
        for attribute in attributes if tracker is not None else ():
            setattr(tracker, attribute, None)


class _OpenMPPools:
    """The OpenMP runtimes that are loaded; several packages bring one of their own."""

    def __init__(self) -> None:
        self._modules = 0
        self._pauses: list[Callable[[int], int]] = []

    def give_back(self) -> None:
        """End the threads that the present one keeps in pools."""
        # A runtime comes with a package, and reading the maps before every fork would take long.
        if len(sys.modules) != self._modules:
            self._modules = len(sys.modules)
            self._pauses = _pause_functions()
        for pause in self._pauses:
            pause(PAUSE_HARD)


def _pause_functions() -> list[Callable[[int], int]]:
    """Return ``omp_pause_resource_all`` of each runtime; those that are older than OpenMP 5 have none."""
    functions: list[Callable[[int], int]] = []
    with contextlib.suppress(OSError):
        for path in sorted(set(OPENMP.findall(Path("/proc/self/maps").read_text()))):
            with contextlib.suppress(OSError, AttributeError):
                # RTLD_NOLOAD: a handle of what is loaded already, never a second runtime.
                functions.append(ctypes.CDLL(path, mode=os.RTLD_NOLOAD).omp_pause_resource_all)
    return functions


def _reset_pools_in_child() -> None:
    """Have pools start threads and processes of their own: those they remember belong to the process that forked."""
    with contextlib.suppress(Exception):  # none of this is public, and some of it may be another thing one day
        # Looked up among what is imported: importing joblib for this would slow down every fork.
        executors: Any = sys.modules.get(LOKY_EXECUTORS)
        if executors is not None:
            executors._executor = None  # noqa: SLF001 - there is no other way to say it
        threads: Any = sys.modules.get("concurrent.futures.thread")
        for thread in [] if threads is None else [*threads._threads_queues]:  # noqa: SLF001 - as above
            pool = thread._args[0]()  # noqa: SLF001 - as above
            pool._threads.clear()  # noqa: SLF001 - as above
            pool._idle_semaphore = threading.Semaphore(0)  # noqa: SLF001 - as above

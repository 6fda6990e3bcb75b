"""A real Dask scheduler and real workers on the loopback, each a process."""

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any


class Machines:
    """A scheduler and its workers, each a process."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.address = ""
        self.scheduler: subprocess.Popen[bytes] | None = None
        self.workers: list[subprocess.Popen[bytes]] = []

    def begin(self) -> None:
        """Start the scheduler on a free port."""
        place = self._folder / "scheduler.json"
        options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", str(place)]
        self.scheduler = self._start(["-m", "distributed.cli.dask_scheduler", *options])
        wait_for(lambda: place.exists() and "}" in place.read_text())
        port = next(line for line in place.read_text().splitlines() if '"address"' in line)
        self.address = port.partition(": ")[2].strip('", ')

    def join(self, *program: str, threads: int = 1, **environment: str) -> subprocess.Popen[bytes]:
        """Start a worker."""
        started = list(program) or ["-m", "distributed.cli.dask_worker"]
        options = ["--no-nanny", "--nthreads", str(threads), "--no-dashboard", "--host", "127.0.0.1"]
        folder = ["--local-directory", str(self._folder)]
        worker = self._start([*started, self.address, *options, *folder], **environment)
        self.workers.append(worker)
        return worker

    def _start(self, arguments: list[str], **environment: str) -> subprocess.Popen[bytes]:
        with (self._folder / f"{time.monotonic_ns()}.log").open("wb") as log:
            return subprocess.Popen(
                [sys.executable, *arguments],
                stdout=log,
                stderr=log,
                cwd=self._folder,
                env={**os.environ, **environment},
            )

    def end(self) -> None:
        """Kill all."""
        for process in (*self.workers, *([self.scheduler] if self.scheduler else [])):
            process.kill()
            process.wait()

    def wait(self, workers: int) -> None:
        """Wait until so many workers are there, no more and no fewer."""
        with told_by(self.address) as client:
            wait_for(lambda: len(client.scheduler_info(n_workers=-1)["workers"]) == workers)


@contextmanager
def told_by(address: str) -> Iterator[Any]:
    """Give a client of Dask's own."""
    from distributed import Client  # noqa: PLC0415 - the extra

    with Client(address, set_as_default=False) as client:
        yield client


def wait_for(said: Callable[[], bool], seconds: float = 120) -> None:
    """Wait until something is so."""
    limit = time.monotonic() + seconds
    while not said():
        assert time.monotonic() < limit
        time.sleep(0.02)


@contextmanager
def machines_in(folder: Path, workers: int) -> Iterator[Machines]:
    """Start machines, and end them whatever happens."""
    machines = Machines(folder)
    try:
        machines.begin()
        for _ in range(workers):
            machines.join()
        machines.wait(workers)
        yield machines
    finally:
        machines.end()

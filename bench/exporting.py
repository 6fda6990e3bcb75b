"""What exports cost, and how much of a benchmark each format can say: ``python -m bench.exporting``.

The repository's sets are exported one by one with nothing let pass: a problem that a finding of weight error names
cannot be said in the format, and the share of the others is printed, with each code and how often it was found. Then
as many sets as are asked for are made of the same ones, under names of their own and with a comment each that makes
their texts differ, and exported in one go: seconds in all and of playing cells in the sandbox (those of all threads
added up), files, megabytes, and how many times as long it takes as reading the same sets from disk and parsing them.
"""

import argparse
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import NamedTuple

from authoring.dseal import Severity, parse
from authoring.evaluation.player import SetPlayer
from authoring.formats.base.port import ExportOptions, MapSets
from authoring.formats.base.registry import EXPORT_CODES, EXPORTERS, nothing_played, prepare, this_tool
from authoring.records.bundle import AdmittedSet, Bundle
from authoring.records.evidence import CellRun
from authoring.sandbox.client.local import LocalSandbox
from authoring.workspace import Workspace

ROOT = Path(__file__).parents[1]
SETS = 100
MEGABYTE = 1_000_000
OPTIONS = ExportOptions(name="bench", version="1", tool=this_tool())


@dataclass(slots=True)
class TimedPlayer:
    """Plays cells, and keeps count of what that took."""

    workspace: Workspace
    sandbox: LocalSandbox
    seconds: float = 0.0
    cells: int = 0
    originals: dict[str, str] = field(default_factory=dict)
    """The set whose data a copy has, by the copy's name."""
    counting: Lock = field(default_factory=Lock)

    def __call__(self, problemset: AdmittedSet, cells: Sequence[str]) -> tuple[CellRun, ...]:
        """See `authoring.formats.base.port.Player`."""
        began = time.perf_counter()
        play = SetPlayer(self.sandbox, self.workspace.settings.limits, self._inputs)
        runs = play(problemset, cells)
        with self.counting:
            self.seconds += time.perf_counter() - began
            self.cells += len(runs)
        return runs

    def _inputs(self, name: str) -> tuple[Path, ...]:
        return tuple(self.workspace.problemset_inputs(self.originals.get(name, name)))


class Share(NamedTuple):
    """How much of a benchmark a format can say."""

    said: int
    problems: int
    reasons: Counter[tuple[str, str]]
    """Code and name of what keeps a problem back, counted by problems."""


def share(target: str, sets: Sequence[AdmittedSet], player: TimedPlayer) -> Share:
    """Return how many problems of the sets a format can say, and why not the others."""
    said, problems = 0, 0
    reasons: Counter[tuple[str, str]] = Counter()
    for one in sets:
        found = [d for d in _exported(target, [one], player).findings if d.severity is Severity.ERROR]
        numbers = {problem.number for _, problem in parse(one.text).problems}
        # A finding about the whole set keeps back every problem of it.
        whole = any(finding.problem is None for finding in found)
        unsaid = numbers if whole else {finding.problem for finding in found}
        problems += len(numbers)
        said += len(numbers - unsaid)
        # A problem counts once for each code, however many places it has.
        reasons.update(
            (code, name) for code, name, _ in {(finding.code, finding.name, finding.problem) for finding in found}
        )
    return Share(said, problems, reasons)


def copies(sets: Sequence[AdmittedSet], count: int, player: TimedPlayer) -> list[AdmittedSet]:
    """Return as many sets as are wanted, made of those given, no two with the same text."""
    made = []
    for number in range(count):
        one = sets[number % len(sets)]
        copy = one.model_copy(update={"name": f"{one.name}-{number}", "text": f"# Copy {number}.\n{one.text}"})
        player.originals[copy.name] = one.name
        made.append(copy)
    return made


def reading(workspace: Workspace, count: int) -> float:
    """Return the seconds that reading and parsing as many sets takes."""
    names = workspace.problemsets()
    began = time.perf_counter()
    for number in range(count):
        parse(workspace.read_problemset(names[number % len(names)]).text)
    return time.perf_counter() - began


def _exported(
    target: str,
    sets: Sequence[AdmittedSet],
    player: TimedPlayer,
    allowed: Sequence[str] = (),
    across: MapSets = map,
) -> Bundle:
    play = player if EXPORTERS[target].runs else nothing_played
    return prepare(target, sets, options=OPTIONS, play=play, across=across, allowed=allowed)


def show_share(target: str, found: Share) -> None:
    """Print a share, and what keeps the rest back."""
    print(f"{target:14}{found.said:4} of {found.problems} problems ({found.said / found.problems:.0%})", flush=True)
    for (code, name), times in found.reasons.most_common():
        print(f"{'':14}{times:4} {code} {name}")


def show_cost(target: str, sets: Sequence[AdmittedSet], player: TimedPlayer, floor: float, jobs: int) -> None:
    """Export many sets with all let pass that may be, and print what it took."""
    player.seconds, player.cells = 0.0, 0
    began = time.perf_counter()
    with ThreadPoolExecutor(jobs) as threads:
        bundle = _exported(target, sets, player, tuple(EXPORT_CODES), threads.map if jobs > 1 else map)
    seconds = time.perf_counter() - began
    size = sum(len(file.content) for file in bundle.files) / MEGABYTE
    print(
        f"{target:14}{seconds:9.1f} s, of which {player.seconds:7.1f} s for {player.cells:5} cells; "
        f"{len(bundle.files):5} files, {size:7.1f} MB; {seconds / floor:8.1f}x reading",
        flush=True,
    )


def main() -> int:
    """Measure, and print a line for each format; return 0."""
    wanted = argparse.ArgumentParser(prog="python -m bench.exporting", description=__doc__)
    wanted.add_argument("--sets", type=int, default=SETS, metavar="N", help="exported in one go")
    wanted.add_argument("--jobs", type=int, default=1, metavar="N", help="sets played at once")
    wanted.add_argument("--formats", nargs="+", default=list(EXPORTERS), choices=list(EXPORTERS))
    wanted.add_argument("--workspace", type=Path, default=ROOT, metavar="DIR")
    given = wanted.parse_args()
    workspace = Workspace(given.workspace)
    sets = [workspace.read_problemset(name) for name in workspace.problemsets()]
    with closing(LocalSandbox()) as sandbox:
        player = TimedPlayer(workspace, sandbox)
        for target in given.formats:
            show_share(target, share(target, sets, player))
        floor = reading(workspace, given.sets)
        print(f"{given.sets} sets, {given.jobs} at a time: {floor:.3f} s to read and parse")
        for target in given.formats:
            show_cost(target, copies(sets, given.sets, player), player, floor, given.jobs)
    return 0


if __name__ == "__main__":
    sys.exit(main())

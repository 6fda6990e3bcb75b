"""What share of DSEval's public benchmarks is read, and what proving them again finds, here and with older libraries.

``python -m bench.importing.dseval CHECKOUT [--python PYTHON] [--only NAME]``: CHECKOUT is a checkout of the public
repository; PYTHON an interpreter with the libraries of that time, under which what fails here is tried again. Kaggle
takes minutes of every processor.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

from authoring.api.imports.dseval import DsevalImportOptions, ImportedBenchmark, import_dseval
from authoring.workspace import Workspace

BENCHMARKS = ("exercise", "so", "leetcode", "kaggle")
ERRORS = frozenset({"errors", "not run", "unread"})


def prove(folder: Path, python: str, only: tuple[str, ...] = ()) -> ImportedBenchmark:
    """Prove a benchmark in a fresh workspace, under an interpreter or, without one, under ours."""
    with tempfile.TemporaryDirectory() as home:
        workspace, _ = Workspace.create(Path(home) / "workspace")
        if python:
            settings = workspace.root / "authoring.toml"
            settings.write_text(settings.read_text().replace('python = ""', f'python = "{python}"', 1))
        return import_dseval(folder, DsevalImportOptions(only, check=True), workspace=workspace)


def row(name: str, benchmark: ImportedBenchmark, seconds: float) -> str:
    """Return one line of the table."""
    standings = benchmark.standings
    cells = (
        name,
        *(
            len(benchmark.sets),
            len(benchmark.sets) - standings.get("unread", 0),
            benchmark.problems,
            benchmark.reached,
            benchmark.right,
        ),
        *(standings.get("clean", 0) + standings.get("noted", 0), standings.get("warned", 0)),
        *(sum(standings.get(status, 0) for status in ("errors", "not run")), f"{seconds:.0f} s"),
    )
    return "".join(f"{cell!s:>10}" for cell in cells)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--python", default="", help="an interpreter with other libraries")
    parser.add_argument("--only", choices=BENCHMARKS, action="append")
    options = parser.parse_args()
    names = ("", "sets", "read", "problems", "reached", "right", "clean", "warned", "errors", "time")
    print("".join(f"{name:>10}" for name in names))
    for name in options.only or BENCHMARKS:
        folder = options.checkout / "benchmarks" / name
        begun = time.perf_counter()
        benchmark = prove(folder, "")
        print(row(name, benchmark, time.perf_counter() - begun), flush=True)
        for count in benchmark.codes:
            print(f"{'':12}{count.code} {count.name} ({count.severity.value}): {count.findings} in {count.sets} sets")
        for cause in benchmark.causes:
            print(
                f"{'':12}{cause.problems:>4} problems  {cause.kind.value}: {cause.what} ({', '.join(cause.sets[:3])})"
            )
        failing = tuple(report.name for report in benchmark.sets if report.standing in ERRORS)
        if options.python and failing:
            begun = time.perf_counter()
            older = prove(folder, options.python, failing)
            print(row("then", older, time.perf_counter() - begun), flush=True)
            for cause in older.causes:
                what = f"{cause.kind.value}: {cause.what} ({', '.join(cause.sets[:3])})"
                print(f"{'':12}{cause.problems:>4} problems  {what}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

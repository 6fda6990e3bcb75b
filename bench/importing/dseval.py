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

from authoring.cli.dseval_report import Reverified
from authoring.cli.dseval_taking import Wish, import_benchmark
from authoring.workspace import Workspace

BENCHMARKS = ("exercise", "so", "leetcode", "kaggle")
ERRORS = frozenset({"errors", "not run", "unread"})


def proved(folder: Path, python: str, only: tuple[str, ...] = ()) -> Reverified:
    """Prove a benchmark in a fresh workspace, under an interpreter or, without one, under ours."""
    with tempfile.TemporaryDirectory() as home:
        place, _ = Workspace.create(Path(home) / "workspace")
        if python:
            settings = place.root / "authoring.toml"
            settings.write_text(settings.read_text().replace('python = ""', f'python = "{python}"', 1))
        return import_benchmark(Wish(folder, only=only, check=True), place.root)


def row(name: str, found: Reverified, seconds: float) -> str:
    """Return one line of the table."""
    standings = found.standings
    cells = (
        name,
        *(len(found.sets), len(found.sets) - standings.get("unread", 0), found.problems, found.reached, found.right),
        *(standings.get("clean", 0) + standings.get("noted", 0), standings.get("warned", 0)),
        *(sum(standings.get(bad, 0) for bad in ("errors", "not run")), f"{seconds:.0f} s"),
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
        found = proved(folder, "")
        print(row(name, found, time.perf_counter() - begun), flush=True)
        for each in found.codes:
            print(f"{'':12}{each.code} {each.name} ({each.severity.value}): {each.findings} in {each.sets} sets")
        for cause in found.causes:
            print(
                f"{'':12}{cause.problems:>4} problems  {cause.kind.value}: {cause.what} ({', '.join(cause.sets[:3])})"
            )
        bad = tuple(report.name for report in found.sets if report.standing in ERRORS)
        if options.python and bad:
            begun = time.perf_counter()
            then = proved(folder, options.python, bad)
            print(row("then", then, time.perf_counter() - begun), flush=True)
            for cause in then.causes:
                what = f"{cause.kind.value}: {cause.what} ({', '.join(cause.sets[:3])})"
                print(f"{'':12}{cause.problems:>4} problems  {what}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Print how much of the hostile list is contained, by level and user: ``python -m tests.sandbox.hostile_table``.

Below the walls, cases that would harm the machine are not tried and count as not contained.
"""

import os
import sys

from authoring.records.protection import Level
from tests.sandbox.hostile_cases import Who, expected, load
from tests.sandbox.hostile_runs import run

SLOW = ("--slow",)


def main() -> None:
    """Run everything and print the table."""
    cases = load()
    write = sys.stdout.write
    missing = []
    write("| level | user | contained / total | of those promised |\n| --- | --- | --- | --- |\n")
    for level in Level:
        for account in Who if os.getuid() == 0 else (Who.USER,):
            due = {case.id for case in expected(cases, account, level)}
            total = [case for case in cases if account in case.who]
            runs = [run(level, account, options=("--all", *extra_options)) for extra_options in ((), SLOW)]
            if runs[0].skipped:
                write(f"| {level} | {account} | {runs[0].skipped} | |\n")
                continue
            results = {**runs[0].results, **runs[1].results}
            contained = {name for name, outcome in results.items() if not outcome["breaches"]}
            write(f"| {level} | {account} | {len(contained)} / {len(total)} | {len(contained & due)} / {len(due)} |\n")
            sys.stdout.flush()
            missing += [
                f"{level}, {account}: {name}: {results.get(name, {}).get('breaches')}" for name in due - contained
            ]
            missing += [f"{level}, {account}: {item.left} {item.errors}" for item in runs if item.left or item.errors]
    write("".join(f"{line}\n" for line in sorted(missing)))


if __name__ == "__main__":
    main()

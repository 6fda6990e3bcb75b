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
    say = sys.stdout.write
    missing = []
    say("| level | user | contained / total | of those promised |\n| --- | --- | --- | --- |\n")
    for level in Level:
        for who in Who if os.getuid() == 0 else (Who.USER,):
            due = {case.id for case in expected(cases, who, level)}
            total = [case for case in cases if who in case.who]
            runs = [run(level, who, options=("--all", *more)) for more in ((), SLOW)]
            if runs[0].skipped:
                say(f"| {level} | {who} | {runs[0].skipped} | |\n")
                continue
            results = {**runs[0].results, **runs[1].results}
            held = {name for name, told in results.items() if not told["breaches"]}
            say(f"| {level} | {who} | {len(held)} / {len(total)} | {len(held & due)} / {len(due)} |\n")
            sys.stdout.flush()
            missing += [f"{level}, {who}: {name}: {results.get(name, {}).get('breaches')}" for name in due - held]
            missing += [f"{level}, {who}: {one.left} {one.errors}" for one in runs if one.left or one.errors]
    say("".join(f"{line}\n" for line in sorted(missing)))


if __name__ == "__main__":
    main()

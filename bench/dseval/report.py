"""The findings as tables on the terminal."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeAlias

from rich.console import Console
from rich.markup import escape
from rich.table import Table

Found: TypeAlias = dict[str, Any]
SHOWN = 25
"""Disagreements named on the terminal; the file holds all."""


def show(found: Found, file: Path) -> None:
    """Print what each step found."""
    console = Console(width=None if Console().is_terminal else 160, highlight=False)
    for step, printer in PRINTERS.items():
        if step in found:
            console.print()
            printer(console, found[step])
    console.print(f"\nAll findings, every disagreement with both reasons: {escape(str(file))}")


def _round_trip(console: Console, found: Found) -> None:
    console.print(f"Round trip: {found['equal']} of {found['files']} files come back byte for byte.")
    for name in found["broken"]:
        console.print(f"  not {escape(name)}")


def _oracle(console: Console, found: Found) -> None:
    heads = ("problems", "dseval judged", "dseval correct", "ours judged", "ours correct")
    rows = {name: [*(one[head] for head in heads), one["of dseval's correct"]["pairs"]] for name, one in found.items()}
    _table(console, "Oracle: the references, environment of that time", (*heads, "of dseval's correct"), rows)
    _disagreements(console, found, "of dseval's correct", ("dseval", "ours"))
    _ends(console, found)


def _replay(console: Console, found: Found) -> None:
    heads = ("published", "dseval judged", "dseval reproduces", "ours judged", "ours reproduces")
    beyond = "ours beyond dseval, with the published"
    rows = {
        name: [
            *(one[head] for head in heads),
            one["of dseval's reproduced"]["pairs"],
            one[beyond]["both"],
            one[beyond]["pairs"],
        ]
        for name, one in found.items()
    }
    more = ("of dseval's reproduced", "beyond dseval", "of these as published")
    _table(console, "Replay: the published submissions, (verdict, sub-verdict) pairs", (*heads, *more), rows)
    _disagreements(console, found, "of dseval's reproduced", ("dseval", "ours"))
    _disagreements(console, found, beyond, ("published", "ours"))
    _ends(console, found)


def _differences(console: Console, found: Found) -> None:
    heads = ("judged", "not judged", "differing")
    rows = {name: [figures[head] for head in heads] for name, figures in found.items()}
    _table(
        console, "Published verdicts that we do not reproduce, each judged again with one thing changed", heads, rows
    )
    for name, figures in found.items():
        for pair in figures["pairs"]:
            console.print(f"  {name} {pair['set']} problem {pair['problem']}: {pair['cause']}")
            words = [("published", pair["one"]), ("ours", pair["other"]), ("then", pair["again"])]
            for judge, word in words:
                if word is not None:
                    reason = escape(_first(word["reason"]))
                    console.print(f"    {judge}: {word['verdict']} {word['subverdict']}: {reason}")


def _spoiled(console: Console, found: Found) -> None:
    heads = ("mutants", "both", "verdicts", "pairs", "dseval lets pass", "ours lets pass")
    rows: dict[str, list[Any]] = {}
    for one in found.values():
        for operator, counts in one["operators"].items():
            sums = rows.setdefault(operator, [0] * len(heads))
            rows[operator] = [total + counts[head] for total, head in zip(sums, heads, strict=True)]
    _table(console, "Spoiled references, by operator", heads, rows)
    for name, one in found.items():
        console.print(f"  {name}: {one['judged by either']} of {one['made']} mutants")
    _disagreements(console, found, "all", ("dseval", "ours"))
    _ends(console, found)


def _costs(console: Console, found: Found) -> None:
    heads = (
        "problems",
        "dseval judged",
        *(f"{who} {what}" for who in ("dseval", "ours") for what in MEASURES),
        "wall",
        "cpu",
        "MB",
    )
    rows = {
        name: [
            *(one["problems"], one["dseval judged"]),
            *(
                value
                for who in ("dseval", "ours")
                for value in (
                    *(f"{one[who]['wall']:.1f}", f"{one[who]['cpu']:.1f}"),
                    *(f"{one[who]['largest'] / 1e6:.0f}", f"{one[who]['together'] / 1e6:.0f}"),
                )
            ),
            *(f"{one['ratios'][what]:.2f}" for what in ("wall", "cpu", "largest")),
        ]
        for name, one in found.items()
    }
    _table(
        console,
        "Time and memory of judging the references; the last three are ours over dseval's",
        heads,
        rows,
        total=False,
    )
    for name, one in found.items():
        bad = [who for who in ("dseval", "ours") if one[who]["status"]]
        if bad:
            console.print(f"  {name}: exit status " + ", ".join(f"{who} {one[who]['status']}" for who in bad))


def _today(console: Console, found: Found) -> None:
    heads = ("judged both times", "equal pairs", "only then", "only today")
    rows = {
        f"{name}, {step}": [one[step][key] for key in ("both", "pairs", "only_one", "only_other")]
        for name, one in found.items()
        for step in ("oracle", "replay")
    }
    _table(console, "Ours: the environment of that time against today's", heads, rows)
    for step in ("oracle", "replay"):
        by_step = {f"{name}, {step}": one[step] for name, one in found.items()}
        _disagreements(console, {name: {"all": one} for name, one in by_step.items()}, "all", ("then", "today"))
        for name, one in by_step.items():
            for end in one["now"]:
                console.print(f"  {name} today, {end['set']}: {end['how']}: {escape(_first(end['error']))}")


MEASURES = ("wall s", "cpu s", "MB", "MB together")
PRINTERS = {
    "round-trip": _round_trip,
    "oracle": _oracle,
    "replay": _replay,
    "differences": _differences,
    "spoiled": _spoiled,
    "costs": _costs,
    "today": _today,
}


def _table(
    console: Console, title: str, heads: Sequence[str], rows: dict[str, list[Any]], *, total: bool = True
) -> None:
    table = Table(title=title, title_justify="left", box=None, show_footer=total and len(rows) > 1)
    table.add_column("", "all")
    for number, head in enumerate(heads):
        footer = str(sum(row[number] for row in rows.values())) if total else ""
        table.add_column(head, footer, justify="right")
    for name, row in rows.items():
        table.add_row(name, *map(str, row))
    console.print(table)


def _disagreements(console: Console, found: Found, key: str, judges: tuple[str, str]) -> None:
    every = [(name, one) for name, part in found.items() for one in part[key]["disagreements"]]
    for name, one in every[:SHOWN]:
        console.print(f"  {name} {one['set']} problem {one['problem']}, answer {one['attempt']}")
        for judge, word in zip(judges, (one["one"], one["other"]), strict=True):
            console.print(f"    {judge}: {word['verdict']} {word['subverdict']}: {escape(_first(word['reason']))}")
    if len(every) > SHOWN:
        console.print(f"  and {len(every) - SHOWN} more")
    if late := sum(part[key]["late"] for part in found.values()):
        console.print(f"  In {late} of these {len(every)} only one clock ran out; on a quiet machine they may agree.")


def _ends(console: Console, found: Found) -> None:
    for key, judge in (("dseval's ends", "dseval"), ("our ends", "ours")):
        for name, one in found.items():
            for end in one[key]:
                console.print(f"  {judge}, {name} {end['set']}: {end['how']}: {escape(_first(end['error']))}")


def _first(text: str) -> str:
    """Return what fits a line: of a traceback the last line, else the first."""
    lines = text.strip().splitlines() or [""]
    # The last line of a traceback names the exception.
    return (lines[-1] if "Traceback" in text else lines[0])[:200]

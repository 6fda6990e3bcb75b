"""What share of existing material becomes problem sets, and of those how many have references that run.

``python -m bench.importing notebooks CHECKOUT [--data DIR ...] [--python PYTHON ...] [--peer DIR] [--json FILE]``:
CHECKOUT is one of the public repository of pandas exercises, or any folder of notebooks. Data files are taken from it,
by their names, and from the folders that ``--data`` names. Each ``--python`` is an interpreter whose packages the cells
run with, in turn; else this one. ``--peer`` names DSEval's own sets of the same notebooks, to compare validators.
"""

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from bench.importing.notebooks import DATA, Row, data_in, measured, versions_of
from bench.importing.peers import Peer, compared, pairs_of


def main() -> None:
    """Import every notebook of a folder, run what came out, and show it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("material", choices=["notebooks"])
    parser.add_argument("checkout", type=Path)
    parser.add_argument("--data", type=Path, nargs="+", default=[], metavar="DIR", help="more folders of data files")
    parser.add_argument("--python", type=Path, nargs="+", default=[], metavar="PYTHON", help="whose packages cells use")
    parser.add_argument("--peer", type=Path, metavar="DIR", help="DSEval's folder benchmarks/exercise")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all that was measured")
    arguments = parser.parse_args()

    files = data_in([arguments.checkout, *arguments.data])
    print(f"{len(files)} data files ({', '.join(sorted(DATA))})", flush=True)
    found: dict[str, list[Row]] = {}
    for python in arguments.python or [None]:
        label = versions_of(python)
        print(f"\n{label}", flush=True)
        found[label] = rows = list(measured(arguments.checkout, files, python=python))
        _show(rows)
    peers: list[Peer] = []
    if arguments.peer:
        peers = compared(pairs_of(arguments.checkout, arguments.peer), files)
        _show_peers(peers)
    if arguments.json:
        content = {
            "rows": {label: [asdict(row) for row in rows] for label, rows in found.items()},
            "peers": [asdict(peer) for peer in peers],
        }
        arguments.json.write_text(json.dumps(content, indent=1), "utf-8")


def _show(rows: Sequence[Row]) -> None:
    width = max(len(row.name) for row in rows)
    print(f"{'notebook':{width}}  questions  problems  ran  checked  unsure  what ends it")
    for row in rows:
        if not row.problems:
            continue
        figures = f"{row.questions:9}  {row.problems:8}  {row.ran:3}  {row.accepted:7}  {row.unsure:6}"
        print(f"{row.name:{width}}  {figures}  {row.ends}")
    sets = [row for row in rows if row.problems]
    answered = [row for row in rows if row.answered]
    clean = [row for row in sets if row.ran == row.problems]
    whole = [row for row in clean if row.accepted == row.problems]
    print(f"{len(rows)} notebooks, {len(answered)} with answers; {len(sets)} became sets")
    print(f"all references run: {len(clean)} of {len(sets)}; and nothing is wrong with a validator: {len(whole)}")
    problems, ran = sum(row.problems for row in sets), sum(row.ran for row in sets)
    print(f"problems {problems}, references that run {ran}, also accepted {sum(row.accepted for row in sets)}")


def _show_peers(peers: Sequence[Peer]) -> None:
    alike = sum(peer.ours == peer.theirs for peer in peers)
    print(
        f"\n{len(peers)} problems stand in DSEval's sets, too, by their questions; validators are the same for {alike}"
    )
    for peer in peers:
        if peer.ours != peer.theirs:
            print(f"  {peer.name}: ours {peer.ours}; theirs {peer.theirs}: {peer.question[:70]!r}")


if __name__ == "__main__":
    main()

"""What share of a file of functions becomes problems, and whether their references pass.

``python -m bench.importing.functions FILE [--peer PYTHON]``: FILE as ``authoring import functions`` takes it, for
example HumanEval.jsonl of the public repository; PYTHON an interpreter with DSEval, which then judges the references.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from authoring.api.verification import verify
from authoring.formats.functions.import_ import import_functions, read_functions
from authoring.formats.functions.try_cases import try_cases
from authoring.records.evidence import Limits
from authoring.sandbox.client.local import LocalSandbox

EVALUATE = Path(__file__).parents[2] / "tests" / "cases" / "dseval_peer" / "evaluate.py"


def judged_by_peer(text: str, python: Path) -> Counter[str]:
    """Return how often DSEval gives each verdict to the references."""
    with tempfile.TemporaryDirectory() as home:
        (Path(home) / "_manifest.yaml").write_text("name: functions\nversion: 1\n")
        (Path(home) / "functions.py").write_text(text)
        command = [str(python), str(EVALUATE), home, f"{home}/run"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=1_800, check=True)
    return Counter(row[2] for row in json.loads(done.stdout.splitlines()[-1]))


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--peer", type=Path, help="an interpreter with DSEval")
    options = parser.parse_args()
    sandbox, limits = LocalSandbox(), Limits()
    begun = time.perf_counter()
    read = read_functions(options.file.read_text("utf-8"), options.file.name)
    tried = try_cases(read.tasks, sandbox=sandbox, limits=limits)
    found = import_functions(read, tried)
    print(f"{len(read.tasks)} functions read, {len(found.origins)} problems, {time.perf_counter() - begun:.0f} s")
    cases = Counter((each.case.kind, "refused" if each.refused else "kept") for task in tried for each in task.cases)
    print("cases:", ", ".join(f"{number} {kind} {kept}" for (kind, kept), number in sorted(cases.items())))
    print("findings:", dict(sorted(Counter(finding.code for finding in found.findings).items())))
    for finding in found.findings:
        if finding.code in {"DS951", "DS952", "DS953"}:
            print(f"  {finding.code} line {finding.line}: {finding.message[:150]}")
    evidence = verify(found.text, [], limits=limits, sandbox=sandbox)
    cells = evidence.dry_run.cells if evidence.dry_run else ()
    print("references by our gate:", dict(Counter(cell.judgement.correct for cell in cells if cell.judgement)))
    for error in evidence.errors:
        print(f"  {error.code} problem {error.problem}: {error.message[:200]}")
    if options.peer:
        print("references by DSEval:", dict(judged_by_peer(found.text, options.peer)))
    sandbox.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())

"""Mending a workspace: what is damaged is moved aside, and as much of it as is whole stays in use."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from authoring.api.models import LEDGER
from authoring.api.workspaces import RESULTS
from authoring.errors import AuthoringError
from authoring.formats.dseval.results import render_results
from authoring.llm.batch.submission import read_submission
from authoring.llm.ledger.recovery import check_ledger, recover_ledger
from authoring.records.wording import counted
from authoring.records.workspace.repair import DamagedFile, RepairedFile, RepairReport
from authoring.workspace import Workspace
from authoring.workspace.evaluation_file import check_evaluation, mend_evaluation
from authoring.workspace.regular_file import is_present
from authoring.workspace.repair import (
    Check,
    Mend,
    Mending,
    check_data,
    reason_of,
    repair_files,
    repaired,
    restore_data,
    seed_data,
)

EVIDENCE = ".evidence.jsonl"


def repair_workspace(workspace: Workspace, *, write: bool = True) -> RepairReport:
    """Mend what is damaged in a workspace, as far as that can be done without a person; nothing is deleted.

    With `write` false it is only said what is damaged.
    """
    root = workspace.root
    files: list[RepairedFile] = list(repair_files(root, write=write))
    files.extend(repaired(damaged, mend, write=write) for damaged, mend in _damaged(root))
    return RepairReport(workspace=str(root), files=tuple(files), written=write)


def _damaged(root: Path) -> Iterator[tuple[DamagedFile, Mend | None]]:
    """Yield what is damaged among the files that are not the workspace's room alone to read."""
    ledger = root / ".authoring" / LEDGER
    checks: list[tuple[str, Path, Check, Mend | None]] = []
    checks.append(("ledger", ledger, partial(check_ledger, ledger), partial(_mend_ledger, root, ledger)))
    tickets = sorted((root / ".authoring" / "batches").glob("*.json"))
    checks.extend(("batch-ticket", ticket, partial(read_submission, ticket), None) for ticket in tickets)
    workspace = Workspace(root)
    for name in workspace.seeds():
        for sha256, path in seed_data(workspace, name):
            checks.append(("data", path, partial(check_data, path, sha256), partial(restore_data, root, path, sha256)))
    checks.extend(
        ("evaluation", out, partial(check_evaluation, out, render_results), partial(_mend_results, root, out))
        for out in _results(root / RESULTS)
    )
    for kind, path, check, mend in checks:
        if not is_present(path) and kind not in {"evaluation", "data"}:
            continue
        try:
            check()
        except (AuthoringError, OSError, ValueError) as error:
            hint = error.hint if isinstance(error, AuthoringError) else ""
            problem = reason_of(error).removeprefix(f"{path}: ")
            yield DamagedFile(path=path.relative_to(root).as_posix(), kind=kind, problem=problem, hint=hint), mend


def _results(folder: Path) -> tuple[Path, ...]:
    """Return the files of results that evidence stands beside, or stood."""
    paths = folder.rglob(f"*{EVIDENCE[:-1]}[l]") if folder.is_dir() else ()
    return tuple(sorted(path.with_name(path.name.removesuffix(EVIDENCE) + ".jsonl") for path in paths))


def _mend_ledger(root: Path, path: Path) -> Mending:
    recovered = recover_ledger(path)
    action = f"{counted(recovered.calls, 'call')} with {recovered.replies:,} replies kept"
    return Mending(
        mended=True,
        action=f"{action}; a reply that is lost is paid again when it is needed",
        moved_to=recovered.moved_to.relative_to(root).as_posix(),
    )


def _mend_results(root: Path, out: Path) -> Mending:
    moved = mend_evaluation(out, render_results)
    names = ", ".join(path.relative_to(root).as_posix() for path in moved)
    return Mending(mended=True, action="sets that are lost are judged again: authoring evaluate", moved_to=names)

"""What is damaged in a workspace, and mending it: nothing is deleted, what is replaced is moved aside under a new name.

Journals keep their whole lines. A seed's record comes back from a run that is pinned to it, the text and the record of
an admitted set from the run that admitted them. What a person wrote by hand is left for a person to mend.
"""

import fcntl
import hashlib
import os
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path

import yaml

from authoring.errors import AuthoringError, JournalError, WorkspaceError
from authoring.records.base import Record, sha256_of
from authoring.records.decision import Action, Admission
from authoring.records.draft import Draft
from authoring.records.format_version import marked
from authoring.records.provenance import refuse_changed_record
from authoring.records.run import RunSettings
from authoring.records.seed import Seed
from authoring.records.wording import counted
from authoring.records.workspace.repair import DamagedFile, RepairedFile
from authoring.workspace import Workspace
from authoring.workspace.benchmark import MANIFEST, read_dialect, read_environment
from authoring.workspace.changes import CHANGES, PRIVATE, check_changes, mend_changes
from authoring.workspace.documents import (
    TRANSLATIONS_FOLDER,
    read_plan,
    read_topics_file,
    read_translation,
)
from authoring.workspace.files import read_text, write_file, write_yaml
from authoring.workspace.guidance import lessons_path, read_lessons
from authoring.workspace.journal import DRAFT_STAGES, check_entry, read_settings, read_steps
from authoring.workspace.line_log import LineLog, checksums_path, read_log
from authoring.workspace.regular_file import is_present, open_regular, read_regular, set_aside
from authoring.workspace.settings import SETTINGS
from authoring.workspace.settings import read_settings as read_workspace_settings
from authoring.workspace.unfinished import close_locked

AGAIN = "authoring doctor --repair"


class Mending(Record):
    """What was done about one file."""

    mended: bool
    action: str
    moved_to: str = ""


Check = Callable[[], object]
Mend = Callable[[], Mending]


def find_damage(root: Path) -> tuple[DamagedFile, ...]:
    """Return the files of a workspace that are damaged: settings, seeds, journals, admitted sets, guides."""
    return tuple(damaged for damaged, _ in _damaged(Workspace(root)))


def repair_files(root: Path, *, write: bool = True) -> tuple[RepairedFile, ...]:
    """Mend what can be mended; with `write` false, only look. What cannot be mended stays as it is."""
    return tuple(repaired(damaged, mend, write=write) for damaged, mend in _damaged(Workspace(root)))


def repaired(damaged: DamagedFile, mend: Mend | None, *, write: bool) -> RepairedFile:
    """Mend one file, where something is known that mends it."""
    about = {"path": damaged.path, "kind": damaged.kind, "problem": damaged.problem}
    if mend is None:
        return RepairedFile(**about, mended=False, action=damaged.hint)
    if not write:
        return RepairedFile(**about, mended=False, action=f"to be mended with: {AGAIN}")
    try:
        mending = mend()
    # One file that cannot be mended keeps no other from it.
    except (AuthoringError, OSError) as error:
        return RepairedFile(**about, mended=False, action=f"cannot be mended: {reason_of(error)}")
    return RepairedFile(**about, **mending.model_dump())


def reason_of(error: Exception) -> str:
    """Return why a file could not be read or written, in one line."""
    if isinstance(error, AuthoringError):
        return error.message
    if isinstance(error, OSError):
        return error.strerror or str(error)
    return (str(error).strip() or type(error).__name__).splitlines()[0]


def _damaged(workspace: Workspace) -> Iterator[tuple[DamagedFile, Mend | None]]:
    for kind, path, check, mend in _files(workspace):
        try:
            check()
        except AuthoringError as error:
            problem, hint = error.message.removeprefix(f"{path}: "), error.hint
        except (OSError, ValueError, yaml.YAMLError, RecursionError) as error:
            problem, hint = f"cannot be read: {reason_of(error)}", ""
        else:
            continue
        name = path.relative_to(workspace.root).as_posix()
        yield DamagedFile(path=name, kind=kind, problem=problem, hint=hint), mend


def _files(workspace: Workspace) -> Iterator[tuple[str, Path, Check, Mend | None]]:
    """Yield kind and path of every file that is looked at, what reads it, and what mends it."""
    root = workspace.root
    settings, benchmark = root / SETTINGS, root / "problemsets"
    yield "settings", settings, partial(read_workspace_settings, settings), None
    yield "lessons", lessons_path(root), partial(read_lessons, root), None
    for name in workspace.seeds():
        path = root / "seeds" / name / "seed.yaml"
        yield "seed", path, partial(workspace.read_seed, name), partial(_mend_seed, workspace, name)
        data = path.with_name("data")
        yield "data", data, partial(_refuse_closed, data, [file for _, file in seed_data(workspace, name)]), None
    for pattern, kind, read in (
        ("topics.yaml", "topics", read_topics_file),
        ("plan.yaml", "synthetic-table", read_plan),
    ):
        for path in _entries(root / "seeds", f"*/{pattern}"):
            yield kind, path, partial(read, path), partial(_move_aside, root, path, "made again by a model when needed")
    changes = root / PRIVATE / CHANGES
    if is_present(changes):
        yield "changes", changes, partial(check_changes, root), partial(_mend_changes, root)
    journals = {workspace.journal_path(name) for name in workspace.runs()}
    for path in sorted(journals.union(_entries(root / ".authoring" / "runs", "*/journal*.jsonl"))):
        yield "journal", path, partial(_check_journal, path), partial(_mend_journal, workspace, path)
    if is_present(benchmark / MANIFEST):
        yield "manifest", benchmark / MANIFEST, partial(_check_manifest, benchmark), None
    for name in workspace.problemsets():
        mend = partial(_mend_admitted, workspace, name)
        text, meta = workspace.problemset_path(name), benchmark / "_meta" / f"{name}.yaml"
        yield "problem set", text, partial(read_text, text), partial(mend, text)
        data = benchmark / "_inputs" / name
        yield "data", data, partial(_refuse_closed, data, data.rglob("*")), None
        if is_present(meta):
            yield "provenance", meta, partial(_check_meta, meta), partial(mend, meta)
    for path in _entries(benchmark / TRANSLATIONS_FOLDER, "*/*.yaml"):
        again = "translate again with: authoring translate"
        yield "translation", path, partial(read_translation, path), partial(_move_aside, root, path, again)


def _entries(folder: Path, pattern: str) -> tuple[Path, ...]:
    """Return what stands in the folders of a folder under a name, files or not; sorted."""
    # A pattern without a wildcard in its last part would leave out links that lead nowhere.
    first, _, last = pattern.rpartition("/")
    return tuple(sorted(folder.glob(f"{first}/{last[:-1]}[{last[-1]}]"))) if folder.is_dir() else ()


def _refuse_closed(folder: Path, files: Iterable[Path]) -> None:
    """Refuse a folder of data where this user may not read it, or one of some files in it."""
    for path in (folder, *files):
        if is_present(path) and not os.access(path, os.R_OK | (os.X_OK if path.is_dir() else 0)):
            hint = f"check the permissions: chmod -R u+rX {folder}"
            raise WorkspaceError(f"{path}: may not be read".removeprefix(f"{folder}/"), hint=hint)


def _check_manifest(folder: Path) -> None:
    read_text(folder / MANIFEST)
    read_dialect(folder)
    read_environment(folder)


def _check_meta(path: Path) -> None:
    text = read_text(path)
    if not text.strip():
        raise ValueError("it is empty")
    refuse_changed_record(text, path=str(path))


def _check_journal(path: Path) -> None:
    read_settings(path, RunSettings)
    read_steps(path)


def _move_aside(root: Path, path: Path, what_then: str) -> Mending:
    aside = set_aside(path)
    return Mending(mended=True, action=f"moved aside; {what_then}", moved_to=aside.relative_to(root).as_posix())


# Journals


def _mend_journal(workspace: Workspace, path: Path) -> Mending:
    """Keep the lines of a journal that can be trusted; the damaged journal is moved aside whole."""
    try:
        descriptor = open_regular(path, os.O_RDWR)
    except OSError as error:
        if is_present(path) and (path.is_symlink() or not path.is_file()):
            return _lost_run(workspace, path, None)
        raise JournalError(f"it cannot be opened: {error.strerror}") from error
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise JournalError("another process is working on this run") from error
        log = read_log(path, check_entry)
        try:
            header = log.lines[0].entry if log.lines and not log.lines[0].damage else None
            RunSettings.model_validate((header or {})["settings"])
        except (KeyError, ValueError):
            return _lost_run(workspace, path, log)
        return _keep_sound_lines(workspace, path, log)
    finally:
        close_locked(descriptor)


def _keep_sound_lines(workspace: Workspace, path: Path, log: LineLog) -> Mending:
    sound_lines, doubtful = [], 0
    last_loss = _last_loss(log)
    for line in log.sound:
        # What was said after an admission may be what was lost: taken back, or never carried out.
        if line.number < last_loss and _is_open_admission(workspace, path, line.entry or {}):
            doubtful += 1
        else:
            sound_lines.append(line.text + b"\n")
    damage = log.damage
    aside = set_aside(path)
    checksums_path(path).unlink(missing_ok=True)
    write_file(path, b"".join(sound_lines))
    written = len(log.sound) + log.lost
    action = f"{len(sound_lines)} of {written} lines are kept; {damage}; steps that are lost are done again"
    if doubtful:
        action += "; an admission before the loss counts no more: decide again"
    else:
        action += "; see what was decided with: authoring status"
    return Mending(mended=True, action=action, moved_to=aside.relative_to(workspace.root).as_posix())


def _last_loss(log: LineLog) -> int:
    """Return the number of the last line that is damaged; one beyond all lines where lines are missing at the end."""
    faulty = [line.number for line in log.lines if line.damage]
    return len(log.lines) + 1 if log.lost > len(faulty) else max(faulty, default=0)


def _mend_changes(root: Path) -> Mending:
    aside, lines = mend_changes(root)
    action = f"{lines}; what was removed or renamed by a line that is lost stays so: see authoring status"
    return Mending(mended=True, action=action, moved_to=aside.relative_to(root).as_posix())


def _is_open_admission(workspace: Workspace, path: Path, entry: dict[str, object]) -> bool:
    """Tell whether a line is a decision to admit a text that does not stand in the benchmark."""
    decision = entry.get("decision")
    if not isinstance(decision, dict) or decision.get("action") != Action.ADMIT.value:
        return False
    try:
        return sha256_of(read_text(workspace.problemset_path(path.parent.name))) != decision.get("draft")
    except AuthoringError:
        return True


def _lost_run(workspace: Workspace, path: Path, log: LineLog | None) -> Mending:
    """Move a journal aside that says no more what its run was begun with; its last draft is kept as a text."""
    entries = [line.entry for line in log.sound if line.entry] if log else []
    drafts = [entry for entry in entries if entry.get("stage") in DRAFT_STAGES]
    aside = set_aside(path)
    checksums_path(path).unlink(missing_ok=True)
    action = (
        "moved aside: what the run was begun with cannot be read, so it cannot go on; begin it anew: authoring draft"
    )
    if drafts:
        text = aside.with_name(f"{aside.name}.py")
        write_file(text, Draft.model_validate(drafts[-1]["output"]).text.encode())
        action += f"; its last draft stands in {text.relative_to(workspace.root).as_posix()}"
    steps = counted(len(entries), "line") if entries else "no line"
    return Mending(
        mended=True,
        action=f"{action}; {steps} of it can be read",
        moved_to=aside.relative_to(workspace.root).as_posix(),
    )


# Seeds and admitted sets


def _mend_seed(workspace: Workspace, name: str) -> Mending:
    """Write a seed's record as a run is pinned to it, where its files are still the ones that the run says."""
    for run, pinned in _pinned_seeds(workspace, name):
        try:
            workspace.seed_files(pinned)
        except AuthoringError:
            continue
        path = workspace.root / "seeds" / name / "seed.yaml"
        aside = set_aside(path)
        write_yaml(path, marked("seed", pinned.model_dump(mode="json", exclude_defaults=True)))
        action = f"restored as the draft {run} was begun with; what was changed in it later is lost"
        return Mending(mended=True, action=action, moved_to=aside.relative_to(workspace.root).as_posix())
    hint = f"mend it, or add the seed again: authoring seed add PATH --name {name} --replace"
    return Mending(mended=False, action=f"no draft was begun with this seed and these files; {hint}")


def _pinned_seeds(workspace: Workspace, name: str) -> Iterator[tuple[str, Seed]]:
    for run in workspace.runs():
        try:
            pinned = read_settings(workspace.journal_path(run), RunSettings)
        except JournalError:
            continue
        if pinned.seed.name == name:
            yield run, pinned.seed


def _mend_admitted(workspace: Workspace, name: str, path: Path) -> Mending:
    """Write the text or the record of an admitted set as its run recorded them, where the other one agrees with it."""
    text, meta = workspace.problemset_path(name), workspace.root / "problemsets" / "_meta" / f"{name}.yaml"
    for admission in _admissions(workspace, name):
        content = {text: admission.text, meta: admission.meta}
        other = meta if path == text else text
        if _reads(other, content[other]):
            aside = set_aside(path)
            write_file(path, content[path].encode())
            moved_to = aside.relative_to(workspace.root).as_posix()
            return Mending(mended=True, action="restored as it was admitted", moved_to=moved_to)
    hint = "restore it from a copy or from version control"
    return Mending(mended=False, action=f"no run holds this set as it was admitted; {hint}")


def _reads(path: Path, text: str) -> bool:
    try:
        return read_text(path) == text
    except AuthoringError:
        return False


def _admissions(workspace: Workspace, name: str) -> list[Admission]:
    """Return what a run admitted, the last first; nothing where its journal cannot be read."""
    try:
        steps = read_steps(workspace.journal_path(name))
        return [Admission.model_validate(step.output) for step in reversed(steps) if step.stage == "admit_draft"]
    except (AuthoringError, ValueError):
        return []


def seed_data(workspace: Workspace, name: str) -> tuple[tuple[str, Path], ...]:
    """Return hash and path of the data files of a seed as its record says; none where it cannot be read."""
    try:
        seed = workspace.read_seed(name)
    except AuthoringError:
        return ()
    folder = workspace.root / "seeds" / name / "data"
    return tuple((file.sha256, folder / file.name) for file in seed.data)


def check_data(path: Path, sha256: str) -> None:
    """See that a data file has the bytes that its record says.

    Raises:
        ValueError: it has others.
        OSError: it is no file, or cannot be read.
    """
    if hashlib.sha256(read_regular(path)).hexdigest() != sha256:
        raise ValueError("it has other bytes than its record says")


def restore_data(root: Path, path: Path, sha256: str) -> Mending:
    """Write a data file anew from another copy in the workspace, where there is one."""
    for copy in sorted((*root.glob("problemsets/_inputs/**/*"), *root.glob("seeds/*/data/**/*"))):
        if copy == path or not copy.is_file():
            continue
        content = read_regular(copy)
        if hashlib.sha256(content).hexdigest() == sha256:
            moved_to = set_aside(path).relative_to(root).as_posix() if is_present(path) else ""
            write_file(path, content)
            action = f"restored from {copy.relative_to(root).as_posix()}"
            return Mending(mended=True, action=action, moved_to=moved_to)
    hint = "put the old file back, or add the seed again with --replace"
    return Mending(mended=False, action=f"there is no other copy of it here; {hint}")

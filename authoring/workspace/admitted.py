"""Whether what stands in a benchmark is what was admitted: looked at whenever the benchmark is handed on."""

import contextlib
import hashlib
import shlex
from collections.abc import Collection, Iterable, Mapping
from functools import partial
from pathlib import Path

from authoring.errors import BenchmarkError, WorkspaceError
from authoring.records.bundle import EXPORT_MANIFEST, AdmittedSet
from authoring.records.progress import Notice, Reporter
from authoring.records.provenance import LINK, admission_differences, read_provenance
from authoring.records.results import Benchmark
from authoring.workspace.benchmark import MANIFEST, claims_admission, inputs_beside, read_facts, read_manifest
from authoring.workspace.documents import is_changed_translation, translation_files
from authoring.workspace.exports import refuse_changed_export
from authoring.workspace.files import read_text, sha256_of_file
from authoring.workspace.settings import SETTINGS, read_settings

META = "_meta"
"""The folder of a benchmark that says of each set what was admitted. A benchmark without it claims nothing."""
MOST_SHOWN = 3
"""Differences of one set that a message shows."""


def way_out(path: Path) -> str:
    """Return what to do about a set that is not what was admitted."""
    folder, name = shlex.quote(str(path.parent)), path.stem
    return (
        f"put the admitted files back, for example from version control, or with: authoring admit {name} "
        f"--replace; or, if the change is meant, have it proved and decided: authoring set reopen {name}, "
        f"then authoring admit {name} --replace; outside of a workspace: authoring import dseval {folder} --set {name}"
    )


def refuse_changed_sets(benchmark: Benchmark, names: Collection[str] = ()) -> None:
    """Stop a benchmark from being handed on that is not what was admitted or exported.

    Benchmarks of other makers, without ``_meta/`` and without the manifest of an export, are let pass.

    Args:
        benchmark: as it was read.
        names: of the sets that are handed on; all of them if empty.

    Raises:
        BenchmarkError: a text, an input file, the provenance of a set or the manifest is another, or is missing.
    """
    chosen = [problemset for problemset in benchmark.sets if not names or problemset.name in names]
    for problemset in chosen:
        refuse_changed_set(problemset.path, problemset.text)


def refuse_changed_set(path: Path, text: str, *, is_admitted: bool = False) -> None:
    """Stop one set from being handed on that is not what was admitted or exported; see `refuse_changed_sets`.

    Args:
        path: of the set.
        text: what was read there.
        is_admitted: whether it has to be an admitted one, even where nothing around it says so.

    Raises:
        BenchmarkError: it is not what was admitted, or the manifest beside it says something else than the settings.
    """
    folder, name = path.parent, path.stem
    if not _is_own(folder) and (folder / EXPORT_MANIFEST).is_file():
        # And not with ``_meta/``: some formats change a text on purpose.
        refuse_changed_export(
            folder, read=partial(_is_read, set_name=name), added=partial(_is_handed_on, set_name=name)
        )
        return
    if not (is_admitted or claims_admission(folder) or _was_admitted_here(folder, name)):
        return
    meta = folder / META / f"{name}.yaml"
    try:
        inputs, meta_text = _input_hashes(path), read_text(meta) if meta.is_file() else ""
        facts = read_facts(folder)
        translations = [file for file in translation_files(folder, name) if is_changed_translation(file)]
    except (OSError, WorkspaceError) as error:
        raise BenchmarkError(
            f"{path}: cannot be compared with what was admitted: {error}", hint=way_out(path)
        ) from error
    _refuse(path, admission_differences(name, text, inputs, meta_text, facts))
    if translations:
        file = translations[0]
        raise BenchmarkError(
            f"{file}: is not what was written when it was translated and looked at",
            hint="put it back, or have it looked at again, where its questions count as seen by nobody: "
            f"authoring translate {name} --language {file.parent.name}",
        )
    if _is_own(folder):
        _refuse_changed_manifest(folder / MANIFEST, folder.parent / SETTINGS)


def refuse_changed_copy(path: Path, problemset: AdmittedSet) -> None:
    """Stop a set from being handed on that was read from `path`, when what was read is not what was admitted.

    Raises:
        BenchmarkError: it is not.
    """
    inputs = {file.path: hashlib.sha256(file.content).hexdigest() for file in problemset.inputs}
    _refuse(path, admission_differences(problemset.name, problemset.text, inputs, problemset.meta))


def _refuse(path: Path, differences: Iterable[str]) -> None:
    if words := tuple(differences):
        more = f"; and {len(words) - MOST_SHOWN} more" if len(words) > MOST_SHOWN else ""
        message = f"{path}: is not what was admitted: {'; '.join(words[:MOST_SHOWN])}{more}"
        raise BenchmarkError(message, hint=way_out(path))


def _refuse_changed_manifest(manifest: Path, settings: Path) -> None:
    content, expected = read_manifest(manifest), read_settings(settings).benchmark
    for key, value in (("name", expected.name), ("version", expected.version)):
        if str(content[key]) != value:
            raise BenchmarkError(
                f"{manifest}: says {key} {content[key]}, and [benchmark] of {settings} says {value}",
                hint="make both say the same: programs read the manifest, and exports take the settings",
            )


def _is_own(folder: Path) -> bool:
    """Tell whether a benchmark's folder is that of a workspace, where sets get by being admitted."""
    return folder.name == "problemsets" and (folder.parent / SETTINGS).is_file()


def _is_read(path: str, *, set_name: str) -> bool:
    """Tell whether a file of an exported benchmark is read when a set is run."""
    return path in {MANIFEST, f"{META}/{set_name}.yaml"} or _is_handed_on(path, set_name=set_name)


def _is_handed_on(path: str, *, set_name: str) -> bool:
    """Tell whether a file is the text of a set, or an input: its own, or one in the folder that sets share."""
    top, _, below = path.partition("/")
    is_shared = top == "_inputs" and "/" not in below
    return path == f"{set_name}.py" or is_shared or path.startswith(f"_inputs/{set_name}/")


def _was_admitted_here(folder: Path, name: str) -> bool:
    """Tell whether a set stands in a workspace that admitted it, by the journal of its run."""
    journal = folder.parent / ".authoring" / "runs" / name / "journal.jsonl"
    if not (_is_own(folder) and journal.is_file()):
        return False
    # The line of an admission, word for word as journals write it.
    return b'"stage":"admit_draft"' in journal.read_bytes()


def _input_hashes(path: Path) -> Mapping[str, str]:
    """Return the hash of every file that a set is given, and say which are links, by their names below ``inputs/``."""
    own = path.parent / "_inputs" / path.stem
    entries: Iterable[tuple[str, Path]]
    if own.is_dir() and not own.is_symlink():
        entries = ((file.relative_to(own).as_posix(), file) for file in sorted(own.rglob("*")))
    elif own.is_symlink():
        entries = ((own.name, own),)
    else:
        # In the folder that sets share, the folders of other sets are theirs.
        beside = inputs_beside(path) or ()
        entries = (
            (file.relative_to(top.parent).as_posix(), file)
            for top in beside
            for file in (sorted(top.rglob("*")) if top.is_dir() and not top.is_symlink() else [top])
        )
    # Devices and pipes are not read, which could take for ever.
    return {
        name: sha256_of_file(file) if file.is_file() and not file.is_symlink() else LINK
        for name, file in entries
        if file.is_symlink() or not file.is_dir()
    }


def report_unrecorded(paths: Iterable[Path], reporter: Reporter) -> None:
    """Report which sets were admitted by a version that recorded neither dialect nor environment.

    Args:
        paths: of the sets' files.
        reporter: hears a notice, where there is any such set.
    """
    names = []
    for path in paths:
        meta = path.parent / META / f"{path.stem}.yaml"
        with contextlib.suppress(OSError, WorkspaceError):
            if meta.is_file() and read_provenance(read_text(meta), path=str(meta)).benchmark is None:
                names.append(path.stem)
    if names:
        listed = f"{', '.join(names[:MOST_SHOWN])}{' and others' if len(names) > MOST_SHOWN else ''}"
        text = (
            f"an earlier version admitted {listed} and recorded neither dialect nor environment, so that a change of "
            "_manifest.yaml shows nowhere; reopening and admitting a set anew records them"
        )
        reporter.report(Notice(text, command=f"authoring set reopen {names[0]}"))

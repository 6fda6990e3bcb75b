"""Reads problem sets closely without running them."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from authoring import dseal
from authoring.api.findings.codes import prefixes
from authoring.api.verification import tables_of_files
from authoring.dseal.duplicates.across_sets import NamedSet, repeats_across_sets
from authoring.dseal.duplicates.codes import OTHER_SET
from authoring.errors import UsageError
from authoring.workspace.benchmark import inputs_beside
from authoring.workspace.files import MOST_PROBLEM_SET, read_text
from authoring.workspace.links import refuse_links_out


@dataclass(frozen=True, slots=True)
class LintedPaths:
    """What is wrong with the problem sets that paths name."""

    files: tuple[Path, ...]
    """Those that were read."""
    findings: tuple[dseal.Diagnostic, ...]

    def fails(self, *, strict: bool) -> bool:
        """Return whether the command fails: errors make it fail, warnings only if `strict`."""
        fatal = {dseal.Severity.ERROR, dseal.Severity.WARNING} if strict else {dseal.Severity.ERROR}
        return any(finding.severity in fatal for finding in self.findings)


def lint_paths(paths: Sequence[Path], *, select: Sequence[str] = (), ignore: Sequence[str] = ()) -> LintedPaths:
    """Lint the files that paths name, and of folders those that DSEval would load; arguments as of `lint_files`.

    Raises:
        UsageError: a path is not there or holds no problem set, or no code begins so.
    """
    files = problemset_files(paths)
    return LintedPaths(files, lint_files(files, select=select, ignore=ignore))


def lint_files(
    files: Sequence[Path], *, select: Sequence[str] = (), ignore: Sequence[str] = ()
) -> tuple[dseal.Diagnostic, ...]:
    """Return what is wrong with problem sets, with their input files in view where they stand beside them.

    Args:
        files: DSEAL files, from `problemset_files`.
        select: beginnings of codes that are looked for, several in one text with commas between them; all if empty.
        ignore: beginnings of codes that are left out, likewise.

    Raises:
        UsageError: no code begins so.
    """
    included, excluded = prefixes(select), prefixes(ignore)
    texts: list[NamedSet] = []
    findings: dict[str, list[dseal.Diagnostic]] = {}
    for file in files:
        inputs = inputs_beside(file)
        surroundings = None if inputs is None else dseal.Surroundings(inputs=tables_of_files(inputs))
        text, path = read_text(file, most=MOST_PROBLEM_SET), str(file)
        findings[path] = [*dseal.lint(text, path=path, surroundings=surroundings, select=included, ignore=excluded)]
        texts.append(NamedSet(path, text))
    if OTHER_SET.code.startswith(included or "") and not OTHER_SET.code.startswith(excluded):
        for path, repeats in repeats_across_sets(texts).items():
            findings[path] += (finding.model_copy(update={"path": path}) for finding in repeats)
            findings[path].sort(key=lambda finding: (finding.line, finding.column, finding.code))
    return tuple(finding for of_file in findings.values() for finding in of_file)


def problemset_files(paths: Sequence[Path]) -> tuple[Path, ...]:
    """Return the problem-set files that paths name; of a folder, those DSEval would load.

    Raises:
        UsageError: a path is not there, a link leads out of a folder, or it holds no problem set.
    """
    files: list[Path] = []
    for path in paths:
        if not path.exists():
            hint = "name a DSEAL file or a folder of them; drafts and sets go by their names in: authoring check NAME"
            raise UsageError(f"{path}: no such file or folder", hint=hint)
        # A folder may be a stranger's, and findings quote lines of its files.
        if path.is_dir():
            refuse_links_out(path.glob("*.py"), path, error=UsageError)
        members = (
            # The files of a folder that DSEval would load.
            sorted(file for file in path.glob("*.py") if not file.name.startswith(("_", ".")))
            if path.is_dir()
            else [path]
        )
        if not members:
            raise UsageError(f"{path}: holds no problem set", hint="name a folder with NAME.py files, or a file")
        files.extend(members)
    # A file may be named by itself and by its folder.
    return tuple(dict.fromkeys(files))

"""The formats that problem sets can be exported in and imported from, found in their folders and by entry points."""

from collections.abc import Collection, Mapping, Sequence
from importlib.metadata import version as version_of

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity, errors_in
from authoring.errors import ExportError, UsageError
from authoring.extensions import members
from authoring.formats.base.manifest import manifest_of
from authoring.formats.base.port import ExportOptions, Format, MapSets, Player
from authoring.formats.base.questions import CODES as QUESTION_CODES
from authoring.records.bundle import AdmittedSet, Bundle
from authoring.records.evidence import CellRun
from authoring.records.provenance import public_meta

# Members are imported here, so no format may import this module while it is imported itself.
FORMATS: Mapping[str, Format] = {name: module.FORMAT for name, module in members("authoring.formats").items()}
"""Every format by its name."""
EXPORTERS: Mapping[str, Format] = {name: entry for name, entry in FORMATS.items() if entry.export is not None}
"""The formats that problem sets can be exported in."""
EXPORT_CODES: Mapping[str, RuleInfo] = {
    **{code: info for entry in FORMATS.values() for code, info in entry.codes.items()},
    **QUESTION_CODES,
}
"""The kinds of finding of all exports. Any may be let pass with ``--allow``; other errors, such as those of lint under
their own codes, may not."""
IMPORT_CODES: Mapping[str, RuleInfo] = {
    code: info for entry in FORMATS.values() for code, info in entry.import_codes.items()
}
"""The kinds of finding of all imports."""


def prepare(
    target: str,
    problemsets: Sequence[AdmittedSet],
    *,
    options: ExportOptions,
    play: Player,
    across: MapSets = map,
    allowed: Collection[str] = (),
) -> Bundle:
    """Return admitted sets in another project's format, with its manifest and the findings.

    Args:
        target: a key of `EXPORTERS`.
        problemsets: with their data, from `Workspace.admitted_set`.
        options: name, version and kind of the export.
        play: runs cells, for formats that show the outputs of code.
        across: takes the sets one after the other, or several at once.
        allowed: codes of findings that a person lets pass.

    Returns:
        Files as data, sorted by path. With an error among the findings they must not be used: see `refuse_unfit`.

    Raises:
        UsageError: when there is no such format, or it has no such language or suite.
        ExportError: when there is nothing to export.
    """
    exporter = EXPORTERS.get(target)
    if exporter is None or exporter.export is None:
        raise UsageError(f"no format is called {target}", hint=f"formats: {', '.join(EXPORTERS)}")
    # Checked before anything is played, because playing the sets can take minutes.
    choices = (("language", options.language, exporter.languages), ("suite", options.suite, exporter.suites))
    for option, choice, offered in choices:
        if choice and choice not in offered:
            hint = f"it has: {', '.join(offered)}" if offered else "leave the option out"
            raise UsageError(f"{target} has no {option} {choice}", hint=hint)
    if not problemsets:
        raise ExportError("there is no admitted problem set to export", hint="admit one with: authoring admit NAME")
    codes = frozenset(allowed)
    # Sorted, so that the order of arguments on the command line changes no byte.
    problemsets = [
        problemset.model_copy(update={"meta": public_meta(problemset.meta)})
        for problemset in sorted(problemsets, key=lambda problemset: problemset.name)
    ]
    bundle = exporter.export(problemsets, options=options, play=play, across=across)
    files = tuple(sorted(bundle.files, key=lambda file: file.path))
    manifest = manifest_of(target, problemsets, files, options=options, allowed=codes)
    return Bundle(files=(*files, manifest), findings=waived(bundle.findings, codes, EXPORT_CODES))


def waived(
    findings: Sequence[Diagnostic], allowed: frozenset[str], infos: Mapping[str, RuleInfo]
) -> tuple[Diagnostic, ...]:
    """Return findings, with those that a person lets pass turned into notes.

    Only findings whose code is among `infos` may be let pass; any other keeps its weight.
    """
    return tuple(
        finding.model_copy(update={"severity": Severity.NOTE, "message": f"{finding.message} (let pass)"})
        # Only codes of exports may be let pass: an error of lint says that the set itself is wrong.
        if finding.severity is not Severity.NOTE and finding.code in allowed and finding.code in infos
        else finding
        for finding in findings
    )


def refuse_unfit(bundle: Bundle) -> None:
    """Stop an export that has an error left.

    Raises:
        ExportError: it names the first error, and says how to let it pass where it may.
    """
    errors = errors_in(bundle.findings)
    if not errors:
        return
    first = errors[0]
    further = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    # Codes that may not be let pass are left out of the command that is shown.
    codes = " ".join(f"--allow {code}" for code in sorted({error.code for error in errors} & set(EXPORT_CODES)))
    hint = f"{first.hint} To let it pass: {codes}".strip() if codes else first.hint
    raise ExportError(f"{first.path}:{first.line}: {first.code} {first.message}{further}", hint=hint)


def this_tool() -> str:
    """Return name and version of this program."""
    return f"dseal-authoring {version_of('dseal-authoring')}"


def nothing_played(problemset: AdmittedSet, cells: Sequence[str]) -> tuple[CellRun, ...]:  # noqa: ARG001 - the parameters of a Player
    """Play nothing, for formats that show no output."""
    return ()

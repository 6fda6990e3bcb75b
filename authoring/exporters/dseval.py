"""The benchmark folder that DSEval 0.0.1 loads: ``_manifest.yaml``, ``NAME.py``, ``_inputs/NAME/``."""

from collections.abc import Mapping, Sequence

import yaml

from authoring.dseal import Diagnostic, Offence, Severity, canonical, lint, parse
from authoring.dseal.rules.foreign_validator import OFFENCE as FOREIGN_VALIDATOR
from authoring.errors import ExportError
from authoring.records import AdmittedSet, Bundle, FileContent
from authoring.validators.base import Dialect

FOREIGN_DIALECT = Offence(
    code="DS701",
    name="foreign-dialect",
    severity=Severity.NOTE,
    what="A benchmark with `dialect: strict` is exported to DSEval, which knows its own rules only.",
    why="The key is passed over there, and submissions are judged with DSEval's bugs: verdicts may differ.",
    bad="dialect: strict",
    good="dialect: dseval",
)
OFFENCES: Mapping[str, Offence] = {FOREIGN_DIALECT.code: FOREIGN_DIALECT}
"""What an export has to say, by code, beside what lint says."""


def export(problemsets: Sequence[AdmittedSet], *, name: str, version: str, dialect: Dialect = "dseval") -> Bundle:
    """Return a benchmark folder; a set's text goes into it unchanged but for spellings that only the paper knows.

    Raises:
        ExportError: when there is nothing to export, or a set has an error that DSEval would trip over, or a validator
            that it does not have.
    """
    if not problemsets:
        raise ExportError("there is no admitted problem set to export", hint="admit one with: authoring admit NAME")
    about = {"name": name, "version": version} | ({"dialect": dialect} if dialect != "dseval" else {})
    manifest = yaml.safe_dump(about, sort_keys=False, allow_unicode=True)
    files = [FileContent(path="_manifest.yaml", content=manifest.encode())]
    findings: list[Diagnostic] = []
    if dialect != "dseval":
        message = f"DSEval passes over `dialect: {dialect}`, and judges by its own rules"
        hint = "Evaluate the folder with `authoring evaluate`, or set the dialect to dseval."
        findings.append(FOREIGN_DIALECT.found(message, hint=hint).model_copy(update={"path": "_manifest.yaml"}))
    for problemset in problemsets:
        found = lint(problemset.text, path=f"{problemset.name}.py")
        _refuse(problemset, found)
        findings.extend(found)
        files.append(FileContent(path=f"{problemset.name}.py", content=canonical(parse(problemset.text)).encode()))
        files.extend(
            FileContent(path=f"_inputs/{problemset.name}/{file.path}", content=file.content)
            for file in problemset.inputs
        )
    return Bundle(files=tuple(sorted(files, key=lambda file: file.path)), findings=tuple(findings))


def _refuse(problemset: AdmittedSet, found: Sequence[Diagnostic]) -> None:
    """Raise for the first finding that DSEval would trip over."""
    for finding in found:
        if finding.severity is Severity.ERROR:
            hint = f"see all findings with: authoring lint problemsets/{problemset.name}.py"
        elif finding.code == FOREIGN_VALIDATOR.code:
            hint = finding.hint
        else:
            continue
        raise ExportError(f"{problemset.name}.py:{finding.line}: {finding.message}", hint=hint)

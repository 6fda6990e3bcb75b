"""The benchmark folder that DSEval 0.0.1 loads: ``_manifest.yaml``, ``NAME.py``, ``_inputs/NAME/``."""

from collections.abc import Sequence

import yaml

from authoring.dseal import Diagnostic, Severity, canonical, lint, parse
from authoring.errors import ExportError
from authoring.records import AdmittedSet, Bundle, FileContent


def export(problemsets: Sequence[AdmittedSet], *, name: str, version: str) -> Bundle:
    """Return a benchmark folder; a set's text goes into it unchanged but for spellings that only the paper knows.

    Raises:
        ExportError: when there is nothing to export, or a set has an error that DSEval would trip over.
    """
    if not problemsets:
        raise ExportError("there is no admitted problem set to export", hint="admit one with: authoring admit NAME")
    manifest = yaml.safe_dump({"name": name, "version": version}, sort_keys=False, allow_unicode=True)
    files = [FileContent(path="_manifest.yaml", content=manifest.encode())]
    findings: list[Diagnostic] = []
    for problemset in problemsets:
        found = lint(problemset.text, path=f"{problemset.name}.py")
        errors = [finding for finding in found if finding.severity is Severity.ERROR]
        if errors:
            raise ExportError(
                f"{problemset.name}.py:{errors[0].line}: {errors[0].message}",
                hint=f"see all findings with: authoring lint problemsets/{problemset.name}.py",
            )
        findings.extend(found)
        files.append(FileContent(path=f"{problemset.name}.py", content=canonical(parse(problemset.text)).encode()))
        files.extend(
            FileContent(path=f"_inputs/{problemset.name}/{file.path}", content=file.content)
            for file in problemset.inputs
        )
    return Bundle(files=tuple(sorted(files, key=lambda file: file.path)), findings=tuple(findings))

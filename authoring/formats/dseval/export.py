"""The files of a DSEval benchmark."""

from collections.abc import Iterator, Sequence

import yaml

from authoring.dseal import Cell, CellKind, Diagnostic, Problem, canonical, drop_cell, lint, parse, replace_cell
from authoring.dseal.conventions import without_conventions
from authoring.dseal.dump import replace_question
from authoring.dseal.model import YamlPath
from authoring.dseal.session import at_key, checks
from authoring.formats.base.port import ExportOptions, MapSets, Player
from authoring.formats.dseval.codes import FOREIGN_DIALECT, UNKNOWN_TO_DSEVAL
from authoring.records.bundle import AdmittedSet, Bundle, FileContent
from authoring.validators.flags import STRICT_FLAGS

UNKNOWN = frozenset({"answer_in_source", "vis"})
"""Validators that DSEval 0.0.1 does not have, or declares and leaves to be written."""
SAID_BY_LINT = frozenset({"DS316", "DS318"})
"""Codes of lint for them: here it is an error, under a code of its own."""


def export(
    problemsets: Sequence[AdmittedSet],
    *,
    options: ExportOptions,
    play: Player,  # noqa: ARG001 - the protocol's
    across: MapSets = map,  # noqa: ARG001 - the protocol's
) -> Bundle:
    """Return a benchmark folder with the sets' texts as they stand.

    Changed are only spellings that only the paper knows, and conventions, which each question is given.

    What is known of a set beside its text stands in ``_meta/``, which DSEval passes over. An error of lint is an error
    of the export.
    """
    about = {"name": options.name, "version": options.version}
    # DSEval passes over the key, so it stands there only where it says something.
    about |= {"dialect": options.dialect} if options.dialect != "dseval" else {}
    manifest = yaml.safe_dump(about, sort_keys=False, allow_unicode=True)
    files = [FileContent(path="_manifest.yaml", content=manifest.encode())]
    findings: list[Diagnostic] = []
    if options.dialect != "dseval":
        message = f"DSEval passes over `dialect: {options.dialect}`, and judges by its own rules"
        hint = "Evaluate the folder with `authoring evaluate`, or set the dialect to dseval."
        findings.append(FOREIGN_DIALECT.diagnostic(message, hint=hint).model_copy(update={"path": "_manifest.yaml"}))
    for problemset in problemsets:
        findings.extend(_set_findings(problemset))
        files.extend(_files(problemset))
    return Bundle(files=tuple(files), findings=tuple(findings))


def _set_findings(problemset: AdmittedSet) -> Iterator[Diagnostic]:
    """Yield what lint says, and every validator that DSEval lacks as an error."""
    path = f"{problemset.name}.py"
    # Lint says the same with another weight, and nobody should have to let both pass.
    findings = [finding for finding in lint(problemset.text, path=path) if finding.code not in SAID_BY_LINT]
    parsed = parse(problemset.text)
    for cell, problem in parsed.problems:
        for key in _unknown_keys(problem):
            message = f"DSEval 0.0.1 cannot judge by '{key[-1]}'"
            hint = "Let pass, the problem is not asked, and its code runs as context, for which DSEval gives 1 second."
            finding = at_key(parsed, cell, key, UNKNOWN_TO_DSEVAL, message, hint)
            findings.append(finding.model_copy(update={"path": path}))
    yield from sorted(findings, key=lambda finding: (finding.line, finding.column, finding.code))


def _files(problemset: AdmittedSet) -> Iterator[FileContent]:
    """Yield the files of a set; none where DSEval could ask nothing of it."""
    # Spellings that only the paper has would be unknown to the released DSEval.
    text = with_posed_conventions(canonical(parse(problemset.text)))
    parsed = parse(text)
    unknown = [_unknown(problem) for _, problem in parsed.problems]
    # DSEval would load such a set and ask nothing.
    if unknown and all(unknown):
        return
    if any(unknown):
        text = "".join(_context(cell) if _unknown(cell.problem) else cell.source for cell in parsed.cells)
    yield FileContent(path=f"{problemset.name}.py", content=text.encode())
    if problemset.meta:
        yield FileContent(path=f"_meta/{problemset.name}.yaml", content=problemset.meta.encode())
    for file in problemset.inputs:
        yield FileContent(path=f"_inputs/{problemset.name}/{file.path}", content=file.content)


def with_posed_conventions(text: str) -> str:
    """Return a set whose questions hold its conventions; a text without conventions stays as it is.

    DSEval has no place that every agent is shown but the question: some see the code before it, and others only what
    variables hold.
    """
    parsed = parse(text)
    if not parsed.conventions:
        return text
    for index, cell in reversed(list(enumerate(parsed.cells))):
        if cell.problem is not None and cell.problem.conventions:
            text = replace_question(parse(text), index, cell.problem.whole_question)
        elif cell.kind is CellKind.CONTEXT and (code := without_conventions(cell.code)) != cell.code:
            # What only stated conventions has no code left, and is no cell of DSEval's.
            text = replace_cell(parse(text), index, f"# %%\n{code}\n\n") if code else drop_cell(parse(text), index)
    return text


def _unknown(problem: Problem | None) -> bool:
    return problem is not None and any(_unknown_keys(problem))


def _unknown_keys(problem: Problem) -> Iterator[YamlPath]:
    """Yield the keys of a problem's validators that DSEval stops at: validators, and flags of the strict dialect."""
    for check in checks(problem):
        if check.path is None:
            continue
        if check.alias in UNKNOWN:
            yield check.path
        elif isinstance(check.options, dict):
            for name, value in check.options.items():
                if name in STRICT_FLAGS:
                    yield (*check.path, name)
                elif isinstance(value, dict):
                    yield from ((*check.path, name, flag) for flag in value if flag in STRICT_FLAGS)


def _context(cell: Cell) -> str:
    """Return the code of a problem as context; a comment before it keeps a text at its start from being a docstring."""
    number = cell.problem.number if cell.problem is not None else 0
    return f"# %%\n# Problem {number} of the original, which DSEval cannot judge.\n{cell.code}\n\n"

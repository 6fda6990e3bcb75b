"""The whole tree: for each set a notebook in its suite and module, and the data files of all sets in one folder."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from authoring.dseal.diagnostic import Diagnostic, Severity
from authoring.dseal.model import ProblemSet
from authoring.dseal.parse import parse
from authoring.errors import UsageError
from authoring.formats.base.port import ExportOptions, MapSets, Player
from authoring.formats.base.questions import conventions_once, exported_question, unreadable
from authoring.formats.cibench import TREE_FOLDERS
from authoring.formats.cibench.codes import (
    FAILING,
    HEAVIEST,
    HEAVY,
    MISREAD_NAME,
    NO_MODULE,
    NOT_REPEATABLE,
    QUOTED,
    UNMOVED,
    UNREADABLE,
)
from authoring.formats.cibench.export.lasting_settings import (
    LastingSettings,
    OutputKind,
    lasting_findings,
    lasting_settings,
    later_notebooks,
)
from authoring.formats.cibench.export.notebook import StepCells, notebook_text
from authoring.formats.cibench.export.placement import (
    EMPTY,
    SUITE_MODULES,
    WORKING,
    PlacedFiles,
    folder_of,
    has_unmoved_paths,
    modules_by_problem,
    paths_named_in,
    place_files,
    placed_files,
    with_moved_paths,
)
from authoring.formats.cibench.export.rehearsal import RehearsedSteps, rehearse
from authoring.formats.cibench.export.rewriting import is_quotation, without_backticks
from authoring.formats.cibench.export.step_checks import check_step, is_comparable, unjudged_findings
from authoring.formats.cibench.export.steps import (
    NotebookStep,
    at_cell,
    code_of,
    convert,
    judged_values,
    played_problems,
)
from authoring.formats.cibench.export.values import play_values
from authoring.formats.cibench.export.wording import WORDINGS, name_conventions, name_files
from authoring.records.bundle import AdmittedSet, Bundle, FileContent
from authoring.records.provenance import read_provenance


@dataclass(frozen=True, slots=True)
class _ConvertedSet:
    """A set as a notebook: its text, empty where no problem can be asked, and what is to be said of it."""

    text: str
    findings: tuple[Diagnostic, ...]
    output_kinds: frozenset[OutputKind] = frozenset()
    lasting: LastingSettings = field(default_factory=dict)
    """The settings that it leaves changed; found out only where other sets stand behind it."""


def export(
    problemsets: Sequence[AdmittedSet], *, options: ExportOptions, play: Player, across: MapSets = map
) -> Bundle:
    """Return the tree that OpenCompass' loader of CIBench reads below ``data/cibench_dataset/``.

    Each problem becomes a step: what is judged of it is printed or drawn, and the question says how. Each set is played
    three times or more: to see what it gives, as steps, and with every step twice; and once more where it may leave
    settings changed for others behind it.

    Raises:
        UsageError: the suite has no tree in the language.
    """
    # Of the suites, only `template` has notebooks in Chinese.
    suite = options.suite or ("generation" if options.language == "en" else "template")
    if (suite, options.language) not in TREE_FOLDERS:
        hint = "CIBench has Chinese notebooks in the suite template only: leave --suite out"
        raise UsageError(f"cibench has no suite {suite} in {options.language}", hint=hint)
    # Places depend on all sets together, because they share one folder for data.
    places = place_files(problemsets)
    folders = {problemset.name: _folder(problemset, suite) for problemset in problemsets}
    behind = later_notebooks(folders)

    def write(problemset: AdmittedSet) -> _ConvertedSet:
        placed, folder = places[problemset.name], folders[problemset.name]
        converted = _convert_set(problemset, placed, folder=folder, language=options.language, play=play)
        # Where no notebook follows in the same kernel, settings that last harm nobody.
        if not converted.text or not behind[problemset.name]:
            return converted
        return replace(converted, lasting=lasting_settings(problemset, parse(problemset.text), play=play))

    names = [problemset.name for problemset in problemsets]
    converted = dict(zip(names, across(write, problemsets), strict=True))
    files: dict[str, FileContent] = {}
    findings: list[Diagnostic] = []
    for problemset in problemsets:
        converted_set = converted[problemset.name]
        parsed, placed, folder = parse(problemset.text), places[problemset.name], folders[problemset.name]
        set_findings = [*_about_set(problemset, parsed, suite=suite, language=options.language, folder=folder)]
        after = [converted[name].output_kinds for name in behind[problemset.name] if converted[name].text]
        set_findings += lasting_findings(parsed, converted_set.lasting, after)
        findings += _with_path(problemset, [*set_findings, *converted_set.findings])
        if not converted_set.text:
            continue
        path = f"{TREE_FOLDERS[suite, options.language]}/{folder}/{problemset.name}.ipynb"
        for file in (FileContent(path=path, content=converted_set.text.encode()), *placed_files(problemset, placed)):
            # By path: a file that several sets share stands in the tree once.
            files[file.path] = file
    if not any(path.startswith(f"{WORKING}/") for path in files):
        files[EMPTY.path] = EMPTY
    return Bundle(files=tuple(files[path] for path in sorted(files)), findings=tuple(findings))


def _folder(problemset: AdmittedSet, suite: str) -> str:
    return folder_of(parse(problemset.text), suite=suite, seed=read_provenance(problemset.meta).seed.name)


def _convert_set(
    problemset: AdmittedSet, placed: PlacedFiles, *, folder: str, language: str, play: Player
) -> _ConvertedSet:
    """Return a set as a notebook."""
    parsed = parse(problemset.text)
    questions, findings = _questions(problemset, parsed, placed, language=language)
    codes = [code_of(cell) for cell in parsed.runnable]
    # First the set as it was written, to learn what its values are; then the steps that follow from them.
    runs, shapes = play_values(problemset, codes, judged_values(parsed), play=play)
    problems, step_findings = played_problems(parsed, runs=runs, shapes=shapes, questions=questions)
    findings += step_findings
    steps: list[NotebookStep] = []
    for problem in problems:
        step, step_findings = convert(parsed, problem, language=language)
        steps.append(step)
        findings += step_findings or unjudged_findings(parsed, step)
    rehearsed = rehearse(problemset, steps, play=play)
    findings += _about_rehearsal(parsed, rehearsed, placed)
    modules = modules_by_problem(parsed, folder=folder)
    pairs: list[StepCells] = []
    for step, run in zip(rehearsed.steps, rehearsed.runs, strict=False):
        # An output that cannot be compared would mark right answers wrong, so the step then only has to run.
        written = step if is_comparable(step, run) else step.merely_run(language)
        module_entry = " & ".join(modules[step.played.problem.number]) or WORDINGS[language].python
        question, code = with_moved_paths(written.question, placed), with_moved_paths(written.whole_code, placed)
        pairs.append(StepCells(question, without_backticks(code), written.step_type, module_entry, run))
    if pairs:
        pairs[0] = _with_files(pairs, placed, language)
    if pairs and (conventions := conventions_once(parsed, language)):
        # One conversation asks all steps, so that the first says what holds for them.
        agreed = name_conventions(conventions, language=language)
        pairs[0] = replace(pairs[0], question=f"{pairs[0].question}\n\n{agreed}")
    text = notebook_text(problemset.name, pairs) if pairs else ""
    return _ConvertedSet(text, tuple(findings), frozenset(_output_kinds(rehearsed.steps)))


def _output_kinds(steps: Sequence[NotebookStep]) -> Iterator[OutputKind]:
    """Yield what steps show by the set's own code."""
    for step in steps:
        if step.step_type == "vis":
            yield "picture"
        elif step.step_type != "exec" and step.played.shape is None:
            yield "print"


def _questions(
    problemset: AdmittedSet, parsed: ProblemSet, placed: PlacedFiles, *, language: str
) -> tuple[list[str], list[Diagnostic]]:
    """Return the questions in a language, with the tree's paths, and what is to be said of translations."""
    questions: list[str] = []
    findings: list[Diagnostic] = []
    for _, problem in parsed.problems:
        question, untranslated = exported_question(problemset, problem.number, language, is_alone=False)
        findings += untranslated
        questions.append(with_moved_paths(question, placed))
    return questions, findings


def _about_rehearsal(parsed: ProblemSet, rehearsed: RehearsedSteps, placed: PlacedFiles) -> Iterator[Diagnostic]:
    """Yield what stands against the steps, by what they gave once and twice."""
    faults = dict(rehearsed.faults)
    for index, step in enumerate(rehearsed.steps):
        cell = step.played.cell
        if index >= len(rehearsed.runs):
            hint = "Mend the steps before it. Let pass, the problem is left out."
            yield at_cell(parsed, cell, FAILING, "the session had ended before this cell", hint)
            continue
        yield from check_step(parsed, step, rehearsed.runs[index])
        if index in faults:
            hint = "Let it assign to a new name, and give every seed. Let pass, the step stays as it is."
            yield at_cell(parsed, cell, NOT_REPEATABLE, f"run twice in one session, the step {faults[index]}", hint)
        if has_unmoved_paths(step.whole_code, placed):
            message = "the code looks into the folder inputs/ in a way that cannot be moved"
            hint = "Name each file as `inputs/NAME`. Let pass, the code stays as far as it is not understood."
            yield at_cell(parsed, cell, UNMOVED, message, hint)
        if is_quotation(without_backticks(step.whole_code)):
            message = "the code holds backticks, and CIBench's interpreter runs only what stands between them"
            hint = "Write each as `\\x60` in a plain string. Let pass, the step stays as it is."
            yield at_cell(parsed, cell, QUOTED, message, hint)


def _with_files(pairs: Sequence[StepCells], placed: PlacedFiles, language: str) -> StepCells:
    """Return the first pair, its question with the data files that it does not name and some step reads."""
    first = pairs[0]
    read = frozenset().union(*(paths_named_in(pair.code, placed) for pair in pairs))
    missing = sorted(read - paths_named_in(first.question, placed))
    if not missing:
        return first
    return replace(first, question=f"{first.question}\n\n{name_files(missing, language=language)}")


def _about_reading(parsed: ProblemSet) -> Iterator[Diagnostic]:
    """Yield what the parser could not read: whole problems, and keys of those that it could."""
    yield from unreadable(parsed, UNREADABLE)
    problems = {problem.number for _, problem in parsed.problems}
    # Errors of cells that could not be read at all are in the findings above.
    for finding in parsed.diagnostics:
        if finding.severity is Severity.ERROR and finding.problem in problems:
            hint = "Mend it as authoring lint says. Let pass, it counts as absent."
            yield UNREADABLE.diagnostic(finding.message, hint=hint, line=finding.line, problem=finding.problem)


def _about_set(
    problemset: AdmittedSet, parsed: ProblemSet, *, suite: str, language: str, folder: str
) -> Iterator[Diagnostic]:
    yield from _about_reading(parsed)
    if folder not in SUITE_MODULES[suite]:
        message = f"the suite {suite} has no folder {folder}"
        offered = next((other for other, modules in SUITE_MODULES.items() if folder in modules), "")
        instead = f"Use --suite {offered}" if offered else "Leave the set out"
        yield NO_MODULE.diagnostic(message, hint=f"{instead}. Let pass, it stands in a folder {folder}.")
    # The loader looks for this word anywhere in the path of the file.
    if language != "zh" and "chinese" in problemset.name:
        hint = "Call the set something else. Let pass, CIBench adds Chinese sentences to its questions."
        yield MISREAD_NAME.diagnostic(
            f"the name {problemset.name} makes CIBench take the questions for Chinese", hint=hint
        )
    size = sum(len(file.content) for file in problemset.inputs)
    if size > HEAVIEST:
        message = f"the data files have {size / 1e6:.0f} MB, and CIBench allows {HEAVIEST / 1e6:.0f}"
        yield HEAVY.diagnostic(message, hint="Take a sample of the data. Let pass, they are written.")


def _with_path(problemset: AdmittedSet, findings: Sequence[Diagnostic]) -> list[Diagnostic]:
    ordered = sorted(findings, key=lambda finding: (finding.line, finding.code))
    return [finding.model_copy(update={"path": f"{problemset.name}.py"}) for finding in ordered]

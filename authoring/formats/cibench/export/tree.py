"""The whole tree: for each set a notebook in its suite and module, and the data files of all sets in one folder."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from authoring.dseal.diagnostic import Diagnostic, Severity
from authoring.dseal.model import ProblemSet
from authoring.dseal.parse import parse
from authoring.errors import UsageError
from authoring.formats.base.port import ExportOptions, MapSets, Player
from authoring.formats.base.questions import exported_question, unreadable
from authoring.formats.cibench.codes import (
    FAILING,
    HEAVIEST,
    HEAVY,
    MISREAD_NAME,
    NO_MODULE,
    QUOTED,
    TWICE,
    UNMOVED,
    UNREADABLE,
)
from authoring.formats.cibench.export.lasting_settings import (
    Lasting,
    Shown,
    about_lasting,
    lasting_settings,
    notebooks_behind,
)
from authoring.formats.cibench.export.notebook import Pair, notebook_text
from authoring.formats.cibench.export.placement import (
    EMPTY,
    SUITE_MODULES,
    WORKING,
    Placed,
    entry,
    folder_of,
    modules_by_problem,
    moved,
    named_in,
    place,
    placed_files,
    stays_behind,
)
from authoring.formats.cibench.export.rehearsal import Rehearsed, rehearse
from authoring.formats.cibench.export.rewriting import is_quotation, without_backticks
from authoring.formats.cibench.export.step_checks import about_unjudged, check_step, is_comparable
from authoring.formats.cibench.export.steps import Step, asked_problems, at_cell, code_of, convert, judged_values
from authoring.formats.cibench.export.values import play_values
from authoring.formats.cibench.export.wording import WORDINGS, name_files
from authoring.records.bundle import AdmittedSet, Bundle, FileContent
from authoring.records.provenance import read_provenance

SUITES = tuple(SUITE_MODULES)
"""Kinds of tree; the first is the default."""
LANGUAGES = tuple(WORDINGS)
_FOLDERS: Mapping[tuple[str, str], str] = {
    ("generation", "en"): "cibench_generation",
    ("template", "en"): "cibench_template",
    ("template", "zh"): "cibench_template_chinese",
}
"""What OpenCompass' configurations call them."""


@dataclass(frozen=True, slots=True)
class _Converted:
    """A set as a notebook: its text, empty where no problem can be asked, and what is to be said of it."""

    text: str
    findings: tuple[Diagnostic, ...]
    shown: frozenset[Shown] = frozenset()
    lasting: Lasting = field(default_factory=dict)
    """What it leaves changed; asked for only where other sets stand behind it."""


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
    suite = options.suite or ("generation" if options.language == "en" else "template")
    if (suite, options.language) not in _FOLDERS:
        hint = "CIBench has Chinese notebooks in the suite template only: leave --suite out"
        raise UsageError(f"cibench has no suite {suite} in {options.language}", hint=hint)
    places, folders = place(problemsets), {one.name: _folder(one, suite) for one in problemsets}
    behind = notebooks_behind(folders)

    def write(problemset: AdmittedSet) -> _Converted:
        placed, folder = places[problemset.name], folders[problemset.name]
        made = _convert_set(problemset, placed, folder=folder, language=options.language, play=play)
        if not made.text or not behind[problemset.name]:
            return made
        return replace(made, lasting=lasting_settings(problemset, parse(problemset.text), play=play))

    converted = {one.name: made for one, made in zip(problemsets, across(write, problemsets), strict=True)}
    files: dict[str, FileContent] = {}
    findings: list[Diagnostic] = []
    for problemset in problemsets:
        made = converted[problemset.name]
        parsed, placed, folder = parse(problemset.text), places[problemset.name], folders[problemset.name]
        found = [*_about_set(problemset, parsed, suite=suite, language=options.language, folder=folder)]
        after = [converted[name].shown for name in behind[problemset.name] if converted[name].text]
        found += about_lasting(parsed, made.lasting, after)
        findings += _named(problemset, [*found, *made.findings])
        if not made.text:
            continue
        path = f"{_FOLDERS[suite, options.language]}/{folder}/{problemset.name}.ipynb"
        for file in (FileContent(path=path, content=made.text.encode()), *placed_files(problemset, placed)):
            files[file.path] = file
    if not any(path.startswith(f"{WORKING}/") for path in files):
        files[EMPTY.path] = EMPTY
    return Bundle(files=tuple(files[path] for path in sorted(files)), findings=tuple(findings))


def _folder(problemset: AdmittedSet, suite: str) -> str:
    return folder_of(parse(problemset.text), suite=suite, seed=read_provenance(problemset.meta).seed.name)


def _convert_set(problemset: AdmittedSet, placed: Placed, *, folder: str, language: str, play: Player) -> _Converted:
    """Return a set as a notebook."""
    parsed = parse(problemset.text)
    questions, findings = _questions(problemset, parsed, placed, language=language)
    codes = [code_of(cell) for cell in parsed.runnable]
    runs, shapes = play_values(problemset, codes, judged_values(parsed), play=play)
    asked, found = asked_problems(parsed, runs=runs, shapes=shapes, questions=questions)
    findings += found
    steps: list[Step] = []
    for one in asked:
        step, found = convert(parsed, one, language=language)
        steps.append(step)
        findings += found or about_unjudged(parsed, step)
    rehearsed = rehearse(problemset, steps, play=play)
    findings += _about_rehearsal(parsed, rehearsed, placed)
    modules = modules_by_problem(parsed, folder=folder)
    pairs: list[Pair] = []
    for step, run in zip(rehearsed.steps, rehearsed.runs, strict=False):
        written = step if is_comparable(step, run) else step.merely_run(language)
        told = entry(modules[step.asked.problem.number], otherwise=WORDINGS[language].python)
        question, code = moved(written.question, placed), moved(written.whole_code, placed)
        pairs.append(Pair(question, without_backticks(code), written.step_type, told, run))
    if pairs:
        pairs[0] = _with_files(pairs, placed, language)
    text = notebook_text(problemset.name, pairs) if pairs else ""
    return _Converted(text, tuple(findings), frozenset(_shown(rehearsed.steps)))


def _shown(steps: Sequence[Step]) -> Iterator[Shown]:
    """Yield what steps show by the set's own code."""
    for step in steps:
        if step.step_type == "vis":
            yield "picture"
        elif step.step_type != "exec" and step.asked.shape is None:
            yield "print"


def _questions(
    problemset: AdmittedSet, parsed: ProblemSet, placed: Placed, *, language: str
) -> tuple[list[str], list[Diagnostic]]:
    """Return the questions in a language, with the tree's paths, and what is to be said of translations."""
    questions: list[str] = []
    findings: list[Diagnostic] = []
    for _, problem in parsed.problems:
        question, untranslated = exported_question(problemset, problem.number, language)
        findings += untranslated
        questions.append(moved(question, placed))
    return questions, findings


def _about_rehearsal(parsed: ProblemSet, rehearsed: Rehearsed, placed: Placed) -> Iterator[Diagnostic]:
    """Yield what stands against the steps, by what they gave once and twice."""
    faults = dict(rehearsed.faults)
    for index, step in enumerate(rehearsed.steps):
        cell = step.asked.cell
        if index >= len(rehearsed.runs):
            hint = "Mend the steps before it. Let pass, the problem is left out."
            yield at_cell(parsed, cell, FAILING, "the session had ended before this cell", hint)
            continue
        yield from check_step(parsed, step, rehearsed.runs[index])
        if index in faults:
            hint = "Let it assign to a new name, and give every seed. Let pass, the step stays as it is."
            yield at_cell(parsed, cell, TWICE, f"run twice in one session, the step {faults[index]}", hint)
        if stays_behind(step.whole_code, placed):
            message = "the code looks into the folder inputs/ in a way that cannot be moved"
            hint = "Name each file as `inputs/NAME`. Let pass, the code stays as far as it is not understood."
            yield at_cell(parsed, cell, UNMOVED, message, hint)
        if is_quotation(without_backticks(step.whole_code)):
            message = "the code holds backticks, and CIBench's interpreter runs only what stands between them"
            hint = "Write each as `\\x60` in a plain string. Let pass, the step stays as it is."
            yield at_cell(parsed, cell, QUOTED, message, hint)


def _with_files(pairs: Sequence[Pair], placed: Placed, language: str) -> Pair:
    """Return the first pair, its question with the data files that it does not name and some step reads."""
    first = pairs[0]
    read = frozenset().union(*(named_in(pair.code, placed) for pair in pairs))
    missing = sorted(read - named_in(first.question, placed))
    if not missing:
        return first
    question = f"{first.question}\n\n{name_files(missing, language=language)}"
    return Pair(question, first.code, first.step_type, first.modules, first.run)


def _about_reading(parsed: ProblemSet) -> Iterator[Diagnostic]:
    """Yield what the parser could not read: whole problems, and keys of those that it could."""
    yield from unreadable(parsed, UNREADABLE)
    problems = {problem.number for _, problem in parsed.problems}
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
        offered = [other for other, modules in SUITE_MODULES.items() if folder in modules and other != suite]
        instead = f"Use --suite {offered[0]}" if offered else "Leave the set out"
        yield NO_MODULE.diagnostic(message, hint=f"{instead}. Let pass, it stands in a folder {folder}.")
    if language != "zh" and "chinese" in problemset.name:
        hint = "Call the set something else. Let pass, CIBench adds Chinese sentences to its questions."
        yield MISREAD_NAME.diagnostic(
            f"the name {problemset.name} makes CIBench take the questions for Chinese", hint=hint
        )
    size = sum(len(file.content) for file in problemset.inputs)
    if size > HEAVIEST:
        message = f"the data files have {size / 1e6:.0f} MB, and CIBench allows {HEAVIEST / 1e6:.0f}"
        yield HEAVY.diagnostic(message, hint="Take a sample of the data. Let pass, they are written.")


def _named(problemset: AdmittedSet, findings: Sequence[Diagnostic]) -> list[Diagnostic]:
    ordered = sorted(findings, key=lambda finding: (finding.line, finding.code))
    return [finding.model_copy(update={"path": f"{problemset.name}.py"}) for finding in ordered]

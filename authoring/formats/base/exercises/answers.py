"""One answer out of the code cells that follow a question: joined, or one of them chosen, and brought to `inputs/`."""

import ast
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile

from authoring.dseal.analysis.dependencies import effects_of
from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.python_code import CUSTOMARY, import_aliases, parse_code
from authoring.formats.base.exercises.codes import (
    BECAME_CONTEXT,
    CHANGED_CODE,
    DOUBTFUL_QUESTION,
    LEFT_OUT,
    MISSING_DATA,
    SEVERAL_ANSWERS,
)
from authoring.formats.base.exercises.names import bound_in, mentioned_names
from authoring.formats.base.exercises.python_code import (
    drawing_of,
    ending_of,
    generators_of,
    without_drawing,
    without_statements,
)
from authoring.formats.base.exercises.questions import Exercise, code_in, listed, quoted, with_sentence
from authoring.formats.base.exercises.reads import FileRead, path_variables, rewrite_question, rewrite_reads

# A comment at the top of a cell that names it as one answer of several: "# Solution 1", "# Way 2".
_LABEL = re.compile(r"\s*#+\W*(?:solution|option|way|method|alternative|approach|answer)\s*#?\s*\d*\b", re.IGNORECASE)
# The same, for a second or later answer: "# or", "# another way", "# Solution 2".
_ALTERNATIVE = re.compile(
    r"\s*#+\W*(?:or\b|another (?:way|solution|option|method)|alternativ|other way|second (?:way|solution)|"
    r"(?:solution|option|way|method|answer)\s*#?\s*[2-9])",
    re.IGNORECASE,
)
MOST_OF_CODE = 20_000
"""Characters of an answer."""
_PLOTTING = re.compile(
    r"\b(?:plot|scatter\w*|histogram|graph|chart|figure|image|draw|visuali[sz]e|pairplot|heatmap|subplots?)\w*\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class ExerciseAnswer:
    """An exercise whose code is one piece of Python that reads from ``inputs/``."""

    question: str
    code: str
    """Empty where nothing is left to run."""
    place: str
    may_be_posed: bool
    """Whether it may become a problem; else its code is context, if later code needs it."""
    reads: tuple[FileRead, ...] = ()
    findings: tuple[Diagnostic, ...] = ()
    draws: bool = False
    """Whether a figure is what its question asks for."""


@dataclass(frozen=True, slots=True)
class ImportFacts:
    """Facts from the code of all exercises together."""

    files: tuple[str, ...]
    paths: frozenset[str]
    """Variables that hold paths."""
    aliases: Mapping[str, str]
    figures: bool = False
    """Whether a question asks for a figure that can be judged."""


def facts_of(exercises: Sequence[Exercise], files: Sequence[str]) -> ImportFacts:
    """Return the facts that hold for all exercises together."""
    codes = [code for exercise in exercises for code in exercise.codes]
    aliases = {name: module for code in codes for name, module in import_aliases(parse_code(code).tree).items()}
    # Customary names such as `pd` come first, so that an import of the notebook overrides them.
    names_to_modules = {**CUSTOMARY, **aliases}
    # Asked of all exercises together, because one that draws needs what others have imported and set up.
    figures = any(
        drawing_of(code, names_to_modules) == "figures"
        and _asks_to_draw(exercise.question, without_drawing(code, names_to_modules))
        for exercise in exercises
        for code in exercise.codes
    )
    return ImportFacts(tuple(files), frozenset().union(*map(path_variables, codes)), names_to_modules, figures)


def answer_of(exercise: Exercise, facts: ImportFacts) -> ExerciseAnswer:
    """Make one answer of an exercise."""
    findings = [CHANGED_CODE.diagnostic(f"left out: {quoted(line)}") for line in exercise.removed]
    codes = list(_readable(exercise, findings))
    if not codes:
        # Code that could not be read was reported already; without a question there is nothing more to say.
        if not findings or exercise.question:
            asked_for = quoted(rewrite_question(exercise.question, ()))
            reason = f"'{asked_for}' has no answer" if exercise.question else "it holds no Python"
            findings.append(LEFT_OUT.diagnostic(reason))
        return ExerciseAnswer(exercise.question, "", exercise.place, may_be_posed=False, findings=tuple(findings))
    # Code without a question is context, of which nothing may be lost: there all cells are joined.
    code = _chosen_code(codes, findings) if exercise.question else "\n\n".join(codes)
    rewritten = rewrite_reads(_plain_start(code), facts.files, facts.paths)
    findings += _about_reads(rewritten.reads, rewritten.nameless)
    question = rewrite_question(exercise.question, rewritten.reads)
    code, may_ask = rewritten.code, bool(question)
    drawing = drawing_of(code, facts.aliases)
    plain = without_drawing(code, facts.aliases, figures=facts.figures)
    wants_figure = drawing != "none" and _asks_to_draw(question, plain)
    # Each check below may keep the answer from being asked, and says why; only the first one to do so should.
    if wants_figure and drawing == "figures":
        plain = code
    elif wants_figure:
        may_ask = False
        findings.append(
            LEFT_OUT.diagnostic(f"'{quoted(question)}' draws what `vis` does not see: it is not matplotlib's")
        )
    elif plain != code:
        findings.append(CHANGED_CODE.diagnostic("drawing was left out"))
    if may_ask and len(code) > MOST_OF_CODE:
        may_ask = False
        findings.append(LEFT_OUT.diagnostic(f"'{quoted(question)}': {len(code):,} characters of code are no answer"))
    if may_ask and _only_imports(plain):
        may_ask = False
        findings.append(BECAME_CONTEXT.diagnostic("it imports what later code needs"))
    if may_ask:
        findings += [DOUBTFUL_QUESTION.diagnostic(doubt) for doubt in exercise.doubts]
        question = _naming_files(question, rewritten.reads, findings)
    draws = may_ask and wants_figure
    return ExerciseAnswer(question, plain, exercise.place, may_ask, rewritten.reads, tuple(findings), draws)


def _asks_to_draw(question: str, plain: str) -> bool:
    """Tell whether a question is about the figure: by its words, or because it names nothing of the other code."""
    if not question:
        return False
    # A question that names no variable of the code can only be about what is drawn.
    return _PLOTTING.search(question) is not None or not mentioned_names(question, frozenset(bound_in(plain).data))


def seeds_for(code: str, aliases: Mapping[str, str], imported: Collection[str]) -> tuple[str, ...]:
    """Return the code that seeds the global generators which code draws from, one piece for each.

    A module that the session has already, by a name among `imported`, is not imported again.
    """
    pieces: list[str] = []
    for generator in generators_of(code, aliases):
        # Seeded under the name that the notebook has given to the module, else under the customary one.
        module, name = ("numpy", "np") if generator == "numpy.random" else ("random", "random")
        module_names = [alias for alias in imported if aliases.get(alias) == module]
        head = "" if module_names else f"import {module}" + (f" as {name}" if name != module else "") + "\n\n"
        at = module_names[0] if module_names else name
        pieces.append(f"{head}{at}.{'random.' if module == 'numpy' else ''}seed(0)")
    return tuple(pieces)


def split_setup(question: str, code: str) -> tuple[str, str]:
    """Return the statements of an answer that its question shows as given, and the rest; all is rest where none are.

    They bind what the question speaks of, so that it has to be there before an agent begins.
    """
    # Dumps of the trees are compared, so that neither blanks nor comments nor kinds of quotes make a difference.
    shown_dumps = {ast.dump(statement) for block in code_in(question) for statement in parse_code(block).tree.body}
    statements = parse_code(code).tree.body
    given = [node for node in statements if isinstance(node, ast.Assign) and ast.dump(node) in shown_dumps]
    other = [node for node in statements if node not in given]
    if not given or not other:
        return "", code
    return without_statements(code, other), without_statements(code, given)


def _readable(exercise: Exercise, findings: list[Diagnostic]) -> Iterator[str]:
    for code in exercise.codes:
        error = parse_code(code).error
        if error is None:
            yield code
        else:
            findings.append(LEFT_OUT.diagnostic(f"code is no Python 3, at line {error.line}: {error.message}"))


def _chosen_code(codes: Sequence[str], findings: list[Diagnostic]) -> str:
    """Choose among several cells, or join them."""
    # A single cell is taken whole: where it holds alternatives, which of them is meant is for a person to say.
    if len(codes) == 1:
        if any(_ALTERNATIVE.match(line) for line in codes[0].split("\n")):
            message = "the cell holds alternatives: its last value is the one that counts"
            findings.append(SEVERAL_ANSWERS.diagnostic(message, hint="take out those that are not meant"))
        return codes[0]
    # Cells that are labelled as answers of their own stand side by side, so one of them is enough.
    if _LABEL.match(codes[0]) or all(_ALTERNATIVE.match(code) for code in codes[1:]):
        findings.append(SEVERAL_ANSWERS.diagnostic(f"the first of {len(codes)} answers was taken"))
        return codes[0]
    # Cells of expressions alone that change nothing do not build upon each other: the last one gives the answer.
    if all(isinstance(statement, ast.Expr) for code in codes for statement in parse_code(code).tree.body) and not any(
        effects_of(code).mutates for code in codes
    ):
        findings.append(SEVERAL_ANSWERS.diagnostic(f"the last of {len(codes)} cells was taken: none needs another"))
        return codes[-1]
    findings.append(SEVERAL_ANSWERS.diagnostic(f"{len(codes)} cells were joined to one answer"))
    # Only the last cell of the joined ones shows its value.
    parts = [*(_without_glance(code) for code in codes[:-1]), codes[-1]]
    return "\n\n".join(part for part in parts if part.strip())


def _without_glance(code: str) -> str:
    """Return code without the value that it ends with, which nobody sees once more code follows."""
    ending = ending_of(code)
    # A last expression such as `names.append(x)` changes something, and has to stay.
    if not ending.statements or effects_of(ast.unparse(ast.Module(list(ending.statements), []))).mutates:
        return code
    return without_statements(code, ending.statements)


def _plain_start(code: str) -> str:
    """Return code without texts that stand alone at its beginning: a cell that begins with one would be a problem."""
    statements = parse_code(code).tree.body
    texts = list(
        takewhile(lambda node: isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant), statements)
    )
    # Of an answer that is nothing but constants, the last one is its value.
    return without_statements(code, texts[:-1] if len(texts) == len(statements) else texts)


def _about_reads(reads: Sequence[FileRead], nameless: Sequence[str]) -> Iterator[Diagnostic]:
    for read in reads:
        # Only a path that was rewritten is a change of the code.
        if read.origin != f"inputs/{read.name}":
            yield CHANGED_CODE.diagnostic(f"{quoted(read.origin)} became inputs/{read.name}")
        if not read.is_given:
            hint = f"give it with --data {read.name}" + (f"; it stands at {read.url}" if read.url else "")
            yield MISSING_DATA.diagnostic(f"inputs/{read.name} was not given", hint=hint)
    for url in nameless:
        yield MISSING_DATA.diagnostic(
            f"{quoted(url)} has no file name", hint="save what it gives, and read inputs/NAME"
        )


def _naming_files(question: str, reads: Sequence[FileRead], findings: list[Diagnostic]) -> str:
    """Return a question that names the files to be read."""
    unnamed = [read.name for read in reads if read.name not in question]
    if not unnamed:
        return question
    files = listed([f"inputs/{name}" for name in unnamed])
    findings.append(DOUBTFUL_QUESTION.diagnostic(f"the question does not name {files}: a sentence was added"))
    return with_sentence(question, f"The data stands in {files}.")


def _only_imports(code: str) -> bool:
    """Tell whether code imports, and at most sets something up in what it imports."""
    effects = effects_of(code)
    body = parse_code(code).tree.body
    plain = all(
        isinstance(statement, ast.Import | ast.ImportFrom) or _calls_module(statement, effects.imports)
        for statement in body
    )
    return plain and any(isinstance(statement, ast.Import | ast.ImportFrom) for statement in body)


def _calls_module(statement: ast.stmt, modules: frozenset[str]) -> bool:
    node: ast.AST = statement.value if isinstance(statement, ast.Expr | ast.Assign) else statement
    if isinstance(statement, ast.Assign):
        node = statement.targets[0]
    # Down to the name that a chain such as `plt.style.use("ggplot")` begins with.
    while isinstance(node, ast.Attribute | ast.Call | ast.Subscript):
        node = node.func if isinstance(node, ast.Call) else node.value
    return isinstance(node, ast.Name) and node.id in modules

"""What probes say against problems, as findings."""

import ast
import builtins
import re
from collections.abc import Iterator, Mapping
from itertools import zip_longest

from authoring.dseal.analysis.convention_kinds import ConventionKind, said_of
from authoring.dseal.diagnostic import Diagnostic, RuleInfo
from authoring.dseal.model import Cell, ProblemSet
from authoring.dseal.parse import parse
from authoring.dseal.python_code import literal_of, names_in, parse_code
from authoring.dseal.readings.missing import mentions
from authoring.dseal.session import at_code, at_key, at_question
from authoring.gate.alignment._inputs import is_made_from, names_read
from authoring.gate.probes import codes
from authoring.gate.probes import question_words as words
from authoring.gate.probes.reference_probes import constants_of_code, words_of_code
from authoring.gate.probes.table_facts import aggregated_columns
from authoring.records.probes.probe import DegenerateAnswer, Probe, ProbeKind, TableFact
from authoring.records.probes.problem import ModelLeak, ProbeReport, ProblemProbes

SURROUNDINGS: Mapping[ProbeKind, tuple[RuleInfo, str, str]] = {
    "clock": (codes.CLOCK_EFFECT, "when the clock goes 400 days ahead", "Name a fixed date in the question."),
    "file-order": (codes.FILE_ORDER_EFFECT, "when folders list their files the other way round", "Sort the files."),
    "file-times": (codes.FILE_TIME_EFFECT, "when the newest file is the oldest", "Name the files, or sort by name."),
    "place": (codes.PLACE_EFFECT, "in another folder and for another user", "Ask for nothing of the machine's own."),
    "processors": (codes.PROCESSOR_EFFECT, "with another number of processors", "Write a number into the code."),
}
LEAKS: Mapping[str, tuple[RuleInfo, str]] = {
    "label-among-features": (codes.LABEL_AMONG_FEATURES, "the feature `{}` is the label itself"),
    "perfect-feature": (codes.PERFECT_FEATURE, "the feature `{}` by itself tells every label"),
}
TRUTHS = frozenset({"True", "False", "np.True_", "np.False_"})
LONGEST_SHOWN = 80
MOST_LABELS = 3
BEFORE_DIFFERENCE = 24
"""Characters that are shown before the first place where two answers differ."""
BY_PLACE = re.compile(r"\biloc\[[^\]\n]*, *[^\]\n]+\]|\bcolumns\[-?\d+\]")
"""Code that takes columns by their places."""
TRIVIAL_KINDS: tuple[ProbeKind, ...] = (
    "shuffled",
    "dropped",
    "duplicated",
    "permuted",
    "replaced",
    "columns-exchanged",
)
"""What an answer has to stand through before any table gives it; all of these have to have been run."""


def probe_findings(text: str, report: ProbeReport) -> tuple[Diagnostic, ...]:
    """Return what probes say against the problems of a text, in the order of the text."""
    problemset = parse(text)
    findings = [
        finding
        for problem in report.problems
        for finding in _of_problem(problemset, problemset.cells[problem.cell], problem)
    ]
    return tuple(sorted(findings, key=lambda finding: (finding.line, finding.column, finding.code)))


def _of_problem(problemset: ProblemSet, cell: Cell, probes: ProblemProbes) -> Iterator[Diagnostic]:
    if cell.problem is None:
        return
    question = cell.problem.question
    for answer in probes.degenerate:
        yield from _of_answer(problemset, cell, answer, question)
    is_left_to_chance = words.CHANCE.search(question) is not None
    if probes.only_tables and not is_left_to_chance:
        agreed = said_of(cell.problem.conventions, ConventionKind.ORDER, ConventionKind.TIES).splitlines()
        # A convention that equal ones are ordered by their labels makes no answer rest on how rows stand in the data.
        settled = "\n".join((question, *(item for item in agreed if words.BY_ROWS.search(item))))
        yield from _of_tables(problemset, cell, probes, settled)
    for probe in probes.probes:
        if probe.kind in SURROUNDINGS and probe.outcome in {"differs", "form"} and probe.refused:
            info, change, hint = SURROUNDINGS[probe.kind]
            message = f"the answer is another one {change}: {_pair(probe)}"
            place = (probe.line, 1) if probe.line else (1, 1)
            yield at_code(problemset, cell, place, info, message, hint)
    for note in probes.deprecations:
        ends = f"; {note.library} {note.ends} ends it" if note.ends else ""
        message = f"{note.library} warns of something deprecated{ends}: {_on_one_line(note.message)}"
        hint = "Write it as the message says, so that the answer stays the same with later versions."
        yield at_code(problemset, cell, (note.line, 1), codes.DEPRECATED_CALL, message, hint)
    for leak in probes.leaks:
        yield from _of_leak(problemset, cell, leak, question)
    for fact in probes.facts:
        yield from _of_fact(problemset, cell, fact, question)


def _of_answer(problemset: ProblemSet, cell: Cell, answer: DegenerateAnswer, question: str) -> Iterator[Diagnostic]:
    subject = "the answer" if answer.subject == "value" else f"`{answer.subject}`"
    is_of_absence = words.ABSENCE.search(question) is not None
    hint = "Ask for something of which these data have some, or see that the reference is right."
    if answer.kind == "empty" and not is_of_absence:
        yield _at(problemset, cell, codes.EMPTY_ANSWER, f"{subject} is empty", hint)
    elif answer.kind == "missing":
        yield _at(problemset, cell, codes.MISSING_ANSWER, f"{subject} is {answer.text}, and nothing else", hint)
    elif answer.kind == "constant" and not is_of_absence:
        yield _at(problemset, cell, codes.CONSTANT_ANSWER, f"all values of {subject} are the same", hint)
    elif answer.kind == "equal-parts" and words.EQUALITY.search(question) is None:
        message = f"both parts of {subject} are the same: {answer.text}"
        yield _at(problemset, cell, codes.EQUAL_PARTS, message, "Compare what differs on these data.")


def _of_tables(problemset: ProblemSet, cell: Cell, probes: ProblemProbes, question: str) -> Iterator[Diagnostic]:
    yield from _of_shuffling(problemset, cell, probes, question)
    yield from _of_ties(problemset, cell, probes, question)
    by_place = words.COLUMNS.search(question) is not None
    is_trivial = _is_trivial(probes, cell.code)
    if is_trivial and not by_place and not words.ABSENCE.search(question):
        message = (
            "any table with these columns gives this answer: it stays the same whatever is done to rows and values"
        )
        yield _at(problemset, cell, codes.TRIVIAL_ANSWER, message, "Ask for something that the values decide.")
    for probe in probes.probes:
        plain = probe.columns[0] if probe.kind == "replaced" and len(probe.columns) == 1 else ""
        is_idle = plain and probe.outcome == "same" and not is_trivial and not _is_left_out(plain, question)
        if is_idle and not _is_read_through_another(problemset, cell, plain):
            message = f"the question names `{plain}`, and no other values of it change the answer"
            hint = "Use the column in the reference, or leave it out of the question."
            yield at_question(problemset, cell, plain, codes.UNUSED_COLUMN, message, hint)
        if probe.kind == "missing" and probe.outcome == "crashed" and probe.columns:
            columns = ", ".join(f"`{column}`" for column in probe.columns[:3])
            message = f"where a value of {columns} is missing, the reference raises {_shortened(probe.reason)}"
            yield at_code(problemset, cell, (1, 1), codes.MISSING_VALUE_CRASH, message)
        if probe.kind == "columns-exchanged" and not by_place and _rests_on_places(probe, cell.code):
            message = f"the answer is another one when the columns stand the other way round: {_pair(probe)}"
            hint = "Take columns by their names, or say in the question that their places count."
            yield at_code(problemset, cell, (1, 1), codes.COLUMN_PLACES, message, hint)


def _is_left_out(column: str, question: str) -> bool:
    """Tell whether every sentence that names a column has a word for naming it without its values counting."""
    naming = [sentence for sentence in words.SENTENCE_END.split(question) if column in sentence]
    return all(words.LEAVING_OUT.search(sentence.replace(column, "")) for sentence in naming)


def _is_read_through_another(problemset: ProblemSet, cell: Cell, column: str) -> bool:
    """Tell whether the reference reads a column that was made from this one before, as a date of a text."""
    return any(is_made_from(problemset, cell, other, column) for other in names_read(parse_code(cell.code).tree))


def _of_ties(problemset: ProblemSet, cell: Cell, probes: ProblemProbes, question: str) -> Iterator[Diagnostic]:
    probe = next((probe for probe in probes.probes if probe.kind == "halved" and probe.outcome == "differs"), None)
    if probe is not None and not words.TIES.search(question):
        message = f"on half of the rows several are equal where the answer is taken: `{_shortened(probe.after)}` for "
        hint = f"Say it in the question: “{probe.reason}”"
        yield _at(problemset, cell, codes.POSSIBLE_TIES, f"{message}`{_shortened(probe.before)}`", hint)


def _is_trivial(probes: ProblemProbes, code: str) -> bool:
    """Return whether an answer stands through every change of the tables."""
    tried = [probe for probe in probes.probes if probe.kind in TRIVIAL_KINDS and not probe.columns]
    if {probe.kind for probe in tried} != set(TRIVIAL_KINDS) or any(probe.outcome != "same" for probe in tried):
        return False
    # Of a few answers that the code itself holds, as yes and no, one stands through much.
    answer = next((probe.before for probe in probes.probes if probe.kind == "again"), "")
    literal = literal_of(answer)
    is_chosen = literal is not None and isinstance(literal[0], str) and literal[0] in constants_of_code(code)
    return answer not in TRUTHS and not is_chosen


def _rests_on_places(probe: Probe, code: str) -> bool:
    """Return whether an answer rests on the places of columns and not, as that of a whole table, on their order."""
    return (bool(probe.refused) or probe.outcome == "crashed") and BY_PLACE.search(code) is not None


def _looks_up_row_numbers(cell: Cell) -> bool:
    """Tell whether a reference looks up in one table what another one has as labels of its rows.

    These are numbered anew where rows stand otherwise, while the table that holds the numbers keeps them.
    """
    for node in ast.walk(parse_code(cell.code).tree):
        match node:
            case ast.Call(func=ast.Attribute(value=looked_up, attr="map"), args=[table]):
                pass
            case ast.Subscript(value=ast.Attribute(value=table, attr="loc"), slice=ast.Subscript() as looked_up):
                pass
            case _:
                continue
        is_table = not isinstance(table, ast.Lambda | ast.Dict | ast.Constant) and not names_in(table) <= {
            *dir(builtins)
        }
        if is_table and names_in(looked_up) and not names_in(table) & names_in(looked_up):
            return True
    return False


def _of_shuffling(problemset: ProblemSet, cell: Cell, probes: ProblemProbes, question: str) -> Iterator[Diagnostic]:
    if words.ORDER.search(question) or words.TIES.search(question) or _looks_up_row_numbers(cell):
        return
    orders: tuple[ProbeKind, ...] = ("reversed", "shuffled")
    changed = [probe for kind in orders for probe in probes.probes if probe.kind == kind and probe.refused]
    for probe in changed[:1]:
        change = "stand the other way round" if probe.kind == "reversed" else "are shuffled"
        message = f"the answer is another one when the rows {change}: {_pair(probe)}"
        hint = "Say in the question which order counts."
        if words.SORTED.search(question):
            hint = "Rows are equal in what they are ordered by: say in the question which of them come first."
        yield _at(problemset, cell, codes.ORDER_OF_ROWS, message, hint)


def _of_leak(problemset: ProblemSet, cell: Cell, leak: ModelLeak, question: str) -> Iterator[Diagnostic]:
    if leak.kind in LEAKS:
        info, message = LEAKS[leak.kind]
        hint = "Leave it out of the features."
        yield at_code(problemset, cell, (leak.line, 1), info, message.format(leak.column), hint)
    elif leak.kind == "test-set-seen" and not words.TRAINING.search(question):
        message = f"{leak.text}, on which the model is tested, are among those on which it was trained"
        hint = "Train on the other rows, or ask for the score of training."
        yield at_code(problemset, cell, (leak.line, 1), codes.TEST_SET_SEEN, message, hint)


def _of_fact(problemset: ProblemSet, cell: Cell, fact: TableFact, question: str) -> Iterator[Diagnostic]:
    place, labels = (fact.line, 1), ", ".join(f"`{label}`" for label in fact.labels[:MOST_LABELS]) or "the index"
    if fact.kind == "many-to-many" and not words.COMBINATIONS.search(question):
        sizes = f"{fact.left_rows} and {fact.right_rows} rows become {fact.rows}"
        message = f"the join is on no key of either side, as values of {labels} repeat in both: {sizes}"
        hint = "Join on a key, count or drop duplicates first, or say in the question that every pair counts."
        yield at_code(problemset, cell, place, codes.MANY_TO_MANY_JOIN, message, hint)
    elif fact.kind == "repeated-rows" and not words.REPEATED.search(question):
        summed = sorted(set(fact.labels) & aggregated_columns(cell.code, fact.line))
        if summed:
            sizes = f"{fact.left_rows} rows become {fact.rows}"
            message = f"the join repeats rows of the first table ({sizes}), of which `{summed[0]}` is aggregated"
            hint = "Aggregate before joining, or say in the question that a value counts for each of its partners."
            yield at_code(problemset, cell, place, codes.REPEATED_ROWS, message, hint)
    elif fact.kind == "repeated-grain" and not words.REPEATED.search(question):
        column, *keys = fact.labels
        if not any(key in words_of_code(cell.code) or mentions(question, key) for key in keys):
            message = (
                f"`{column}` is the same in all rows of one `{keys[0]}`, and counts once a row: {fact.left_rows} times "
                f"for {fact.right_rows} of them"
            )
            hint = "Take each once, or say in the question that every row counts."
            yield at_code(problemset, cell, place, codes.REPEATED_GRAIN, message, hint)
    elif fact.kind in LOSSES:
        yield from _of_loss(problemset, cell, fact, question)
    elif fact.kind == "text-order" and not words.AS_TEXT.search(question):
        texts = " before ".join(f"'{text}'" for text in fact.texts)
        message = f"the numbers of {labels} are held as text and ordered as text: {texts}"
        hint = "Turn them into numbers, or say in the question that they are compared as text."
        yield at_code(problemset, cell, place, codes.TEXT_ORDER, message, hint)


LOSSES = frozenset({"lost-values", "cut-decimals", "idle-filling", "misaligned"})


def _of_loss(problemset: ProblemSet, cell: Cell, fact: TableFact, question: str) -> Iterator[Diagnostic]:
    """Find values that code loses or changes in silence, of which the question has no word."""
    place, label, text = (fact.line, 1), fact.labels[0], next(iter(fact.texts), "")
    if fact.kind == "lost-values" and not words.UNREADABLE.search(question):
        message = f"{fact.left_rows} of {fact.right_rows} values of `{label}` become missing ones, such as {text!r}"
        hint = "Read them as they are written, or say in the question what becomes of values that cannot be read."
        yield at_code(problemset, cell, place, codes.LOST_VALUES, message, hint)
    elif fact.kind == "cut-decimals" and not words.CUT_OFF.search(question):
        message = f"decimals of `{label}` are cut off {fact.left_rows} times, as {text} to {fact.texts[1]}"
        hint = "Round, or say in the question that decimals are dropped."
        yield at_code(problemset, cell, place, codes.CUT_DECIMALS, message, hint)
    elif fact.kind == "misaligned":
        names = " and ".join(f"`{name}`" for name in fact.labels)
        message = f"rows of {names} have other numbers: {fact.left_rows} of {fact.rows} have no partner"
        hint = "Calculate within one table, or give both the same row numbers."
        yield at_code(problemset, cell, place, codes.MISALIGNED, message, hint)
    elif fact.kind == "idle-filling" and any(f"{quote}{text}{quote}" in question for quote in "`'\""):
        message = f"{text!r} is filled in where no value of `{label}` is missing"
        hint = "Keep the rows that the question speaks of, or leave this out of the question."
        yield at_code(problemset, cell, place, codes.IDLE_FILLING, message, hint)


def _at(problemset: ProblemSet, cell: Cell, info: RuleInfo, message: str, hint: str) -> Diagnostic:
    return at_key(problemset, cell, ("question",), info, message, hint)


def _pair(probe: Probe) -> str:
    """Return both answers, shortened to what lies around the first difference."""
    before, after = (" ".join(text.split()) for text in (probe.before, probe.after))
    if before == after and probe.reason:
        return _shortened(probe.reason)
    if before == after:
        return f"it begins as `{_shortened(before)}` in both cases, and differs further on"
    if _shortened(before) != _shortened(after):
        return f"`{_shortened(after)}` for `{_shortened(before)}`"
    place = next(place for place, pair in enumerate(zip_longest(before, after)) if pair[0] != pair[1])
    start = max(0, place - BEFORE_DIFFERENCE)
    return f"`…{_shortened(after[start:])}` for `…{_shortened(before[start:])}`"


def _on_one_line(text: str) -> str:
    return " ".join(text.split()).rstrip(".")


def _shortened(text: str) -> str:
    line = _on_one_line(text)
    return line if len(line) <= LONGEST_SHOWN else f"{line[: LONGEST_SHOWN - 1]}…"

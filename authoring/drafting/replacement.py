"""Putting new versions of some problems into a draft, so that every other cell stays what it is, byte by byte."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from authoring.drafting.codes import REFUSED_CHANGE
from authoring.drafting.comparison_marks import holds_mark, without_marks
from authoring.drafting.left_out import numbered, place_of, still_left_out
from authoring.drafting.model_reasons import left_as_it_is
from authoring.drafting.prompts.instructions import making_of
from authoring.drafting.replies import codes
from authoring.drafting.replies.reasons import LeftProblem, read_reasons
from authoring.drafting.replies.replacements import problem_number, read_replacements
from authoring.dseal.analysis.dependencies import effects_of
from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.model import Cell, CellKind, InputTable, ProblemSet
from authoring.dseal.parse import parse
from authoring.dseal.session import checks
from authoring.llm.port import Finish, Reply
from authoring.llm.prompt import cut_middle
from authoring.records.draft import PERSON, Draft, LeftOutProblem, ProblemOrigin
from authoring.records.profile import Profile
from authoring.records.sketch import Instructions

# Identifiers, and every other word that may be one.
_WORD = re.compile(r"[^\W\d]\w*")
_QUOTED = re.compile(r"`([^`\n]*)`")
# A line `# problem 3` and the cell below it, in a fence or not, up to the next such line or the fence's end.
_PLAIN_PART = re.compile(
    r"^# problem (\d{1,4})[ \t]*\n(?:```\w*\n)?(# %%\n.*?)(?=^# problem \d|^```|\Z)", re.MULTILINE | re.DOTALL
)
# Stands for whatever cell comes next: a text with an open string would swallow it.
_NEXT = "# %%\npass\n"
_NO_VALUES: Mapping[int, str] = MappingProxyType({})
_NOTHING_LEAVABLE: Mapping[int, Collection[str]] = MappingProxyType({})
_NOTHING_DEPENDS: Mapping[int, Collection[int]] = MappingProxyType({})
MOST_GIVEN = 400
"""Characters of a cell's value that are shown where another cell depends on it."""


def numbers_of(problemset: ProblemSet) -> dict[int, int]:
    """Return the number by which prompts refer to each cell: that of its problem, or one beyond all problems."""
    beyond = len(problemset.problems) + 1
    plain = [index for index, cell in enumerate(problemset.cells) if cell.kind in {CellKind.CONTEXT, CellKind.BROKEN}]
    numbers = {index: cell.problem.number for index, cell in enumerate(problemset.cells) if cell.problem is not None}
    return {**numbers, **{index: beyond + position for position, index in enumerate(plain)}}


def origins_of(draft: Draft, problemset: ProblemSet) -> tuple[ProblemOrigin, ...]:
    """Return the origin of each problem; a problem of unknown origin counts as a person's."""
    if len(draft.origins) == len(problemset.problems):
        return draft.origins
    return (ProblemOrigin(origin=PERSON),) * len(problemset.problems)


def needed_code(
    problemset: ProblemSet, targets: Iterable[int], *, gave: Mapping[int, str] = _NO_VALUES, through: int = -1
) -> str:
    """Return the code of the cells that those to change rest on, by the names that they use, without these themselves.

    Both `targets` and `gave` name cells by index; the values that cells gave are shown behind their code. All cells up
    to the index `through` are shown, because nobody knows what a problem behind it that is not written yet will use.
    """
    chosen = set(targets)
    names: set[str] = set()
    needed: list[int] = []
    # Backwards, so that what a cell uses is known when the cells before it are looked at.
    for index in range(max(*chosen, through, -1), -1, -1):
        cell = problemset.cells[index]
        effects = effects_of(cell.code)
        is_needed = index <= through or cell.kind is CellKind.CONTEXT or bool(names & (effects.binds | effects.mutates))
        # What is bound here on every path is not what earlier cells bound.
        names -= effects.definite
        if index in chosen:
            names |= _names_of(cell)
        elif is_needed:
            names |= effects.loaded | effects.reads
            needed.append(index)
    shown_cells = [index for index in sorted(needed) if problemset.cells[index].code]
    return "\n\n".join(_with_value(problemset.cells[index], gave.get(index, "")) for index in shown_cells)


def _names_of(cell: Cell) -> set[str]:
    """Return the names that a cell to change uses: in its code, its validators, and in backticks of its question."""
    effects = effects_of(cell.code)
    if cell.problem is None or effects.open:
        # A broken cell cannot be parsed: any word of it may be a name.
        return (
            set(_WORD.findall(cell.source)) if cell.kind is not CellKind.CONTEXT else {*effects.loaded, *effects.reads}
        )
    quoted = " ".join(_QUOTED.findall(cell.problem.question))
    options = " ".join(str(check.options) for check in checks(cell.problem))
    return {*effects.loaded, *effects.reads, *_WORD.findall(quoted), *_WORD.findall(options)}


def dependent_cells(problemset: ProblemSet, targets: Iterable[int]) -> dict[int, frozenset[int]]:
    """Return the later problems that use what the cells to change bind, each with those that it rests on, by index."""
    chosen = set(targets)
    makers: dict[str, frozenset[int]] = {}
    dependents: dict[int, frozenset[int]] = {}
    for index, cell in enumerate(problemset.cells):
        effects = effects_of(cell.code)
        if index in chosen:
            makers |= {name: makers.get(name, frozenset()) | {index} for name in effects.binds | effects.mutates}
            continue
        used = frozenset[int]().union(*(makers.get(name, ()) for name in effects.reads))
        if cell.problem is not None and used:
            dependents[index] = used
        for name in effects.definite - effects.mutates:
            makers.pop(name, None)
    return dependents


def dependent_code(problemset: ProblemSet, targets: Iterable[int]) -> str:
    """Return questions and code of the later problems that use what the cells to change bind, without these."""
    cells = (problemset.cells[index] for index in dependent_cells(problemset, targets))
    return "\n\n".join(
        f"# problem {cell.problem.number}: {cell.problem.question.strip()}\n{cell.code}"
        for cell in cells
        if cell.problem
    )


def _with_value(cell: Cell, gave: str) -> str:
    title = f"problem {cell.problem.number}" if cell.problem else "context"
    code = f"# {title}\n{cell.code}"
    value = cut_middle(gave.strip(), MOST_GIVEN).replace("\n", "\n# ")
    return f"{code}\n# gave: {value}" if value else code


def changed_draft(
    draft: Draft,
    reply: Reply,
    targets: Sequence[int],
    *,
    instructions: Instructions,
    profile: Profile | None = None,
    leavable: Mapping[int, Collection[str]] = _NOTHING_LEAVABLE,
    dependents: Mapping[int, Collection[int]] = _NOTHING_DEPENDS,
    left_out: Sequence[LeftOutProblem] = (),
) -> Draft:
    """Return the next revision, with what a reply offers for some cells; the draft with findings if it offers nothing.

    Only the cells whose indexes are `targets` may change, and those of `dependents` with one that they rest on. Paths
    of input files are mended by the names of `profile`. Problems whose numbers are `leavable` may stay as they are for
    a reason, by the codes of warnings about them. What was `left_out` of the plan may be written now.
    """
    problemset = parse(draft.text)
    numbers = numbers_of(problemset)
    whole = without_marks(reply.text, (cell.source for cell in problemset.cells))
    text, left = read_reasons(whole, leavable)
    headed = {problem_number(line) for line in text.split("\n")}
    left_alone = {problem.number for problem in left} - headed
    changing = [index for index in targets if numbers[index] not in left_alone]
    changing += [index for index in dependents if numbers[index] in headed]
    replacements = reply.model_copy(update={"text": text})
    absent = numbered(left_out, numbers.values())
    offered, reply_findings = _offered(replacements, problemset, changing, _input_tables(profile), absent)
    findings = [*_as_findings(left, problemset), *reply_findings]
    accepted = _accepted(offered, problemset, targets, dependents, findings)
    added, refusals = _additions(offered, absent, problemset)
    findings += refusals
    text = _joined(problemset, accepted, added)
    # The revision stays the same where no byte changed: callers see by the text that nothing came of the reply.
    if text == draft.text:
        return draft.model_copy(update={"mended": tuple(findings)})
    return draft.model_copy(
        update={
            "revision": draft.revision + 1,
            "text": text,
            "origins": tuple(_origins(draft, problemset, accepted, added, f"model:{reply.model}")),
            # A draft that a model made keeps what it was made with; one of templates owes its change to this model.
            "made_with": draft.made_with
            if draft.made_with.model
            else making_of(instructions, model=reply.model).model_copy(update={"examples": ()}),
            "came_from": draft.sha256,
            "mended": tuple(findings),
            "left_out": still_left_out(draft.left_out, [problem for problem, _ in added]),
        }
    )


def _accepted(
    offered: Mapping[int, str],
    problemset: ProblemSet,
    targets: Sequence[int],
    dependents: Mapping[int, Collection[int]],
    findings: list[Diagnostic],
) -> dict[int, str]:
    """Return the new versions that take the place of cells, by index; why others do not is added to the findings."""
    numbers = numbers_of(problemset)
    accepted: dict[int, str] = {}
    for index in (*targets, *dependents):
        number, cell = numbers[index], problemset.cells[index]
        if number not in offered:
            continue
        # The line ends that the old cell had behind it, so that the cells after it keep their distance.
        source = offered[number].strip("\n") + (cell.source[len(cell.source.rstrip()) :] or "\n")
        reason = _refusal_reason(cell.kind, source)
        if not reason and index in dependents and not accepted.keys() & set(dependents[index]):
            reason = "nothing that it rests on was changed"
        if reason:
            findings.append(_refused(number, reason, cell))
        elif source != cell.source:
            accepted[index] = source
    return accepted


def _additions(
    offered: Mapping[int, str], absent: Mapping[int, LeftOutProblem], problemset: ProblemSet
) -> tuple[list[tuple[LeftOutProblem, str]], list[Diagnostic]]:
    """Return the problems of the plan that a reply writes after all, each with its cells, and why others are not."""
    added: list[tuple[LeftOutProblem, str]] = []
    refusals: list[Diagnostic] = []
    for number, problem in absent.items():
        if number not in offered:
            continue
        source = offered[number].strip("\n") + "\n"
        if reason := _refusal_reason(CellKind.PROBLEM, source):
            place = max(place_of(problem, problemset), 0)
            message = f"what the reply offers for problem {problem.number} of the plan is not used: {reason}"
            refusals.append(REFUSED_CHANGE.diagnostic(message, line=problemset.cells[place].span.line))
        else:
            added.append((problem, source))
    return added, refusals


def _joined(problemset: ProblemSet, accepted: Mapping[int, str], added: Sequence[tuple[LeftOutProblem, str]]) -> str:
    """Return the text of a set with the new versions of cells, and with further cells behind those they belong to."""
    behind: dict[int, list[str]] = {}
    for problem, source in added:
        behind.setdefault(place_of(problem, problemset), []).append(source)
    parts = [f"{source}\n" for source in behind.get(-1, ())]
    for index, cell in enumerate(problemset.cells):
        parts.append(accepted.get(index, cell.source))
        for source in behind.get(index, ()):
            is_last = index == len(problemset.cells) - 1
            # A blank line between cells, and none behind the last.
            parts.append(f"\n{source}" if is_last else f"{source}\n")
    return "".join(parts)


def _as_findings(left: Sequence[LeftProblem], problemset: ProblemSet) -> Iterator[Diagnostic]:
    """Yield what a model leaves as it is, at the cells of these problems."""
    lines = {problem.number: cell.span.line for cell, problem in problemset.problems}
    for problem in left:
        yield left_as_it_is(problem.code, problem.reason, problem=problem.number, line=lines[problem.number])


def _input_tables(profile: Profile | None) -> tuple[InputTable, ...]:
    """Return the input files of a seed, as its profile knows them; none without a profile."""
    tables = profile.tables if profile else ()
    return tuple(InputTable(table.file, tuple(column.name for column in table.columns)) for table in tables)


def _offered(
    reply: Reply,
    problemset: ProblemSet,
    targets: Sequence[int],
    inputs: Sequence[InputTable],
    absent: Collection[int],
) -> tuple[dict[int, str], tuple[Diagnostic, ...]]:
    """Return new versions by number. Cells that ask nothing are read here, for a reply that asks nothing is none.

    The numbers that are `absent` stand for problems that have no cell yet.
    """
    numbers = numbers_of(problemset)
    plain = {numbers[index] for index in targets if problemset.cells[index].problem is None}
    cut = reply.finish is Finish.LENGTH
    parts = {
        int(part[1]): part[2]
        for part in _PLAIN_PART.finditer(reply.text)
        # The last cell of a reply that was cut cannot be whole.
        if int(part[1]) in plain and not (cut and part.end() == len(reply.text))
    }
    if not targets and not absent:
        return {}, ()
    remaining_numbers = [number for number in (numbers[index] for index in targets) if number not in parts]
    remaining_numbers += absent
    if not remaining_numbers:
        return parts, ()
    remaining = _PLAIN_PART.sub(lambda part: "" if int(part[1]) in parts else part[0], reply.text)
    offered, findings = read_replacements(remaining, remaining_numbers, inputs=inputs, cut=cut)
    # That a problem of the plan is absent was found before; the reply knows it by a number that no cell has.
    remaining_findings = tuple(
        finding.model_copy(update={"problem": None}) if finding.problem in absent else finding
        for finding in findings
        if finding.problem not in absent or finding.code != codes.MISSING.code
    )
    return {**offered, **parts}, remaining_findings


def _refusal_reason(old: CellKind, source: str) -> str:  # noqa: PLR0911 - a reason a line
    """Return why a text cannot take a cell's place; empty if it can."""
    cells = parse(source).cells
    kinds = {cell.kind for cell in cells}
    if not source.startswith("# %%\n"):
        return "it does not begin with a cell marker"
    if holds_mark(source):
        return "it holds a mark in a place where what it stands for cannot be put"
    if CellKind.BROKEN in kinds:
        return "a cell of it cannot be read"
    if old is not CellKind.CONTEXT and CellKind.PROBLEM not in kinds:
        return "it asks nothing"
    if old is CellKind.CONTEXT and kinds != {CellKind.CONTEXT}:
        return "it asks something, and the cell asked nothing"
    if [cell.source for cell in parse(source + _NEXT).cells] != [*(cell.source for cell in cells), _NEXT]:
        return "it would run into the cell after it"
    return ""


def _refused(number: int, reason: str, cell: Cell) -> Diagnostic:
    problem = cell.problem.number if cell.problem else None
    message = f"the new version of {number} is not used: {reason}"
    return REFUSED_CHANGE.diagnostic(message, line=cell.span.line, problem=problem)


def _origins(
    draft: Draft,
    problemset: ProblemSet,
    accepted: Mapping[int, str],
    added: Sequence[tuple[LeftOutProblem, str]],
    origin: str,
) -> Iterator[ProblemOrigin]:
    yield from _origins_behind(-1, problemset, added, origin)
    old_origins = iter(origins_of(draft, problemset))
    for index, cell in enumerate(problemset.cells):
        old = next(old_origins) if cell.problem is not None else ProblemOrigin(origin=origin)
        if index not in accepted:
            yield from [old] if cell.problem is not None else []
        else:
            new = old.model_copy(update={"origin": origin})
            # One problem may be replaced by several; whichever is the old one word for word keeps its origin.
            for new_cell, _ in parse(accepted[index]).problems:
                yield old if new_cell.source.strip() == cell.source.strip() else new
        yield from _origins_behind(index, problemset, added, origin)


def _origins_behind(
    index: int, problemset: ProblemSet, added: Sequence[tuple[LeftOutProblem, str]], origin: str
) -> Iterator[ProblemOrigin]:
    """Yield the origins of the problems that are added behind a cell."""
    for problem, source in added:
        if place_of(problem, problemset) == index:
            yield from (problem.origin.model_copy(update={"origin": origin}) for _ in parse(source).problems)

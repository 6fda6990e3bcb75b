"""A problem set as the rules see it: its cells with their trees, what is imported, and where things stand."""

import ast
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from authoring.dseal.diagnostic import Diagnostic, RuleInfo
from authoring.dseal.model import Cell, Json, Problem, ProblemSet, YamlPath
from authoring.dseal.positions import finding, lines_of
from authoring.dseal.python_code import CUSTOMARY, ParsedCode, import_aliases, parse_code
from authoring.validators import DEFAULT_TEMPLATE, PAPER_NAMES, TEMPLATES

_TEST_CASE = re.compile(r"\btest case (\d+)\b")
"""How reasons of `table_test` name a case, counted from 1."""


@dataclass(frozen=True, slots=True)
class SessionStep:
    """One cell that runs, with what its session has imported up to and with it."""

    cell: Cell
    parsed: ParsedCode
    aliases: Mapping[str, str]

    @property
    def tree(self) -> ast.Module:
        """The cell's syntax tree; empty where the code is no Python."""
        return self.parsed.tree


@dataclass(frozen=True, slots=True)
class Check:
    """One validator of a problem, `and` and `or` unfolded.

    `path` leads to its key, and is None where the template adds it.
    """

    alias: str
    options: Json
    path: YamlPath | None


def steps(problemset: ProblemSet) -> Iterator[SessionStep]:
    """Walk the cells that run, in order."""
    aliases = dict(CUSTOMARY)
    for cell in problemset.runnable:
        parsed = parse_code(cell.code)
        # A new mapping each time, because the steps before keep theirs.
        aliases = aliases | import_aliases(parsed.tree)
        yield SessionStep(cell, parsed, aliases)


def checks(problem: Problem) -> tuple[Check, ...]:
    """Return every validator that judges a problem, under the released names."""
    block = problem.validator or {}
    template = block.get("template", DEFAULT_TEMPLATE)
    written = tuple(_unfold(block, ("validator",)))
    # A validator that the block names itself takes the place of the template's.
    top = {PAPER_NAMES.get(name, name) for name in block}
    implied = TEMPLATES.get(str(template), ())
    return (*(Check(alias, None, None) for alias in implied if alias not in top), *written)


def checked_variables(problem: Problem) -> frozenset[str]:
    """Return the variables that `namespace_check` compares, wherever it stands in the block."""
    options = (check.options for check in checks(problem) if check.alias == "namespace_check")
    return frozenset(name for comparisons in options if isinstance(comparisons, dict) for name in comparisons)


def comparisons(problem: Problem) -> Iterator[tuple[Mapping[str, Json], YamlPath]]:
    """Give the flags of each comparison that a block writes, and where they stand; code that compares has no flags.

    What the template adds compares nothing of its own where the block names what is looked at.
    """
    for check in checks(problem):
        options, path = check.options, check.path
        if path is None:
            continue
        places: dict[YamlPath, Json] = {}
        if check.alias == "result":
            places[path] = options
        elif isinstance(options, dict) and check.alias == "namespace_check":
            places.update({(*path, name): flags for name, flags in options.items()})
        elif isinstance(options, dict) and check.alias == "table_test":
            places[(*path, "output_checker")] = options.get("output_checker")
        yield from ((flags if isinstance(flags, dict) else {}, place) for place, flags in places.items())


def cases_path(problem: Problem, number: int | None = None) -> YamlPath:
    """Return where the test cases of a `table_test` stand, or one of them, counted from 0; else the block."""
    paths = [check.path for check in checks(problem) if check.alias == "table_test" and check.path is not None]
    if len(paths) != 1:
        return ("validator",)
    return (*paths[0], "test_cases") if number is None else (*paths[0], "test_cases", number)


def path_of_reason(problem: Problem, reason: str) -> YamlPath:
    """Return the part of a validator block that a validator's reason is about: a test case that it names, or all."""
    match = _TEST_CASE.search(reason)
    return ("validator",) if match is None else cases_path(problem, int(match[1]) - 1)


def _unfold(block: Mapping[str, Json], path: YamlPath) -> Iterator[Check]:
    for name, options in block.items():
        if name in {"and", "or"} and isinstance(options, dict):
            yield from _unfold(options, (*path, name))
        elif name != "template":
            yield Check(PAPER_NAMES.get(name, name), options, (*path, name))


def at_node(
    problemset: ProblemSet, cell: Cell, node: ast.expr | ast.stmt, info: RuleInfo, message: str, hint: str = ""
) -> Diagnostic:
    """Return a finding about a piece of a cell's code."""
    first = _offset(problemset, cell, node.lineno, node.col_offset)
    last = _offset(problemset, cell, node.end_lineno or node.lineno, node.end_col_offset or node.col_offset + 1)
    return finding(info, problemset.text, first, last, message, hint=hint, problem=number_of(cell))


def at_code(
    problemset: ProblemSet, cell: Cell, place: tuple[int, int], info: RuleInfo, message: str, hint: str = ""
) -> Diagnostic:
    """Return a finding about a line and column, both from 1 and in characters, of a cell's code."""
    lines = lines_of(problemset.text)
    # Code that ends too early fails, for Python, on a line behind its last one.
    number = min(cell.code_span.line + place[0] - 1, len(lines.starts))
    # Only the code's first line may begin behind the start of its line in the text.
    column = place[1] - 1 + (cell.code_span.column - 1 if place[0] == 1 else 0)
    start = min(lines.starts[number - 1] + column, cell.code_span.end)
    return finding(info, problemset.text, start, start, message, hint=hint, problem=number_of(cell))


def at_key(
    problemset: ProblemSet, cell: Cell, path: YamlPath, info: RuleInfo, message: str, hint: str = ""
) -> Diagnostic:
    """Return a finding about a key of a problem's docstring, or about the nearest key above it that is written."""
    problem = cell.problem
    span = cell.code_span
    if problem is not None:
        while path and path not in problem.positions:
            path = path[:-1]
        span = problem.positions.get(path, problem.yaml_span)
    return finding(info, problemset.text, span.start, span.end, message, hint=hint, problem=number_of(cell))


def at_question(
    problemset: ProblemSet, cell: Cell, quoted: str, info: RuleInfo, message: str, hint: str = ""
) -> Diagnostic:
    """Return a finding about a piece of a question; it points at the piece where that stands, however it is wrapped."""
    problem = cell.problem
    if problem is not None and (words := quoted.split()):
        key = problem.positions.get((problem.question_key,), problem.yaml_span)
        pattern = re.compile(r"\s+".join(map(re.escape, words)))
        if piece := pattern.search(problemset.text, key.start, problem.yaml_span.end):
            return finding(info, problemset.text, *piece.span(), message, hint=hint, problem=problem.number)
    path = (problem.question_key,) if problem is not None else ()
    return at_key(problemset, cell, path, info, message, hint)


def number_of(cell: Cell) -> int | None:
    """Return the number of a cell's problem; None for context."""
    return cell.problem.number if cell.problem is not None else None


def _offset(problemset: ProblemSet, cell: Cell, line: int, byte_column: int) -> int:
    """Return the offset in the text of a place in the code, whose column Python counts in bytes of UTF-8."""
    lines = lines_of(problemset.text)
    number = cell.code_span.line + line - 1
    start = cell.code_span.start if line == 1 else lines.starts[number - 1]
    end = lines.starts[number] if number < len(lines.starts) else len(problemset.text)
    # A character has at least one byte, so as many characters as bytes are enough.
    prefix = problemset.text[start : min(end, start + byte_column)]
    return start + len(prefix.encode("utf-8", "surrogatepass")[:byte_column].decode("utf-8", "ignore"))

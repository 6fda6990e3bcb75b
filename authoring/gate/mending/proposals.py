"""Proposals of mends: other ways to compare what a validator looks at, and sentences that settle a question.

What is proposed is not known to help: a certificate of the changed problem says so.
"""

import ast
import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from authoring.dseal.analysis.open_matters import open_matters
from authoring.dseal.comparison_code import SAME_LABELLED_ROWS, SAME_ROWS, SAME_TABLE, SAME_VALUES, forgiving
from authoring.dseal.model import Cell, Json, Problem
from authoring.dseal.python_code import assigned_names, parse_code
from authoring.dseal.rules.forgiven_form import ASKING as FORMS_ASKED
from authoring.dseal.session import checks
from authoring.records.certificate.problem import ProblemCertificate
from authoring.records.wording import counted
from authoring.validators import PAPER_NAMES
from authoring.validators.rewriting.matters import Matter

LAX_FLAGS = frozenset({"ignore_dtypes", "value_only", "match_partial", "type_only", "metrictol"})
"""Flags that let wrong answers pass."""
TOLERANCES = frozenset({"atol", "rtol"})
"""Flags that let wrong answers pass where they are wide."""
FORGIVING: Mapping[str, frozenset[str]] = {
    "ignore_order": frozenset({"rows-exchanged", "places-exchanged", "rows-reversed", "tuple-reversed", "wrong_order"}),
    "ignore_index": frozenset({"row-labels-exchanged", "entries-exchanged"}),
    "ignore_names": frozenset({"columns-exchanged", "column-renamed", "level-renamed"}),
}
"""Flags that leave a matter of form aside, with the wrong answers that are wrong in this matter alone. A mend takes one
away where the question asks for the matter or such an answer is accepted, and nowhere else."""
TABLE_OPERATORS = frozenset(
    {
        "column-lost",
        "column-renamed",
        "level-renamed",
        "columns-exchanged",
        "row-labels-exchanged",
        "index-name",
        "series-unnamed",
    }
)
"""Operators that rewrite tables and series alone."""
VALUE = "value"
"""The subject of trials of the cell's value."""
OUTPUT = "output"
"""The subject of trials of what a function gives."""
_SHOWN = {VALUE: "the value", OUTPUT: "the output"}
Comparison = Callable[[Json], Json]
"""Takes the options of one comparison, and returns others; the same ones where it has nothing to say."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """Another validator block for a problem, and sentences to put behind its question."""

    block: Mapping[str, Json] | None
    """None where the block stays as it is."""
    sentences: tuple[str, ...]
    what: tuple[str, ...]
    """What is changed, in words."""


def proposals(
    cell: Cell, problem: Problem, certificate: ProblemCertificate, form: Callable[[], str] = str
) -> Iterator[Proposal]:
    """Yield what may mend a problem, the smallest change first; nothing where its certificate accuses nothing.

    Args:
        cell: where the problem stands.
        problem: as it is.
        certificate: of the problem.
        form: says in a sentence which form the answer has, where comparing it otherwise is not enough; empty where no
            sentence can.
    """
    readings = [
        reading for reading in certificate.readings if reading.outcome == "differs" and not reading.is_customary
    ]
    if not all(reading.tells for reading in readings):
        # No sentence of ours says what the reference does.
        return
    sentences = tuple(reading.settles for reading in readings)
    asked = tuple(f"the question says: {sentence}" for sentence in sentences)
    cases = list(dict.fromkeys(trial.case for trial in certificate.survivors if trial.case))
    survivors = [trial for trial in certificate.survivors if not trial.case]
    faults = (*survivors, *certificate.refusals)
    block = dict(problem.validator or {})
    if cases:
        block = with_cases(block, [json.loads(case) for case in cases])
        yield Proposal(block, sentences, (f"{counted(len(cases), 'test case')} added", *asked))
    if not faults:
        if sentences and not cases:
            yield Proposal(None, sentences, asked)
        return
    subjects = _subjects(cell, problem, {trial.subject for trial in faults})
    yield from _compared_otherwise(certificate, problem.question, block, subjects, sentences)
    sentence = form() if VALUE in subjects else ""
    if sentence:
        question = f"{problem.question}\n{sentence}"
        yield Proposal(block if cases else None, (*sentences, sentence), (*asked, f"the question says: {sentence}"))
        yield from _compared_otherwise(certificate, question, block, subjects, (*sentences, sentence))


def _compared_otherwise(
    certificate: ProblemCertificate,
    question: str,
    block: Mapping[str, Json],
    subjects: Collection[str],
    sentences: tuple[str, ...],
) -> Iterator[Proposal]:
    """Yield other ways to compare some subjects, with sentences behind the question."""
    seen = [repr(block)]
    for words, comparison in _comparisons(certificate, question):
        changed = exchanged(block, subjects, comparison)
        if repr(changed) not in seen:
            seen.append(repr(changed))
            names = " and ".join(_SHOWN.get(subject, f"`{subject}`") for subject in sorted(subjects))
            asked = (f"the question says: {sentence}" for sentence in sentences)
            yield Proposal(changed, sentences, (f"{names}: {words}", *asked))


def with_cases(block: Mapping[str, Json], cases: Sequence[Json]) -> dict[str, Json]:
    """Return a validator block whose `table_test` has further cases, behind its own."""
    changed: dict[str, Json] = {}
    for alias, options in block.items():
        changed[alias] = options
        if isinstance(options, dict) and alias in {"and", "or"}:
            changed[alias] = dict(with_cases(options, cases))
        elif isinstance(options, dict) and PAPER_NAMES.get(alias, alias) == "table_test":
            known = options.get("test_cases")
            changed[alias] = {**options, "test_cases": [*(known if isinstance(known, list) else []), *cases]}
    return changed


def _subjects(cell: Cell, problem: Problem, accused: Collection[str]) -> frozenset[str]:
    """Return the variables that are compared otherwise, `VALUE` among them for the value of the cell."""
    compared = _compared(problem)
    if not compared.issuperset(accused):
        # Answers that were run as code accuse the validator as a whole.
        accused = compared
    tree = parse_code(cell.code).tree
    last = tree.body[-1] if tree.body else None
    shown = last.value if isinstance(last, ast.Expr) else None
    if VALUE in accused and isinstance(shown, ast.Name) and shown.id in compared:
        # The value is a variable that is compared as well, and is accused under one of its names.
        accused = {*accused, shown.id}
    if not accused:
        bound = assigned_names(cell.code).bound
        accused = {name for name in bound if f"`{name}`" in problem.question} if shown is None else {VALUE}
    return frozenset(accused)


def _compared(problem: Problem) -> set[str]:
    names: set[str] = set()
    for check in checks(problem):
        if check.alias == "result":
            names.add(VALUE)
        elif check.alias == "namespace_check" and isinstance(check.options, dict):
            names.update(check.options)
        elif check.alias == "table_test":
            names.add(OUTPUT)
    return names


def _comparisons(certificate: ProblemCertificate, question: str) -> Iterator[tuple[str, Comparison]]:
    """Yield ways to compare, with their names; each forgives what the flags before it did and nobody asks for."""
    accepted = {trial.operator for trial in certificate.survivors}
    counting = asked_matters(question) | {flag for flag, operators in FORGIVING.items() if operators & accepted}
    if accepted:
        yield "compared without the flags that let wrong answers pass", partial(_without, LAX_FLAGS)
        yield "compared without the flags that let wrong answers pass", partial(_without, LAX_FLAGS | TOLERANCES)
        # Flags cannot have the labels of columns count, and not the names of axes: that takes code.
        flags = LAX_FLAGS | TOLERANCES | (counting - {"ignore_names"})
        is_table = not TABLE_OPERATORS.isdisjoint(trial.operator for trial in certificate.trials)
        yield "compared exactly", partial(_exactly, flags, names_count=not is_table)
        dropped = counting | TOLERANCES
    else:
        # Where an order is asked for, what is refused stands in another one, or the reference does.
        if "ignore_order" not in counting:
            yield "compared in any order", partial(_with_flag, "ignore_order")
        dropped = counting
    yield "compared as a table whose form does not count", partial(_by_code, SAME_TABLE, dropped)
    yield "compared as labelled rows in any order", partial(_by_code, SAME_LABELLED_ROWS, dropped)
    yield "compared as rows in any order", partial(_by_code, SAME_ROWS, dropped)
    yield "compared by its values in their order", partial(_by_code, SAME_VALUES, dropped)


def asked_matters(question: str) -> frozenset[str]:
    """Return the flags of `FORGIVING` whose matter a question asks for: an order, an index, or names."""
    flags = {flag for flag, pattern in FORMS_ASKED.items() if pattern.search(question)}
    is_ordered = Matter.ROW_ORDER in open_matters(question).settled
    return frozenset(flags | ({"ignore_order"} if is_ordered else set()))


def _without(names: Collection[str], options: Json) -> Json:
    flags = _flags_of(options)
    return options if flags is None else {name: value for name, value in flags.items() if name not in names} or None


def _exactly(names: Collection[str], options: Json, *, names_count: bool) -> Json:
    if _flags_of(options) is None:
        # Code says nothing of what it was written to forgive, and the names of axes are for every answer to choose.
        return None if names_count else {"ignore_names": True}
    return _without(names, options)


def _with_flag(name: str, options: Json) -> Json:
    flags = _flags_of(options)
    return options if flags is None else {**flags, name: True}


def _by_code(code: str, dropped: Collection[str], options: Json) -> Json:
    """Return code that compares, and forgives what the flags did; the options as they are where it could not."""
    flags = {name: value for name, value in (_flags_of(options) or {}).items() if name not in dropped}
    if flags.get("ignore_order") and code in {SAME_TABLE, SAME_VALUES}:
        return options
    # Whoever leaves the order of rows aside, leaves the numbers of rows aside.
    forgives_labels = flags.get("ignore_index") or (flags.get("ignore_order") and "ignore_index" not in dropped)
    if forgives_labels and code == SAME_LABELLED_ROWS:
        return options
    return forgiving(code, flags)


def _flags_of(options: Json) -> Mapping[str, Json] | None:
    """Return the flags of a comparison, of which there may be none; None where code compares."""
    if isinstance(options, str) or (isinstance(options, dict) and "compare_fn" in options):
        return None
    return options if isinstance(options, dict) else {}


def exchanged(block: Mapping[str, Json], subjects: Collection[str], comparison: Comparison) -> dict[str, Json]:
    """Return a validator block in which these subjects are compared otherwise; what is not compared yet is added."""
    missing = set(subjects)
    changed = _exchanged(block, subjects, comparison, missing)
    variables = {name: comparison(None) for name in sorted(missing - {VALUE, OUTPUT})}
    if VALUE in missing:
        changed["result"] = comparison(None)
    if variables:
        known = changed.get("namespace_check")
        changed["namespace_check"] = {**(known if isinstance(known, dict) else {}), **variables}
    # The template compares the value exactly by itself.
    return {} if changed == {"result": None} else changed


def _exchanged(
    block: Mapping[str, Json], subjects: Collection[str], comparison: Comparison, missing: set[str]
) -> dict[str, Json]:
    changed: dict[str, Json] = {}
    for alias, options in block.items():
        name = PAPER_NAMES.get(alias, alias)
        changed[alias] = options
        if name in {"and", "or"} and isinstance(options, dict):
            changed[alias] = dict(_exchanged(options, subjects, comparison, missing))
        elif name == "result" and VALUE in subjects:
            missing.discard(VALUE)
            changed[alias] = comparison(options)
        elif name == "namespace_check" and isinstance(options, dict):
            missing.difference_update(options)
            changed[alias] = {
                variable: comparison(flags) if variable in subjects else flags for variable, flags in options.items()
            }
        elif name == "table_test" and isinstance(options, dict) and OUTPUT in subjects:
            missing.discard(OUTPUT)
            checker = comparison(options.get("output_checker"))
            unchecked = {key: value for key, value in options.items() if key != "output_checker"}
            changed[alias] = unchecked if checker is None else {**unchecked, "output_checker": checker}
    return changed

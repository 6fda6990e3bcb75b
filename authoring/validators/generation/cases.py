"""Generated test cases of a function: arguments like those that were seen, on which the reference gives an output.

Not hypothesis draws them: this runs where the reference does, in whatever environment a set is meant for, which has
numpy and pandas alone, and tables whose columns are drawn apart have keys that meet nowhere. What is like a seen case
is made of seen values, so that joins meet and filters keep something.
"""

import random
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd

from authoring.validators.base import ValidatorError
from authoring.validators.checks.table_test import TableTestValidator
from authoring.validators.foreign_code import FOREIGN_ERRORS, last_line, preserved_randomness, private_copy, quiet
from authoring.validators.generation.literals import literal
from authoring.validators.generation.pools import pool_of, whole_bounds
from authoring.validators.generation.tables import TableModel, is_key, model_of
from authoring.validators.rewriting.equality import is_same
from authoring.validators.table_cases import (
    REPEAT,
    Arguments,
    check_case,
    input_check,
    make_case,
    make_cases,
    text_of_case,
)

MOST_SEEN, MOST_DRAWS = 40, 1_000
"""Cases of the block that are looked at, and draws, of which many give no case."""
MOST_ELEMENTS = 8
"""Rows or elements of what has the length of something else."""
MOST_SEEN_ROWS = 200
"""Rows of a seen table that are looked at."""
FEWEST_SORTED = 3
"""Elements from which on it is no chance that a list is sorted."""
CHANGED_SHARE = 0.85
"""How often an argument is another than in the seen case that a generated one begins with."""
Place = int | str
Written = list[Any] | str
"""A case as a validator block writes it."""
JSON_TYPES = (type(None), bool, int, float, str, list, dict)


def generate_cases(options: Mapping[str, Any]) -> dict[str, Any]:
    """Return generated ``cases``, or the ``reason`` why there are none, for a function of the session that runs here.

    With them come the ``outputs``: what kinds of values the function gives on the block's own cases.

    Args:
        options: ``function_name``, ``test_cases`` and ``input_validator`` of the block, and ``most`` and ``seconds``
            of `cases_like`.
    """
    name = str(options["function_name"])
    # The namespace of the cells, in which the reference has run.
    function = vars(sys.modules["__main__"]).get(name)
    if not callable(function):
        return {"cases": [], "reason": f"there is no function `{name}`"}
    max_cases, seconds = int(options["most"]), float(options["seconds"])
    try:
        cases = cases_like(
            function, tuple(options["test_cases"]), options.get("input_validator"), max_cases=max_cases, seconds=seconds
        )
    except ValidatorError as error:
        return {"cases": [], "reason": str(error)}
    except FOREIGN_ERRORS as error:
        # Objects of the reference's own classes may refuse to be compared, copied or hashed.
        return {"cases": [], "reason": last_line(error)}
    reason = "" if cases else "nothing like the test cases could be made"
    return {"cases": cases, "reason": reason, "outputs": _kinds_of_outputs(function, tuple(options["test_cases"]))}


def _kinds_of_outputs(function: Callable[..., Any], test_cases: tuple[Any, ...]) -> list[str]:
    """Return which of ``text``, ``single`` and ``many`` a function gives; nothing where it fails on a case."""
    kinds: set[str] = set()
    with quiet(), preserved_randomness():
        try:
            for case in make_cases(test_cases, None)[:MOST_SEEN]:
                own_arguments = private_copy(case)
                value = function(**own_arguments) if isinstance(own_arguments, dict) else function(*own_arguments)
                is_single = value is None or isinstance(value, (bool, int, float, complex, np.generic))
                kinds.add("text" if type(value) is str else "single" if is_single else "many")
        except (ValidatorError, *FOREIGN_ERRORS):
            return []
    return sorted(kinds)


def idle_cases(arguments: Mapping[str, Any]) -> list[int]:
    """Return the numbers of the block's cases on which none of some functions fails, where the reference has run.

    A case that repeats another, and draws anew, is passed over.

    Args:
        arguments: the ``options`` of the block, the ``codes`` that define the function otherwise, and the ``dialect``
            whose rules judge. Nothing is told where a case cannot be made or judged.
    """
    try:
        return _idle_cases(
            TableTestValidator.read(arguments["options"], arguments["dialect"]), list(map(str, arguments["codes"]))
        )
    except (ValidatorError, *FOREIGN_ERRORS):
        return []


def _idle_cases(validator: TableTestValidator, codes: Sequence[str]) -> list[int]:
    cells = vars(sys.modules["__main__"])
    numbers = [number for number, case in enumerate(validator.test_cases) if case != REPEAT]
    with quiet(), preserved_randomness():
        cases = {number: make_case(text_of_case(validator.test_cases, number), number) for number in numbers}
        outputs = {number: _output(cells, validator.function_name, case) for number, case in cases.items()}
        for code in codes:
            names = {**cells}
            try:
                exec(compile(code, "<spoiled>", "exec"), names)  # noqa: S102 - a fork of the session
            except FOREIGN_ERRORS:
                continue
            numbers = [
                number
                for number in numbers
                if _is_accepted(validator, outputs[number], _output(names, validator.function_name, cases[number]))
            ]
    return numbers


@dataclass(frozen=True, slots=True)
class _Output:
    """What a function gives on a case, and what it leaves of its arguments; nothing where it fails."""

    value: Any = None
    arguments: Any = None
    has_failed: bool = False


def _output(names: Mapping[str, Any], function_name: str, case: Arguments) -> _Output:
    own_arguments = private_copy(case)
    try:
        function = names[function_name]
        value = function(**own_arguments) if isinstance(own_arguments, dict) else function(*own_arguments)
        return _Output(private_copy(value), own_arguments)
    except FOREIGN_ERRORS:
        return _Output(has_failed=True)


def _is_accepted(validator: TableTestValidator, expected: _Output, actual: _Output) -> bool:
    if expected.has_failed or actual.has_failed:
        return expected.has_failed == actual.has_failed
    pairs = [(validator.outputs, expected.value, actual.value)]
    if validator.inputs is not None:
        pairs.append((validator.inputs, expected.arguments, actual.arguments))
    return all(
        comparison.brief().judge(first, second, validator.alias, "").correct == "yes"
        for comparison, first, second in pairs
    )


def cases_like(
    function: Callable[..., Any],
    test_cases: tuple[Any, ...],
    input_validator: str | None,
    *,
    max_cases: int,
    seconds: float,
) -> list[Written]:
    """Return generated cases as a block of `table_test` writes them, the shortest first.

    Args:
        function: the reference's; a case on which it fails, or gives another output each time, is left out.
        test_cases: of the block.
        input_validator: of the block; a case that it refuses is left out.
        max_cases: after so many no further one is made.
        seconds: so long, looked at between cases.

    Raises:
        ValidatorError: the block's own cases cannot be made, or there are none.
    """
    with quiet(), preserved_randomness():
        examples = make_cases(test_cases, None)[:MOST_SEEN]
        if not examples:
            raise ValidatorError("there is no test case to begin with")
        validate = None if input_validator is None else input_check(input_validator)
        return _generated(function, examples, validate, max_cases, seconds)


def _generated(
    function: Callable[..., Any],
    examples: Sequence[Arguments],
    validate: Callable[..., Any] | None,
    max_cases: int,
    seconds: float,
) -> list[Written]:
    # The same cases in every run, because what a certificate says may not be left to chance.
    rng = random.Random(0)  # noqa: S311 - as above
    model = _ArgumentModel(examples)
    ends = time.monotonic() + seconds
    texts = {repr(_written(case)) for case in examples}
    cases: list[Written] = []
    for _ in range(MOST_DRAWS):
        if len(cases) >= max_cases or time.monotonic() > ends:
            break
        case = model.drawn(rng)
        written = None if case is None else _written(case)
        if case is None or written is None or repr(written) in texts:
            continue
        texts.add(repr(written))
        if _is_admitted(case, validate) and _has_output(function, case):
            cases.append(written)
    return sorted(cases, key=lambda written: (len(repr(written)), repr(written)))


class _ArgumentModel:
    """What was seen in each place of the arguments."""

    def __init__(self, examples: Sequence[Arguments]) -> None:
        self._is_named = isinstance(examples[0], dict)
        examples = [case for case in examples if isinstance(case, dict) == self._is_named]
        short = [case for case in examples if _written(case) is not None]
        self._seen = [_by_place(case) for case in short or examples]
        # What is too long to be written cannot stay as it is.
        self._changed_share = CHANGED_SHARE if short else 1.0
        self._values: dict[Place, list[Any]] = {}
        for case in examples:
            for place, value in _by_place(case).items():
                self._values.setdefault(place, []).append(value)
        self._tables = self._table_models()
        self._lengths = _equal_lengths([_by_place(case) for case in examples])

    def drawn(self, rng: random.Random) -> "Arguments | None":
        """Return arguments that begin with those of a seen case; None where this draw gave none."""
        first = rng.choice(self._seen)
        result: dict[Place, Any] = {}
        keys: dict[Any, Sequence[Any]] = {}
        size = rng.randint(1, MOST_ELEMENTS)
        # Tables with keys come first, because those of others point at them.
        for place in sorted(first, key=lambda place: (any(self._parents(place).values()), str(place))):
            value = first[place]
            # A table that points at another one cannot stay where that is changed.
            if any(self._parents(place).values()) or rng.random() < self._changed_share:
                value = self._value_like(value, place, rng, keys, size if place in self._lengths else None)
                if value is None and first[place] is not None:
                    return None
            result[place] = value
            if isinstance(value, pd.DataFrame):
                keys |= {(place, label): value[label].tolist() for label in value.columns if isinstance(label, str)}
        if len({len(value) for place, value in result.items() if place in self._lengths}) > 1:
            return None
        ordered = {place: result[place] for place in first}
        return {str(place): value for place, value in ordered.items()} if self._is_named else tuple(ordered.values())

    def _parents(self, place: Place) -> Mapping[str, Any]:
        model = self._tables.get(place)
        return {} if model is None else model.parents

    def _value_like(
        self,
        value: Any,
        place: Place,
        rng: random.Random,
        keys: Mapping[Any, Sequence[Any]],
        size: int | None,
    ) -> Any:
        model = self._tables.get(place)
        if isinstance(value, pd.DataFrame):
            return None if model is None else model.made(rng, keys, size)
        return _like(value, [example for example in self._values[place] if type(example) is type(value)], rng, size)

    def _table_models(self) -> dict[Place, TableModel]:
        frames = {
            place: [value for value in values if isinstance(value, pd.DataFrame)]
            for place, values in self._values.items()
        }
        frames = {place: tables for place, tables in frames.items() if tables}
        models = {}
        for place, tables in frames.items():
            parents = {label: _parent(place, label, frames) for label in tables[0].columns}
            model = model_of([table.head(MOST_SEEN_ROWS) for table in tables], parents)
            if model is not None:
                models[place] = model
        return models


def _equal_lengths(examples: Sequence[Mapping[Place, Any]]) -> frozenset[Place]:
    """Return the places of tables, arrays and lists that always were as long as another one of them."""
    places = [place for place in examples[0] if all(_is_sized(case.get(place)) for case in examples)]
    pairs = [(first, second) for first in places for second in places if first != second]
    return frozenset(
        first for first, second in pairs if all(len(case[first]) == len(case[second]) for case in examples)
    )


def _is_sized(value: Any) -> bool:
    if isinstance(value, np.ndarray):
        return value.ndim > 0
    return isinstance(value, (list, pd.Series, pd.DataFrame))


def _by_place(case: Arguments) -> dict[Place, Any]:
    return dict(case.items() if isinstance(case, dict) else enumerate(case))


def _parent(place: Place, label: Any, frames: Mapping[Place, Sequence[pd.DataFrame]]) -> tuple[Place, Any] | None:
    """Return the key of another table among whose elements all elements of a column always were.

    Two keys are most often both numbers from 1 on, which is no reason that one is the other.
    """
    if is_key(label, [table[label] for table in frames[place] if label in table.columns]):
        return None
    for candidate, tables in frames.items():
        if candidate == place or len(tables) != len(frames[place]):
            continue
        for key in tables[0].columns:
            pairs = list(zip(frames[place], tables, strict=True))
            if not all(label in child.columns and key in table.columns for child, table in pairs):
                continue
            if is_key(key, [table[key] for table in tables]) and all(
                len(child) and child[label].dtype == table[key].dtype and bool(child[label].isin(table[key]).all())
                for child, table in pairs
            ):
                return candidate, key
    return None


def _like(value: Any, examples: Sequence[Any], rng: random.Random, size: int | None = None) -> Any:  # noqa: PLR0911 - a kind of value each
    """Return a value of the kind of one that was seen, made of what was seen in its place; itself where unknown."""
    if isinstance(value, pd.Series):
        return _series_like(value, examples, rng, size)
    if isinstance(value, np.ndarray):
        return _array_like(value, examples, rng, size)
    if isinstance(value, list):
        return _list_like(value, examples, rng, size)
    if isinstance(value, tuple):
        return tuple(_like(element, [element], rng) for element in value)
    if isinstance(value, dict):
        pool = pool_of(list(value.values()))
        return {key: pool.element(rng) for key in value}
    if type(value) is bool:
        return rng.choice((False, True))
    if type(value) is int:
        low, high = whole_bounds(examples)
        return rng.randint(low, max(high, low + 3))
    return pool_of(examples).element(rng)


def _list_like(value: list[Any], examples: Sequence[Any], rng: random.Random, size: int | None) -> Any:
    elements = [element for example in examples for element in example]
    if not elements:
        return value
    shortest, longest = min(map(len, examples)), max(map(len, examples)) + 2
    size = rng.randint(shortest, longest) if size is None else size
    if any(isinstance(element, (list, tuple, dict, np.ndarray)) for element in elements):
        return [private_copy(_like(rng.choice(elements), elements[:1], rng)) for _ in range(size)]
    is_sorted = all(_is_sorted(example) for example in examples) and longest > FEWEST_SORTED
    # Texts that never come twice are most often names.
    is_unique = isinstance(elements[0], str) and all(
        len(set(map(repr, example))) == len(example) for example in examples
    )
    drawn = pool_of(elements, is_unique=is_unique).drawn(size, rng)
    return sorted(drawn) if is_sorted and drawn is not None else drawn


def _is_sorted(elements: Sequence[Any]) -> bool:
    try:
        return list(elements) == sorted(elements)
    except TypeError:
        return False


def _series_like(value: Any, examples: Sequence[Any], rng: random.Random, size: int | None) -> Any:
    pool = pool_of([element for example in examples for element in example.tolist()])
    is_numbered = isinstance(value.index, pd.RangeIndex)
    length = rng.randint(1, max(map(len, examples)) + 2) if size is None else size
    size = length if is_numbered else len(value)
    index = pd.RangeIndex(size, name=value.index.name) if is_numbered else value.index
    try:
        return pd.Series(pool.drawn(size, rng), index=index, dtype=value.dtype, name=value.name)
    except (TypeError, ValueError, OverflowError):
        return None


def _array_like(value: Any, examples: Sequence[Any], rng: random.Random, size: int | None) -> Any:
    if value.dtype.kind not in "iufbUM" or not value.ndim:
        return value
    arrays = [example for example in examples if example.dtype.kind == value.dtype.kind]
    pool = pool_of([element for example in arrays for element in example.reshape(-1).tolist()])
    shape = list(value.shape)
    if size is not None:
        shape[0] = size
    elif rng.choice((False, True)):
        # Only the number of rows, because other arguments most often have as many columns.
        shape[0] = max(1, shape[0] + rng.randint(-1, 2))
    drawn = pool.drawn(int(np.prod(shape)), rng)
    try:
        return np.array(drawn, dtype=None if value.dtype.kind == "U" else value.dtype).reshape(shape)
    except (TypeError, ValueError, OverflowError):
        return None


def _written(case: Arguments) -> Written | None:
    """Return a case as a block writes it: plain values as they are, others as expressions in backticks."""
    if isinstance(case, dict):
        text = literal(case)
        return None if text is None else f"`{text}`"
    written: list[Any] = []
    for value in case:
        # A text in backticks would be evaluated.
        if _is_plain(value) and not (isinstance(value, str) and value.strip().startswith("`")):
            written.append(value)
            continue
        text = literal(value)
        if text is None:
            return None
        written.append(f"`{text}`")
    return written


def _is_plain(value: Any) -> bool:
    """Return whether a value is the same in JSON and YAML."""
    if type(value) not in JSON_TYPES or (isinstance(value, float) and not np.isfinite(value)):
        return False
    if isinstance(value, list):
        return all(map(_is_plain, value))
    return not isinstance(value, dict) or all(type(key) is str and _is_plain(inner) for key, inner in value.items())


def _is_admitted(case: Arguments, validate: Callable[..., Any] | None) -> bool:
    if validate is None:
        return True
    try:
        check_case(case, 0, validate)
    except ValidatorError:
        return False
    return True


def _has_output(function: Callable[..., Any], case: Arguments) -> bool:
    """Return whether the function gives one and the same output for a case, and ends well."""
    outputs = []
    for _ in range(2):
        own_arguments = private_copy(case)
        try:
            outputs.append(function(**own_arguments) if isinstance(own_arguments, dict) else function(*own_arguments))
        except FOREIGN_ERRORS:
            return False
    try:
        return is_same(*outputs)
    except FOREIGN_ERRORS:
        # A class of the reference's own compares in a way of its own; its validator tells.
        return True

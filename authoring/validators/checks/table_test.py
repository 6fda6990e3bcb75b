"""`table_test`: a function has to give the reference's outputs on test inputs, and leave its inputs as it does."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any, ClassVar, Self

from authoring.validators.base import (
    CollectedItems,
    Dialect,
    Execution,
    Missing,
    Recipe,
    ValidatorError,
    Verdict,
)
from authoring.validators.comparison import Comparison
from authoring.validators.display import short_repr
from authoring.validators.foreign_code import (
    FOREIGN_ERRORS,
    checked_source,
    error_names,
    preserved_randomness,
    private_copy,
    quiet,
    read_error_names,
    trace_of,
)
from authoring.validators.options import arguments, text_option
from authoring.validators.table_cases import Arguments, make_case, make_cases, text_of_case

_UNCHANGEABLE = (FunctionType, BuiltinFunctionType, ModuleType, type)


@dataclass(frozen=True, slots=True)
class TableTestValidator:
    """Case by case: an exception, a changed input, a wrong output.

    The first one decides, a partial match included; strictly, a partial match does not hide a later one that is wrong.
    """

    alias: ClassVar[str] = "table_test"
    paper_name: ClassVar[str] = "Unit-test"
    function_name: str
    test_cases: tuple[Any, ...]
    input_validator: str | None
    inputs: Comparison | None
    """How the arguments are compared after the call; None where they may be changed."""
    outputs: Comparison
    dialect: Dialect = "dseval"

    @classmethod
    def read(cls, config: object, dialect: Dialect = "dseval") -> Self:
        """Return the validator; no code of the block is run yet."""
        needed = ("function_name", "test_cases")
        names = (*needed, "input_validator", "input_checker", "output_checker")
        options = arguments(cls.alias, config, names=names, required=needed)
        cases = options["test_cases"]
        if not isinstance(cases, list):
            raise ValidatorError(
                f"option `test_cases` of validator `{cls.alias}` has to be a list, not {short_repr(cases)}"
            )
        if not cases and dialect == "strict":
            raise ValidatorError(f"validator `{cls.alias}` has no test case, so that any function passes")
        check = options.get("input_validator")
        if check is not None:
            check = checked_source(text_option(cls.alias, "input_validator", check), "input_validator")
        inputs = options.get("input_checker")
        return cls(
            function_name=text_option(cls.alias, "function_name", options["function_name"]),
            test_cases=tuple(cases),
            input_validator=check,
            inputs=None
            if inputs is False
            else Comparison.read(None if inputs is True else inputs, "input_checker", dialect),
            outputs=Comparison.read(options.get("output_checker"), "output_checker", dialect),
            dialect=dialect,
        )

    def collect(self, execution: Execution, disclosed: CollectedItems | None) -> CollectedItems:
        """Call the function on every case, up to its first exception; take outputs, and inputs as they are afterwards.

        A submission is given the reference's inputs; those that cannot travel are made anew, from the same seeds.
        """
        if self.function_name not in execution.namespace:
            return CollectedItems({"function": Missing(self.function_name)})
        with quiet(), preserved_randomness():
            try:
                cases = (
                    make_cases(self.test_cases, self.input_validator)
                    if disclosed is None
                    else [self._given_case(disclosed, number) for number in range(len(self.test_cases))]
                )
            except ValidatorError as error:
                return CollectedItems({"broken": str(error)})
        # A block of its own below, because making the cases has left the random generators seeded.
        items: dict[str, Any] = {}
        with quiet(), preserved_randomness():
            for number, case in enumerate(cases):
                items |= _called(execution.namespace[self.function_name], case, number)
                # The first exception decides; later cases would tell nothing.
                if f"error {number}" in items:
                    break
        recipes = {
            f"case {number}": Recipe(case, text_of_case(self.test_cases, number)) for number, case in enumerate(cases)
        }
        return CollectedItems(items, recipes if disclosed is None else {})

    def disclose(self, reference: CollectedItems) -> CollectedItems:
        """Give the inputs of every case, as the reference's side made and checked them."""
        return CollectedItems({**reference.inputs})

    def _given_case(self, disclosed: CollectedItems, number: int) -> Arguments:
        """Return the arguments of a case from what was disclosed, as a value or as a text; else from the block.

        Raises:
            ValidatorError: it cannot be made.
        """
        match disclosed.items.get(f"case {number}"):
            case ("value", tuple() | dict() as arguments) | Recipe(value=arguments):
                return arguments
            case ("text", text):
                return make_case(text, number)
        return make_case(text_of_case(self.test_cases, number), number)

    def collecting_options(self) -> object:
        """Name the function and say how many cases there are; their inputs are disclosed."""
        return {
            "function_name": self.function_name,
            "test_cases": [None] * len(self.test_cases),
            "input_checker": False,
        }

    def judge(self, reference: CollectedItems, submission: CollectedItems) -> Verdict:
        """Compare.

        Raises:
            ValidatorError: when the reference lacks the function or fails, a case cannot be made, or is refused.
        """
        # A reference at fault is told whatever the submission did.
        self._oracle(reference)
        if isinstance(submission.items.get("function"), Missing):
            return Verdict("no", self.alias, f"Function `{self.function_name}` is not there")
        right = Verdict("yes", self.alias, f"`{self.function_name}` gives the right output on every test case")
        cases = (self._judge_case(number, reference, submission) for number in range(len(self.test_cases)))
        return self._deciding(verdict for verdicts in cases for verdict in verdicts) or right

    def _deciding(self, verdicts: Iterable[Verdict]) -> Verdict | None:
        partial = None
        for verdict in verdicts:
            # In DSEval a partial match ends the search, and may hide a later case that is wrong.
            if verdict.correct == "no" or (verdict.correct == "partial" and self.dialect == "dseval"):
                return verdict
            if verdict.correct == "partial" and partial is None:
                partial = verdict
        return partial

    def _oracle(self, reference: CollectedItems) -> None:
        if isinstance(reference.items.get("function"), Missing):
            name = self.function_name
            raise ValidatorError(f"validator `{self.alias}` names `{name}`, which the reference does not have")
        if "broken" in reference.items:
            raise ValidatorError(reference.items["broken"])
        for number in range(len(self.test_cases)):
            error = reference.items.get(f"error {number}")
            if error is not None:
                name = self.function_name
                raise ValidatorError(f"the reference's `{name}` fails on test case {number + 1}:\n{error}")

    def _judge_case(self, number: int, reference: CollectedItems, submission: CollectedItems) -> Iterator[Verdict]:
        name = self.function_name

        def case() -> str:
            # Only a mismatch is told of a case: showing a table costs more than comparing it.
            return f"on test case {number + 1}, {short_repr(reference.items.get(f'inputs {number}'))}"

        error = submission.items.get(f"error {number}")
        if error is not None:
            errors = read_error_names(submission.items.get(f"errors {number}"))
            yield Verdict("no", "crash", f"`{name}` failed {case()}:\n{error}", errors=errors)
            return
        if f"output {number}" not in submission.items:
            yield Verdict("no", self.alias, f"`{name}` gave no output {case()}{submission.items.get('broken', '')}")
            return
        checks = (
            (self.inputs, "inputs", lambda: f"what `{name}` left of its inputs {case()},"),
            (self.outputs, "output", lambda: f"the output of `{name}` {case()},"),
        )
        for comparison, item, subject in checks:
            if comparison is None:
                continue
            expected, actual = (side.items.get(f"{item} {number}") for side in (reference, submission))
            yield comparison.judge(expected, actual, self.alias, subject)


def _called(function: Callable[..., Any], case: Arguments, number: int) -> dict[str, Any]:
    """Return what came of calling a function on copies of a case's arguments, as items with the case's number."""
    case_copy = private_copy(case)
    try:
        output = function(**case_copy) if isinstance(case_copy, dict) else function(*case_copy)
    except FOREIGN_ERRORS as error:
        # As text, because exceptions of a submission's own classes do not travel.
        return {f"error {number}": trace_of(error), f"errors {number}": error_names(error)}
    # Copied because a function may give the same object in every call, and change it in the next.
    return {
        f"output {number}": private_copy(output),
        f"inputs {number}": _portable(case_copy),
    }


def _portable(case: Arguments) -> Arguments:
    """Return the arguments with functions and the like named instead: they cannot change, and often cannot travel."""
    if isinstance(case, dict):
        return {name: _named_objects(value) for name, value in case.items()}
    return tuple(_named_objects(value) for value in case)


def _named_objects(value: Any) -> Any:
    return f"{type(value).__name__} {value.__name__}" if isinstance(value, _UNCHANGEABLE) else value


VALIDATOR = TableTestValidator

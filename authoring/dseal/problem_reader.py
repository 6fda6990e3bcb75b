"""A docstring's text to a `Problem`: YAML, schema, and the spellings that both the paper and the code use."""

from collections.abc import Iterator

from authoring.dseal import codes
from authoring.dseal.model import Json, Problem
from authoring.dseal.positions import lines_of
from authoring.dseal.yaml_reader import DocstringFinding, DocstringYaml, ParseLimits
from authoring.validators import PAPER_NAMES


def read_problem(
    text: str, start: int, end: int, *, number: int, limits: ParseLimits
) -> tuple[Problem | None, list[DocstringFinding]]:
    """Read the docstring between two offsets of a text.

    Returns:
        The problem, or None when there is no question; and what is wrong, at offsets from `start`.
    """
    from authoring.dseal.schema import apply_schema  # noqa: PLC0415 - not every text has a problem
    from authoring.dseal.yaml_reader import read_yaml  # noqa: PLC0415 - likewise yaml

    source = text[start:end]
    reading = read_yaml(source, limits)
    first = len(source) - len(source.lstrip())
    # What is missing has no place, so it is pinned to the first character that is no white space.
    place = (first, first + 1) if first < len(source) else (0, 1)
    if reading.fatal:
        return None, reading.findings
    if not isinstance(reading.value, dict):
        state = "empty" if reading.value is None else "no mapping"
        hint = "write `question: |` and the question below it, indented"
        message = f"the docstring is {state}"
        info = codes.MISSING_QUESTION if reading.value is None else codes.NOT_A_MAPPING
        return None, [*reading.findings, DocstringFinding(info, *place, message, hint)]
    accepted, violations = apply_schema(reading.value, reading)
    findings = [*reading.findings, *violations, *_spelling(reading)]
    key = next((key for key in ("question", "query") if isinstance(accepted.get(key), str)), None)
    if key is None:
        # A question of the wrong type is reported by the schema already, and not missing as well.
        if not any(name in reading.value and reading.value[name] is not None for name in ("question", "query")):
            hint = "add `question:`; if this cell is context, remove the docstring"
            missing = DocstringFinding(codes.MISSING_QUESTION, *place, "the docstring has no question", hint)
            # A question without a value is told once, as missing, not also as ill-typed.
            findings = [*(t for t in findings if not _is_about_question(t)), missing]
        return None, findings
    return _problem(accepted, key, reading, lines_span=(text, start, end), number=number), findings


def _is_about_question(fault: DocstringFinding) -> bool:
    return fault.message.startswith(("'question' must be", "'query' must be"))


def _problem(
    accepted: dict[str, Json], key: str, reading: DocstringYaml, *, lines_span: tuple[str, int, int], number: int
) -> Problem:
    text, start, end = lines_span
    lines = lines_of(text)
    execution = _mapping(accepted.get("execution"))
    forbidden = execution.get("forbid_names")
    validator = accepted.get("validator")
    return Problem(
        number=number,
        question=str(accepted[key]),
        question_key=key,
        validator=validator if isinstance(validator, dict) else None,
        data={name: str(url) for name, url in _mapping(accepted.get("data")).items()},
        max_time=_positive(execution.get("max_time")),
        max_memory=_positive(execution.get("max_memory")),
        forbid_names=tuple(str(name) for name in forbidden) if isinstance(forbidden, list) else (),
        positions={path: lines.span(start + first, start + last) for path, (first, last) in reading.keys.items()},
        yaml_span=lines.span(start, end),
    )


def _mapping(value: Json) -> dict[str, Json]:
    return value if isinstance(value, dict) else {}


def _positive(value: Json) -> float | None:
    return float(value) if isinstance(value, int | float) and value > 0 else None


def _spelling(reading: DocstringYaml) -> Iterator[DocstringFinding]:
    for path, (first, last) in reading.keys.items():
        name = path[-1]
        if path == ("query",):
            if ("question",) in reading.keys:
                message = "both 'question' and 'query' are given"
                yield DocstringFinding(codes.TWO_QUESTIONS, first, last, message, "keep 'question'")
            else:
                message = "'query' is the paper's spelling; DSEval 0.0.1 knows only 'question'"
                yield DocstringFinding(codes.PAPER_SPELLING, first, last, message, "write 'question'")
        # Deeper in a validator names are the user's own: a variable may be called `error`.
        elif path[0] == "validator" and name in PAPER_NAMES and {*path[1:-1]} <= {"and", "or"}:
            message = f"'{name}' is the paper's name; DSEval 0.0.1 knows only '{PAPER_NAMES[str(name)]}'"
            yield DocstringFinding(codes.PAPER_SPELLING, first, last, message, f"write '{PAPER_NAMES[str(name)]}'")

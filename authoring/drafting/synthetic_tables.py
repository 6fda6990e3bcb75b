"""Synthetic tables: a model plans fields and distributions, seeded code draws the values."""

from typing import TYPE_CHECKING, get_args

from pydantic import TypeAdapter, ValidationError

from authoring.drafting.prompts.modules import invention_request
from authoring.drafting.replies.json_reply import NUMBER, TEXT, array_of, object_of, read_json, reply_schema
from authoring.errors import ModelError, SandboxError, SeedError
from authoring.llm.port import Model
from authoring.records.evidence import Limits
from authoring.records.sketch import Guide
from authoring.records.synthetic_table import Family, TablePlan
from authoring.sandbox.port import Sandbox
from authoring.sandbox.programs import call_program, load_program

if TYPE_CHECKING:
    from authoring.dseal.model import Json

# Characters of a complaint about a plan.
_LONGEST = 300
# Rows of a table that leave the sandbox in one call.
_ROWS_AT_ONCE = 500
FEWEST_ROWS, MOST_ROWS = 10, 200_000
_OPTIONAL_NUMBER = {"type": ["number", "null"]}
_FIELD = object_of(
    {
        "name": TEXT,
        "family": {**TEXT, "enum": [*get_args(Family)]},
        "numbers": array_of(NUMBER),
        "levels": array_of(TEXT),
        "prefix": TEXT,
        "start": {"type": ["string", "null"]},
        "terms": array_of(object_of({"field": TEXT, "factor": NUMBER})),
        "of": TEXT,
        "decimals": {"type": ["integer", "null"]},
        "minimum": _OPTIONAL_NUMBER,
        "maximum": _OPTIONAL_NUMBER,
        "missing": NUMBER,
    }
)
PLAN_SCHEMA = reply_schema("table", {"title": TEXT, "description": TEXT, "fields": array_of(_FIELD)})
"""The schema of a plan; properties that a family does not use stay empty."""


def plan_table(about: str, rows: int, *, model: Model, prompt: Guide, subject: str, tries: int = 3) -> TablePlan:
    """Have a model plan a table; an inconsistent plan is requested again, `tries` requests at most.

    The prompt is the page `fields` of templates/prompts; `subject` is the seed's name, for the ledger and for errors.

    Raises:
        ModelError: no plan could be used; the message says what was wrong with the last one.
    """
    fault = ""
    for sample in range(tries):
        # The number of the try makes each request another one, which no cached reply answers.
        request = invention_request(about, rows, prompt, PLAN_SCHEMA, subject=subject, fault=fault, sample=sample)
        value, findings = read_json(model.complete(request).text, PLAN_SCHEMA)
        try:
            return TablePlan.model_validate(value)
        except ValidationError as error:
            fault = _error_text(error) if value is not None else findings[0].message if findings else "it is no JSON"
    raise ModelError(
        f"{subject}: {model.name} gave no table that can be drawn in {tries} tries: {fault}",
        hint="say more in --about, or ask another --model",
    )


def draw_table(plan: TablePlan, *, rows: int, random_seed: int, sandbox: Sandbox, limits: Limits) -> str:
    """Return a table as CSV, drawn in the sandbox; the same arguments and numpy give the same text.

    Raises:
        SeedError: the number of rows is out of bounds, or the drawing hit a limit.
        SandboxError: the sandbox failed.
    """
    if not FEWEST_ROWS <= rows <= MOST_ROWS:
        raise SeedError(f"a table of {rows} rows cannot be drawn", hint=f"from {FEWEST_ROWS} to {MOST_ROWS:,} rows")
    fields: Json = [field.model_dump(mode="json") for field in plan.fields]
    parts = []
    with sandbox.session() as session:
        load_program(session, "table_maker", limits=limits)
        arguments: dict[str, Json] = {"fields": fields, "rows": rows, "random_seed": random_seed}
        call_program(session, "draw_table", arguments, limits=limits)
        # In parts, because one answer of the sandbox is bounded and a large table is not.
        for start in range(0, rows, _ROWS_AT_ONCE):
            bounds: dict[str, Json] = {"start": start, "stop": start + _ROWS_AT_ONCE}
            parts.append(call_program(session, "table_part", bounds, limits=limits))
    # A session answers for code that it does not control, so its answer is checked like any stranger's.
    try:
        return "".join(TypeAdapter(list[str]).validate_python(parts))
    except ValidationError as error:
        raise SandboxError("the table cannot be drawn in the sandbox", hint="please report this") from error


def _error_text(error: ValidationError) -> str:
    """Return what is wrong with a plan, in one line."""
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    # pydantic puts this before the message of every validator of ours.
    message = first["msg"].removeprefix("Value error, ")
    return f"{place}: {message}"[:_LONGEST] if place else message[:_LONGEST]

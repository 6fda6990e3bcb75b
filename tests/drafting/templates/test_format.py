"""A broken template is told with file, line and column; a sound one is read whole."""

import ast
from pathlib import Path
from typing import Any

import pytest
import yaml

from authoring.drafting.examples import coverage, missing_points
from authoring.drafting.templates.format import knowledge_of, read_template
from authoring.drafting.templates.language import PLAIN
from authoring.errors import TemplateError
from authoring.records.draft import Template
from authoring.workspace.documents import read_provenances

CASES = Path(__file__).parents[2] / "cases" / "templates"

BROKEN = yaml.safe_load((CASES / "broken.yml").read_text())


@pytest.mark.parametrize("case", BROKEN, ids=lambda case: str(case["name"]))
def test_broken_template_is_refused_with_its_place(case: dict[str, Any]) -> None:
    """The message leads to the place, the hint says what to do."""
    with pytest.raises(TemplateError) as caught:
        read_template(Template(name=case["name"], text=case["text"]))

    assert caught.value.message.startswith(case["says"])
    assert case["hint"] in caught.value.hint


def test_every_template_of_the_repository_is_sound(templates: tuple[Template, ...]) -> None:
    """Sixteen templates and more, on every stage, with knowledge points and several kinds of validators."""
    read = [read_template(template) for template in templates]
    stages = {template.header.stage for template in read}
    validators = {name for template in read for part in template.parts for name in (part.validator or {})}  # type: ignore[union-attr] # a block is a mapping or None

    assert len(read) >= 16
    assert len(stages) == 14
    assert validators >= {"result", "namespace_check", "table_test", "model"}


def test_template_code_stays_python(templates: tuple[Template, ...]) -> None:
    """Code with its placeholders parses as Python, so that editors read it."""
    for template in templates:
        for part in read_template(template).parts:
            ast.parse(part.code)


def test_slow_imports_get_their_time(templates: tuple[Template, ...]) -> None:
    """DSEval allows one second; a problem that imports scipy or scikit-learn, or predicts with it, asks for more."""
    for template in templates:
        for part in read_template(template).parts:
            if "sklearn" in part.code or "scipy" in part.code or ".predict(" in part.code:
                assert part.max_time == 30, template.name


def test_models_that_are_worse_are_refused(templates: tuple[Template, ...]) -> None:
    """A tolerance is negative for scores and positive for errors, as DSEval reads it."""
    found = [
        part.validator["model"]
        for template in templates
        for part in read_template(template).parts
        if isinstance(part.validator, dict) and "model" in part.validator
    ]
    signs = {block["metric_type"]: block["tolerance"] > 0 for block in found}  # type: ignore[index,call-overload,operator] # the schema has checked it

    assert signs == {"accuracy": False, "rmse": True}


def test_plain_texts_render_as_they_are() -> None:
    """Validator texts without placeholders are not changed."""
    assert PLAIN.from_string("def f():\n    return {'a': 1}\n").render() == "def f():\n    return {'a': 1}\n"


# What the templates of this repository ask for.

ROOT = Path(__file__).parents[3]


def test_points_of_all_templates() -> None:
    """Every point once, sorted; with what the benchmark covers they say what it lacks."""
    templates = [Template(name=path.stem, text=path.read_text()) for path in sorted((ROOT / "templates").glob("*.py"))]
    points = knowledge_of(templates)
    missing = missing_points(coverage(read_provenances(ROOT)), points)

    assert list(points) == sorted(set(points))
    assert {"grouping", "dates", "joining"} <= set(points)
    assert "grouping" not in missing
    assert missing

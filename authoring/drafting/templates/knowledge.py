"""The knowledge points that templates ask for: what is known to be worth asking."""

from collections.abc import Sequence

from authoring.drafting.templates.format import read_template
from authoring.records.draft import Template


def knowledge_of(templates: Sequence[Template]) -> tuple[str, ...]:
    """Return the knowledge points of templates, each once, sorted.

    Raises:
        TemplateError: a template is broken.
    """
    return tuple(sorted({point for template in templates for point in read_template(template).header.knowledge}))

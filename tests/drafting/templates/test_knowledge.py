"""What the templates of this repository ask for."""

from pathlib import Path

from authoring.drafting.templates.knowledge import knowledge_of
from authoring.drafting.duplicates import coverage, quota
from authoring.records.draft import Template
from authoring.workspace.provenances import read_provenances

ROOT = Path(__file__).parents[3]


def test_points_of_all_templates() -> None:
    """Every point once, sorted; with what the benchmark covers they say what it lacks."""
    templates = [Template(name=path.stem, text=path.read_text()) for path in sorted((ROOT / "templates").glob("*.py"))]
    points = knowledge_of(templates)
    found = quota(coverage(read_provenances(ROOT)), points)

    assert list(points) == sorted(set(points))
    assert {"grouping", "dates", "joining"} <= set(points)
    assert "grouping" not in found.wanted
    assert found.wanted

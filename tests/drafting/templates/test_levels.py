"""Levels are measured: by the reference's code, and by the steps that a problem rests on."""

from authoring.drafting.templates.filling import FilledTemplate, fill
from authoring.drafting.templates.format import read_template
from authoring.drafting.measured_levels import level_of
from authoring.drafting.templates.levels import depths_after, points_of
from authoring.drafting.templates.state import beginning
from authoring.dseal.analysis.complexity import difficulty
from authoring.records.draft import Template
from authoring.records.profile import Profile, TableProfile

CODE = "a.b(c)"


def filled(header: str, *codes: str) -> FilledTemplate:
    """Return a filled template without slots whose problems have this code."""
    cells = "".join(f'\n# %%\n"""\nquestion: How many?\n"""\n\n{code}\n' for code in codes)
    text = f'"""\ntitle: t\nstage: sorting\nlevel: easy\nknowledge: [k]\n{header}"""\n{cells}'
    table = TableProfile(file="t.csv", reader="pd.read_csv()", rows=9, duplicate_rows=0, columns=())
    state = beginning(Profile(seed="s", tables=(table,)), table)
    state = state.after(read_template(Template(name="u", text=text)).header.effects, {}, {"df": {}, "x": {}})
    result = fill(read_template(Template(name="t", text=text)), state, random_seed="0", title="T")
    assert isinstance(result, FilledTemplate)
    return result


def test_points_are_dsevals_difficulty_and_steps() -> None:
    """A problem that rests on another one is as much harder as a step counts; the table itself is no step."""
    alone = points_of(filled("needs: [df]\n", CODE), {})
    resting = points_of(filled("needs: [df, x]\n", CODE), {})
    deeper = points_of(filled("needs: [df, x]\n", CODE), {"x": 1})

    assert alone == (difficulty(CODE),)
    assert alone < resting < deeper
    assert deeper[0] - resting[0] == resting[0] - alone[0]


def test_later_problems_of_a_template_rest_on_earlier_ones() -> None:
    """With the same code the second problem is a step harder, and what is given rests on both."""
    template = filled("gives: {y: {}}\n", CODE, CODE)
    first, second = points_of(template, {})

    assert first < second
    assert depths_after(template, {}) == {"y": 1}


def test_levels_rise_with_points() -> None:
    """More points are never an easier level, whatever a template's own word is."""
    order = ["easy", "medium", "hard"]
    levels = [order.index(level_of(float(points))) for points in range(100)]

    assert levels == sorted(levels)
    assert set(levels) == {0, 1, 2}

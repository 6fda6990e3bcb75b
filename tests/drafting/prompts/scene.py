"""A small seed with its profile, a plan for it, and this checkout's guides and prompts."""

from pathlib import Path

from authoring.drafting.prompts.instructions import GUIDES, instructions_of
from authoring.records.draft import Example
from authoring.records.profile import ColumnKind, ColumnProfile, Join, LevelCount, Profile, TableProfile
from authoring.records.seed import Seed, TableFile, TableFormat
from authoring.records.sketch import (
    Guide,
    Instructions,
    KnowledgeCount,
    PlannedProblem,
    ProbeAnswer,
    ProbeAnswers,
    RejectedProblem,
    Sketch,
)

ROOT = Path(__file__).parents[3]
READER = 'pd.read_csv("inputs/gauges.csv")'
NOTEBOOK = '# Floods\n\nimport pandas as pd\ndf = pd.read_csv("gauges.csv")\ndf.groupby("river").level.max()'
LESSONS = Guide(name="lessons", text="# Lessons\n\n- **L1.** Name the unit of a result.\n")
EXAMPLE = '# %%\nimport pandas as pd\n\n# %%\n"""\nquestion: |-\n  How many is 1 and 2, as an integer?\n"""\n\n1 + 2\n'


ANSWERS = ProbeAnswers(
    answers=(
        ProbeAnswer(problem=2, expression="df['level (m)'].gt(9).sum()", text="np.int64(0)", sign="zero"),
        ProbeAnswer(
            problem=4, expression="df.to_csv('x')", text="refused: 'to_csv' writes, draws, or runs text as code"
        ),
    )
)


def pages(folder: str) -> tuple[Guide, ...]:
    """Return the pages of a folder of this checkout."""
    return tuple(Guide(name=path.stem, text=path.read_text("utf-8")) for path in sorted((ROOT / folder).glob("*.md")))


def seed(description: str = "Levels of three rivers.", column: str = "level (m)") -> Seed:
    """Return a seed of one table."""
    file = TableFile(
        name="gauges.csv",
        format=TableFormat.CSV,
        sha256="0" * 64,
        size=99,
        rows=40,
        columns=("river", column, "day"),
        reader=READER,
    )
    return Seed(
        name="gauges",
        title="River gauges",
        description=description,
        source="gauges.csv",
        licence="CC0-1.0",
        files=(file,),
    )


def profile(column: str = "level (m)", value: str = "Elbe") -> Profile:
    """Return what the table holds."""
    columns = (
        ColumnProfile(
            name="river",
            kind=ColumnKind.CATEGORY,
            dtype="str",
            missing=0,
            distinct=3,
            levels=(
                LevelCount(value=value, count=20),
                LevelCount(value="Oder", count=12),
                LevelCount(value="Rhine", count=8),
            ),
            is_text=True,
            longest=5,
        ),
        ColumnProfile(
            name=column,
            kind=ColumnKind.AMOUNT,
            dtype="float64",
            missing=3,
            distinct=31,
            minimum=0.25,
            maximum=9.5,
            mean=3.12345,
            deviation=1.5,
            decimals=2,
        ),
        ColumnProfile(
            name="day",
            kind=ColumnKind.DATE,
            dtype="str",
            missing=0,
            distinct=40,
            minimum="2024-01-01",
            maximum="2024-02-09",
            date_format="%Y-%m-%d",
            is_text=True,
            longest=10,
        ),
    )
    table = TableProfile(
        file="gauges.csv",
        reader=READER,
        rows=40,
        duplicate_rows=1,
        columns=columns,
        keys=(("day",),),
        sample=((value, "3.2", "2024-01-01"), ("Oder", "", "2024-01-02")),
    )
    join = Join(left="gauges.csv", left_column="river", right="rivers.csv", right_column="name", coverage=0.925)
    return Profile(seed="gauges", tables=(table,), joins=(join,))


def instructions(notebook: str = NOTEBOOK) -> Instructions:
    """Return what a run with one example, one refused problem and some coverage is told."""
    return instructions_of(
        [LESSONS, *(page for page in pages("guides") if page.name in GUIDES)],
        pages("templates/prompts"),
        examples=[Example(name="sums", text=EXAMPLE)],
        refused=[
            RejectedProblem(question="Which river is best?", code='"Elbe"', reason="best by what?"),
            RejectedProblem(
                question="How many levels are high?",
                code="(df.level > 5).sum()",
                reason="what is high?",
                question_after="How many levels are above 5 m, as an integer?",
                code_after="int((df.level > 5).sum())",
            ),
        ],
        covered=[KnowledgeCount(knowledge="sorting", problems=9), KnowledgeCount(knowledge="dates", problems=1)],
        missing_points=["joining", "outliers"],
        notebook=notebook,
    )


def short_instructions(notebook: str = NOTEBOOK) -> Instructions:
    """Return the same with guides of one line, so that golden prompts show the prompts."""
    told = instructions(notebook)
    short = tuple(
        Guide(name=guide.name, text=f"# (guides/{guide.name}.md)\n") if guide.name in GUIDES else guide
        for guide in told.guides
    )
    return told.model_copy(update={"guides": short})


def sketch(problems: int = 10) -> Sketch:
    """Return a plan."""
    first = PlannedProblem(task="Read the table as `df`.", knowledge=("reading",), level="easy", gives=("df",))
    more = [
        PlannedProblem(
            task=f"Count the rows of `df` with a level above {number}.",
            knowledge=("filtering", "counting"),
            level="medium",
            needs=(1,),
        )
        for number in range(2, problems + 1)
    ]
    return Sketch(seed="gauges", knowledge=("reading", "filtering", "counting"), problems=(first, *more))

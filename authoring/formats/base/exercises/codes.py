"""What is uncertain when an exercise notebook becomes a problem set by rule (DS941 to DS949)."""

from collections.abc import Mapping
from functools import partial

from authoring.dseal.diagnostic import RuleInfo, Severity

_warning = partial(RuleInfo, severity=Severity.WARNING)
_note = partial(RuleInfo, severity=Severity.NOTE)

DOUBTFUL_QUESTION = _warning(
    code="DS941",
    name="doubtful-question",
    what="A question that was taken over is very short, asks nothing, speaks of what stands elsewhere in the notebook "
    "or is shown in a picture, leaves the answer open, or was pieced together.",
    why="An agent is given the question and the session, not the notebook around it.",
    bad="### Step 2. Create the DataFrame, it should look like below.",
    good="### Step 2. Create a DataFrame called `df` with the columns `name` and `age`, and no rows.",
)
SEVERAL_ANSWERS = _warning(
    code="DS942",
    name="several-answers",
    what="One question is answered by several code cells, or by one cell with alternatives in it.",
    why="Whether they are parts of one answer or several answers is a guess: parts were joined, of answers one "
    "was kept.",
    bad="# Solution 1\nlen(df)\n\n# Solution 2, in a cell of its own\ndf.shape[0]",
    good="len(df)",
)
UNNAMED_VARIABLE = _warning(
    code="DS943",
    name="unnamed-variable",
    what="An answer changes or makes a variable that its question does not name; a sentence that names it was added to "
    "the question.",
    why="The variable is what is checked, and nobody who reads the question alone would know where to put the answer.",
    bad="### Step 6. Set the date as the index\n\napple = apple.set_index('Date')",
    good="### Step 6. Set the date as the index of `apple`\n\napple = apple.set_index('Date')",
)
DOUBTFUL_CHECK = _warning(
    code="DS944",
    name="doubtful-check",
    what="What an answer is judged by was a choice: printed text was made a value, several values a tuple, random "
    "numbers are compared by type only, a glance at the first rows was made the whole table.",
    why="The notebook was written for a reader, who sees what is meant; a validator compares what it is given.",
    bad="print('Revenue was: $' + str(round(revenue, 2)))",
    good="round(revenue, 2)",
)
CHANGED_CODE = _note(
    code="DS945",
    name="changed-code",
    what="Code was changed to stand in a problem set: magics, glances at a table and drawing were taken out, paths and "
    "addresses of data became `inputs/NAME`, random generators got a seed.",
    why="The notebook ran elsewhere; the sandbox has neither IPython nor a network, and only `inputs/`.",
    bad='df = pd.read_csv("https://example.org/sales.csv")\ndf.head()',
    good='df = pd.read_csv("inputs/sales.csv")',
)
MISSING_DATA = _warning(
    code="DS946",
    name="missing-data",
    what="Code reads a file that was not given, or fetches its data in a way that has no file name.",
    why="Nothing that reads it can be run, or judged, until the file is there.",
    bad='df = pd.read_csv("~/Desktop/sales.csv")  # and no sales.csv was given',
    good="authoring import notebook exercise.ipynb --data sales.csv",
)
LEFT_OUT = _note(
    code="DS947",
    name="left-out-exercise",
    what="A question or a cell has no place in the problem set: no answer, an answer that draws with "
    "another library than matplotlib, code that is no Python 3.",
    why="Nothing of it can be judged by a validator.",
    bad="### Step 5. Draw a histogram of the ages\n\npx.histogram(df, x='age')",
    good="### Step 5. Draw a histogram of the ages\n\ndf.age.hist()",
)
BECAME_CONTEXT = _note(
    code="DS948",
    name="became-context",
    what="An exercise became a context cell, which runs and is not asked: it imports, only defines functions, holds "
    "data that its question does not tell, or is what a left-out drawing prepared for later.",
    why="Later answers need what it does, but no agent could be judged by it.",
    bad="### Step 2. This is the data, given as a dictionary\n\nraw = {'name': ['Ann', 'Bo'], 'age': [7, 8]}",
    good="### Step 2. Make a DataFrame of `raw`, and call it `df`\n\ndf = pd.DataFrame(raw)",
)
NO_EXERCISE = RuleInfo(
    code="DS949",
    name="no-exercise",
    severity=Severity.ERROR,
    what="Material holds no question with an answer that could be judged.",
    why="There is nothing to make a problem set of.",
    bad="A notebook of questions whose code cells are empty, for students to fill in.",
    good="The same notebook with its solutions.",
)
CODES: Mapping[str, RuleInfo] = {
    info.code: info
    for info in (
        *(DOUBTFUL_QUESTION, SEVERAL_ANSWERS, UNNAMED_VARIABLE, DOUBTFUL_CHECK, CHANGED_CODE, MISSING_DATA),
        *(LEFT_OUT, BECAME_CONTEXT, NO_EXERCISE),
    )
}
"""Every kind of finding of an import by rule, by code."""

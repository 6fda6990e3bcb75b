"""What a dry run can find (DS4xx)."""

from collections.abc import Mapping
from functools import partial

from authoring.dseal.diagnostic import RuleInfo, Severity

DSEVAL_TIME = 1.0
"""Seconds that DSEval gives a problem without `max_time`."""
NEAR = 0.5
"""Seconds above which another machine may need more than DSEval's default."""
_error = partial(RuleInfo, severity=Severity.ERROR)

ERROR = _error(
    code="DS401",
    name="raised-error",
    what="Reference or context code raises an error when it runs.",
    why="The reference is right by definition; one that fails ends the whole set in DSEval.",
    bad='df = pd.read_csv("inputs/sales.csv")\ndf["prize"]  # the column is called price',
    good='df = pd.read_csv("inputs/sales.csv")\ndf["price"]',
)
TIMEOUT = _error(
    code="DS402",
    name="exceeded-time",
    what="Code runs longer than `execution.max_time` of its problem, else than `limits.max_time`, or all cells "
    "of a set together longer than `limits.max_set_time`.",
    why="A set is run for every agent and every attempt; a slow reference makes each of them slow.",
    bad="while True:\n    pass",
    good="sum(range(1_000))",
)
OUT_OF_MEMORY = _error(
    code="DS403",
    name="exceeded-memory",
    what="Code needs more than `execution.max_memory` of its problem, else than `limits.max_memory`.",
    why="It would fail on smaller machines, or take others down with it.",
    bad="np.ones((100_000, 100_000))",
    good="np.ones((100, 100))",
)
TOO_MUCH_OUTPUT = _error(
    code="DS404",
    name="exceeded-output",
    what="Code writes more than `limits.max_output` bytes to standard output and error.",
    why="Output is part of what agents are shown and what is kept; nobody reads megabytes of it.",
    bad='print("x" * 10_000_000)',
    good='print("x" * 10)',
)
KILLED = _error(
    code="DS405",
    name="ended-process",
    what="Code ends its own process: a crash in compiled code, `os._exit`, a signal.",
    why="It would end the evaluation that runs it.",
    bad="import os\nos._exit(0)",
    good="raise ValueError",
)
NOT_REPRODUCIBLE = _error(
    code="DS406",
    name="unrepeatable-reference",
    what="The reference, run a second time in a session of its own, is not accepted by its own validator.",
    why="Where the reference differs from itself, right submissions are refused at random; where it rests on a missing "
    "value alone, which equals nothing in DSEval, all are.",
    bad='df.sample(3)["price"].sum()',
    good='df.sample(3, random_state=0)["price"].sum()',
)
FAULTY_VALIDATOR = _error(
    code="DS407",
    name="faulty-validator",
    what="The validator cannot judge: what it names is not there, a test case is invalid, or an option is wrong.",
    why="DSEval stops with an error, or refuses every submission.",
    bad="validator:\n  namespace_check:\n    totl:",
    good="validator:\n  namespace_check:\n    total:",
)
WRITTEN_FILE = _error(
    code="DS408",
    name="written-file",
    what="Code makes, changes or removes files in its working directory.",
    why="DSEval runs problems and submissions in one directory: what one leaves, the next one finds.",
    bad='df.to_csv("cleaned.csv")',
    good="cleaned = df.dropna()",
)
CHANGED_INPUT = _error(
    code="DS409",
    name="changed-input",
    what="Code makes, changes or removes files below `inputs/`.",
    why="Whatever reads the data afterwards gets other data than the problem set was made from.",
    bad='df.to_csv("inputs/sales.csv")',
    good="sales = df.copy()",
)
OVERSIZED_INPUTS = _error(
    code="DS410",
    name="oversized-inputs",
    what="The input files of the set are larger together than `limits.max_inputs`; nothing of it is run then.",
    why="They are copied for every run, and a benchmark has many sets.",
    bad="A table of 80 MB.",
    good="A sample of it of 5 MB.",
)
NOTHING_TO_CHECK = _error(
    code="DS411",
    name="uncheckable-output",
    what="The reference gives no value, or writes nothing, and nothing else of it is checked.",
    why="DSEval accepts every submission where the reference has no value.",
    bad="df.sort_values('price', inplace=True)",
    good="df.sort_values('price')",
)
GIVEN_AWAY = RuleInfo(
    code="DS412",
    name="answer-given-away",
    severity=Severity.WARNING,
    what="The value that the reference gives stands in the question, as it is, rounded, as a percentage, with commas "
    "or, announced, as a word, or nearly (“a little under 168”); or "
    "all numbers of a table or list do, or all texts of a list, or a longer literal "
    "stands there as it is. A number of two digits, as it is or rounded, the single text of a list, labels with their "
    "numbers, the order of labels and which of them come first and last count where no code up to the reference uses "
    "them.",
    why="An agent can copy it without looking at the data.",
    bad="question: How many of the 344 penguins are there?",
    good="question: How many penguins are there?",
)
SLOW = RuleInfo(
    code="DS413",
    name="slow-without-limit",
    severity=Severity.WARNING,
    what=f"A problem without `execution.max_time` takes more than {NEAR} seconds.",
    why=f"DSEval gives such a problem {DSEVAL_TIME:g} second, and on a slower machine the reference itself times out.",
    bad="A model that trains for 0.8 seconds, and no `execution`.",
    good="execution:\n  max_time: 10",
)
UNREACHED = RuleInfo(
    code="DS414",
    name="unreached-cell",
    severity=Severity.NOTE,
    what="Cells were not run, because one before them did not end well.",
    why="Nothing is known of them until that one is mended.",
    bad="df = load()  # NameError\n\n# %%\ndf.head()",
    good="df = pd.read_csv('inputs/sales.csv')\n\n# %%\ndf.head()",
)
UNLIKE_STATE = RuleInfo(
    code="DS415",
    name="unlike-state",
    severity=Severity.NOTE,
    what="Two runs differ in what their validators may look at, and the validator accepts it all the same.",
    why="It may be tolerance that is meant, or a difference that a later problem trips over.",
    bad="model.fit(X, y)  # no random_state",
    good="model = RandomForestClassifier(random_state=0).fit(X, y)",
)
IDLE_IN_RUN = RuleInfo(
    code="DS416",
    name="idle-in-run",
    severity=Severity.WARNING,
    what="A check that the block names refuses no submission that runs, as the reference's run shows: a variable that "
    "it leaves as it was, a `result` although it gave no value, a `stream` although it wrote nothing.",
    why="It looks as if something were checked that is not: a submission that does nothing passes.",
    bad='df["name"].str.upper()  # changes nothing\n\nvalidator:\n  namespace_check:\n    df:',
    good='df["name"] = df["name"].str.upper()\n\nvalidator:\n  namespace_check:\n    df:',
)
ACCEPTS_ANYTHING = RuleInfo(
    code="DS417",
    name="accepted-anything",
    severity=Severity.WARNING,
    what="No validator of a problem refuses a submission that runs, as the reference's run shows.",
    why="Every agent that gives some code passes.",
    bad="counts.update(words)  # gives None, and only `result` compares",
    good="counts",
)
TOO_MUCH_DISK = _error(
    code="DS418",
    name="exceeded-disk",
    what="Code writes a file of more than `limits.max_file` bytes, or the cells of a set together more than "
    "`limits.max_disk` bytes or `limits.max_files` files and folders.",
    why="A set is run many times, side by side with others, and a full disk ends them all.",
    bad="for n in range(1_000_000):\n    open(f'{n}.csv', 'w').close()",
    good="tables = [df for _, df in sales.groupby('shop')]",
)
TOO_MUCH_CPU = _error(
    code="DS419",
    name="exceeded-processor-time",
    what="Code needs more than `limits.max_cpu` seconds of processor time, its threads together.",
    why="Threads hide it from the clock on the wall: it would be slow wherever fewer processors are free.",
    bad="RandomForestClassifier(n_estimators=100_000, n_jobs=-1).fit(X, y)",
    good="RandomForestClassifier(n_estimators=100, random_state=0).fit(X, y)",
)
CUT_VALUE = RuleInfo(
    code="DS420",
    name="cut-value",
    severity=Severity.NOTE,
    what="The text of a value is longer than `limits.max_repr`, and is kept up to there.",
    why="Nobody who reviews the problem, or reads its results, sees the whole of it.",
    bad='"x" * 10_000_000',
    good='len("x" * 10_000_000)',
)
NEEDS_REFERENCE_CELL = _error(
    code="DS421",
    name="needs-reference-cell",
    what="Without the cells marked `# reference only`, as answers start, a later cell fails, or a reference gives "
    "what its own validator refuses.",
    why="No answer could be right: what such a cell binds or changes is in no answer's session.",
    bad="# reference only\ny_test = [0, 1]\n\nquestion: Fit `model`.\n\nmodel.score(X_test, y_test)",
    good="# reference only\ny_test = [0, 1]\n\nquestion: Fit `model`.\n\nmodel = fitted(X, y)",
)
UNHIDDEN_CELL = RuleInfo(
    code="DS422",
    name="unhidden-reference-cell",
    severity=Severity.WARNING,
    what="A cell is marked `# reference only`, and the dialect is that of DSEval, which runs it for every answer.",
    why="What the cell binds is in every answer's session, so labels that it makes can be looked up.",
    bad="dialect: dseval  # in _manifest.yaml",
    good="dialect: strict  # in _manifest.yaml, before the set is drafted",
)
UNTOLD_LABEL = RuleInfo(
    code="DS425",
    name="untold-label",
    severity=Severity.WARNING,
    what="The answer is a table with a column whose label the reference makes up: neither the question nor anything "
    "before it says the label, and the validator compares it.",
    why="Whoever gives the column another label, or leaves the one it comes with, has the right values and is refused.",
    bad="question: Give the mean `mass` by `kind` as a DataFrame.\n\n"
    'df.groupby("kind").agg(mean_mass=("mass", "mean")).reset_index()',
    good="question: Give a DataFrame with the columns `kind` and `mean_mass`, the mean `mass` by `kind`.\n\n"
    'df.groupby("kind").agg(mean_mass=("mass", "mean")).reset_index()',
)
OTHER_LAYOUT = RuleInfo(
    code="DS427",
    name="other-layout",
    severity=Severity.WARNING,
    what="The question lists the columns of a table, or says what its index is, and the answer has these columns in "
    "another order, or has as its index what is to be a column, or the reverse.",
    why="A solver who gives the table that the question describes is refused.",
    bad='question: Give the columns "b" and "a".\n\ndf[["a", "b"]]',
    good='question: Give the columns "a" and "b".\n\ndf[["a", "b"]]',
)
OTHER_CONTAINER = RuleInfo(
    code="DS429",
    name="other-container",
    severity=Severity.WARNING,
    what="The question asks for a list, a dictionary, a set, a text, an array, a series or a table, and has no word of "
    "any other of these, and the answer is another one.",
    why="A solver who gives the container that the question asks for is refused.",
    bad='question: Return the number of rows of each `kind` as a dictionary.\n\ndf["kind"].value_counts()',
    good='question: Return the number of rows of each `kind` as a dictionary.\n\ndf["kind"].value_counts().to_dict()',
)
IDLE_FLAG = RuleInfo(
    code="DS426",
    name="idle-flag",
    severity=Severity.NOTE,
    what="A comparison flag of `result` has no effect on a value of this type: names, an index or dtypes of what is no "
    "table, the order of what has none.",
    why="It was written to forgive something, and forgives nothing; where the answer changes its type, it may forgive "
    "too much.",
    bad="question: How many rows has `df`?\nvalidator:\n  result: {ignore_names: true}\n\nlen(df)",
    good="question: How many rows has `df`?\n\nlen(df)",
)
SHOWN_BEFORE = RuleInfo(
    code="DS671",
    name="shown-before",
    severity=Severity.WARNING,
    what="The value that the reference gives, a number of at least three digits, stands in the question of an earlier "
    "problem (one of two digits where the sentence speaks of what is asked and no code uses it), or one of at least "
    "five digits in a comment of an earlier cell; or all texts of a list do in a comment, "
    "or a text of which no code knows in an earlier question.",
    why="An agent is shown both, and copies it.",
    bad="question: The mean `mass` is 47.25. How many rows are above it?\n\n...\n\n"
    "question: What is the mean `mass`?\n\ndf.mass.mean()",
    good="question: How many rows are above the mean `mass`?\n\n...\n\n"
    "question: What is the median `mass`?\n\ndf.mass.median()",
)
BROKEN_ORDER = RuleInfo(
    code="DS433",
    name="broken-order",
    severity=Severity.WARNING,
    what="The question says by which columns of the answer its rows are sorted, and the rows that the dry run saw "
    "stand otherwise, also within groups.",
    why="Who sorts as the question says is refused.",
    bad="question: The three highest wages of each region, `wage` descending.\n\n"
    'df.sort_values("real_wage", ascending=False).groupby("region").head(3)[["region", "wage"]]',
    good="question: The three highest wages of each region, `wage` descending.\n\n"
    'df.sort_values("wage", ascending=False).groupby("region").head(3)[["region", "wage"]]',
)
UNROUNDED_TEXT = RuleInfo(
    code="DS672",
    name="unrounded-text",
    severity=Severity.WARNING,
    what="A text that is compared, printed or returned, holds a number of six or more decimals, and the question has "
    "no word about decimals.",
    why="Texts are compared letter by letter, so that an answer with fewer decimals, or another last one, is refused.",
    bad='question: Print the mean `mass`.\nvalidator:\n  stream:\n\nprint(df["mass"].mean())  # 46.666666666666664',
    good="question: Print the mean `mass` with 2 decimals.\nvalidator:\n  stream:\n\n"
    "print(f\"{df['mass'].mean():.2f}\")",
)
CHANGED_VARIABLE = RuleInfo(
    code="DS428",
    name="changed-variable",
    severity=Severity.WARNING,
    what="The reference left a table, an array or a collection of an earlier cell other than it was, by a way that its "
    "code does not show: in a function, under a second name, by the array below a table. No validator compares it, and "
    "the question has no word for a change.",
    why="Later problems rest on a state that no answer to this question would leave behind.",
    bad='question: What is the highest `price`?\n\nprices = df["price"].values\nprices *= 2\nprices.max()',
    good='question: What is the highest `price`?\n\n(df["price"] * 2).max()',
)
FORBIDDEN_CHANGE = _error(
    code="DS430",
    name="forbidden-change",
    what="The question says of a variable in backticks that it is to stay as it is, and the reference left it other "
    "than it was.",
    why="Whoever does what the question says has another state than the reference, and later problems rest on one of "
    "the two.",
    bad='question: Sort by `wait`. Leave `df` untouched.\n\ndf.sort_values("wait", inplace=True)\ndf["wait"]',
    good='question: Sort by `wait`. Leave `df` untouched.\n\ndf["wait"].sort_values()',
)
SET_ORDER = RuleInfo(
    code="DS431",
    name="set-order",
    severity=Severity.WARNING,
    what="The answer is a list or tuple of texts in the order in which a set gives them, and its order is compared.",
    why="Texts hash otherwise in every process: the same reference refuses itself at random, most often where two runs "
    "of a few texts happened to agree.",
    bad='question: Which cities are there?\n\nlist(set(df["city"]))',
    good='question: Which cities are there, in alphabetical order?\n\nsorted(set(df["city"]))',
)
FAILING_FUNCTION = _error(
    code="DS432",
    name="failing-function",
    what="The reference's own function raises an error when it is called on a test case.",
    why="Code that only defines a function ends well whatever stands in it, so that a missing import shows here first; "
    "nothing can be held against a reference that fails.",
    bad='def years(text):\n    return re.findall(r"\\d{4}", text)',
    good='import re\n\n\ndef years(text):\n    return re.findall(r"\\d{4}", text)',
)
GATE_CODES: Mapping[str, RuleInfo] = {info.code: info for info in list(vars().values()) if isinstance(info, RuleInfo)}
"""Every kind of finding of a dry run, by code."""

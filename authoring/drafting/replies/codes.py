"""Codes of findings about replies (DS8xx): what was mended, dropped, or useless."""

from collections.abc import Mapping

from authoring.dseal.diagnostic import RuleInfo, Severity

GOOD_EXAMPLE = '# %%\nimport pandas as pd\n\n# %%\n"""\nquestion: |-\n  Add 1 and 2.\n"""\n\n1 + 2\n'
JSON = '{"point": "ties", "problems": [3, 4]}'


def _mended(code: str, name: str, title: str, example: str, corrected: str = GOOD_EXAMPLE) -> RuleInfo:
    reason = "What was meant is plain, so it is mended; a prompt that says it better saves doubt and tokens."
    return RuleInfo(code, name, Severity.NOTE, title, reason, example, corrected)


def _dropped(code: str, name: str, title: str, reason: str, example: str, corrected: str = GOOD_EXAMPLE) -> RuleInfo:
    return RuleInfo(code, name, Severity.WARNING, title, reason, example, corrected)


def _useless(code: str, name: str, title: str, reason: str, example: str, corrected: str = GOOD_EXAMPLE) -> RuleInfo:
    return RuleInfo(code, name, Severity.ERROR, title, reason, example, corrected)


def _problem(yaml: str, code: str = "1 + 2") -> str:
    return f'# %%\nimport pandas as pd\n\n# %%\n"""\n{yaml}\n"""\n\n{code}\n'


OVERSIZED = _useless(
    "DS801",
    "oversized-reply",
    "A reply, or a problem in it, is longer than is read: 2,000,000 characters a reply, 400,000 of a set, "
    "20,000 of a docstring, 200 cells.",
    "A set has 15 problems; a reply of that size is a model that went round in circles.",
    "A reply of two million characters.",
)
NO_PROBLEM = _useless(
    "DS802",
    "reply-without-problem",
    "A reply is empty, or holds no problem: an apology, a plan, a question back.",
    "There is nothing to draft from.",
    "I'm sorry, but I can't help with that.\n",
)
CUT = _dropped(
    "DS803",
    "cut-problem",
    "A reply ends within a problem.",
    "The problems before it are whole and kept; this one is used only if the model goes on with it.",
    _problem("question: Add 1 and 2.") + '\n# %%\n"""\nquestion: |\n  Subtract 1 fr',
)
PROSE = _mended(
    "DS804",
    "prose-around-code",
    "Prose, headings, reasoning or markdown cells stand around the code, and are left out; or a question stands in "
    "prose above its code, and is moved into a docstring.",
    "Here is the problem set:\n\n" + GOOD_EXAMPLE,
)
FENCES = _mended(
    "DS805",
    "fenced-code",
    "Code stands in Markdown fences, which are taken away.",
    "```python\n" + GOOD_EXAMPLE + "```\n",
)
PACKED = _mended(
    "DS806",
    "packed-reply",
    "The text is packed into something else: a JSON string or object, a Jupyter notebook, escaped line ends, HTML "
    "entities.",
    '{"problems": [{"question": "Add 1 and 2.", "code": "1 + 2"}]}',
)
CHARACTERS = _mended(
    "DS807",
    "stray-characters",
    "Characters that only look right: typographic quotes and full-width signs in code or YAML, tabs for indentation, "
    "no-break and zero-width spaces, a byte order mark, other line endings.",
    GOOD_EXAMPLE.replace("\n", "\r\n"),
)
MARKER = _mended(
    "DS808",
    "misshapen-marker",
    "A cell marker is missing, indented, titled or written otherwise, such as `#%%`.",
    "# %% Load\n" + GOOD_EXAMPLE.removeprefix("# %%\n"),
)
DOCSTRING = _mended(
    "DS809",
    "misshapen-docstring",
    "A docstring has other quotes or none, or is YAML only once the question is made a block.",
    _problem("question: Add two numbers: 1 and 2."),
)
NAMES = _mended(
    "DS810",
    "misspelled-name",
    "A key, validator or option has another name or another shape: `query`, `validators`, `Variables`, `tolerance` "
    "for `atol`, a list where a mapping is wanted.",
    _problem("query: Add 1 and 2."),
)
KEY = _dropped(
    "DS811",
    "dropped-key",
    "A docstring has a key that a problem cannot have, such as `title` or `difficulty`.",
    "DSEval stops at it, so it is left out.",
    _problem("title: Sums\nquestion: Add 1 and 2."),
)
VALIDATOR = _dropped(
    "DS812",
    "dropped-validator",
    "A validator or an option is invented, wrongly typed, or lacks what it cannot do without.",
    "It is left out, so that the problem is judged by what remains, or by the default.",
    _problem("question: Add 1 and 2.\nvalidator:\n  exact_match:"),
)
LINES = _dropped(
    "DS813",
    "dropped-line",
    "Lines between code are no Python: IPython commands, shell commands, printed output, remarks; or a comment at the "
    "end gives the answer away.",
    "They would stop the cell, or show what nobody shall see; they are left out.",
    _problem("question: Add 1 and 2.", "%matplotlib inline\n1 + 2"),
)
REPEATED = _dropped(
    "DS814",
    "repeated-cell",
    "A problem stands twice, with the same question and the same code; or a context cell does.",
    "Models run in circles, or begin again; the first one is kept.",
    _problem("question: Add 1 and 2.") + '\n# %%\n"""\nquestion: Add 1 and 2.\n"""\n\n1 + 2\n',
)
UNASKED = _dropped(
    "DS815",
    "unasked-code",
    "A cell has a docstring and code, but no question that can be read.",
    "Its code stays as context, because later problems may build on it; nothing is asked.",
    _problem("question: Add 1 and 2.") + '\n# %%\n"""\nvalidator:\n  result:\n"""\n\n3 + 4\n',
)
UNUSABLE = _useless(
    "DS816",
    "unusable-problem",
    "A problem has no code, or cannot be written as a cell.",
    "It cannot be asked, so it is left out; the others stay.",
    _problem("question: Add 1 and 2.") + '\n# %%\n"""\nquestion: Add 3 and 4.\n"""\n\n# %%\nx = 1\n',
)
UNREADABLE = _useless(
    "DS817",
    "unreadable-code",
    "Code is a syntax error that could not be mended.",
    "The cell is kept as it came, for a repair to mend.",
    _problem("question: Add 1 and 2.", "1 + (2"),
)
COLUMN = _useless(
    "DS818",
    "unknown-column",
    "Code reads a column that neither the input tables have nor the code before has made.",
    "It fails when it runs; a model made the name up, or misspelled it.",
    '# %%\nimport pandas as pd\n\ndf = pd.read_csv("inputs/data.csv")\n\n# %%\n"""\nquestion: Sum a.\n"""\n\n'
    'df["c"].sum()\n',
)
MOVED = _mended(
    "DS819",
    "misplaced-input",
    "Code reads an input file from another folder, such as `/kaggle/input/`; the path is changed, because only one "
    "input file has that name.",
    '# %%\nimport pandas as pd\n\ndf = pd.read_csv("data/data.csv")\n\n'
    '# %%\n"""\nquestion: Add 1 and 2.\n"""\n\n1 + 2\n',
)
FILE = _useless(
    "DS820",
    "unknown-input",
    "Code reads a file that the seed does not have.",
    "It fails when it runs; the data are below `inputs/`, and nowhere else.",
    '# %%\nimport pandas as pd\n\ndf = pd.read_csv("inputs/other.csv")\n\n'
    '# %%\n"""\nquestion: Add 1 and 2.\n"""\n\n1 + 2\n',
)
UNWANTED = _dropped(
    "DS821",
    "unwanted-replacement",
    "A repair offers a replacement for a problem that nobody asked to replace.",
    "Problems that were fine are not touched.",
    "# problem 2\n" + GOOD_EXAMPLE,
    "# problem 1\n" + GOOD_EXAMPLE,
)
MISSING = _useless(
    "DS822",
    "missing-replacement",
    "A repair does not give the replacement that was asked for.",
    "The broken problem stays as it is.",
    "# problem 2\n" + GOOD_EXAMPLE,
    "# problem 1\n" + GOOD_EXAMPLE,
)
LOOSE_JSON = _mended(
    "DS823",
    "loose-json",
    "JSON stands in a fence or in prose, or has trailing commas, comments, single quotes, Python's words, or values "
    "of a neighbouring type.",
    "Here you are:\n" + JSON,
    JSON,
)
ITEM = _dropped(
    "DS824",
    "dropped-json-part",
    "A part of a JSON reply is cut off, does not fit the schema, or is not in it.",
    "What fits is kept.",
    '{"point": "ties", "problems": [3, 4], "note": 1}',
    JSON,
)
UNFIT = _useless(
    "DS825",
    "unfit-json",
    "A reply that should be JSON is none, or does not fit its schema.",
    "There is nothing to go on with.",
    "I think ties are a good point.",
    JSON,
)
CODES: Mapping[str, RuleInfo] = {
    info.code: info
    for info in (
        *(OVERSIZED, NO_PROBLEM, CUT, PROSE, FENCES, PACKED, CHARACTERS, MARKER, DOCSTRING, NAMES, KEY, VALIDATOR),
        *(LINES, REPEATED, UNASKED, UNUSABLE, UNREADABLE, COLUMN, MOVED, FILE, UNWANTED, MISSING, LOOSE_JSON, ITEM),
        UNFIT,
    )
}
"""Every kind of finding about a reply, by code."""

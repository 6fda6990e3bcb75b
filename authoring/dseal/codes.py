"""What the parser can find (DS1xx), and what the schema can find in a validator block (DS30x)."""

from authoring.dseal.diagnostic import RuleInfo, Severity

GOOD_EXAMPLE = '# %%\nimport pandas as pd\n\n# %%\n"""\nquestion: |\n  Add 1 and 2.\n"""\n\n1 + 2\n'


def _docstring(yaml: str) -> str:
    return f'# %%\n"""\n{yaml}"""\n\n1 + 2\n'


def _error(code: str, name: str, what: str, why: str, bad: str, good: str = GOOD_EXAMPLE) -> RuleInfo:
    return RuleInfo(code, name, Severity.ERROR, what, why, bad, good)


TEXT_TOO_LARGE = _error(
    "DS101",
    "text-too-large",
    "The text is longer, or has more cells, than the parser takes.",
    "No person reviews such a problem set, and reading it costs time that an author never means to spend.",
    "A text of more than half a million characters, or of more than a thousand cells.",
)
CODE_BEFORE_FIRST_MARKER = _error(
    "DS102",
    "code-before-first-marker",
    "Something other than comments and blank lines stands before the first `# %%` line.",
    "DSEval throws that part away, so names defined there do not exist when the problems run.",
    "import pandas as pd\n" + GOOD_EXAMPLE,
)
TITLED_MARKER = _error(
    "DS103",
    "titled-marker",
    "Something follows `# %%` on a marker line: a title, or trailing space.",
    "DSEval splits at the bare marker only; there, this cell would melt into the one before it.",
    '# %% load\nimport pandas as pd\n\n# %%\n"""\nquestion: |\n  Add 1 and 2.\n"""\n\n1 + 2\n',
)
MARKER_INSIDE_LINE = _error(
    "DS104",
    "marker-inside-line",
    "A line ends with `# %%` but does not begin with it.",
    "DSEval looks for the characters anywhere, and cuts the cell in two at this place.",
    GOOD_EXAMPLE + "x = 1  # %%\ny = 2\n",
)
MARKER_WITHOUT_NEWLINE = RuleInfo(
    "DS105",
    "marker-without-newline",
    Severity.NOTE,
    "The text ends with a `# %%` line that has no line ending.",
    "DSEval takes it for a comment of the cell before it.",
    GOOD_EXAMPLE + "\n# %%",
    GOOD_EXAMPLE,
)
MARKER_INSIDE_STRING = _error(
    "DS106",
    "marker-inside-string",
    "A `# %%` line stands inside a string or docstring that the cell before it leaves open.",
    "Cells are cut at every such line, strings or not, so both halves are broken.",
    '# %%\ntext = """\n# %%\n"""\n\n' + GOOD_EXAMPLE,
)
NEAR_MARKER = RuleInfo(
    "DS107",
    "near-marker",
    Severity.WARNING,
    "A line looks like a cell marker but is none: `#%%`, `# %%name` without a space, an indented one, or `# %` with "
    "one percent sign, alone on its line or right above a docstring.",
    "The cell that was meant to begin there is read as part of the one before it.",
    "# %%\nimport pandas as pd\n#%%\n" + GOOD_EXAMPLE.removeprefix("# %%\n"),
    GOOD_EXAMPLE,
)
NO_PROBLEMS = _error(
    "DS108",
    "no-problems",
    "The text holds no problem, not even a broken one.",
    "A problem set without a question measures nothing.",
    "# %%\nimport pandas as pd\n",
)
UNTERMINATED_DOCSTRING = _error(
    "DS111",
    "unterminated-docstring",
    "A cell begins with a docstring that is never closed.",
    "DSEval takes such a cell for context code, which then fails with a syntax error.",
    '# %%\n"""\nquestion: |\n  Add 1 and 2.\n\n1 + 2\n',
)
FOREIGN_DOCSTRING = _error(
    "DS112",
    "foreign-docstring",
    "A cell begins with a docstring in single quotes, or with a prefix other than `r`.",
    "DSEval knows three double quotes with or without `r`; any other cell silently becomes context and is never asked.",
    "# %%\n'''\nquestion: |\n  Add 1 and 2.\n'''\n\n1 + 2\n",
)
DOCSTRING_WITHOUT_CODE = _error(
    "DS113",
    "docstring-without-code",
    "A cell is a docstring and nothing else.",
    "Without reference code there is no right answer; DSEval runs the docstring as context and asks nothing.",
    '# %%\n"""\nquestion: |\n  Add 1 and 2.\n"""\n',
)
TEXT_AFTER_DOCSTRING = _error(
    "DS114",
    "text-after-docstring",
    "The line of a docstring's closing quotes goes on after them.",
    "DSEval wants a line ending right there; else it looks for other quotes further down, or makes the cell context.",
    '# %%\n"""\nquestion: |\n  Add 1 and 2.\n""" 1 + 2\n3\n',
)
UNREADABLE_YAML = _error(
    "DS121",
    "unreadable-yaml",
    "A docstring is no YAML, or uses YAML that a safe loader refuses.",
    "The question and the validator stand in it, so the problem cannot be asked.",
    _docstring("question: [\n"),
)
YAML_TOO_LARGE = _error(
    "DS122",
    "yaml-too-large",
    "A docstring is too long, nested too deep, or grows too large when its aliases are expanded.",
    "A few lines of YAML can expand to gigabytes; the limits are far above what a problem needs.",
    _docstring("question: " + "[" * 40 + "]" * 40 + "\n"),
)
NOT_A_MAPPING = _error(
    "DS123",
    "not-a-mapping",
    "A docstring is YAML, but not `key: value` pairs.",
    "DSEval fails on it, and no problem of the file is run.",
    _docstring("Add 1 and 2.\n"),
)
DUPLICATE_KEY = _error(
    "DS124",
    "duplicate-key",
    "A key stands twice in one mapping.",
    "YAML loaders keep the last one without a word, so half of what was written is lost.",
    _docstring("question: Add 1 and 2.\nquestion: Add 1 and 3.\n"),
)
MISSING_QUESTION = _error(
    "DS125",
    "missing-question",
    "A docstring has no `question`, or one without a value.",
    "DSEval takes the cell for context and asks nothing.",
    _docstring("validator:\n  result:\n"),
)
UNKNOWN_KEY = _error(
    "DS126",
    "unknown-key",
    "A problem has a key that is not question, validator, data or execution, or one of these an unknown key in it.",
    "DSEval stops with a TypeError at the first of them, and no problem of the file is run.",
    _docstring("question: Add 1 and 2.\nvalidater:\n  result:\n"),
)
ILL_TYPED_VALUE = _error(
    "DS127",
    "ill-typed-value",
    "A key of a problem has a value of the wrong type; often YAML has read a word or a date as something else.",
    "The value is not what its author meant, or stops DSEval.",
    _docstring("question: yes\n"),
    _docstring('question: "yes"\n'),
)
PAPER_SPELLING = RuleInfo(
    "DS128",
    "paper-spelling",
    Severity.NOTE,
    "A key or validator is spelled as in the paper: `query`, or `Variables` for `namespace_check`.",
    "We read both; the released DSEval knows only its own spelling and stops at the other.",
    _docstring("query: Add 1 and 2.\n"),
    GOOD_EXAMPLE,
)
TWO_QUESTIONS = _error(
    "DS129",
    "two-questions",
    "A problem has both `question` and `query`.",
    "They are two spellings of one key, and nobody can tell which one is meant.",
    _docstring("question: Add 1 and 2.\nquery: Add 1 and 3.\n"),
)
SURPRISING_NUMBER = RuleInfo(
    "DS130",
    "surprising-number",
    Severity.WARNING,
    "A number is written in a way that YAML 1.1 reads in base 8 or 60: `010` is 8, `1:30` is 90.",
    "The value is not what its author meant.",
    _docstring("question: Add 1 and 2.\nexecution:\n  max_time: 010\n"),
    _docstring("question: Add 1 and 2.\nexecution:\n  max_time: 10\n"),
)
UNKNOWN_VALIDATOR = _error(
    "DS301",
    "unknown-validator",
    "A validator block names a validator that does not exist.",
    "DSEval stops there, and no problem of the file is run.",
    _docstring("question: Add 1 and 2.\nvalidator:\n  reslt:\n"),
)
UNKNOWN_OPTION = _error(
    "DS302",
    "unknown-option",
    "A validator is given an option it does not have.",
    "DSEval stops there, and no problem of the file is run.",
    _docstring("question: Add 1 and 2.\nvalidator:\n  result:\n    ignore_ordr: true\n"),
)
ILL_TYPED_OPTION = _error(
    "DS303",
    "ill-typed-option",
    "An option of a validator has a value of the wrong type or out of its range.",
    "DSEval stops there, or judges in a way nobody meant.",
    _docstring("question: Add 1 and 2.\nvalidator:\n  result:\n    ignore_order: 1\n"),
)
MISSING_OPTION = _error(
    "DS304",
    "missing-option",
    "A validator lacks an option it cannot do without.",
    "DSEval stops there, and no problem of the file is run.",
    _docstring("question: Write f.\nvalidator:\n  table_test:\n    function_name: f\n"),
)
CONFLICTING_OPTIONS = _error(
    "DS305",
    "conflicting-options",
    "Two options of a validator cannot stand together.",
    "DSEval stops there, or silently drops one of them.",
    _docstring("question: Add 1 and 2.\nvalidator:\n  result:\n    compare_fn: {}\n    ignore_order: true\n"),
)

# Collected from the names above, so that none can be left out of the list.
PARSER_CODES = tuple(info for info in list(vars().values()) if isinstance(info, RuleInfo))

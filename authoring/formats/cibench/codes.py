"""The kinds of finding of CIBench: of an export (DS711 to DS730, DS737) and of an import (DS966 to DS969)."""

from collections.abc import Mapping
from functools import partial

from authoring.dseal.diagnostic import RuleInfo, Severity
from authoring.dseal.experiment_codes import LONGEST_PRINT, SILENCE

HEAVIEST = 50_000_000
"""Bytes that the data files of one notebook may have together, by CIBench's quality rules."""
_error = partial(RuleInfo, severity=Severity.ERROR)
FAILING = _error(
    code="DS711",
    name="failing-reference",
    what="A reference raises an error, or does not end, when the set is played as a notebook.",
    why="Its notebook would hold no output to compare with. Let pass, the problem is left out, with its code.",
    bad="df['no such column'].mean()",
    good="df['mass'].mean()",
)
UNPRINTABLE = _error(
    code="DS712",
    name="unprintable-answer",
    what="A problem is judged by a value that has no short, plain text: nested containers, objects of classes.",
    why="CIBench compares texts. Let pass, the step counts as done when it runs.",
    bad="question: Give the groups.\n...\ndf.groupby('species')",
    good="question: Give the sizes of the groups, as a Series.\n...\ndf.groupby('species').size()",
)
OVERLONG = _error(
    code="DS713",
    name="overlong-answer",
    what=f"The printed answer of a step has more than {LONGEST_PRINT:,} characters.",
    why="CIBench's interpreter cuts the middle out, and what is cut is never compared. Let pass, the step counts as "
    "done when it runs.",
    bad="question: Show the table.\n...\ndf",
    good="question: Show the first five rows.\n...\ndf.head(5)",
)
SILENT = _error(
    code="DS714",
    name="silent-step",
    what=f"A step takes longer than {SILENCE:g} seconds.",
    why="CIBench's interpreter interrupts a step that says nothing for so long, whatever limit is set. Let pass, the "
    "step stays as it is, and right answers may be marked wrong.",
    bad="RandomForestClassifier(n_estimators=20_000).fit(X, y)",
    good="RandomForestClassifier(n_estimators=50).fit(X, y)",
)
NOT_REPEATABLE = _error(
    code="DS715",
    name="differing-second-run",
    what="A step that runs twice in a row, or whose forerunners do, shows something else, and copies of what it "
    "changes do not help.",
    why="In CIBench's oracle mode each reference runs again after the attempt. Let pass, the step stays as it is, and "
    "right answers are marked wrong in that mode.",
    bad="numbers = (number for number in [3, 1, 2])  # and in the next step:\nnext(numbers)",
    good="numbers = [3, 1, 2]  # and in the next step:\nnumbers[0]",
)
FOREIGN_LETTERS = _error(
    code="DS716",
    name="foreign-letters",
    what="The printed text that a step is judged by holds other characters than ASCII.",
    why="CIBench's text score throws them away: words that differ in them only are the same to it. Let pass, the step "
    "stays as it is; without any ASCII letter or digit it counts as done when it runs.",
    bad='print("Besançon")  # judged by stream',
    good='"Besançon"  # judged by result: the export prints it escaped',
)
ONE_DIGIT = _error(
    code="DS717",
    name="one-digit-output",
    what="The printed text that a step is judged by is a single digit.",
    why="CIBench accepts every output that contains it. Let pass, the step stays as it is, and wrong answers may be "
    "marked right.",
    bad="print(len(df))  # 6, judged by stream",
    good="len(df)  # judged by result: the export prints `answer: 6 ;`",
)
SEVERAL_FIGURES = _error(
    code="DS718",
    name="second-figure",
    what="A problem that is judged by what it draws shows more than one figure.",
    why="CIBench compares one picture per step, and a second one keeps the whole data set from loading. Let pass, the "
    "step counts as done when it runs.",
    bad="plt.plot(x)\nplt.show()\nplt.plot(y)\nplt.show()",
    good="plt.plot(x)\nplt.plot(y)\nplt.show()",
)
NO_PICTURE = _error(
    code="DS719",
    name="missing-picture",
    what="A problem is judged by its figure, and its cell shows none, or one too large for a notebook.",
    why="There is no picture to compare with. Let pass, the step counts as done when it runs.",
    bad="ax.set_title('Mass')  # of a figure that an earlier cell showed",
    good="plt.hist(df['mass'])\nplt.title('Mass')\nplt.show()",
)
MIXED = _error(
    code="DS720",
    name="second-output",
    what="A step shows more than what it is judged by: a figure and a value, or printed text beside the answer.",
    why="CIBench compares one output per step. Let pass, a figure is compared before anything else, and where there is "
    "none, the step counts as done when it runs.",
    bad="print('working')\ndf['mass'].mean()",
    good="df['mass'].mean()",
)
WARNED = _error(
    code="DS721",
    name="warning-before-text",
    what="A step that is judged by its text writes to standard error.",
    why="CIBench's text score takes the first block of output, which then is the warning. Let pass, the step stays as "
    "it is, and right answers are marked wrong.",
    bad="warnings.warn('old')\ndf.columns.tolist()",
    good="df.columns.tolist()",
)
UNMOVED = _error(
    code="DS722",
    name="unmoved-path",
    what="Code lists the folder `inputs/`, or makes up names in it of files that had to be renamed, or shows its path.",
    why="CIBench has one folder `data/` for all notebooks: the files have other neighbours there. Let pass, the code "
    "stays as far as it is not understood.",
    bad="os.listdir('inputs')",
    good="pd.read_csv('inputs/penguins.csv')",
)
NO_MODULE = _error(
    code="DS723",
    name="module-without-folder",
    what="A set is about a Python module that the suite has no folder for.",
    why="OpenCompass' configurations list the folders they load. Let pass, the set stands in a folder of its own, "
    "which no configuration of theirs names.",
    bad="authoring export cibench DIR module-nltk-stems",
    good="authoring export cibench DIR module-nltk-stems --suite template",
)
MISREAD_NAME = _error(
    code="DS724",
    name="misread-name",
    what="A set's name holds the word `chinese`, and its questions are not.",
    why="CIBench's loader takes the language from the path, and adds a Chinese sentence to each question. Let pass, it "
    "does so.",
    bad="chinese-cities",
    good="cities-of-china",
)
HEAVY = _error(
    code="DS725",
    name="heavy-data",
    what=f"The data files of a set have more than {HEAVIEST // 1_000_000} MB together.",
    why="CIBench's quality rules allow no more for one notebook. Let pass, they are written.",
    bad="a table of 80 MB",
    good="a sample of it of 10 MB",
)
QUOTED = _error(
    code="DS726",
    name="quoting-backticks",
    what="A reference holds two backticks that cannot be written otherwise: in raw strings, or in lines for a shell.",
    why="CIBench's interpreter takes code with backticks for a reply that quotes code, and runs the quotation alone. "
    "Let pass, the step stays as it is, and fails for everybody in the oracle mode.",
    bad="text.split(r'`\\n`')",
    good="text.split('`\\\\n`')  # the export writes \\x60 for the backticks",
)
UNREADABLE = _error(
    code="DS727",
    name="unreadable-step",
    what="A problem, or a key of it, cannot be read.",
    why="What is asked or judged is not known then. Let pass, the problem is left out; a key counts as absent.",
    bad="qestion: How many rows?",
    good="question: How many rows?",
)
UNJUDGED = RuleInfo(
    code="DS728",
    name="unjudged-part",
    severity=Severity.NOTE,
    what="A problem is judged by more than what its step shows: variables, test cases, options of a comparison, names "
    "that are forbidden.",
    why="CIBench compares one output per step; of a step that shows nothing it asks only whether it runs.",
    bad="validator:\n  result:\n  namespace_check:\n    df:",
    good="validator:\n  result:",
)
SEVERAL_PRINTS = _error(
    code="DS729",
    name="several-prints",
    what="A step that is judged by what it prints may print it in several calls.",
    why="A kernel that is busy sends them as blocks of their own, and CIBench compares the first alone. Let pass, the "
    "step stays as it is, and right answers may be marked wrong.",
    bad="for name in sorted(df['name']):\n    print(name)",
    good="print('\\n'.join(sorted(df['name'])))",
)
LASTING = _error(
    code="DS730",
    name="lasting-setting",
    what="A set leaves settings of matplotlib, pandas or numpy changed, or the working directory, and a notebook "
    "behind it in its folder shows something that hangs on them.",
    why="OpenCompass runs the notebooks of a folder in one kernel, which is not reset. Let pass, those behind it are "
    "drawn and printed with these settings, and right answers there may be marked wrong.",
    bad='plt.style.use("ggplot")',
    good='with plt.style.context("ggplot"):\n    df["mass"].hist()\n    plt.show()',
)
COUNTED_WORDS = RuleInfo(
    code="DS737",
    name="numbers-as-words",
    severity=Severity.NOTE,
    what="A step is judged by printed text that holds several numbers.",
    why="CIBench compares such a text word by word, in any order: numbers that stand in each other's place are right, "
    "and a table that is wrong throughout gets points for its labels.",
    bad="print(means.to_string())  # judged by stream",
    good="means  # judged by result: the export prints it between marks, and it is compared as a whole",
)
EXPORT_CODES: Mapping[str, RuleInfo] = {
    info.code: info
    for info in (
        *(FAILING, UNPRINTABLE, OVERLONG, SILENT, NOT_REPEATABLE, FOREIGN_LETTERS, ONE_DIGIT, SEVERAL_FIGURES),
        *(NO_PICTURE, MIXED, WARNED, UNMOVED, NO_MODULE, MISREAD_NAME, HEAVY, QUOTED, UNREADABLE, UNJUDGED),
        *(SEVERAL_PRINTS, LASTING, COUNTED_WORDS),
    )
}
"""The kinds of finding of an export, by code."""
# What is uncertain when a notebook of a CIBench tree becomes a problem set (DS966 to DS969).
_warning = partial(RuleInfo, severity=Severity.WARNING)
SHIFTED = _warning(
    code="DS966",
    name="shifted-steps",
    what="The cells of a CIBench notebook are not question and code in turn: there is a title, two questions in a row, "
    "or code without a question.",
    why="OpenCompass pairs the first question with the first code cell, the second with the second: from the odd cell "
    "on, every question got another one's answer. Here each code cell belongs to the question right before it.",
    bad="# A title\n### Step 1. Read the file\n(code of step 1)",
    good="### Step 1. Read the file\n(code of step 1)",
)
UNFIT_LIST = _warning(
    code="DS967",
    name="unfit-step-list",
    what="`step_types` or `modules` of a CIBench notebook are no lists, have another length than there are steps, or "
    "hold a type that is none.",
    why="OpenCompass stops there, or scores steps as something they are not. Here the types were taken from the "
    "stored outputs.",
    bad='"step_types": ["exec", "general"]  # for three steps',
    good='"step_types": ["exec", "num", "vis"]',
)
UNFIT_OUTPUT = _warning(
    code="DS968",
    name="unfit-step-output",
    what="The stored output of a CIBench step is not what its type is scored by: a number or text without any, a "
    "figure without a picture, two figures, an error, or no list of outputs.",
    why="OpenCompass scores such a step 0 for everybody, or does not load the notebook. What the step is judged by "
    "here was taken from its code.",
    bad='"outputs": []  # of a step of type num',
    good='"outputs": [{"output_type": "stream", "name": "stdout", "text": "191.25"}]',
)
LEFT_WORDS = RuleInfo(
    code="DS969",
    name="left-out-words",
    severity=Severity.NOTE,
    what="Words of a CIBench question were left out: the reference's thought, or the request to use some modules, "
    "which OpenCompass adds by itself.",
    why="A thought gives the answer away; the modules are kept as knowledge points of the problem.",
    bad="Read `data/a.csv` into `df`.\n\nThought: pandas has a reader for that.",
    good="Read `data/a.csv` into `df`.",
)
IMPORT_CODES: Mapping[str, RuleInfo] = {info.code: info for info in (SHIFTED, UNFIT_LIST, UNFIT_OUTPUT, LEFT_WORDS)}
"""Every kind of finding of an import from CIBench beside those of other notebooks, by code."""

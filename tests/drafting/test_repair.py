"""What a run found goes back to the model: the broken problems, with the facts, and nothing else changes."""

import textwrap

import pytest

from authoring.drafting.comparison_marks import MARK, with_marks
from authoring.drafting.repair import broken_cells, mendable_warnings, repair_draft
from authoring.drafting.replacement import numbers_of
from authoring.dseal import parse
from authoring.dseal.comparison_code import SAME_TABLE
from authoring.dseal.diagnostic import Diagnostic, Severity
from authoring.dseal.experiment_codes import BARE_DIGIT, MIXED_OUTPUT, NOT_IDEMPOTENT, UNUSED_NAME
from authoring.records.base import sha256_of
from authoring.records.draft import Draft, LeftOutProblem, ProblemOrigin
from authoring.records.evidence import CellRun, DryRun, ErrorView, Evidence, Outcome, ProblemRun
from authoring.records.experiment import ExperimentInstructions
from authoring.records.profile import Profile
from authoring.records.sketch import Guide
from tests.drafting.prompts.scene import instructions, profile
from tests.drafting.prompts.talk import IMPORTS, Says, count, cut_off, problemset
from tests.drafting.test_module_drafter import EXPERIMENT, SHOP
from tests.drafting.test_module_drafter import told as pinned

BAD = 'df["levl"].sum()'
TEXT = problemset(p4=BAD, p7="clean.sum()")
GOOD_4 = count(4, code='int((df["level"] > 40).sum())')


def draft(text: str = TEXT, person: int = 0) -> Draft:
    """Return a model's draft, in which one problem may be a person's."""
    origins = [
        ProblemOrigin(origin="person" if number == person else "model:says", knowledge=(f"k{number}",), level="easy")
        for number in range(1, len(parse(text).problems) + 1)
    ]
    return Draft(name="rivers", seed="gauges", revision=3, text=text, origins=tuple(origins))


def error(problem: int | None, *, line: int = 1, code: str = "DS401") -> Diagnostic:
    """Return an error of a problem, or of a line."""
    return Diagnostic(
        code=code, name="raised-error", severity=Severity.ERROR, message="it raised", problem=problem, line=line
    )


def evidence(*errors: Diagnostic, text: str = TEXT, ran: int | None = None) -> Evidence:
    """Return evidence with these errors, and with the run of one cell."""
    trace = ErrorView(type="KeyError", message="'levl'", traceback="Traceback: KeyError: 'levl'", line=1)
    run = CellRun(outcome=Outcome.ERROR, seconds=0.1, peak_memory=1, stream="printed before", error=trace)
    cells = () if ran is None else (ProblemRun(cell=ran, number=4, run=run),)
    told = DryRun(draft=sha256_of(text), cells=cells, inputs=(), python="3.11", packages=())
    return Evidence(draft=sha256_of(text), diagnostics=errors, dry_run=told)


def repaired(model: Says, found: Evidence, before: Draft | None = None, *, round_: int = 1) -> Draft:
    """Return what comes of the model's reply."""
    return repair_draft(
        before or draft(), found, profile=profile("level"), model=model, instructions=instructions(), round=round_
    )


def test_only_the_broken_problem_changes() -> None:
    """Every other cell is byte for byte what it was, whatever else the reply offers."""
    offered = f"# problem 4\n{GOOD_4}\n# problem 5\n{count(5, code='0')}"
    after = repaired(Says(offered), evidence(error(4)))
    old, new = parse(TEXT).cells, parse(after.text).cells

    assert [cell.source for cell in new if cell.problem is None or cell.problem.number != 4] == [
        cell.source for cell in old if cell.problem is None or cell.problem.number != 4
    ]
    assert new[4].code == 'int((df["level"] > 40).sum())'
    assert (after.revision, after.came_from) == (4, draft().sha256)
    assert after.origins[3] == ProblemOrigin(origin="model:says", knowledge=("k4",), level="easy")
    assert any(finding.code == "DS821" for finding in after.mended)


def test_paths_of_input_files_are_mended() -> None:
    """As in a first draft: where only one input can be meant, the code reads that."""
    reply = count(4, code='len(pd.read_csv("/kaggle/input/gauges.csv"))')
    after = repaired(Says(f"# problem 4\n{reply}"), evidence(error(4)))

    assert parse(after.text).cells[4].code == 'len(pd.read_csv("inputs/gauges.csv"))'


def test_the_model_is_told_the_facts() -> None:
    """The cell, its findings, the real traceback and output, and the code that it rests on; nothing of the others."""
    model = Says(f"# problem 4\n{GOOD_4}")
    repaired(model, evidence(error(4), ran=4), round_=2)
    told = model.asked[0].messages[-1].content

    assert BAD in told
    assert "it raised" in told
    assert "Traceback: KeyError: 'levl'" in told
    assert "printed before" in told
    assert 'df = pd.read_csv("inputs/gauges.csv")' in told
    assert "import pandas as pd" in told
    assert "above 5" not in told
    assert model.asked[0].sample == 2


def test_the_model_is_told_what_rests_on_the_problem() -> None:
    """What later problems use is shown with them, because it has to keep its name and what it holds."""
    text = problemset(p4="high = df[df['levl'] > 40]\nlen(high)", p7="high.shape[0]")
    model = Says(f"# problem 4\n{GOOD_4}")
    repaired(model, evidence(error(4), text=text), draft(text))
    later = model.asked[0].messages[-1].content.partition("Later problems rest on them")[2]

    assert "# problem 7: " in later
    assert "high.shape[0]" in later
    assert "# problem 6: " not in later


CHAINED = problemset(p4="high = df[df['levl'] > 40]\nlen(high)", p7="high.shape[0]", p8="len(df)")
GOOD_HIGH = count(4, code="high = df.loc[df['level'] > 40, ['level']]\nlen(high)")


def test_later_problems_may_change_with_what_they_rest_on() -> None:
    """What the mended problem leaves may be other than before, and whoever uses it is mended in the same reply."""
    model = Says(
        f"# problem 4\n{GOOD_HIGH}\n# problem 7\n{count(7, code='len(high)')}\n# problem 8\n{count(8, code='0')}"
    )
    after = repaired(model, evidence(error(4), text=CHAINED), draft(CHAINED))

    assert "you may send 7:" in model.asked[0].messages[-1].content
    assert parse(after.text).problems[3][0].code == "high = df.loc[df['level'] > 40, ['level']]\nlen(high)"
    assert parse(after.text).problems[6][0].code == "len(high)"
    # Problem 8 rests on nothing that was mended.
    assert parse(after.text).problems[7][0].code == "len(df)"
    assert after.origins[6] == ProblemOrigin(origin="model:says", knowledge=("k7",), level="easy")


def test_later_problems_do_not_change_alone() -> None:
    """They are no matter of the findings: where what they rest on stays, so do they."""
    after = repaired(Says(f"# problem 7\n{count(7, code='0')}"), evidence(error(4), text=CHAINED), draft(CHAINED))

    assert after.text == CHAINED
    assert any("nothing that it rests on was changed" in finding.message for finding in after.mended)


def test_a_problem_that_only_reads_is_not_shown() -> None:
    """What a later problem rests on is what makes or changes it; taking a text of it apart does neither."""
    model = Says(GOOD_4)
    part = count(2, code='part = df["river"].str.partition(",")[2]\nint(part.notna().sum())')
    repaired(model, evidence(error(4), text=(text := problemset(p2=part, p4=BAD))), draft(text))

    assert "str.partition" not in model.asked[0].messages[-1].content


def test_a_rounding_without_a_value_goes_back() -> None:
    """Whoever answers cannot know what is rounded, so it is a matter of the model before it is a person's."""
    model = Says(f"# problem 4\n{GOOD_4}")
    repaired(model, evidence(warning(4, "DS241")))

    assert "warning DS241" in model.asked[0].messages[-1].content


def test_a_persons_later_problem_stays() -> None:
    """A person's problem is shown, and is none of those that may be sent."""
    model = Says(f"# problem 4\n{GOOD_HIGH}\n# problem 7\n{count(7, code='len(high)')}")
    after = repaired(model, evidence(error(4), text=CHAINED), draft(CHAINED, person=7))

    assert "rest on them, and stay as they are" in model.asked[0].messages[-1].content
    assert parse(after.text).problems[6][0].code == "high.shape[0]"


def test_several_are_asked_for_at_once() -> None:
    """One call mends them all; one that the reply leaves out stays, and is told."""
    model = Says(f"# problem 4\n{GOOD_4}")
    after = repaired(model, evidence(error(4), error(7)))

    assert "Mend them: 4 and 7." in model.asked[0].messages[-1].content
    assert parse(after.text).problems[6][0].code == "clean.sum()"
    assert any(finding.code == "DS822" for finding in after.mended)


def test_a_persons_problem_is_never_sent() -> None:
    """A person mends what a person wrote."""
    before = draft(person=4)

    assert repaired(Says(), evidence(error(4)), before) == before


def test_a_draft_of_unknown_origin_is_a_persons() -> None:
    """Where nobody knows who wrote it, no model overwrites it."""
    before = draft().model_copy(update={"origins": ()})

    assert repaired(Says(), evidence(error(4)), before) == before


def test_a_broken_context_cell_is_sent_as_what_it_is() -> None:
    """It has no number of its own, so it gets one beyond the problems; what comes back asks nothing either."""
    text = TEXT.replace("import numpy as np", "import nunpy as np")
    number = numbers_of(parse(text))[0]
    model = Says(f"# problem {number}\n{IMPORTS}")
    after = repaired(model, evidence(error(None, line=2), text=text), draft(text))

    assert number == 11
    assert "asks nothing, and stays so" in model.asked[0].messages[-1].content
    assert after.text == TEXT
    assert len(after.origins) == 10


def test_a_context_cell_and_a_problem_are_mended_together() -> None:
    """Each comes back under its number, in a fence or without."""
    text = TEXT.replace("import numpy as np", "import nunpy as np")
    said = f"```python\n# problem 11\n{IMPORTS}\n# problem 4\n{GOOD_4}```\n"
    after = repaired(Says(said), evidence(error(None, line=2), error(4), text=text), draft(text))

    assert after.text == problemset(p4='int((df["level"] > 40).sum())', p7="clean.sum()")
    asked = repaired(Says(f"# problem 11\n{GOOD_4}"), evidence(error(None, line=2), text=text), draft(text))
    assert asked.text == text
    assert [finding.code for finding in asked.mended] == ["DS832"]


@pytest.mark.parametrize(
    "offered",
    [
        "I cannot mend this.",
        "# problem 4\n# %%\nx = 1\n",
        '# problem 4\n# %%\n"""\nquestion: What',
        "",
    ],
)
def test_a_reply_without_a_new_version_changes_nothing(offered: str) -> None:
    """The old version stays, and with the draft stands why."""
    after = repaired(Says(offered), evidence(error(4)))

    assert after.text == TEXT
    assert after.revision == 3
    assert after.mended


def warning(problem: int, code: str = "DS703") -> Diagnostic:
    """Return what a rule of the gate says of a problem."""
    return error(problem, code=code).model_copy(update={"severity": Severity.WARNING, "name": "other-operation"})


def test_a_warning_may_be_answered_with_a_reason() -> None:
    """The problem stays as it is, the reason stands with the draft as the model's, and the others are mended."""
    found = evidence(warning(4), warning(7))
    model = Says("# problem 4\n# as it is: DS703 both\x1b say the same\n\n# problem 7\n" + count(7, code="0"))
    after = repaired(model, found)
    (note,) = after.mended

    assert "# as it is: CODE reason" in model.asked[0].messages[-1].content
    assert parse(after.text).cells[4].code == BAD
    assert parse(after.text).cells[7].code == "0"
    assert (note.code, note.severity, note.problem) == ("DS833", Severity.NOTE, 4)
    assert (
        note.message == "the model that was to mend DS703 leaves the problem as it is and says: both\\x1b say the same"
    )


def test_an_error_is_answered_with_no_reason() -> None:
    """A fact is not disputed; nor is a warning that stands beside one."""
    model = Says("# problem 4\n# as it is: DS401 it works\n# as it is: DS703 both say the same\n")
    after = repaired(model, evidence(error(4), warning(4)))

    assert "as it is" not in model.asked[0].messages[-1].content
    assert [finding.code for finding in after.mended if finding.problem == 4] == ["DS822"]


def test_what_was_cut_off_is_not_used() -> None:
    """Half a reference may run and be wrong."""
    cut = cut_off(f"# problem 4\n{GOOD_4}\n# problem 7\n{count(7, code='df.level')}")
    after = repaired(Says(cut), evidence(error(4), error(7)))

    assert parse(after.text).problems[3][0].code == parse(GOOD_4).cells[0].code
    assert parse(after.text).problems[6][0].code == "clean.sum()"


def test_errors_of_the_whole_set_are_nobodys() -> None:
    """Inputs that are too large are mended by no problem, so no call is paid."""
    assert repaired(Says(), evidence(error(None, code="DS410"))) == draft()


def test_a_template_problem_may_be_mended() -> None:
    """It becomes the model's."""
    before = draft()
    before = before.model_copy(
        update={"origins": (*before.origins[:3], ProblemOrigin(origin="template:x"), *before.origins[4:])}
    )

    assert repaired(Says(f"# problem 4\n{GOOD_4}"), evidence(error(4)), before).origins[3].origin == "model:says"


def test_repair_of_an_experiment_keeps_to_its_rules() -> None:
    """The model is told CIBench's page, module, API and topic, its warnings and notes, and what rests on the step."""
    problems = parse(SHOP).problems
    origins = (ProblemOrigin(origin="model:says", level="easy"),) * len(problems)
    before = Draft(name="shops", seed="module-pandas", revision=1, text=SHOP, origins=origins)
    lines = {problem.number: cell.span.line for cell, problem in problems}
    found = (
        NOT_IDEMPOTENT.diagnostic("run a second time, the step gives 13", line=lines[2], problem=2),
        MIXED_OUTPUT.diagnostic("the step shows text and a value", line=lines[2], problem=2),
        BARE_DIGIT.diagnostic("the answer is 3", line=lines[2], problem=2),
        UNUSED_NAME.diagnostic("the topic names pandas.merge_asof, and no step uses it"),
        BARE_DIGIT.diagnostic("the answer is 8", line=lines[4], problem=4),
    )
    model = Says(f"# problem 2\n{problems[1][0].source}")
    told = ExperimentInstructions(**dict(pinned()), experiment=EXPERIMENT)
    repair_draft(
        before,
        Evidence(draft=before.sha256, diagnostics=found),
        profile=Profile(seed="module-pandas", tables=()),
        model=model,
        instructions=told,
        round=1,
    )
    system, *pages = [message.content for message in model.asked[0].messages]
    page = pages[-1]

    assert "# Experiments about a Python module" in system
    assert "pandas: DataFrame" in pages[0]
    assert "See which shop sells more." in page
    assert "`pandas.DataFrame.rolling`" in page
    assert all(text in page for text in ("gives 13", "shows text and a value", "the answer is 3"))
    assert "the answer is 8" not in page
    assert page.index("pandas.merge_asof") < page.index("Step 2:")
    assert "Later steps rest on them" in page
    assert "# problem 3: " in page[page.index("Later steps") :]
    assert "you may send 3" in page


def test_experiment_of_a_workspace_without_the_page_is_repaired_as_before() -> None:
    """A run that was pinned before there was a page for experiments is asked by the page that it has."""
    prompts = tuple(page for page in instructions().prompts if page.name != "repair_steps")
    told = ExperimentInstructions(**{**dict(instructions()), "prompts": prompts}, experiment=EXPERIMENT)
    model = Says(f"# problem 4\n{GOOD_4}")
    repair_draft(draft(), evidence(error(4)), profile=profile("level"), model=model, instructions=told, round=1)

    assert model.asked[0].messages[-1].content.startswith("Some problems of a draft have findings.")


SHORT = problemset(9)
LEFT = LeftOutProblem(
    number=5,
    follows=4,
    task="Count the rows above 77.",
    gives=("high",),
    origin=ProblemOrigin(origin="model:says", knowledge=("k5",), level="hard"),
)
LEFT_LAST = LEFT.model_copy(update={"number": 10, "follows": 9, "task": "Count all."})


def short(*left_out: LeftOutProblem) -> Draft:
    """Return a draft of nine problems that lacks others of its plan."""
    return draft(SHORT).model_copy(update={"left_out": left_out})


def test_what_the_plan_has_beside_is_asked_for_again() -> None:
    """A forgotten problem is written in its place by a repair, by its plan, whose level and points it has."""
    model = Says(f"# problem 11\n{count(77)}")
    after = repaired(model, evidence(text=SHORT), short(LEFT))
    page = model.asked[0].messages[-1].content
    problems = parse(after.text).problems

    assert page.startswith("A problem of the plan is not in the draft.")
    assert "Problem 11 is to be written, and will stand behind problem 4." in page
    assert "5. [hard; k5; gives high] Count the rows above 77." in page
    assert [problem.question.split()[9] for _, problem in problems[3:6]] == ["4", "77", "5"]
    assert after.text == SHORT.replace(count(5), f"{count(77)}\n{count(5)}")
    assert (after.origins[4].knowledge, after.origins[4].level) == (("k5",), "hard")
    assert (len(after.origins), after.left_out) == (10, ())


def test_what_is_absent_is_asked_for_beside_what_is_broken() -> None:
    """One call does both, and the numbers of the two never meet."""
    model = Says(f"# problem 4\n{GOOD_4}\n# problem 12\n{count(88)}")
    after = repaired(model, evidence(error(4), text=SHORT), short(LEFT, LEFT_LAST))
    page = model.asked[0].messages[-1].content

    assert page.startswith("Some problems of a draft have findings. Mend them: 4.\nSome problems of the plan are not")
    assert after.text.endswith(f"\n{count(88)}")
    assert parse(after.text).problems[3][0].code == parse(GOOD_4).cells[0].code
    # What the reply leaves out once more stays for the person to see, and is no finding about some problem 11.
    assert after.left_out == (LEFT,)
    assert after.mended == ()


def test_what_is_no_problem_takes_no_place_of_the_plan() -> None:
    """A cell that asks nothing is refused, and the person reads for which problem of the plan it was offered."""
    after = repaired(Says("# problem 11\n# %%\nx = 1\n"), evidence(text=SHORT), short(LEFT))

    assert after.text == SHORT
    assert [finding.message for finding in after.mended] == [
        "what the reply offers for problem 5 of the plan is not used: it asks nothing"
    ]


def test_run_of_an_older_page_is_not_asked_for_what_is_absent() -> None:
    """A page that cannot say what is absent would ask for nothing at all."""
    page = Guide(name="repair", text="Mend {{ numbers }}.")
    prompts = (page, *(prompt for prompt in instructions().prompts if prompt.name != "repair"))
    old = instructions().model_copy(update={"prompts": prompts})
    before = short(LEFT)

    assert (
        repair_draft(before, evidence(text=SHORT), profile=profile(), model=Says(), instructions=old, round=1) == before
    )


def test_a_comparison_of_rules_is_neither_shown_nor_lost() -> None:
    """It stands in the prompt as a mark, and in the mended cell as it was; where it is at fault it is shown."""
    check = "validator:\n  result:\n    compare_fn: |\n" + textwrap.indent(SAME_TABLE, "      ")
    text = TEXT.replace(f'"""\n\n{BAD}', f'{check}"""\n\n{BAD}')
    model = Says(with_marks(parse(text).cells[4].source).replace(BAD, "df.head(2)"))
    after = repaired(model, evidence(error(4), text=text), draft(text))

    assert "assert_frame_equal" not in model.asked[0].messages[-1].content
    assert after.text == text.replace(BAD, "df.head(2)")
    faulty = Says(GOOD_4)
    repaired(faulty, evidence(error(4, code="DS407"), text=text), draft(text))
    assert "assert_frame_equal" in faulty.asked[0].messages[-1].content


def test_a_mark_that_leads_nowhere_is_no_cell() -> None:
    """A reply that puts one where nothing can take its place leaves the problem as it was."""
    after = repaired(Says(GOOD_4.replace("int(", f"print('{MARK}'), int(")), evidence(error(4)))

    assert after.text == TEXT
    assert [finding.code for finding in after.mended] == ["DS832"]


@pytest.mark.parametrize(
    ("code", "goes_back"),
    [("DS107", True), ("DS209", True), ("DS416", True), ("DS565", True), ("DS703", True), ("DS662", False)],
)
def test_a_warning_alone_goes_back(code: str, *, goes_back: bool) -> None:
    """Those of lint, the dry run, the dictionary and the gate do; what probes find does not."""
    before, found = draft(), evidence(warning(4, code))

    assert bool(broken_cells(before, parse(TEXT), found)) is goes_back
    assert bool(mendable_warnings(found)) is goes_back


def test_warnings_go_along_with_errors() -> None:
    """Rounds are few: what is known of other problems is mended in the same call, but for what reviewers look into."""
    model = Says(f"# problem 4\n{GOOD_4}\n# problem 7\n{count(7)}")
    after = repaired(model, evidence(error(4), warning(7, "DS413"), warning(8, "DS662")))

    assert "Mend them: 4 and 7." in model.asked[0].messages[-1].content
    assert parse(after.text).problems[6][0].code == parse(count(7)).cells[0].code

"""Experiments about modules: written, gone on with where cut, refined, and never taken on trust."""

from pathlib import Path

import pytest

from authoring.drafting.module_drafter import ModuleDrafter, knowledge_of_step, without_context
from authoring.drafting.prompts.instructions import instructions_of
from authoring.dseal import CellKind, Severity, lint, parse
from authoring.dseal.experiment_codes import BARE_DIGIT, NOT_IDEMPOTENT, UNUSED_NAME
from authoring.dseal.session import steps
from authoring.errors import ModelError
from authoring.llm.models.scripted import ScriptedModel
from authoring.llm.port import Finish, Reply, Request
from authoring.records.base import sha256_of
from authoring.records.draft import Draft, Example
from authoring.records.evidence import CellRun, DryRun, Evidence, FigureView, Outcome, ProblemRun, ValueView
from authoring.records.experiment import Experiment, ModuleApi, Namespace, Topic
from authoring.records.profile import Profile
from authoring.records.seed import Seed
from authoring.records.sketch import Guide, Instructions

ROOT = Path(__file__).parents[2]
SHOP = (ROOT / "tests" / "cases" / "experiments" / "shop.py").read_text("utf-8")
SEED = Seed(
    name="module-pandas",
    title="The Python module pandas",
    description="",
    source="module:pandas",
    licence="none needed: no data",
    files=(),
)
EXPERIMENT = Experiment(
    api=ModuleApi(
        name="pandas",
        distribution="pandas",
        version="3.1",
        summary="",
        namespaces=(Namespace(name="pandas", public=("DataFrame",)),),
    ),
    topic=Topic(
        title="Orders of two shops",
        task="See which shop sells more.",
        names=("pandas.DataFrame.rolling", "pandas.DataFrame.pivot_table"),
        level="medium",
    ),
)


def told() -> Instructions:
    """Return this checkout's guides and prompts."""
    pages = {
        folder: [Guide(name=path.stem, text=path.read_text("utf-8")) for path in (ROOT / folder).glob("*.md")]
        for folder in ("guides", "templates/prompts")
    }
    return instructions_of(pages["guides"], pages["templates/prompts"])


def linted(text: str) -> Evidence:
    """Return what is found of a text without running it."""
    return Evidence(draft=sha256_of(text), diagnostics=tuple(lint(text)))


def scripted(requests: list[Request]) -> ScriptedModel:
    """Return a model that writes the experiment each time, and notes what it was asked."""

    def answer(request: Request) -> str:
        requests.append(request)
        return SHOP

    return ScriptedModel(answer)


def drafted(*replies: str | Reply) -> Draft:
    """Have a model with these replies write an experiment."""
    drafter = ModuleDrafter(ScriptedModel(replies), told(), EXPERIMENT, examine=linted)
    return drafter.draft(SEED, Profile(seed=SEED.name, tables=()), name="shops", examples=(), random_seed=0)


def cut(text: str) -> Reply:
    """Return a reply that the limit of tokens ended."""
    return Reply(text=text, model="scripted", finish=Finish.LENGTH)


def test_refined_experiment_is_the_draft() -> None:
    """The second reply is the draft; each step is the model's, with what it uses of the topic's names."""
    refined = SHOP.replace("How many rows does it have", "How many rows has it")
    draft = drafted(f"Here it is:\n```python\n{SHOP}```\n", refined)

    assert draft.text == refined
    assert (draft.name, draft.seed, draft.revision, len(draft.origins)) == ("shops", "module-pandas", 1, 10)
    assert {origin.origin for origin in draft.origins} == {"model:scripted"}
    assert draft.origins[0].level == "easy"
    assert {origin.level for origin in draft.origins} == {"easy", "medium", "hard"}
    assert draft.origins[0].knowledge == ("pandas",)
    assert draft.origins[6].knowledge == ("pandas.DataFrame.rolling",)
    assert draft.made_with.model == "scripted"
    assert {"cibench", "write"} <= {name for name, _ in draft.made_with.guides}
    assert [found.severity for found in draft.mended if found.severity is Severity.ERROR] == []


@pytest.mark.parametrize(
    ("question", "code", "points"),
    [
        ("Count.", "import pandas as pd\npd.Series([1]).rolling(2)", ("pandas.DataFrame.rolling",)),
        ("Count.", "pd.Series([1])", ("pandas",)),
        ("Using scipy, test.", "import scipy.stats as st\nst.ttest_1samp([1, 2], 1)", ("scipy",)),
        ("Using numpy, rolling_sums of `x`.", "rolling_sums = np.cumsum(x)", ("numpy",)),
        ("Using scipy, what is it?", "x.sum()", ("scipy",)),
        ("What is it?", "x.sum()", ("pandas",)),
    ],
)
def test_knowledge_is_what_a_step_uses(question: str, code: str, points: tuple[str, ...]) -> None:
    """A function of the topic, else the libraries of the code, else those of the question, else the experiment's."""
    imports = "# %%\nimport numpy as np\nimport pandas as pd\nimport scipy\nx = pd.Series([1])\n"
    *_, step = steps(parse(f'{imports}\n# %%\n"""\nquestion: {question}\n"""\n\n{code}\n'))

    assert knowledge_of_step(step, EXPERIMENT) == points


@pytest.mark.parametrize(
    "bad",
    ["", "I would not change anything.", "\n# %%\n".join(SHOP.split("\n# %%\n")[:4])],
    ids=["empty", "prose", "too short"],
)
def test_bad_refinement_loses_nothing(bad: str) -> None:
    """Where the second reply is worse than the first, the first stands, and that is told."""
    draft = drafted(Reply(text=SHOP, model="first"), *[Reply(text=bad, model="second")] * 4)

    assert draft.text == SHOP
    assert {origin.origin for origin in draft.origins} == {"model:first"}
    assert "DS531" in {found.code for found in draft.mended}


def test_cut_reply_is_gone_on_with() -> None:
    """A reply that a limit cut is continued, not asked for anew."""
    half = SHOP.index("# %%", len(SHOP) // 2) + 40
    draft = drafted(cut(SHOP[:half]), SHOP[half:], SHOP)

    assert draft.text == SHOP


def test_too_few_steps() -> None:
    """Fewer than ten steps, whatever was continued, end as an error that names seed, stage and topic."""
    short = "\n# %%\n".join(SHOP.split("\n# %%\n")[:3]) + "\n"

    with pytest.raises(ModelError, match=r"^module-pandas: write: scripted gave 3 usable steps about 'Orders of two"):
        drafted(short, "", "", "", "")


def test_imports_of_their_own_move() -> None:
    """Cells that ask nothing begin the step after them, because an experiment has no other cells."""
    text = SHOP.replace("import pandas as pd\n\n", "")
    draft = drafted(SHOP, "# %%\nimport numpy as np\n\n# %%\nimport pandas as pd\n\n" + text + "\n# %%\nprint('end')\n")

    problemset = parse(draft.text)
    assert {cell.kind for cell in problemset.cells} <= {CellKind.PROBLEM, CellKind.PREAMBLE, CellKind.EMPTY}
    assert problemset.problems[0][0].code.startswith("import numpy as np\n\nimport pandas as pd\n\norders = ")
    assert [found.message for found in draft.mended if found.code == "DS527"] == [
        "a cell that asks nothing now begins the step after it",
        "a cell that asks nothing now begins the step after it",
        "a cell that asks nothing was dropped, as no step comes after it",
    ]


def test_surplus_steps_are_left_out() -> None:
    """More than fifteen steps are cut behind the fifteenth, and that is told."""
    more = "".join(f'\n# %%\n"""\nquestion: Using pandas, {n} and 1?\n"""\n\n{n} + 1\n' for n in range(7))
    draft = drafted(SHOP, SHOP + more)

    assert len(parse(draft.text).problems) == len(draft.origins) == 15
    assert draft.text == (SHOP + more)[: len(draft.text)]
    assert [found.message for found in draft.mended if found.code == "DS526"] == [
        "2 steps behind step 15 were left out"
    ]


def test_experiment_without_context_is_left_alone() -> None:
    """Nothing to move, nothing is changed."""
    assert without_context(SHOP) == (SHOP, ())


def test_fingerprint_tells_topics_apart() -> None:
    """Another topic, module, model or guide makes another step of the journal."""
    model, other = ScriptedModel([""]), ScriptedModel(["x"])
    topic = EXPERIMENT.topic.model_copy(update={"title": "Another"})
    drafters = [
        ModuleDrafter(model, told(), EXPERIMENT, examine=linted),
        ModuleDrafter(model, told(), EXPERIMENT.model_copy(update={"topic": topic}), examine=linted),
        ModuleDrafter(other, told(), EXPERIMENT, examine=linted),
        ModuleDrafter(model, told().model_copy(update={"notebook": "x"}), EXPERIMENT, examine=linted),
    ]

    assert len({drafter.fingerprint for drafter in drafters}) == 4
    assert drafters[0].fingerprint == ModuleDrafter(model, told(), EXPERIMENT, examine=linted).fingerprint


def test_refinement_is_told_what_was_found() -> None:
    """Findings of every weight, the errors first, each with its step, and what each step shows are in the request."""
    run = CellRun(outcome=Outcome.OK, seconds=0.1, peak_memory=0)
    value = ValueView(type="builtins.int", text="12")
    runs = (
        ProblemRun(cell=0, number=1, run=run.model_copy(update={"value": value})),
        ProblemRun(cell=1, number=2, run=run.model_copy(update={"figures": (FigureView(width=9, height=9, axes=1),)})),
    )
    findings = (
        BARE_DIGIT.diagnostic("the answer is 3, which many wrong outputs contain", line=1, problem=1),
        UNUSED_NAME.diagnostic("the topic names pandas.merge_asof, and no step uses it", hint="Build it into a step."),
        NOT_IDEMPOTENT.diagnostic("run a second time, the step gives 13 instead of 12", line=15, problem=2),
    )
    evidence = Evidence(
        draft=sha256_of(SHOP),
        diagnostics=findings,
        dry_run=DryRun(draft=sha256_of(SHOP), cells=runs, inputs=(), python="3", packages=()),
    )
    requests: list[Request] = []
    model = scripted(requests)
    ModuleDrafter(model, told(), EXPERIMENT, examine=lambda _: evidence).draft(
        SEED, Profile(seed=SEED.name, tables=()), name="shops", examples=(), random_seed=0
    )
    page = requests[1].messages[-1].content

    assert "step 2: error DS524 unrepeatable-step" in page
    assert page.index("DS524") < page.index("DS530") < page.index("DS532")
    assert "\nwarning DS530 unused-function: the topic names pandas.merge_asof" in page
    assert "step 1 ends with a value of type builtins.int:\n12" in page
    assert "step 2 ends with 1 figure" in page
    assert "See which shop sells more." in page
    assert "`pandas.DataFrame.rolling`" in page


def test_examples_of_the_run_are_shown_and_recorded() -> None:
    """What the draft says it was made with is what the model saw: the experiments that its run is pinned to."""
    example = Example(name="older-experiment", text=SHOP.replace("orders", "receipts"))
    requests: list[Request] = []
    model = scripted(requests)
    instructions = told().model_copy(update={"examples": (example,)})
    drafter = ModuleDrafter(model, instructions, EXPERIMENT, examine=linted)
    draft = drafter.draft(SEED, Profile(seed=SEED.name, tables=()), name="shops", examples=(), random_seed=0)

    assert draft.made_with.examples == ("older-experiment",)
    assert "receipts" in requests[0].messages[0].content


def test_refinement_that_runs_worse_is_dropped() -> None:
    """Errors count that only a run shows: the version with fewer of them is the draft."""
    worse = SHOP.replace("How many rows does it have", "How many rows has it")

    def examine(text: str) -> Evidence:
        found = (NOT_IDEMPOTENT.diagnostic("twice is not once", line=1, problem=1),) if text == worse else ()
        return Evidence(draft=sha256_of(text), diagnostics=found)

    drafter = ModuleDrafter(ScriptedModel([SHOP, worse]), told(), EXPERIMENT, examine=examine)
    draft = drafter.draft(SEED, Profile(seed=SEED.name, tables=()), name="shops", examples=(), random_seed=0)

    assert draft.text == SHOP
    assert [finding.message for finding in draft.mended if finding.code == "DS531"] == [
        "the refined experiment has 10 steps and 1 errors, the first version 10 and 0: that one stands"
    ]

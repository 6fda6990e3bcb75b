"""The words that a planner is asked in: what stands in each request, and in what room."""

import json
from collections.abc import Callable
from pathlib import Path

from authoring.evaluation.solvers.taskgraph.pages import MOST_MEMORY, WorkingMemory, without_comments
from authoring.evaluation.solvers.taskgraph.task_types import CHECKED_TYPES, read_task_types
from authoring.workspace.guidance import read_solver_prompts
from tests.evaluation.solvers.dialogue.test_conversation import page
from tests.evaluation.solvers.scene import FAILED, code_block, solved, value_run
from tests.evaluation.solvers.taskgraph.test_taskgraph import entry, plan

Golden = Callable[[str, str], None]
ROOT = Path(__file__).parents[4]


def test_words_of_the_work(tmp_path: Path, golden: Golden) -> None:
    """A first plan, a look, a code with guidance and tools, a reflection, and a plan that is made again."""
    fill = entry("2", "1", text="Fill missing values of the mass.", task_type="data preprocessing")
    replies = [
        *(
            plan(entry("1", text="Count the rows."), fill),
            code_block("# rows\nlen(gulls)  # all"),
            code_block("look()"),
        ),
        *(code_block("gul") for _ in range(3)),
        *("No plan.", plan(entry("1", text="Count the rows."), entry("2", "1")), code_block("len(gulls)")),
    ]
    runs = {"look()": value_run("['wing', 'mass']"), "gul": FAILED, "# rows\nlen(gulls)  # all": value_run("5")}
    requests = solved("taskgraph", tmp_path, *replies, runs=runs).requests
    golden("prompts/solvers/taskgraph/plan.md", page(requests[0].messages))
    golden("prompts/solvers/taskgraph/check.md", page(requests[2].messages[1:]))
    golden("prompts/solvers/taskgraph/code.md", page(requests[3].messages[1:]))
    golden("prompts/solvers/taskgraph/reflection.md", page(requests[4].messages[1:]))
    golden("prompts/solvers/taskgraph/new_plan.md", page(requests[6].messages[1:]))
    golden("prompts/solvers/taskgraph/refused_plan.md", page(requests[7].messages[1:]))


def test_words_of_rounds(tmp_path: Path, golden: Golden) -> None:
    """A thought behind a round that ended well and one that failed, and code that is not told to be the last."""
    thoughts = [
        json.dumps({"thoughts": text, "go_on": True, "task_type": "eda"}) for text in ("Count.", "Fail.", "Sum.")
    ]
    replies = [thoughts[0], code_block("len(gulls)"), thoughts[1], *(code_block("gul") for _ in range(3)), thoughts[2]]
    runs = {"len(gulls)": value_run("5"), "gul": FAILED}
    requests = solved("thinkact", tmp_path, *replies, turns=7, runs=runs).requests
    golden("prompts/solvers/taskgraph/think.md", page(requests[6].messages))
    golden("prompts/solvers/taskgraph/round.md", page(requests[1].messages[1:]))


def test_types_of_tasks_are_pages() -> None:
    """Each has a line and, but for the last, guidance; data are looked at before the three that change or fit them."""
    types = read_task_types(read_solver_prompts(ROOT, "taskgraph"))

    assert list(types)[-1] == "other"
    assert set(types) == {
        *("eda", "data preprocessing", "feature engineering", "model train", "model evaluate", "other"),
    }
    assert all(kind.description and "\n" not in kind.description for kind in types.values())
    assert [name for name, kind in types.items() if not kind.guidance] == ["other"]
    assert set(types) > CHECKED_TYPES
    assert list(read_task_types([])) == ["other"]


def test_memory_forgets_the_oldest() -> None:
    """It has a bound, the latest entry is always there, and nothing empty takes room."""
    memory = WorkingMemory()
    for number in range(5):
        memory.note("check", f"{number}" * (MOST_MEMORY // 3))
    memory.note("advice", "  ")

    assert "44" in memory.text
    assert "00" not in memory.text
    assert len(memory.text) <= MOST_MEMORY
    memory.clear()
    assert memory.text == ""


def test_comments_of_finished_code_are_left_out() -> None:
    """They cost tokens; code that is no Python stays as it is."""
    assert without_comments("# a\nx = 1  # b") == "x = 1"
    assert without_comments("x = = 1  # b") == "x = = 1  # b"

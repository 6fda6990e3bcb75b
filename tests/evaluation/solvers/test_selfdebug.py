"""A model's code is tried, and it is told what came of it, a bounded number of times."""

from pathlib import Path

from authoring.llm.port import CallError, Failure
from authoring.records.evidence import CellRun, Outcome
from tests.evaluation.solvers.scene import FAILED, code_block, solved

BAD, GOOD = code_block("gul"), code_block("len(gulls)")


def test_code_that_ends_well_is_not_touched(tmp_path: Path) -> None:
    """One reply, one run, and no word about it."""
    solution = solved("selfdebug", tmp_path, GOOD)

    assert (solution.answer.code, len(solution.requests), list(solution.ran)) == ("len(gulls)", 1, ["len(gulls)"])


def test_a_failure_is_repaired(tmp_path: Path) -> None:
    """The model sees the traceback, and what it gives then is tried from the state before."""
    solution = solved("selfdebug", tmp_path, BAD, GOOD, runs={"gul": FAILED})

    assert "NameError: no gul" in solution.last_turn
    assert "3 of your answers are left" in solution.last_turn
    assert (solution.answer.code, list(solution.ran)) == ("len(gulls)", ["gul", "len(gulls)"])
    assert solution.answer.agent_stats["runs"] == ["NameError", "ok"]


def test_repairs_are_bounded(tmp_path: Path) -> None:
    """After three of them the last code is the answer, and it is not tried again."""
    codes = ("a", "b", "c", "d")
    solution = solved("selfdebug", tmp_path, *map(code_block, codes), runs=dict.fromkeys(codes, FAILED))

    assert (solution.answer.code, list(solution.ran)) == ("d", ["a", "b", "c"])
    assert "1 of your answers are left" in solution.last_turn


def test_number_of_turns_can_be_said(tmp_path: Path) -> None:
    """One turn is the model's first answer."""
    solution = solved("selfdebug", tmp_path, BAD, runs={"gul": FAILED}, turns=1)

    assert (solution.answer.code, list(solution.ran)) == ("gul", [])


def test_a_dead_process_is_repaired_too(tmp_path: Path) -> None:
    """Code that ends its process, or takes too long, is told of by what happened to it."""
    late = CellRun(outcome=Outcome.TIMEOUT, seconds=1, peak_memory=0, detail="took longer than 1 s (max_time)")
    solution = solved("selfdebug", tmp_path, BAD, GOOD, runs={"gul": late})

    assert "[timeout] took longer than 1 s (max_time)" in solution.last_turn
    assert solution.answer.code == "len(gulls)"


def test_words_instead_of_a_repair_leave_the_code(tmp_path: Path) -> None:
    """A reply without code takes its turn, and a refusal ends the repairs; what there was before is the answer."""
    talked = solved("selfdebug", tmp_path / "a", BAD, "Hm.", GOOD, runs={"gul": FAILED})
    refused = solved("selfdebug", tmp_path / "b", BAD, CallError("no", failure=Failure.REFUSED), runs={"gul": FAILED})

    assert (talked.answer.code, list(talked.ran)) == ("len(gulls)", ["gul", "gul", "len(gulls)"])
    assert (refused.answer.code, refused.answer.agent_exception) == ("gul", "")

"""A model looks on a scratchpad before it answers, a bounded number of times; its final answer alone is submitted."""

from pathlib import Path

from tests.evaluation.solvers.scene import FAILED, code_block, solved, value_run

LOOK, FINAL = f"Thought: look.\n{code_block('gulls')}", f"Thought: done.\nFinal answer:\n{code_block('len(gulls)')}"


def test_it_looks_and_answers(tmp_path: Path) -> None:
    """What a look gave is told, and the final answer is not run on the scratchpad."""
    solution = solved("react", tmp_path, LOOK, FINAL, runs={"gulls": value_run("<table>", "five rows\n")})

    assert "five rows\n<table>" in solution.last_turn
    assert (solution.answer.code, list(solution.ran)) == ("len(gulls)", ["gulls"])
    assert len(solution.requests) == 2


def test_an_answer_at_once_is_one_turn(tmp_path: Path) -> None:
    """Whoever is sure does not have to look."""
    solution = solved("react", tmp_path, FINAL)

    assert (solution.answer.code, len(solution.requests), list(solution.ran)) == ("len(gulls)", 1, [])


def test_scratchpad_goes_on_from_turn_to_turn(tmp_path: Path) -> None:
    """Runs of one task follow each other in one session; three turns end with the answer, whatever it is called."""
    solution = solved("react", tmp_path, code_block("x = 1"), code_block("x + 1"), code_block("2"))

    assert (solution.answer.code, list(solution.ran)) == ("2", ["x = 1", "x + 1"])
    assert "This is your last turn" in solution.last_turn


def test_a_failed_look_and_empty_words_take_a_turn(tmp_path: Path) -> None:
    """The model is told what was raised, or that there was no code."""
    solution = solved("react", tmp_path, LOOK, "Thought: hm.", FINAL, runs={"gulls": FAILED})
    turns = [message.content for message in solution.requests[-1].messages if message.role == "user"]

    assert "NameError: no gul" in turns[1]
    assert "no block of Python code" in turns[2]
    assert solution.answer.code == "len(gulls)"


def test_turns_can_be_said(tmp_path: Path) -> None:
    """The rules name as many turns as there are."""
    solution = solved("react", tmp_path, code_block("1"), turns=1)

    assert "You have 1 turns" in solution.requests[0].messages[0].content
    assert (solution.answer.code, list(solution.ran)) == ("1", [])

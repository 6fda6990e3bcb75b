"""A model is told of a run in CIBench's bounds, and twice in the same words."""

from authoring.evaluation.solvers.dialogue.observation import MOST_TEXT, observation_of
from authoring.records.evidence import CellRun, FigureView, Outcome
from tests.evaluation.solvers.scene import FAILED, OK, value_run


def test_output_and_value_are_told() -> None:
    """In the order in which a notebook shows them."""
    observation = observation_of(value_run("5", "a line\n"))

    assert (observation.text, observation.is_good, observation.outcome) == ("a line\n5", True, "ok")


def test_silence_is_told() -> None:
    """Code that gives nothing has an observation too."""
    assert observation_of(OK).text == "[no output]"


def test_a_failure_is_told_with_what_came_before_it() -> None:
    """The output up to there, and the traceback; the outcome is the name of the exception."""
    observation = observation_of(FAILED.model_copy(update={"stream": "so far\n"}))

    assert observation.text == "so far\nline 1\nNameError: no gul"
    assert (observation.is_good, observation.outcome) == (False, "NameError")


def test_figures_are_counted() -> None:
    """A model that cannot see is told that there is a figure, with its titles."""
    figure = FigureView(width=1, height=1, axes=1, titles=("Wings",))

    assert observation_of(OK.model_copy(update={"figures": (figure,)})).text == "[1 figures are shown] Wings"


def test_long_output_is_cut_as_cibench_cuts_it() -> None:
    """The first and the last 509 characters stay, with six points between them."""
    text = observation_of(OK.model_copy(update={"stream": "a" * 600 + "b" * 600})).text

    assert len(text) == MOST_TEXT
    assert text == "a" * 509 + "......" + "b" * 509


def test_addresses_are_told_alike() -> None:
    """An object's address differs from run to run, and would make every further turn another request."""
    first, second = (observation_of(value_run(f"<Model at 0x7f{digits}>")) for digits in ("a1b2c3d4", "0011223344"))

    assert first == second


def test_what_ended_the_process_is_told() -> None:
    """With the sandbox's own words."""
    run = CellRun(outcome=Outcome.KILLED, seconds=0, peak_memory=0, detail="ended its own process")

    assert observation_of(run).text == "[killed] ended its own process"

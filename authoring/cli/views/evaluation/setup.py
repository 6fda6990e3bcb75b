"""How a solver asked its model, in a line: what it was shown, its turns, and the settings that the server took."""

from authoring.api.evaluation.report import EvaluationReport
from authoring.records.wording import counted


def setup_words(report: EvaluationReport) -> str:
    """Return the line; empty for a solver that asks no model."""
    setup = report.setup
    if setup is None:
        return ""
    left_out = report.spending.left_out if report.spending is not None else ()
    settings = {
        "temperature": "" if setup.temperature is None else f"{setup.temperature:g}",
        "seed": "" if setup.seed is None else str(setup.seed),
    }
    parts = [f"shown {', '.join(setup.context) or 'the question alone'}", f"{counted(setup.turns, 'turn')} at most"]
    parts += [f"{name} {value}" for name, value in settings.items() if value and name not in left_out]
    parts += [f"{setup.samples} samples"] if setup.samples > 1 else []
    parts += ["a person decides"] if setup.person else []
    parts += [f"without {' and '.join(left_out)}, which the server does not take"] if left_out else []
    return ", ".join(parts)

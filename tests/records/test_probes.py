"""What probes say of a problem is found by kind, and survives its own JSON."""

from authoring.records.probes.probe import DeprecationNote, Probe
from authoring.records.probes.problem import ModelLeak, ProbeReport, ProblemProbes

PROBLEM = ProblemProbes(
    number=1,
    cell=2,
    probes=(Probe(kind="shuffled", outcome="differs"), Probe(kind="dropped", outcome="crashed")),
    deprecations=(DeprecationNote(library="pandas", category="FutureWarning", message="old", line=1, ends="4"),),
    leaks=(ModelLeak(kind="perfect-feature", line=1, column="code"),),
)


def test_outcomes_are_found_by_kind() -> None:
    """Kinds are named, and their outcomes come in the order of the probes."""
    assert PROBLEM.outcomes("dropped", "shuffled") == ("differs", "crashed")
    assert PROBLEM.outcomes("empty") == ()


def test_report_survives_its_json() -> None:
    """A report is kept in files and read again."""
    report = ProbeReport(draft="0" * 64, problems=(PROBLEM,))

    assert ProbeReport.model_validate_json(report.model_dump_json()) == report

"""What certificates and pilots have against problem sets, beside what lint and the dry run found."""

from authoring.api.verification import with_findings
from authoring.gate.certificate.findings import certificate_findings
from authoring.gate.probes.findings import probe_findings
from authoring.gate.variation import variation_findings
from authoring.records.certificate.problem import Certificate
from authoring.records.evidence import Evidence
from authoring.records.pilot import PilotRecord
from authoring.records.probes.problem import ProbeReport


def with_certificate(text: str, evidence: Evidence, certificate: Certificate | None) -> Evidence:
    """Return evidence with what a certificate, and questions beside their references, have against the problems.

    It stays as it is where no answers were tried.
    """
    if certificate is None or evidence.dry_run is None:
        return evidence
    if "alignment" in certificate.parts:
        evidence = with_alignment(text, evidence)
    further = [*certificate_findings(text, certificate)] if "answers" in certificate.parts else []
    probes = [problem.probes for problem in certificate.problems if problem.probes is not None]
    further += probe_findings(text, ProbeReport(draft=certificate.draft, problems=tuple(probes)))
    dependences = [dependence for problem in certificate.problems for dependence in problem.dependences]
    return with_findings(evidence, (*further, *variation_findings(text, dependences)))


def with_alignment(text: str, evidence: Evidence) -> Evidence:
    """Return evidence with what the rules that hold questions beside references say of a text, which need no run."""
    # Rules are many, and most runs of many sets ask for no certificate.
    from authoring.gate.alignment.registry import align  # noqa: PLC0415

    return with_findings(evidence, align(text))


def with_pilot(evidence: Evidence, pilot: PilotRecord | None) -> Evidence:
    """Return evidence with what a pilot found, as far as it counts for this very text; see `valid_pilot`."""
    return evidence if pilot is None else with_findings(evidence, pilot.findings)

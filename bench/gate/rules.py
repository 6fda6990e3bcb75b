"""The rules that need no run, beside what readers made of their alarms on unaltered public sets.

`labels.yaml` holds the first reader's word on each alarm: for a code, the sets and problems where it is right and where
it is false, each with the reason. An alarm without a label is counted as open, so that a new rule cannot look right
unread; a label whose alarm is gone is named, to be dropped. `second_labels.yaml` and `third_labels.yaml` hold, in the
same form, what further readers made of 50 warnings and errors of their day, drawn at random, before they read any
rule's code.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

import yaml

from authoring.api.verification import tables_of_files
from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.lint import lint
from authoring.dseal.model import Surroundings
from authoring.dseal.rules.registry import CODES as LINT_CODES
from authoring.gate.alignment.registry import CODES as ALIGNMENT_CODES
from authoring.gate.alignment.registry import align
from authoring.records.base import Record
from authoring.workspace.benchmark import read_benchmark
from bench.dseval.checkout import read_checkout

LABELS = Path(__file__).with_name("labels.yaml")
FURTHER_READERS = tuple(Path(__file__).with_name(f"{reader}_labels.yaml") for reader in ("second", "third"))
_INPUT = re.compile(r"'inputs/([^']+)'")

Verdict = Literal["right", "badly said", "false"]
VERDICTS: tuple[Verdict, ...] = get_args(Verdict)


class LabelledAlarms(Record):
    """What a reader said of the alarms of one code that have the same reason."""

    verdict: Verdict
    """Badly said is what is right in words that a reader does not understand, or with a hint that does not help."""
    why: str
    alarms: tuple[str, ...]
    """Set and number of the problem, as ``so-12/3``; number 0 where it is about the whole set, and the file, if any."""


@dataclass(frozen=True, slots=True)
class RuleFigures:
    """How one rule does on the public sets."""

    code: str
    name: str
    alarms: int
    right: int
    false: int

    @property
    def unread(self) -> int:
        """Alarms that nobody has labelled."""
        return self.alarms - self.right - self.false


def alarm_key(problemset: str, finding: Diagnostic) -> str:
    """Return how the labels name an alarm."""
    file = _INPUT.search(finding.message) if finding.problem is None else None
    return f"{problemset}/{finding.problem or 0}" + (f" {file[1]}" if file is not None else "")


def static_alarms(checkout: Path) -> Mapping[str, Sequence[str]]:
    """Return the alarms of every code that needs no run, on all sets of a checkout."""
    alarms: dict[str, list[str]] = {}
    for part in read_checkout(checkout):
        for problemset in read_benchmark(part.folder).sets:
            surroundings = Surroundings(inputs=tables_of_files(problemset.inputs))
            for finding in (*lint(problemset.text, surroundings=surroundings), *align(problemset.text)):
                alarms.setdefault(finding.code, []).append(alarm_key(problemset.name, finding))
    return alarms


def read_labels(path: Path = LABELS) -> Mapping[str, Sequence[LabelledAlarms]]:
    """Return the labels by code."""
    labels = yaml.safe_load(path.read_text("utf-8"))
    return {code: [LabelledAlarms.model_validate(group) for group in groups] for code, groups in labels.items()}


def rule_figures(
    alarms: Mapping[str, Sequence[str]], labels: Mapping[str, Sequence[LabelledAlarms]]
) -> tuple[RuleFigures, ...]:
    """Return the figures of every rule that needs no run, those without an alarm too."""
    figures = []
    for code, info in sorted({**LINT_CODES, **ALIGNMENT_CODES}.items()):
        verdicts = {alarm: group.verdict for group in labels.get(code, ()) for alarm in group.alarms}
        counts = Counter(verdicts.get(alarm, "") for alarm in alarms.get(code, ()))
        figures.append(RuleFigures(code, info.name, len(alarms.get(code, ())), counts["right"], counts["false"]))
    return tuple(figures)


def stale_labels(
    alarms: Mapping[str, Sequence[str]], labels: Mapping[str, Sequence[LabelledAlarms]]
) -> Mapping[str, Sequence[str]]:
    """Return the labels whose alarm is no longer raised, by code."""
    stale = {
        code: [alarm for group in groups for alarm in group.alarms if alarm not in alarms.get(code, ())]
        for code, groups in labels.items()
    }
    return {code: keys for code, keys in stale.items() if keys}


def readers_table(alarms: Mapping[str, Sequence[str]], readers: Sequence[Path] = FURTHER_READERS) -> str:
    """Return as Markdown what each further reader said of the alarms that were drawn, and how many are raised today."""
    lines = ["| reader | drawn | " + " | ".join(f"{verdict} | raised today" for verdict in VERDICTS) + " |"]
    lines.append("| --- | --- |" + " --- | --- |" * len(VERDICTS))
    for reader in readers:
        labels = read_labels(reader)
        words = Counter(group.verdict for group in _groups(labels) for _ in group.alarms)
        raised = Counter(
            group.verdict
            for code, groups in labels.items()
            for group in groups
            for alarm in group.alarms
            if alarm in alarms.get(code, ())
        )
        counts = " | ".join(f"{words[verdict]} | {raised[verdict]}" for verdict in VERDICTS)
        lines.append(f"| {reader.stem.removesuffix('_labels')} | {words.total()} | {counts} |")
    return "\n".join(lines)


def _groups(labels: Mapping[str, Sequence[LabelledAlarms]]) -> Iterator[LabelledAlarms]:
    return (group for groups in labels.values() for group in groups)


def rules_table(figures: Sequence[RuleFigures]) -> str:
    """Return the figures as Markdown; rules without an alarm in one line."""
    lines = ["| code | rule | alarms | right | false | unread |", "| --- | --- | --- | --- | --- | --- |"]
    heard = [rule for rule in figures if rule.alarms]
    lines += [
        f"| {rule.code} | {rule.name} | {rule.alarms} | {rule.right} | {rule.false} | {rule.unread} |" for rule in heard
    ]
    total = [sum(values) for values in zip(*((r.alarms, r.right, r.false, r.unread) for r in heard), strict=True)]
    lines.append("| | all | " + " | ".join(map(str, total)) + " |")
    silent = ", ".join(rule.code for rule in figures if not rule.alarms)
    return "\n".join([*lines, "", f"No alarm: {silent}."])

"""Holds problems against the dictionary of their data, wherever they come from; nothing runs.

Each rule is a module with a `check`: figures of codes, labels in other words, columns that follow from each other, rows
without an order, answers known by definition. A dictionary that knows nothing of a column lets everything be asked.
"""

from collections.abc import Callable, Iterator, Sequence

from authoring.dseal.diagnostic import Diagnostic
from authoring.dseal.parse import parse
from authoring.gate.dictionary import dependent_columns, figures, known_answers, leaked_labels, unordered_rows
from authoring.gate.dictionary.columns import DictionarySubject, subjects
from authoring.records.dictionary import DataDictionary

RULES: Sequence[Callable[[DictionarySubject], Iterator[Diagnostic]]] = (
    figures.check,
    leaked_labels.check,
    dependent_columns.check,
    unordered_rows.check,
    known_answers.check,
)


def dictionary_findings(text: str, dictionary: DataDictionary | None) -> tuple[Diagnostic, ...]:
    """Return what the problems of a text ask against the dictionary of their data, in the order of the text."""
    if dictionary is None or not dictionary.tables:
        return ()
    findings = [finding for subject in subjects(parse(text), dictionary) for rule in RULES for finding in rule(subject)]
    return tuple(sorted(findings, key=lambda finding: (finding.line, finding.column, finding.code)))

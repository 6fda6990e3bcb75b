"""The program that plants defects into clean problem sets."""

import random
from contextlib import closing
from pathlib import Path

import pytest

from authoring.dseal.diagnostic import Diagnostic, Severity
from authoring.dseal.lint import lint
from authoring.dseal.parse import parse
from authoring.records.evidence import Limits
from authoring.records.results import BenchmarkSet
from authoring.sandbox.client.local import LocalSandbox
from bench.gate.audit import Subject, audit, audit_table
from bench.gate.effects import has_effect
from bench.gate.plants import KINDS, Family, Half, Kind, plant, planted_into
from bench.gate.rules import (
    FURTHER_READERS,
    LabelledAlarms,
    alarm_key,
    read_labels,
    readers_table,
    rule_figures,
    rules_table,
    stale_labels,
)
from bench.gate.score import Outcome, new_codes, table_of

ROOT = Path(__file__).parents[1]
OWN = tuple(path.read_text("utf-8") for path in sorted((ROOT / "problemsets").glob("*.py")))
AUDIT_COLUMNS = 6
SMALL = (ROOT / "tests" / "cases" / "bench_gate" / "small.py").read_text("utf-8")


def test_the_catalogue_is_large_and_its_names_are_unique() -> None:
    """At least 60 kinds are planted, and a name means one of them."""
    names = [(kind.family, kind.name) for kind in KINDS]

    assert len(names) >= 60
    assert len(names) == len(set(names))


@pytest.mark.exhaustive(sample=15)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind.family}-{kind.name}")
def test_a_kind_changes_one_problem_and_the_text_still_parses(kind: Kind) -> None:
    """A kind fits a set, changes its text alike for the same seed, and leaves a text that reads as a problem set."""
    planted = [(text, change) for text in (*OWN, SMALL) if (change := plant(kind, text, random.Random(3)))]

    assert planted
    for text, change in planted:
        assert change.text != text
        assert change.text == getattr(plant(kind, text, random.Random(3)), "text", None)
        assert change.problem in {problem.number for _, problem in parse(change.text).problems}


def test_a_plant_goes_into_the_problem_that_is_named() -> None:
    """Every other problem stays as it was, and where the kind does not fit, nothing is planted."""
    kind = next(kind for kind in KINDS if kind.name == "number exchanged")
    for text in OWN:
        before = parse(text).problems
        for _, problem in before:
            change = planted_into(kind, text, problem.number, random.Random(3))
            after = parse(change.text).problems if change else before
            changed = [
                old.number for (_, old), (_, new) in zip(before, after, strict=True) if old.question != new.question
            ]

            assert changed == ([problem.number] if change else [])


def test_a_plant_keeps_backslashes_as_they_are_read() -> None:
    """Code with a backslash that is planted into a question is the reference's code, as the question is read."""
    text = '# %%\n"""\nquestion: Take the digits out.\n"""\n\ndf["a"].str.replace(r"\\d+", "", regex=True)\n'
    kind = next(kind for kind in KINDS if kind.name == "code in the question")

    planted = plant(kind, text, random.Random(3))

    assert planted is not None
    assert 'str.replace(r"\\d+", "", regex=True)' in parse(planted.text).problems[0][1].question


def test_labels_of_the_audit_are_about_its_findings() -> None:
    """What the second reader labelled stands in the table of the audit, and nothing that the first called false."""
    rows = [line.split(" | ") for line in (ROOT / "bench" / "gate" / "audit.md").read_text("utf-8").splitlines()]
    found = {f"{row[1]}/{row[2]}" for row in rows if len(row) == AUDIT_COLUMNS}
    first = read_labels(ROOT / "bench" / "gate" / "audit_labels.yaml")
    second = read_labels(ROOT / "bench" / "gate" / "second_audit_labels.yaml")
    false = [
        alarm for groups in first.values() for group in groups if group.verdict == "false" for alarm in group.alarms
    ]
    alarms = [alarm for groups in second.values() for group in groups for alarm in group.alarms]

    assert len(alarms) == 50
    assert set(alarms) <= found
    assert len(false) == 6
    assert not set(false) & found


def test_a_plant_counts_once_in_its_family_and_in_each_part_that_found_it() -> None:
    """The table counts plants, not findings, and leaves out what is no defect."""
    common = {"key": "k", "set": "s", "family": Family.LAX, "kind": "k", "half": Half.TUNING}
    caught = Outcome.model_validate({**common, "counted": True, "codes": ("DS301", "DS302", "DS401")})
    missed = Outcome.model_validate({**common, "counted": True})
    none = Outcome.model_validate({**common, "counted": False, "codes": ("DS301",)})

    table = table_of([caught, missed, none])

    assert "| too lax | 2 | 1 | 1 | 0 | 50 % (9 to 91) | 90 % |" in table
    assert "| too lax | 0 | 0 | 0 | 0 | - | 90 % |" in table_of([caught], Half.MEASURING)


def test_only_what_is_new_about_the_problem_counts() -> None:
    """A finding that was there before, or is about another problem, catches nothing."""
    first = Diagnostic(code="DS301", name="a", severity=Severity.NOTE, message="m", problem=1)
    other = first.model_copy(update={"problem": 2})

    assert new_codes([first], [first, other], 1) == ()
    assert new_codes([first], [first, first, other], 1) == ("DS301",)


@pytest.mark.exhaustive(sample=3)
@pytest.mark.parametrize(
    "kind", [kind for kind in KINDS if kind.family in {Family.LAX, Family.STRICT}], ids=lambda kind: kind.name
)
def test_planted_validators_are_code_that_runs(kind: Kind) -> None:
    """A validator that is planted is lax or strict, and never broken, which any check would catch."""
    for text in (*OWN, SMALL):
        change = plant(kind, text, random.Random(3))

        assert change is None or "DS315" not in {finding.code for finding in lint(change.text)}


def audited(name: str, text: str) -> Subject:
    """Return a set without input files."""
    return Subject("own", BenchmarkSet(name=name, path=Path(f"{name}.py"), text=text, inputs=()))


@pytest.mark.exhaustive
def test_an_audit_goes_on_where_it_was(tmp_path: Path) -> None:
    """Sets that the journal holds are not tried again, a torn line is, and the table says what share was covered."""
    lax = '# %%\n"""\nquestion: How many rows?\nvalidator:\n  result:\n    atol: 10\n"""\n\nlen([1, 2, 3])\n'
    strict = '# %%\n"""\nquestion: Which numbers?\n"""\n\n[1, 2, 3]\n'
    subjects = [audited("a", lax), audited("b", strict)]
    journal = tmp_path / "audit.jsonl"
    first = audit(subjects, journal, max_seconds=60)
    lines = journal.read_text().splitlines(keepends=True)
    marked = lines[0].replace('"seconds":', '"seconds":9')
    journal.write_text(marked + lines[1][:20])
    again = audit(subjects, journal, max_seconds=60)

    assert [entry.problems for entry in again] == [entry.problems for entry in first]
    assert again[0].seconds > 90
    assert len(journal.read_text().splitlines()) == 2
    assert first[0].problems[0].accepted
    table = audit_table(first[:1], subjects)
    assert "| own | 1 of 2 | 1 of 1 | 1 (100 %)" in table
    assert "Wrong answers that are accepted, by problems: " in table


def test_an_audit_has_a_time_cap(tmp_path: Path) -> None:
    """Once a set has taken its time, no further problem of it is begun, and the table counts those that were."""
    text = "\n".join(f'# %%\n"""\nquestion: What is {n}?\n"""\n\n{n}\n' for n in range(3))
    subjects = [audited("a", text)]
    (entry,) = audit(subjects, tmp_path / "audit.jsonl", max_seconds=0)

    assert (entry.size, entry.problems) == (3, ())
    assert "| own | 1 of 1 | 0 of 3 |" in audit_table([entry], subjects)


def test_an_alarm_that_nobody_read_is_not_right() -> None:
    """Labels count by code, set and problem; what has none stands apart, and silent rules at the end."""
    labels = {"DS220": [LabelledAlarms(verdict="right", why="cut", alarms=("a/1",))]}
    labels["DS650"] = [LabelledAlarms(verdict="false", why="a share is meant", alarms=("a/2", "b/1"))]
    alarms = {"DS220": ["a/1", "a/2"], "DS650": ["b/1"]}
    figures = {rule.code: rule for rule in rule_figures(alarms, labels)}
    table = rules_table(tuple(figures.values()))

    assert [(figures[code].right, figures[code].false, figures[code].unread) for code in alarms] == [
        (1, 0, 1),
        (0, 1, 0),
    ]
    assert "| DS220 | unfinished-question | 2 | 1 | 0 | 1 |" in table
    assert "DS225" in table.rpartition("No alarm: ")[2]


def test_labels_name_rules_that_need_no_run() -> None:
    """Every label of a committed list belongs to a rule of the table, and stands there once."""
    for labels in (read_labels(), *map(read_labels, FURTHER_READERS)):
        keys = [(code, alarm) for code, groups in labels.items() for group in groups for alarm in group.alarms]

        assert {*labels} <= {rule.code for rule in rule_figures({}, {})}
        assert len({*keys}) == len(keys)


def test_an_alarm_about_a_file_is_named_by_it() -> None:
    """Of several alarms about one set each is read for itself; one about a problem is named by its number alone."""
    common = {"code": "DS206", "name": "a", "severity": Severity.WARNING, "message": "no cell reads 'inputs/a b/c.csv'"}

    assert alarm_key("s", Diagnostic.model_validate(common)) == "s/0 a b/c.csv"
    assert alarm_key("s", Diagnostic.model_validate({**common, "problem": 2})) == "s/2"


def test_a_label_without_its_alarm_is_named() -> None:
    """Such a label says nothing of the rules as they are."""
    labels = {"DS220": [LabelledAlarms(verdict="right", why="cut", alarms=("a/1", "a/2"))]}

    assert stale_labels({"DS220": ["a/1"], "DS650": ["a/2"]}, labels) == {"DS220": ["a/2"]}
    assert stale_labels({"DS220": ["a/1", "a/2"]}, labels) == {}


def test_each_further_reader_read_fifty_alarms() -> None:
    """Verdicts are counted over all codes and reasons, beside how many of each are raised today."""
    table = readers_table({"DS208": ["numpyeval-026/0", "other/1"], "DS658": ["housing-price-prediction/6"]})

    assert table.splitlines()[2:] == [
        "| second | 50 | 22 | 1 | 6 | 0 | 22 | 0 |",
        "| third | 50 | 39 | 0 | 8 | 1 | 3 | 1 |",
    ]


EFFECT_CASES = [
    ("order ignored", "[3, 1, 2]", True),
    ("order ignored", "np.array([3, 1, 2])", False),
    ("order ignored", "pd.DataFrame({'a': [3]})", False),
    ("order ignored", "pd.Series([3, 1, 2])", True),
    ("names ignored", "pd.Series([3, 1, 2])", True),
    ("names ignored", "7", False),
    ("index ignored", "pd.DataFrame({'a': [3, 1]})", True),
    ("dtypes ignored", "pd.Series([3, 1, 2])", True),
    ("always alike", "7", True),
]


@pytest.mark.parametrize(("kind", "value", "expected"), EFFECT_CASES)
def test_a_flag_without_an_effect_is_no_defect(kind: str, value: str, *, expected: bool) -> None:
    """A plant counts where its validator takes for right what was refused: flags of rows change nothing of a number."""
    context = "# %%\nimport numpy as np\nimport pandas as pd\n"
    text = f'{context}# %%\n"""\nquestion: What is it?\nvalidator:\n  result:\n"""\n{value}\n'
    [found] = [known for known in KINDS if known.family is Family.LAX and known.name == kind]
    planted = plant(found, text, random.Random(0))
    assert planted is not None
    with closing(LocalSandbox()) as sandbox:
        effect = has_effect(kind, text, planted.text, planted.problem, inputs=(), sandbox=sandbox, limits=Limits())

    assert effect is expected

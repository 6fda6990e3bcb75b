"""The card of the data set: what it holds, how it is loaded, whose data it is, how it came to be, where it ends."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

import yaml

from authoring.dseal import parse
from authoring.dseal.session import checks
from authoring.formats.base.claims import claims_of
from authoring.formats.base.markdown import plain
from authoring.formats.base.port import ExportOptions
from authoring.formats.huggingface.croissant import TABLES, data_file, fields_of
from authoring.formats.huggingface.data_dictionary import data_section
from authoring.formats.huggingface.licences import STRICTNESS, LicenceTerms, strictest
from authoring.formats.huggingface.rows import DescribedSet
from authoring.records.base import Record
from authoring.records.wording import counted

SIZES = ((1_000, "n<1K"), (10_000, "1K<n<10K"), (100_000, "10K<n<100K"))
MOST_POINTS = 20
"""Knowledge points that the card lists."""
LOADING = """\
## Loading

```python
from datasets import load_dataset

problems = load_dataset("NAME_ON_THE_HUB", "problems", split="test")
sets = load_dataset("NAME_ON_THE_HUB", "sets", split="test")
```

`croissant.json` describes the same rows for `mlcroissant`; its date is the day of the last admission. `problemsets/`
holds the sets as they were written, in DSEAL, and `inputs/` their data; a session has the files of its set as
`inputs/FILE`.
"""
LIMITS = """\
- Problems of a set are a chain: each is asked in the session that the references of those before it have left. `setup`
  is the code for that.
- Right is what the reference does, judged by the problem's validator. A submission that reads a question differently,
  and sensibly, counts as wrong where the question leaves room for it.
- References are public. A model may have seen them, and a result says nothing about models that were trained on them.
- Where a data set is well known, some answers can be known without the data.
- References ran with the versions of Python and packages in `sets`; with others, values and error messages may differ.
- How many problems a person looked at stands under Review.
- What a set asks of a plot is judged by what the figure shows, and not by how it looks.
- Data files are as their source gave them. A cell that begins with `=`, `+`, `-` or `@` may be a formula to a
  spreadsheet program: open a file that you do not trust as text.
"""


def summary(sets: Sequence[DescribedSet]) -> str:
    """Return what the data set is, in one paragraph."""
    problems = sum(len(described.problems) for described in sets)
    return (
        f"{counted(problems, 'problem')} in {counted(len(sets), 'set')} that measure data-science agents: each asks "
        "for Python code over tables, has a reference that was run, and says how a submission is judged against it. "
        f"{_reviewed_problems(sets)}"
    )


def _reviewed_problems(sets: Sequence[DescribedSet]) -> str:
    reviewed = sum(described.row.reviewed for described in sets)
    problems = sum(len(described.problems) for described in sets)
    return f"It is recorded of {reviewed} of the {counted(problems, 'problem')} that a person marked it as good."


def _measured_levels(sets: Sequence[DescribedSet]) -> str:
    """Return how many levels rest on solvers' answers, and how many on nothing but their author's judgement."""
    problems = sum(len(described.problems) for described in sets)
    measured = [problem for described in sets for problem in described.about.problems if problem.item is not None]
    same = sum(problem.item is not None and problem.item.level == problem.level for problem in measured)
    text = "- Levels are the author's judgement"
    if not measured:
        return f"{text} and not measured.\n"
    return (
        f"{text}. Solvers' answers were counted for {len(measured)} of {counted(problems, 'problem')}; they give "
        f"{same} of these the same level.\n"
    )


def card(options: ExportOptions, sets: Sequence[DescribedSet]) -> str:
    """Return ``README.md`` with what the hub reads at its head."""
    whole = strictest([described.terms for described in sets])
    parts = [
        f"---\n{_head(options, sets, whole)}---\n",
        f"# {plain(options.name)}\n\nVersion {plain(options.version)}. {summary(sets)}\n",
        _counts(sets),
        LOADING,
        _fields(),
        *([section] if (section := data_section(sets)) else []),
        _licences(sets, whole),
        _provenance(options, sets),
        _review(options, sets),
        f"## Limits\n\n{LIMITS}{_measured_levels(sets)}",
    ]
    return "\n".join(parts)


def _head(options: ExportOptions, sets: Sequence[DescribedSet], whole: LicenceTerms) -> str:
    problems = sum(len(described.problems) for described in sets)
    typed = [{"config_name": table, "features": _features(record)} for table, (record, _, _) in TABLES.items()]
    # The hub's own words for the size of a data set.
    size = next((word for limit, word in SIZES if problems < limit), "100K<n<1M")
    # The hub wants a name and a link where a licence is none of its list.
    licence_fields = {"license_name": whole.name, "license_link": "README.md"} if whole.on_hub == "other" else {}
    head = {
        "pretty_name": options.name,
        "language": [options.language],
        "license": whole.on_hub,
        **licence_fields,
        "size_categories": [size],
        "task_categories": ["text-generation"],
        "tags": ["data-science", "code", "agents", "benchmark", "croissant"],
        "configs": [
            {
                "config_name": table,
                **({"default": True} if table == "problems" else {}),
                "data_files": [{"split": "test", "path": data_file(table)}],
            }
            for table in TABLES
        ],
        # Said, because types that are guessed from empty lists and from dates differ from one export to the next.
        "dataset_info": typed,
    }
    return yaml.safe_dump(head, sort_keys=False, allow_unicode=True, width=120)


def _features(record: type[Record]) -> list[Mapping[str, str]]:
    """Return the fields of a row as the hub's loader reads them."""
    kinds = {"sc:Text": "string", "sc:Integer": "int64", "sc:Float": "float64", "sc:Date": "timestamp[s]"}
    return [{"name": name, "list" if several else "dtype": kinds[kind]} for name, kind, _, several in fields_of(record)]


def _counts(sets: Sequence[DescribedSet]) -> str:
    problems = [row for described in sets for row in described.problems]
    levels = Counter(row.level or "not said" for row in problems)
    validators = Counter(
        alias
        for described in sets
        for _, problem in parse(described.problemset.text).problems
        for alias in {check.alias for check in checks(problem)}
    )
    points = Counter(point for row in problems for point in row.knowledge)
    lines = [
        ("sets", str(len(sets))),
        ("problems", str(len(problems))),
        ("data files", str(sum(len(described.row.files) for described in sets))),
        ("levels", _counts_text(levels.items())),
        ("judged by", _counts_text(_by_count(validators))),
        (
            "knowledge points",
            _counts_text(_by_count(points)[:MOST_POINTS]) + (", ..." if len(points) > MOST_POINTS else ""),
        ),
    ]
    return f"## Counts\n\n{_table(('what', 'how many'), lines)}"


def _fields() -> str:
    def table(record: type[Record]) -> str:
        lines = [
            (f"`{name}`", kind.removeprefix("sc:").lower() + ("s" if several else ""), description)
            for name, kind, description, several in fields_of(record)
        ]
        return _table(("field", "type", "what"), lines)

    return "## Fields\n\n" + "\n".join(
        f"`{name}`: {description.lower()}\n\n{table(record)}" for name, (record, _, description) in TABLES.items()
    )


def _licences(sets: Sequence[DescribedSet], whole: LicenceTerms) -> str:
    by_name: dict[str, list[DescribedSet]] = {}
    for described in sorted(sets, key=lambda described: (described.terms.rank, described.terms.name)):
        by_name.setdefault(described.terms.name or "unknown", []).append(described)
    lines = [
        (plain(name), STRICTNESS[of[0].terms.rank], ", ".join(f"`{described.row.name}`" for described in of))
        for name, of in by_name.items()
    ]
    return f"""\
## Licences

The data of every set stay under their own licence. Whoever uses all of them keeps to all of these; the strictest is
**{plain(whole.name or "unknown")}** ({STRICTNESS[whole.rank]}).

{_table(("licence", "asks", "sets"), lines)}"""


def _provenance(options: ExportOptions, sets: Sequence[DescribedSet]) -> str:
    lines = [
        (
            f"`{described.row.name}`",
            plain(described.row.title),
            plain(described.row.url or described.row.source),
            str(described.row.revision),
            plain(described.row.model) or ", ".join(sorted({_origin(row.origin) for row in described.problems} - {""})),
            plain(", ".join(described.row.guides)),
            str(described.row.reviewers),
            described.row.admitted.isoformat() if described.row.admitted else "",
        )
        for described in sets
    ]
    head = ("set", "data", "from", "revision", "drafted by", "guides", "reviewers", "admitted")
    return f"""\
## Provenance

References ran in a sandbox before a set was admitted.
Written by {plain(options.tool) or "dseal-authoring"}; `export.json` has the hash of every file.

{_table(head, lines)}"""


def _review(options: ExportOptions, sets: Sequence[DescribedSet]) -> str:
    """Return who looked at what and what was let pass, as decisions record it."""
    lines = [
        f"- `{described.row.name}`: {plain(claim)}"
        for described in sets
        for claim in claims_of(described.about, len(described.problems))
    ]
    lines += [f"- {plain(claim)}" for claim in options.passed]
    return "## Review\n\n" + "\n".join(lines) + "\n"


def _origin(origin: str) -> str:
    """Return who wrote a problem, without the template's or model's name."""
    return {"template": "templates", "model": "a model", "person": "a person"}.get(origin.partition(":")[0], "")


def _by_count(counts: Mapping[str, int]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda pair: (-pair[1], pair[0]))


def _counts_text(counts: Iterable[tuple[str, int]]) -> str:
    return ", ".join(f"{plain(name)} {number}" for name, number in counts)


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [head, ["---"] * len(head), *([cell or "-" for cell in row] for row in rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)

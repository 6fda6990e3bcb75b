"""What running a set in other surroundings can find: other time zone, locale, threads and seeds (DS69x)."""

from authoring.dseal.diagnostic import RuleInfo, Severity

DEPENDENT_RESULT = RuleInfo(
    code="DS691",
    name="dependent-result",
    severity=Severity.WARNING,
    what="The result of a reference differs, and its own validator refuses that, when the time zone, the locale, the "
    "number of threads, the hash seed or the random state of the session is another.",
    why="An agent that runs elsewhere is counted as wrong for the machine it runs on.",
    bad="question: At which hour was the first trip?\n\ndatetime.fromtimestamp(first).hour  # of this machine",
    good="question: At which hour UTC was the first trip?\n\ndatetime.fromtimestamp(first, tz=UTC).hour",
)
VARYING_RESULT = RuleInfo(
    code="DS692",
    name="varying-result",
    severity=Severity.NOTE,
    what="The result of a reference differs with the time zone, the locale, the number of threads, the hash seed or "
    "the random state of the session, within what its validator accepts.",
    why="A stricter validator, or larger data, would count agents as wrong for the machine they run on.",
    bad='question: What is the sum of `x`?\n\nsum(set(df["x"]))  # floats, added in the order of a set',
    good='question: What is the sum of the distinct values of `x`?\n\nround(sum(sorted(set(df["x"]))), 6)',
)

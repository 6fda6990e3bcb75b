"""What is said of problems that rules have changed (DS68x)."""

from authoring.dseal.diagnostic import RuleInfo, Severity

MENDED_BY_RULE = RuleInfo(
    code="DS681",
    name="mended-by-rule",
    severity=Severity.NOTE,
    what="A drafted problem was changed by rule: the validator let wrong answers pass or refused right ones, the "
    "question could be read in two ways, or the reference gave a helper a name that later answers are refused for.",
    why="A new certificate or another run has proved the change; a reviewer should know that nobody wrote it.",
    bad="validator:\n  result: {atol: 100}\n\nlen(df)",
    good="len(df)",
)

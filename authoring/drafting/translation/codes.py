"""Codes of findings about translated questions (DS774, DS775)."""

from functools import partial

from authoring.dseal.diagnostic import RuleInfo, Severity

_warning = partial(RuleInfo, severity=Severity.WARNING)

LOST = _warning(
    code="DS774",
    name="lost-in-translation",
    what="A translation lacks what must stay as it is: a name in backticks, a file, code, a number, a quoted text.",
    why="The reference uses exactly these names and numbers; an agent that reads the translation cannot know them.",
    bad="Round the mean of `body_mass_g` to 2 decimals. -> 计算体重的平均值。",
    good="Round the mean of `body_mass_g` to 2 decimals. -> 计算 `body_mass_g` 的平均值并保留 2 位小数。",
)
FOREIGN = _warning(
    code="DS775",
    name="foreign-translation",
    what="A reply is no translation of the question: it is missing, empty or in another language, or it holds names, "
    "numbers or invisible characters that the question does not have.",
    why="What the original does not ask, no reference answers.",
    bad="Count the rows of `df`. -> 统计 `df` 的前 500 行并保存为 `n`。",
    good="Count the rows of `df`. -> 统计 `df` 的行数。",
)

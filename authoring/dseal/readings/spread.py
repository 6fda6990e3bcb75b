"""Standard deviations and variances: divided by n, as numpy does it, or by n - 1, as pandas does it."""

import ast
from collections.abc import Iterator

from authoring.dseal.mutation.base import Code, Edit
from authoring.dseal.python_code import keyword_of
from authoring.dseal.readings.base import Choice, OpenChoice, words

RANK = 10
SETTLED = words(
    r"(?:sample|population)[ -](?:standard|variances?|std|s\.?d\.?|based)|ddof|degrees? of freedom|unbiased|biased|"
    r"bessel\w*|n ?- ?1|divi\w+ by n|numpy|pandas|np\.\w+|scaler|standardscaler|"
    # Who asks for the library's function takes it as it is.
    r"(?:standard deviation|variance|std|var) (?:function|method)",
    "总体|样本标准差|样本方差|自由度|有偏|无偏",
)
_BY_N = "The standard deviation and the variance are those of the population (divide by n)."
_BY_LESS = "The standard deviation and the variance are those of a sample (divide by n - 1)."
_BY_N_CHINESE = "标准差和方差按总体计算(除以 n)。"
_BY_LESS_CHINESE = "标准差和方差按样本计算(除以 n - 1)。"
POPULATION = Choice(
    "ddof", "divides by n", "divides by n - 1", _BY_N, _BY_LESS, _BY_N_CHINESE, _BY_LESS_CHINESE
)  # fmt: skip
SAMPLE = Choice("ddof", "divides by n - 1", "divides by n", _BY_LESS, _BY_N, _BY_LESS_CHINESE, _BY_N_CHINESE)
_NAMES = frozenset({"std", "var", "nanstd", "nanvar"})


def open_choices(code: Code, question: str) -> Iterator[OpenChoice]:
    """Give both choices where `ddof` is left to the library: only the one that is not its default gives another answer.

    That the reference divides by n - 1 is customary, whoever wrote it.
    """
    if SETTLED.search(question):
        return
    to_population: list[Edit] = []
    to_sample: list[Edit] = []
    for node in code.nodes:
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _NAMES):
            continue
        ddof = keyword_of(node, "ddof")
        if ddof is None:
            to_population.append(code.add_argument(node, "ddof=0", POPULATION.taken))
            to_sample.append(code.add_argument(node, "ddof=1", SAMPLE.taken))
        elif isinstance(ddof, ast.Constant) and ddof.value == 0:
            to_sample.append(code.replace(ddof, "1", SAMPLE.taken))
        elif isinstance(ddof, ast.Constant) and ddof.value == 1:
            to_population.append(code.replace(ddof, "0", POPULATION.taken))
    if to_sample:
        yield OpenChoice(POPULATION, tuple(to_sample), is_customary=False)
    if to_population:
        yield OpenChoice(SAMPLE, tuple(to_population), is_customary=True)

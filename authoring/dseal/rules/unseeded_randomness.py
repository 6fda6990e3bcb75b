"""DS208: random numbers that differ from run to run."""

import ast
from collections.abc import Iterable, Iterator, Mapping

from authoring.dseal.diagnostic import Diagnostic, RuleInfo, Severity
from authoring.dseal.model import Json, Problem, ProblemSet, Surroundings
from authoring.dseal.python_code import calls, dotted_name, keyword_of
from authoring.dseal.session import Check, at_node, checks, steps

INFO = RuleInfo(
    code="DS208",
    name="unseeded-randomness",
    severity=Severity.WARNING,
    what="Code draws random numbers, or uses a method that does, without a seed.",
    why="The reference gives another answer at every run, so no answer can be right; a check that looks at the form or "
    "the worth of an answer alone can bear that.",
    bad="# %%\nimport pandas as pd\n\ndf = pd.DataFrame({'a': range(9)})\n\n"
    '# %%\n"""\nquestion: Draw 3 rows of `df`.\n"""\n\ndf.sample(3)\n',
    good="# %%\nimport pandas as pd\n\ndf = pd.DataFrame({'a': range(9)})\n\n"
    '# %%\n"""\nquestion: Draw 3 rows of `df` with random state 0.\n"""\n\ndf.sample(3, random_state=0)\n',
)

# Functions of `random` that draw from its global state, which `random.seed` sets.
_RANDOM_WORDS = (
    "random randint randrange uniform choice choices shuffle sample gauss normalvariate betavariate expovariate "
    "triangular getrandbits lognormvariate"
)
_RANDOM = frozenset(_RANDOM_WORDS.split())
# Functions of `numpy.random` that draw from its global state, which `numpy.random.seed` sets.
_NUMPY_WORDS = (
    "rand randn randint random random_sample choice shuffle permutation normal uniform standard_normal binomial "
    "poisson exponential beta gamma bytes multivariate_normal lognormal integers laplace logistic geometric chisquare"
)
_NUMPY = frozenset(_NUMPY_WORDS.split())
_GENERATORS = frozenset({"numpy.random.default_rng", "numpy.random.RandomState", "random.Random"})
UNSEEDABLE = ("uuid.uuid1", "uuid.uuid4", "os.urandom", "secrets.", "random.SystemRandom", "numpy.random.SeedSequence")
# What of scikit-learn and imbalanced-learn draws unless it is given a `random_state`.
_FUNCTIONS_WORDS = (
    "train_test_split ShuffleSplit StratifiedShuffleSplit GroupShuffleSplit RandomizedSearchCV permutation_importance "
    "make_classification make_regression make_blobs make_moons make_circles resample shuffle "
    "DecisionTreeClassifier DecisionTreeRegressor ExtraTreeClassifier ExtraTreeRegressor RandomForestClassifier "
    "RandomForestRegressor ExtraTreesClassifier ExtraTreesRegressor GradientBoostingClassifier "
    "GradientBoostingRegressor AdaBoostClassifier AdaBoostRegressor BaggingClassifier BaggingRegressor IsolationForest "
    "KMeans MiniBatchKMeans BisectingKMeans SpectralClustering GaussianMixture BayesianGaussianMixture MLPClassifier "
    "MLPRegressor SGDClassifier SGDRegressor Perceptron PassiveAggressiveClassifier LinearSVC LinearSVR TSNE "
    "TruncatedSVD FastICA LatentDirichletAllocation RandomOverSampler RandomUnderSampler SMOTE ADASYN BorderlineSMOTE "
    "IterativeImputer mutual_info_classif mutual_info_regression"
)
_FUNCTIONS = frozenset(_FUNCTIONS_WORDS.split())
# These split in the order of the rows unless they are told to shuffle.
_SHUFFLED = frozenset({"KFold", "StratifiedKFold", "StratifiedGroupKFold"})
_PACKAGES = ("sklearn.", "imblearn.")
_IN_QUESTION = ", and say so in the question"


def check(problemset: ProblemSet, _surroundings: Surroundings) -> Iterator[Diagnostic]:
    """Find random numbers without a seed, in the order in which the cells run."""
    chain = [*steps(problemset)]
    for place, call, name, hint in unseeded_calls((step.tree, step.aliases) for step in chain):
        cell = chain[place].cell
        if _matters(cell.problem):
            # A cell that is no problem has no question.
            mend = hint if cell.problem is not None else hint.removesuffix(_IN_QUESTION)
            message = f"'{name or 'sample'}' gives something else at every run"
            yield at_node(problemset, cell, call, INFO, message, mend)


def unseeded_calls(
    chain: Iterable[tuple[ast.Module, Mapping[str, str]]],
) -> Iterator[tuple[int, ast.Call, str, str]]:
    """Yield the calls that draw random numbers without a seed: place in the chain, call, name, and how to seed it.

    The chain holds the trees of cells in the order in which they run, each with what its names stand for.
    """
    seeded: set[str] = set()
    for place, (tree, aliases) in enumerate(chain):
        for call in sorted(calls(tree), key=lambda call: (call.lineno, call.col_offset)):
            name = dotted_name(call.func, aliases)
            if name in {"random.seed", "numpy.random.seed"} and (call.args or call.keywords):
                seeded.add(name.removesuffix(".seed"))
            elif (hint := _unseeded(call, name, seeded)) != "":
                yield place, call, name, hint


def _matters(problem: Problem | None) -> bool:
    """Tell whether any check compares values, other than by a rule of the author's own."""
    return problem is None or any(
        check.alias == "table_test" or not all(map(_bears_randomness, _comparisons_of(check)))
        for check in checks(problem)
    )


def _comparisons_of(check: Check) -> Iterator[Json]:
    """Yield the options of every comparison of a check, as they are written."""
    if check.alias in {"result", "stream"}:
        yield check.options
    elif check.alias == "namespace_check" and isinstance(check.options, dict):
        yield from check.options.values()


def _bears_randomness(options: Json) -> bool:
    # A text is the source of such a rule.
    return isinstance(options, str) or (isinstance(options, dict) and bool({"compare_fn", "type_only"} & {*options}))


def _unseeded(call: ast.Call, name: str, seeded: set[str]) -> str:
    """Return how to seed a call that needs it, else an empty text."""
    module, _, function = name.rpartition(".")
    if name.startswith(UNSEEDABLE):
        return "it cannot be seeded; use a fixed value"
    if name in _GENERATORS:
        first = call.args[0] if call.args else keyword_of(call, "seed", "x")
        return "pass a seed: a fixed whole number" if first is None or _is(first, value=None) else ""
    if module == "random" and function in _RANDOM:
        return "" if "random" in seeded else "call random.seed(0) first"
    if module == "numpy.random" and function in _NUMPY:
        return "" if "numpy.random" in seeded else "call np.random.seed(0) first"
    # A call that passes ``**options`` may pass a seed among them.
    if "numpy.random" in seeded or any(keyword.arg is None for keyword in call.keywords):
        return ""
    return _without_state(call, name)


def _without_state(call: ast.Call, name: str) -> str:
    function = name.rpartition(".")[2]
    hint = f"pass random_state=0{_IN_QUESTION}"
    if _is_frame_sample(call):
        state = keyword_of(call, "random_state", "seed")
    elif name.startswith(_PACKAGES) and (
        function in _FUNCTIONS or (function in _SHUFFLED and _is(keyword_of(call, "shuffle"), value=True))
    ):
        # Without shuffling it cuts the rows at one place, the same every time.
        if function == "train_test_split" and _is(keyword_of(call, "shuffle"), value=False):
            return ""
        state = keyword_of(call, "random_state")
    else:
        return ""
    return hint if state is None or _is(state, value=None) else ""


def _is_frame_sample(call: ast.Call) -> bool:
    """Return whether a call is the ``.sample`` of a frame or a group, not of a generator."""
    if not isinstance(call.func, ast.Attribute) or call.func.attr != "sample":
        return False
    base = call.func.value
    if isinstance(base, ast.Name) and base.id in {"random", "rng", "generator"}:
        return False
    # A frame is asked for a number; `random.sample` and its like take the population first.
    return len(call.args) <= 1 or keyword_of(call, "n", "frac") is not None


def _is(node: ast.expr | None, *, value: bool | None) -> bool:
    return isinstance(node, ast.Constant) and node.value is value

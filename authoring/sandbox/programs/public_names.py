"""A program for a session: the public names of a module, and what dotted names refer to."""

import contextlib
import importlib
import importlib.metadata
import inspect
import io
import pkgutil
import types
import warnings
from collections.abc import Iterator
from typing import Any

_EXCLUDED_WORDS = (
    "backends cbook common compat conftest contrib core deprecated errors estimator_checks exceptions experimental "
    "externals fixes internals pylab setup testing tests typing version"
)
EXCLUDED = frozenset(_EXCLUDED_WORDS.split())
"""Sub-modules that are no part of what a library is for."""
MAX_DEPTH = 2
"""Levels of sub-modules that are looked into."""
MIN_METHODS = 10
"""The fewest methods of a class from which they are listed."""
MAX_CLASSES = 4
"""Classes whose methods are listed."""


def public_api(module: str, most_names: int, most_namespaces: int, most_methods: int) -> dict[str, Any]:
    """Return what a module offers, or why it cannot be imported.

    Args:
        module: the name it is imported by.
        most_names: in the answer, at most.
        most_namespaces: modules that are looked into, the shallow ones first, in alphabetical order.
        most_methods: of one class, whose methods are only told where the module itself offers the class.
    """
    loaded, reason = _try_import(module)
    if loaded is None:
        return {"error": reason}
    offered_ids: set[int] = set()
    namespaces_found = [
        (name, _public(inner, module, offered_ids)) for name, inner in _walk(loaded, module, most_namespaces)
    ]
    namespaces_found += _classes(loaded, module, most_methods)
    share = _fair_share([len(names) for _, names in namespaces_found], most_names)
    namespaces = [{"name": name, "public": names[:share]} for name, names in namespaces_found if names]
    summary = next((line.strip() for line in (inspect.getdoc(loaded) or "").splitlines() if line.strip()), "")
    distribution, version = _distribution(module, loaded)
    return {
        "name": module,
        "distribution": _plain(distribution),
        "version": _plain(version),
        "summary": summary[:200],
        "namespaces": namespaces,
    }


def resolve_names(names: list[str]) -> dict[str, str]:
    """Return for each dotted name what it is: ``class``, ``function``, ``module``, ``value``, or nothing."""
    return {name: _kind_of(name) for name in names}


def _plain(word: str) -> str:
    """Return what of a name or a version is letters, digits and the like."""
    return "".join(
        character for character in word if character.isascii() and (character.isalnum() or character in ".+-_")
    )[:80]


def _fair_share(sizes: list[int], limit: int) -> int:
    """Return how many items of each list may be reported, so that all together are no more than `limit`."""
    share = max(sizes, default=0)
    while share and sum(min(size, share) for size in sizes) > limit:
        share -= 1
    return share


@contextlib.contextmanager
def _silenced() -> Iterator[None]:
    """Discard everything that a module prints or warns of."""
    discarded = io.StringIO()
    with warnings.catch_warnings(), contextlib.redirect_stdout(discarded), contextlib.redirect_stderr(discarded):
        warnings.simplefilter("ignore")
        yield


def _try_import(name: str) -> tuple[Any, str]:
    """Return a module and nothing, or None and why."""
    with _silenced():
        try:
            return importlib.import_module(name), ""
        except (Exception, SystemExit) as error:  # noqa: BLE001 - importing runs a stranger's code, which may raise anything
            return None, f"{type(error).__name__}: {error}"[:300]


def _walk(root: Any, name: str, limit: int) -> Iterator[tuple[str, Any]]:
    """Yield the module and the public modules below it, each once."""
    level, count, visited = [(name, root)], 0, {id(root)}
    for depth in range(MAX_DEPTH + 1):
        next_level: list[tuple[str, Any]] = []
        for path, module in level:
            if count == limit:
                return
            count += 1
            yield path, module
            if depth < MAX_DEPTH:
                next_level += _submodules(path, module, name, visited)
        level = next_level


def _submodules(path: str, module: Any, root: str, visited: set[int]) -> list[tuple[str, Any]]:
    """Return the public modules directly below one, sorted by name."""
    names = {info.name for info in pkgutil.iter_modules(getattr(module, "__path__", None) or [])}
    names |= {name for name in _offered_names(module) if isinstance(_attribute(module, name), types.ModuleType)}
    submodules = []
    for name in sorted(names):
        if name.startswith(("_", "test")) or name in EXCLUDED:
            continue
        inner = _attribute(module, name)
        if not isinstance(inner, types.ModuleType):
            inner, _ = _try_import(f"{path}.{name}")
        module_name = str(getattr(inner, "__name__", ""))
        belongs_to_library = f"{module_name}.".startswith(f"{root}.") and EXCLUDED.isdisjoint(module_name.split("."))
        if belongs_to_library and id(inner) not in visited:
            visited.add(id(inner))
            submodules.append((f"{path}.{name}", inner))
    return submodules


def _public(module: Any, root: str, offered_ids: set[int]) -> list[str]:
    """Return the functions and classes that a module offers and none before it did, sorted."""
    names = []
    declared = _attribute(module, "__all__") is not None
    inner = f"{module.__name__}."
    for name in _offered_names(module):
        value = None if name.startswith("_") else _attribute(module, name)
        if not callable(value) or isinstance(value, types.ModuleType) or id(value) in offered_ids:
            continue
        module_name = f"{getattr(value, '__module__', None) or root}."
        # Without `__all__`, the names of a module include what it imports for its own use.
        belongs_to_module = module_name.startswith(inner) or module.__name__ == root or module_name == "builtins."
        if declared or (
            belongs_to_module
            and hasattr(value, "__name__")
            and module_name.partition(".")[0] in {root.partition(".")[0], "builtins"}
        ):
            offered_ids.add(id(value))
            names.append(name)
    return sorted(names)


def _classes(module: Any, path: str, max_methods: int) -> list[tuple[str, list[str]]]:
    """Return the classes with the most methods that the module itself offers, with those methods."""
    classes = []
    for name in _offered_names(module):
        value = None if name.startswith("_") else _attribute(module, name)
        if not inspect.isclass(value) or issubclass(value, BaseException):
            continue
        if str(value.__module__).startswith(path):
            methods = [
                method for method in dir(value) if not method.startswith("_") and callable(_attribute(value, method))
            ]
            classes.append((-len(methods), f"{path}.{name}", sorted(methods)[:max_methods]))
    classes.sort()
    return [(name, methods) for count, name, methods in classes[:MAX_CLASSES] if -count >= MIN_METHODS]


def _offered_names(module: Any) -> list[str]:
    """Return the names of a module: those it declares, where it does."""
    try:
        declared = getattr(module, "__all__", None)
        return sorted({str(name) for name in declared} if declared else set(dir(module)))
    except Exception:  # noqa: BLE001 - both can be a stranger's code
        return []


def _attribute(owner: Any, name: str) -> Any:
    """Return an attribute, or None where fetching it fails; a lazy one may run any code."""
    with _silenced():
        try:
            return getattr(owner, name)
        except Exception:  # noqa: BLE001 - as above
            return None


def _distribution(module: str, loaded: Any) -> tuple[str, str]:
    """Return what a module is installed as, and its version."""
    try:
        distributions = importlib.metadata.packages_distributions().get(module.partition(".")[0], [module])
        return distributions[0], importlib.metadata.version(distributions[0])
    except Exception:  # noqa: BLE001 - metadata of installed packages may be broken in any way
        return module, str(getattr(loaded, "__version__", ""))


def _kind_of(name: str) -> str:
    """Return what a dotted name leads to; parts that are modules are imported on the way."""
    parts = name.split(".")
    value, _ = _try_import(parts[0])
    for number, part in enumerate(parts[1:], start=2):
        if value is None:
            return ""
        inner = _attribute(value, part)
        if inner is None and isinstance(value, types.ModuleType):
            inner, _ = _try_import(".".join(parts[:number]))
        value = inner
    if value is None:
        return ""
    if isinstance(value, types.ModuleType):
        return "module"
    return "class" if inspect.isclass(value) else "function" if callable(value) else "value"

"""What code has of the tables that it read: which variable and which expression is which columns, and nothing runs.

Variables are followed in the order of statements, through what leaves the values of a column alone: parts of rows,
selections, renamings that are written out, copies, joins. Whatever else is made of a table is not known.
"""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from authoring.dseal.python_code import keyword_of
from authoring.gate.alignment._labels import texts_of
from authoring.records.dictionary import ColumnEntry, DataDictionary, TableEntry

MOST_LINKS = 100
"""Links of a chain of calls that are followed."""
ROWS = frozenset(
    {"dropna", "fillna", "astype", "copy", "reset_index", "head", "tail", "query", "sample", "drop_duplicates", "round"}
    | {"infer_objects", "convert_dtypes", "rename_axis", "set_index", "truncate", "to_frame", "groupby", "resample"}
    | {"to_numpy", "tolist", "to_list"}
)
"""Methods behind which columns are what they were, or a part of them, in the order of before."""
SORTING = frozenset({"sort_values", "sort_index", "nlargest", "nsmallest"})
_PLACES = frozenset({"loc", "iloc", "values", "array"})
_CONVERTING = frozenset({"to_numeric", "to_datetime", "asarray", "list"})
_MASKS = frozenset(
    {"isin", "isna", "notna", "isnull", "notnull", "between", "duplicated", "contains", "startswith", "endswith"}
    | {"eq", "ne", "gt", "ge", "lt", "le", "match", "fullmatch"}
)
_HEADERS = frozenset({"names", "header", "converters", "sheet_name"})
"""Arguments of readers after which columns are called otherwise, or are those of another table."""


@dataclass(frozen=True, slots=True)
class DataView:
    """What an expression holds of tables: columns by the labels that they have there."""

    columns: Mapping[str, ColumnEntry]
    tables: Mapping[str, TableEntry]
    """The table of each column, by the same labels."""
    is_series: bool = False
    is_chosen: bool = False
    """Whether the columns were chosen by their labels, so that a figure of the whole is one of these."""
    is_unique: bool = True
    """Whether each row of a table is there at most once."""
    in_file_order: bool = True

    def chosen(self, labels: Sequence[str], *, is_series: bool = False) -> "DataView | None":
        """Return the columns of these labels; None where none of them is known."""
        columns = {label: self.columns[label] for label in labels if label in self.columns}
        return replace(self, columns=columns, is_series=is_series, is_chosen=True) if columns else None

    def with_column(self, label: str, source: "DataView | None") -> "DataView":
        """Return the table after a column was put into it: that of a source of one column, or one that is not known."""
        columns, tables = dict(self.columns), dict(self.tables)
        columns.pop(label, None)
        tables.pop(label, None)
        if source is not None and source.is_series and len(source.columns) == 1:
            (origin,) = source.columns
            columns[label], tables[label] = source.columns[origin], source.tables[origin]
        return replace(self, columns=columns, tables=tables)

    def renamed(self, labels: Mapping[str, str]) -> "DataView":
        """Return the table with other labels."""
        return replace(
            self,
            columns={labels.get(label, label): column for label, column in self.columns.items()},
            tables={labels.get(label, label): table for label, table in self.tables.items()},
        )

    def joined(self, partner: "DataView", keys: Sequence[str]) -> "DataView":
        """Return the columns of two tables; of those that both have, the keys alone keep their label."""
        shared = {label for label in self.columns if label in partner.columns and label not in keys}
        columns = {label: c for label, c in {**partner.columns, **self.columns}.items() if label not in shared}
        tables = {label: t for label, t in {**partner.tables, **self.tables}.items() if label not in shared}
        return replace(self, columns=columns, tables=tables, is_chosen=False, is_unique=False)


class TableTracker:
    """Follows the tables of a dictionary through the cells of a set, one after the other."""

    def __init__(self, dictionary: DataDictionary) -> None:
        self._tables = {table.file.rpartition("/")[2]: table for table in dictionary.tables}
        self._variables: dict[str, DataView] = {}
        self._texts: dict[str, tuple[str, ...]] = {}
        """Variables that hold labels which are written out."""
        self._paths: dict[str, str] = {}
        """Variables that hold the path of a table."""
        self._masks: set[str] = set()
        self._functions: set[str] = set()
        """Functions that the code defines, which may change what they are given."""
        self._views: dict[ast.Name, DataView] = {}
        self._literals: dict[ast.Name, tuple[str, ...]] = {}
        self._path_names: dict[ast.Name, str] = {}
        self._mask_names: set[ast.Name] = set()

    def follow(self, tree: ast.Module) -> None:
        """Go through the statements of a cell; afterwards `view` knows its expressions."""
        self._run(tree.body)

    def view(  # noqa: PLR0911 - a form of expression a line
        self, node: ast.expr | None, links: int = MOST_LINKS
    ) -> DataView | None:
        """Return what an expression holds of tables; None where it is something else, or not known."""
        if links == 0:
            return None
        match node:
            case ast.Name():
                return self._views.get(node)
            case ast.Attribute(value=inner, attr=name):
                view = self.view(inner, links - 1)
                if view is None or name in _PLACES:
                    return view
                return None if view.is_series else view.chosen([name], is_series=True)
            case ast.Subscript():
                return self._part(node, links)
            case ast.Call(func=ast.Attribute(value=inner, attr=name)):
                view = self.view(inner, links - 1)
                return self._called(node, name, links) if view is None else self._method(node, view, name, links)
            case ast.Call(func=ast.Name(id=name)):
                return self._called(node, name, links)
        return None

    def texts(self, node: ast.expr | None) -> tuple[str, ...]:
        """Return the texts that an expression is, written out there or where its variable was assigned; else none."""
        if isinstance(node, ast.Name):
            return self._literals.get(node, ())
        elements = node.elts if isinstance(node, ast.List | ast.Tuple) else [node]
        texts = tuple(str(text.value) for text in texts_of(node))
        return texts if len(texts) == len(elements) else ()

    def _part(self, node: ast.Subscript, links: int) -> DataView | None:
        """Return a selection of labels, of rows, or of both."""
        view = self.view(node.value, links - 1)
        if view is None:
            return None
        part: ast.expr = node.slice
        if isinstance(node.value, ast.Attribute) and node.value.attr in {"loc", "iloc"}:
            if not isinstance(part, ast.Tuple):
                return replace(view)
            if node.value.attr == "iloc" or len(part.elts) != 2:  # noqa: PLR2004 - rows and columns
                return None
            part = part.elts[1]
            if isinstance(part, ast.Slice):
                return replace(view) if part.lower is part.upper is None else None
        labels = self.texts(part)
        if labels and not view.is_series:
            is_single = not isinstance(part, ast.List) and len(labels) == 1
            return view.chosen(labels, is_series=is_single)
        # Of a table the rest are rows only where that can be seen: a variable may hold labels.
        return replace(view) if view.is_series or self._is_mask(part) else None

    def _is_mask(self, node: ast.expr) -> bool:
        match node:
            case ast.Compare() | ast.Slice() | ast.UnaryOp(op=ast.Invert()):
                return True
            case ast.BinOp(op=ast.BitAnd() | ast.BitOr() | ast.BitXor()):
                return True
            case ast.Call(func=ast.Attribute(attr=name)):
                return name in _MASKS
            case ast.Name():
                return node in self._mask_names
        return False

    def _method(  # noqa: PLR0911 - a kind of method each
        self, call: ast.Call, view: DataView, name: str, links: int
    ) -> DataView | None:
        """Return what a method makes of a table."""
        if name in SORTING:
            return replace(view, in_file_order=False)
        if name in ROWS:
            is_named = name in {"reset_index", "to_frame"} and (call.args or keyword_of(call, "name", "names"))
            return None if is_named else replace(view, is_unique=view.is_unique and name != "sample")
        if name == "drop":
            dropped = {*self.texts(keyword_of(call, "columns")), *self.texts(call.args[0] if call.args else None)}
            return replace(view, columns={label: c for label, c in view.columns.items() if label not in dropped})
        if name == "rename":
            return self._renamed(call, view)
        if name == "assign":
            for word in call.keywords:
                if word.arg is None:
                    return None
                value = word.value.body if isinstance(word.value, ast.Lambda) else word.value
                view = view.with_column(word.arg, self.view(value, links - 1))
            return view
        if name in {"merge", "join"}:
            partner = self.view(call.args[0] if call.args else keyword_of(call, "right", "other"), links - 1)
            return None if partner is None else view.joined(partner, self.texts(keyword_of(call, "on")))
        return None

    def _renamed(self, call: ast.Call, view: DataView) -> DataView | None:
        mapping = keyword_of(call, "columns")
        if mapping is None:
            return replace(view) if not call.args and keyword_of(call, "index") is not None else None
        if not isinstance(mapping, ast.Dict):
            return None
        keys = [text for key in mapping.keys for text in self.texts(key)]
        values = [text for value in mapping.values for text in self.texts(value)]
        is_literal = len(keys) == len(values) == len(mapping.keys)
        return view.renamed(dict(zip(keys, values, strict=True))) if is_literal else None

    def _called(self, call: ast.Call, name: str, links: int) -> DataView | None:
        """Return what a function makes: a reader, a conversion, a join."""
        first = call.args[0] if call.args else None
        if name.startswith("read_"):
            return self._read(call, first)
        if name in _CONVERTING:
            return self.view(first, links - 1)
        if name == "merge" and len(call.args) > 1:
            left, right = (self.view(argument, links - 1) for argument in call.args[:2])
            return left.joined(right, self.texts(keyword_of(call, "on"))) if left and right else None
        return None

    def _read(self, call: ast.Call, path: ast.expr | None) -> DataView | None:
        if any(word.arg in _HEADERS or word.arg is None for word in call.keywords):
            return None
        table = self._tables.get(self._file(path))
        if table is None:
            return None
        return DataView(
            {column.name: column for column in table.columns}, {column.name: table for column in table.columns}
        )

    def _file(self, path: ast.expr | None) -> str:
        """Return the table whose file an expression names; empty where it names none, or several."""
        files: set[str] = set()
        for node in ast.walk(path) if path is not None else ():
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                files.add(node.value.rpartition("/")[2])
            elif isinstance(node, ast.Name) and node in self._path_names:
                files.add(self._path_names[node])
        files &= self._tables.keys()
        return files.pop() if len(files) == 1 else ""

    def _run(self, statements: Sequence[ast.stmt]) -> None:
        for statement in statements:
            if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                self._define(statement)
                continue
            for expression in _expressions(statement):
                self._note(expression)
            self._assign(statement)
            self._forget_changed(statement)
            if isinstance(statement, ast.If):
                self._branch(statement)
                continue
            if isinstance(statement, ast.For | ast.AsyncFor):
                self._forget(statement.target)
            for body in _bodies(statement):
                self._run(body)

    def _forget_changed(self, statement: ast.stmt) -> None:
        """Forget tables that a function of the code was given, and that it may have changed."""
        calls = (node for part in _expressions(statement) for node in ast.walk(part) if isinstance(node, ast.Call))
        for call in calls:
            if isinstance(call.func, ast.Name) and call.func.id in self._functions:
                for argument in (*call.args, *(word.value for word in call.keywords)):
                    if isinstance(argument, ast.Name) and argument.id in self._variables:
                        self._replace(argument.id, None)

    def _branch(self, statement: ast.If) -> None:
        """Keep of two branches what both leave behind."""
        before = dict(self._variables)
        self._run(statement.body)
        after, self._variables = self._variables, before
        self._run(statement.orelse)
        self._variables = {name: view for name, view in self._variables.items() if after.get(name) == view}

    def _define(self, statement: ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) -> None:
        """Go through a function, whose parameters are not known; nothing that it assigns is seen outside."""
        self._functions.add(statement.name)
        before = dict(self._variables), dict(self._texts), dict(self._paths), set(self._masks)
        if not isinstance(statement, ast.ClassDef):
            for parameter in ast.walk(statement.args):
                if isinstance(parameter, ast.arg):
                    self._forget(ast.Name(id=parameter.arg))
        self._run(statement.body)
        self._variables, self._texts, self._paths, self._masks = before

    def _note(self, expression: ast.expr) -> None:
        """Note what each variable of an expression holds when it is read."""
        hidden = _hidden_names(expression)
        for node in ast.walk(expression):
            if isinstance(node, ast.Name) and node.id not in hidden:
                if node.id in self._variables:
                    self._views[node] = self._variables[node.id]
                if node.id in self._texts:
                    self._literals[node] = self._texts[node.id]
                if node.id in self._paths:
                    self._path_names[node] = self._paths[node.id]
                if node.id in self._masks:
                    self._mask_names.add(node)
        for node in ast.walk(expression):
            match node:
                case ast.Call(func=ast.Attribute(value=inner, attr="assign" | "pipe" | "apply")):
                    self._note_parameters(node, inner)

    def _note_parameters(self, call: ast.Call, table: ast.expr) -> None:
        """Note the parameter of a function that is given a table, or a group of one."""
        view = self.view(table)
        is_whole = not (isinstance(call.func, ast.Attribute) and call.func.attr == "apply") or _is_grouped(table)
        if view is None or not is_whole:
            return
        for function in (*call.args, *(word.value for word in call.keywords)):
            if isinstance(function, ast.Lambda) and len(function.args.args) == 1:
                for node in ast.walk(function.body):
                    if isinstance(node, ast.Name) and node.id == function.args.args[0].arg:
                        self._views[node] = view

    def _assign(self, statement: ast.stmt) -> None:
        match statement:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self._bind(target, value)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self._bind(target, value)
            case ast.AugAssign(target=ast.Subscript(value=ast.Name(id=name), slice=part)):
                self._set_columns(name, part, None)
            case ast.AugAssign(target=ast.Name() as target):
                self._forget(target)
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="insert"), args=args)):
                if len(args) > 2:  # noqa: PLR2004 - place, label, values
                    self._set_columns(name, args[1], args[2])
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name))) as call):
                in_place = keyword_of(call, "inplace")
                if isinstance(in_place, ast.Constant) and in_place.value is True and name in self._variables:
                    self._replace(name, self.view(call))

    def _bind(self, target: ast.expr, value: ast.expr) -> None:
        match target, value:
            case ast.Name() as variable, _:
                self._bind_name(variable, value)
            case ast.Tuple(elts=targets), ast.Tuple(elts=values) if len(targets) == len(values):
                for part, source in zip(targets, values, strict=True):
                    self._bind(part, source)
            case ast.Tuple(elts=targets), ast.Call(func=ast.Name(id="train_test_split")) | ast.Call(
                func=ast.Attribute(attr="train_test_split")
            ):
                # Two parts of each argument, one behind the other.
                halves = [argument for argument in value.args for _ in range(2)]
                for part, source in zip(targets, halves, strict=False):
                    self._bind(part, source)
            case ast.Tuple() | ast.List() | ast.Starred(), _:
                self._forget(target)
            case ast.Subscript(value=ast.Name(id=name), slice=part), _:
                self._set_columns(name, part, value)
            case ast.Attribute(value=ast.Name(id=name), attr="columns"), _:
                self._replace(name, None)
            case ast.Attribute(value=ast.Name(id=name), attr=label), _ if name in self._variables:
                self._set_columns(name, ast.Constant(value=label), value)

    def _bind_name(self, target: ast.Name, value: ast.expr) -> None:
        view, texts, is_mask, file = (
            self.view(value),
            self.texts(value),
            self._is_mask(value),
            self._file(value),
        )
        self._forget(target)
        if view is not None:
            self._variables[target.id] = view
        elif is_mask:
            self._masks.add(target.id)
        elif file:
            self._paths[target.id] = file
        elif texts:
            self._texts[target.id] = texts

    def _set_columns(self, name: str, part: ast.expr, value: ast.expr | None) -> None:
        """Put values into a table under labels."""
        view, source, labels = self._variables.get(name), self.view(value), self.texts(part)
        if view is None:
            return
        if not labels and not view.is_series and not self._is_mask(part):
            # Any column may be another one now, unless it was only filled or converted.
            if source is None:
                self._replace(name, None)
            return
        for label in labels:
            origin = source.chosen([label], is_series=True) if source and not source.is_series else source
            view = view.with_column(label, origin)
        self._replace(name, view)

    def _replace(self, name: str, view: DataView | None) -> None:
        """Change a table under all names that it has."""
        before = self._variables.get(name)
        for alias in [alias for alias, view_of_alias in self._variables.items() if view_of_alias is before]:
            if view is None:
                del self._variables[alias]
            else:
                self._variables[alias] = view

    def _forget(self, target: ast.expr) -> None:
        for node in ast.walk(target):
            if isinstance(node, ast.Name):
                self._variables.pop(node.id, None)
                self._texts.pop(node.id, None)
                self._paths.pop(node.id, None)
                self._masks.discard(node.id)


def _is_grouped(node: ast.expr) -> bool:
    return any(isinstance(part, ast.Attribute) and part.attr == "groupby" for part in ast.walk(node))


def _expressions(statement: ast.stmt) -> Iterator[ast.expr]:
    """Yield the expressions of a statement itself, without the statements inside of it."""
    for child in ast.iter_child_nodes(statement):
        if isinstance(child, ast.expr):
            yield child
        elif isinstance(child, ast.withitem):
            yield child.context_expr


def _bodies(statement: ast.stmt) -> Iterator[Sequence[ast.stmt]]:
    """Yield the blocks of statements inside of a statement."""
    for name in ("body", "orelse", "finalbody"):
        yield getattr(statement, name, ())
    for part in (*getattr(statement, "handlers", ()), *getattr(statement, "cases", ())):
        yield part.body


def _hidden_names(expression: ast.expr) -> frozenset[str]:
    """Return the names that functions and comprehensions inside of an expression have for themselves."""
    names: set[str] = set()
    for node in ast.walk(expression):
        if isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.comprehension):
            names |= {part.id for part in ast.walk(node.target) if isinstance(part, ast.Name)}
    return frozenset(names)

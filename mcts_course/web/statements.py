"""Functions of Python as JavaScript, statement by statement."""

import ast
import importlib
import json
import logging

from .expressions import Expressions


class Function(Expressions):
    """One function of Python as JavaScript."""

    def text(self) -> str:
        return self.made(self.node, self.function.__defaults__ or ())

    # -- functions --

    def made(self, node, defaults=None):
        """A function, a nested one or a lambda."""
        if node.args.vararg or node.args.kwarg:
            self.refuse(node, "a function with any number of arguments")
        names = [arg.arg for arg in (*node.args.args, *node.args.kwonlyargs)]
        if defaults is None or node.args.kwonlyargs:
            defaults = [self.visit(one) for one in (*node.args.defaults, *filter(None, node.args.kw_defaults))]
        else:
            defaults = [self.translation.literal(one, "default") for one in defaults]
        body = node.body if isinstance(node.body, list) else [ast.Return(node.body)]
        self.scopes.append(set(names))
        own = assigned(body)
        self.scopes[-1] |= own
        lines = "\n".join(filter(None, map(self.visit, body)))
        if any(isinstance(one, (ast.Yield, ast.YieldFrom)) for part in body for one in walk_own(part)):
            lines = f"const $found = [];\n{lines}\nreturn $found;"
        self.scopes.pop()
        declared = f"let {', '.join(map(self.local, sorted(own - set(names))))};\n" if own - set(names) else ""
        return (f"py.call({json.dumps(' '.join(names))}, [{', '.join(defaults)}], "
                f"({', '.join(map(self.local, names))}) => {{\n{declared}{lines}\n}})")

    def visit_FunctionDef(self, node):
        return f"{self.local(node.name)} = {self.made(node)};"

    def visit_Lambda(self, node):
        return self.made(node)

    def visit_Yield(self, node):
        return f"$found.push({self.visit(node.value)})"

    def visit_YieldFrom(self, node):
        return f"$found.push(...py.all({self.visit(node.value)}))"

    # -- statements --

    def block(self, body):
        return "{\n" + "\n".join(filter(None, map(self.visit, body))) + "\n}"

    def visit_Expr(self, node):
        if isinstance(node.value, ast.Constant):
            return ""  # a docstring
        if isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Attribute):
            logger = self.static_name(node.value.func.value)
            if isinstance(logger, logging.Logger):
                return ""  # what is logged stays in Python
        return f"{self.visit(node.value)};"

    def visit_Try(self, node):
        if node.finalbody or node.orelse or len(node.handlers) != 1:
            self.refuse(node, "try with more than one except")
        (handler,) = node.handlers
        begin = f"{self.local(handler.name)} = $error;\n" if handler.name else ""
        return f"try {self.block(node.body)} catch ($error) {{\n{begin}{self.block(handler.body)}\n}}"

    def visit_Return(self, node):
        return f"return {self.visit(node.value) if node.value else 'null'};"

    def visit_Pass(self, node):
        return ""

    def visit_Break(self, node):
        return "break;"

    def visit_Continue(self, node):
        return "continue;"

    def visit_If(self, node):
        other = f" else {self.block(node.orelse)}" if node.orelse else ""
        return f"if ({self.truth(node.test)}) {self.block(node.body)}{other}"

    def visit_While(self, node):
        if node.orelse:
            self.refuse(node, "else after a loop")
        return f"while ({self.truth(node.test)}) {self.block(node.body)}"

    def visit_For(self, node):
        if node.orelse:
            self.refuse(node, "else after a loop")
        return f"for ({self.pattern(node.target)} of py.each({self.visit(node.iter)})) {self.block(node.body)}"

    def visit_ImportFrom(self, node):
        package = self.function.__globals__["__package__"]
        module = importlib.import_module("." * node.level + (node.module or ""), package)
        for alias in node.names:
            self.outer[alias.asname or alias.name] = getattr(module, alias.name)
        return ""

    def visit_Raise(self, node):
        if isinstance(node.exc, ast.Call) and len(node.exc.args) == 1:
            return f"py.fail({self.visit(node.exc.args[0])});"
        return f"py.fail({json.dumps(ast.unparse(node.exc) if node.exc else 'again')});"

    def visit_Assign(self, node):
        if len(node.targets) == 1 and not isinstance(node.targets[0], ast.Subscript):
            return self.store(node.targets[0], self.visit(node.value))
        self.count += 1
        value = f"$value{self.count}"
        stores = "\n".join(self.store(target, value) for target in node.targets)
        return f"const {value} = {self.visit(node.value)};\n{stores}"

    def visit_AugAssign(self, node):
        # a list that is added to stays the same one, as in Python
        reading = ast.copy_location(ast.parse(ast.unparse(node.target), mode="eval").body, node.target)
        value, more = self.visit(reading), self.visit(node.value)
        if isinstance(node.op, ast.Add):
            changed = f"py.added({value}, {more})"
        else:
            changed = f"py.ops.{type(node.op).__name__}({value}, {more})"
        return self.store(node.target, changed)

    def store(self, target, value):
        """Assign a JavaScript expression."""
        if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
            ends = (self.visit(end) if end else "null" for end in (target.slice.lower, target.slice.upper))
            return f"py.fill({self.visit(target.value)}, {', '.join(ends)}, {value});"
        if isinstance(target, ast.Subscript):
            return f"py.put({self.visit(target.value)}, {self.visit(target.slice)}, {value});"
        if isinstance(target, ast.Tuple) and any(isinstance(part, ast.Subscript) for part in target.elts):
            self.count += 1
            parts = f"$parts{self.count}"
            lines = [self.store(part, f"{parts}[{i}]") for i, part in enumerate(target.elts)]
            return "\n".join([f"const {parts} = py.all({value});", *lines])
        return f"{self.pattern(target)} = {value};"


def walk_own(node):
    """A node and what is in it, without the inside of nested functions and comprehensions."""
    yield node
    if not isinstance(node, (ast.FunctionDef, ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
        for inner in ast.iter_child_nodes(node):
            yield from walk_own(inner)


def assigned(body) -> set:
    """The names that statements assign to."""
    found = set()
    for node in (node for part in body for node in walk_own(part)):
        if isinstance(node, ast.FunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.add(node.id)
    return found

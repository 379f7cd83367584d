"""Expressions of Python as JavaScript."""

import ast
import builtins
import inspect
import json
import textwrap
from types import ModuleType

from mcts_lab.engine.distinct import overrides
from mcts_lab.search.mcts.components import Component

from .constants import Untranslatable, constant, dictionary

RESERVED = {"var", "let", "const", "function", "new", "this", "switch", "case", "default", "void", "typeof", "delete",
            "do", "enum", "export", "extends", "super", "throw", "catch", "null", "true", "false", "py", "arguments",
            "eval", "static", "public", "private", "protected", "package", "interface", "instanceof", "debugger"}


class Expressions(ast.NodeVisitor):
    """The expressions of one function of Python as JavaScript: `visit` gives the text of one."""

    def __init__(self, translation, function):
        function = inspect.unwrap(function)
        self.translation, self.function = translation, function
        try:
            [self.node] = ast.parse(textwrap.dedent(inspect.getsource(function))).body
        except (OSError, SyntaxError):
            self.node = None
        if not isinstance(self.node, ast.FunctionDef):
            raise Untranslatable(f"The source of {function.__qualname__} cannot be read. Define it in a file.")
        closure = inspect.getclosurevars(function)
        self.outer = {**closure.builtins, **closure.globals, **closure.nonlocals}
        self.scopes = []
        self.count = 0

    def refuse(self, node, what):
        line = self.function.__code__.co_firstlineno + getattr(node, "lineno", 1) - 1
        raise Untranslatable(f"A web page cannot run {what}: {self.function.__module__}.{self.function.__qualname__}, "
                             f"line {line}. Write it another way.")

    def local(self, name):
        return f"{name}_" if name in RESERVED else name

    # -- names --

    def static_name(self, node):
        """What a name outside of the function stands for; None for any other expression."""
        if isinstance(node, ast.Name) and not any(node.id in scope for scope in self.scopes):
            return self.outer.get(node.id, self.function.__globals__.get(node.id))
        return None

    def pattern(self, target) -> str:
        """What stands on the left of an assignment in JavaScript: a name, or a list of such."""
        if isinstance(target, (ast.Tuple, ast.List)):
            parts = ("" if getattr(part, "id", None) == "_" else self.pattern(part) for part in target.elts)
            return f"[{', '.join(parts)}]"
        if isinstance(target, ast.Starred):
            return f"...{self.pattern(target.value)}"
        if isinstance(target, ast.Attribute):
            return f"{self.visit(target.value)}.{target.attr}"
        if isinstance(target, ast.Name):
            return self.local(target.id)
        return self.refuse(target, f"an assignment to {ast.unparse(target)}")

    # -- expressions --

    def visit_Constant(self, node):
        if isinstance(node.value, complex) or node.value is Ellipsis:
            self.refuse(node, repr(node.value))
        return constant(node.value)

    def visit_Name(self, node):
        if any(node.id in scope for scope in self.scopes):
            return self.local(node.id)
        return self.translation.reference(self.found(node, node.id), node.id)

    def found(self, node, name):
        if name in self.outer:
            return self.outer[name]
        if name in self.function.__globals__:
            return self.function.__globals__[name]
        if hasattr(builtins, name):
            return getattr(builtins, name)
        return self.refuse(node, f"the name {name}")

    def visit_Attribute(self, node):
        if node.attr == "__name__" and isinstance(node.value, ast.Call) and ast.unparse(node.value.func) == "type":
            return f"{self.visit(node.value.args[0])}.type"
        thing = self.static(node)
        if thing is not None:
            return self.translation.reference(thing[0], node.attr)
        if node.attr in ("shape", "dtype", "T"):
            self.refuse(node, f"{node.attr} of an array")
        self.translation.ask(node.attr)
        return f"{self.visit(node.value)}.{node.attr}"

    def static(self, node):
        """(what an attribute of a module or class is,), or None for those of values."""
        names = []
        while isinstance(node, ast.Attribute):
            names.append(node.attr)
            node = node.value
        if not isinstance(node, ast.Name) or any(node.id in scope for scope in self.scopes):
            return None
        thing = self.found(node, node.id)
        if not isinstance(thing, (ModuleType, type)):
            return None
        for name in reversed(names):
            if not isinstance(thing, (ModuleType, type)):
                return None
            thing = getattr(thing, name)
        return (thing,)

    def visit_Call(self, node):
        if isinstance(node.func, ast.Name) and node.func.id == "isinstance":
            return f"py.fun.isinstance({self.visit(node.args[0])}, {json.dumps(self.classes_of(node.args[1]))})"
        if self.static_name(node.func) is overrides:
            (method,) = self.static(node.args[1])
            defined = [name for name, cls in self.translation.classes.items()
                       if hasattr(cls, method.__name__) and overrides(cls, method)]
            return f"{json.dumps(defined)}.includes({self.visit(node.args[0])}.type)"
        args = [self.visit(arg) for arg in node.args]
        keywords = [keyword for keyword in node.keywords if keyword.arg != "strict"]  # zip's, which checks lengths
        if keywords:
            named = ", ".join(f"{keyword.arg}: {self.visit(keyword.value)}" if keyword.arg
                              else f"...py.named({self.visit(keyword.value)})" for keyword in keywords)
            args.append(f"new py.Keywords({{{named}}})")
        if isinstance(node.func, ast.Attribute) and ast.unparse(node.func.value) == "super()":
            above = getattr(super(self.outer["__class__"], self.outer["__class__"]), node.func.attr)
            this = self.visit(ast.Name(self.node.args.args[0].arg))
            return f"{self.translation.reference(above, node.func.attr)}({', '.join([this, *args])})"
        if isinstance(node.func, ast.Attribute) and self.static(node.func) is None:
            if isinstance(node.func.value, ast.Name) and node.func.value.id in ("self", "game"):
                self.translation.ask_method(node.func.attr)
            else:
                self.translation.ask_method(node.func.attr, Component)
            self.translation.ask(node.func.attr)
            return f"py.method({', '.join([self.visit(node.func.value), json.dumps(node.func.attr), *args])})"
        made = self.static_name(node.func)
        if isinstance(made, type) and not issubclass(made, tuple):
            self.translation.ask("__init__")
        return f"{self.visit(node.func)}({', '.join(args)})"

    def classes_of(self, node):
        """The names of the classes that `isinstance` is asked about."""
        if isinstance(node, ast.Tuple):
            return [name for part in node.elts for name in self.classes_of(part)]
        (thing,) = self.static(node) or (self.found(node, node.id),)
        return [one.__name__ for one in (thing if isinstance(thing, tuple) else (thing,))]

    def visit_Starred(self, node):
        return f"...py.all({self.visit(node.value)})"

    def visit_BinOp(self, node):
        return f"py.ops.{type(node.op).__name__}({self.visit(node.left)}, {self.visit(node.right)})"

    def visit_UnaryOp(self, node):
        if isinstance(node.op, ast.Not):
            return f"!{self.truth(node.operand)}"
        inner = self.visit(node.operand)
        if isinstance(node.op, ast.Invert):
            return f"py.ops.Invert({inner})"
        return f"(-{inner})" if isinstance(node.op, ast.USub) else inner

    def truth(self, node) -> str:
        """What JavaScript takes as true where Python takes `node` as true."""
        if isinstance(node, ast.BoolOp):
            return self.joined(node, self.truth)
        return self.visit(node) if says_whether(node) else f"py.truth({self.visit(node)})"

    def joined(self, node, made):
        """`and` or `or` of what `made` gives for each part."""
        return (" && " if isinstance(node.op, ast.And) else " || ").join(map(made, node.values)).join("()")

    def visit_BoolOp(self, node):
        if all(map(says_whether, node.values[:-1])):
            return self.joined(node, self.visit)
        *front, last = map(self.visit, node.values)
        for part in reversed(front):
            then, other = (last, "$v") if isinstance(node.op, ast.And) else ("$v", last)
            last = f"(($v) => py.truth($v) ? {then} : {other})({part})"
        return last

    def visit_Compare(self, node):
        parts, left = [], node.left
        for op, right in zip(node.ops, node.comparators, strict=True):
            parts.append(f"py.ops.{type(op).__name__}({self.visit(left)}, {self.visit(right)})")
            left = right
        return parts[0] if len(parts) == 1 else f"({' && '.join(parts)})"

    def visit_IfExp(self, node):
        return f"({self.truth(node.test)} ? {self.visit(node.body)} : {self.visit(node.orelse)})"

    def visit_Subscript(self, node):
        if isinstance(node.slice, ast.Tuple) and isinstance(node.slice.elts[-1], ast.Slice):
            *front, last = node.slice.elts
            return self.visit(ast.Subscript(ast.Subscript(node.value, ast.Tuple(front)), last))
        if isinstance(node.slice, ast.Slice):
            ends = (self.visit(end) if end else "null" for end in (node.slice.lower, node.slice.upper, node.slice.step))
            return f"py.slice({self.visit(node.value)}, {', '.join(ends)})"
        return f"py.get({self.visit(node.value)}, {self.visit(node.slice)})"

    def visit_Tuple(self, node):
        return f"[{', '.join(map(self.visit, node.elts))}]"

    visit_List = visit_Tuple

    def visit_Set(self, node):
        return f"new py.PySet([{', '.join(map(self.visit, node.elts))}])"

    def visit_Dict(self, node):
        if all(isinstance(key, ast.Constant) for key in node.keys):
            return dictionary(dict(zip(map(self.visit, node.keys), map(self.visit, node.values), strict=True)))
        rows = (f"[{self.visit(key)}, {self.visit(value)}]" if key else f"...{self.visit(value)}.pairs()"
                for key, value in zip(node.keys, node.values, strict=True))
        return f"new py.Dict([{', '.join(rows)}])"

    def visit_JoinedStr(self, node):
        parts = []
        for part in node.values:
            if isinstance(part, ast.Constant):
                parts.append(constant(part.value))
                continue
            value = self.visit(part.value)
            if part.conversion == ord("r"):
                value = f"py.fun.repr({value})"
            spec = f", {self.visit(part.format_spec)}" if part.format_spec else ""
            parts.append(f"py.format({value}{spec})" if spec else f"py.str({value})")
        return " + ".join(parts).join("()") if len(parts) > 1 else "".join(parts) or '""'

    def comprehension(self, node, result):
        """The array of results, one for each turn."""
        first, *rest = node.generators
        lists = self.visit(first.iter)  # outside of the new scope
        self.scopes.append(set(assigned_by(first.target)))
        turn = self.pattern(first.target)
        wanted = " && ".join(map(self.truth, first.ifs))
        if rest:
            inner = self.comprehension(type(node)(**{**dict(ast.iter_fields(node)), "generators": rest}), result)
        else:
            inner = f"[{result()}]" if wanted else f"({result()})"
        self.scopes.pop()
        way = "flatMap" if rest or wanted else "map"
        return f"py.all({lists}).{way}(({turn}) => {f'{wanted} ? {inner} : []' if wanted else inner})"

    def visit_ListComp(self, node):
        return self.comprehension(node, lambda: self.visit(node.elt))

    visit_GeneratorExp = visit_ListComp

    def visit_SetComp(self, node):
        return f"new py.PySet({self.comprehension(node, lambda: self.visit(node.elt))})"

    def visit_DictComp(self, node):
        return f"new py.Dict({self.comprehension(node, lambda: f'[{self.visit(node.key)}, {self.visit(node.value)}]')})"

    def generic_visit(self, node):
        self.refuse(node, type(node).__name__)


def says_whether(node) -> bool:
    """Whether an expression is True or False and nothing else."""
    return isinstance(node, ast.Compare) or isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)


def assigned_by(target):
    return [node.id for node in ast.walk(target) if isinstance(node, ast.Name)]

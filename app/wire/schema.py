"""The types of the wire in TypeScript, written from the Python ones: `python -m app.wire.schema`.

A name stands for the same thing on both sides, aliases such as `Card` and `Seat` included. They are gone from the
types that a running program sees, so annotations are read from the source.
"""

import ast
import inspect
import sys
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields, is_dataclass
from enum import EnumType
from pathlib import Path
from types import ModuleType, UnionType
from typing import Annotated, Any, Final, NewType, get_args, get_origin

import msgspec

from app.rules import facts
from app.wire import notices, options, requests
from app.wire.facts import REGISTRY

FILE: Final = Path(__file__).parents[2] / "static" / "js" / "wire.d.ts"
"""Where the browser client looks for it."""

_HEAD: Final = """\
// What travels between browser and server. Written by `python -m app.wire.schema` from the Python types of the
// same names: change those.
"""
_SEEN: Final = """\
/** A fact as one seat may see it, in its envelope. */
export type Seen = Fact & { room: string; hand: number; version: number; clock?: Clock };
"""
_SIMPLE: Final = {"str": "string", "int": "number", "float": "number", "bool": "boolean", "None": "null"}
_LISTS: Final = frozenset({"list", "tuple", "frozenset"})
_WIDTH: Final = 110


@dataclass
class Writer:
    """Collects declarations; what a type refers to is declared before it."""

    declared: dict[str, str] = field(default_factory=dict)

    def declare_class(self, cls: type[Any]) -> str:
        """The name of a class, which from now on is declared."""
        name = cls.__name__
        if name in self.declared:
            return name
        if isinstance(cls, EnumType):
            values = [f"'{member.value}'" for member in cls]
            self.declared[name] = _comment(cls) + _union(f"export type {name}", values)
            return name
        lines = [_comment(cls) + f"export interface {name} {{"]
        config = getattr(cls, "__struct_config__", None)
        if config is not None and config.tag is not None:
            lines.append(f"  {config.tag_field}: '{config.tag}';")
        lines += [
            f"  {shown}{'?' if optional else ''}: {self.translate(annotation, module)};"
            for shown, optional, annotation, module in _fields(cls)
        ]
        self.declared[name] = "\n".join([*lines, "}\n"])
        return name

    def declare_union(self, name: str, classes: Iterable[type[Any]]) -> None:
        """A type that is any of these."""
        members = [self.declare_class(cls) for cls in classes]
        self.declared[name] = _union(f"export type {name}", members)

    def translate(self, node: ast.expr, module: ModuleType) -> str:
        """An annotation as TypeScript; names mean what they mean in `module`."""
        match node:
            case ast.Constant(value=None):
                return "null"
            case ast.Name(id=name):
                return _SIMPLE.get(name) or self._named(name, vars(module)[name])
            case ast.BinOp(left, ast.BitOr(), right):
                return f"{self.translate(left, module)} | {self.translate(right, module)}"
            case ast.Subscript(ast.Name(id=name), ast.Tuple([item, ast.Constant()])) if name in _LISTS:
                return _listed(self.translate(item, module))
            case ast.Subscript(ast.Name(id=name), ast.expr() as item) if name in _LISTS:
                return _listed(self.translate(item, module))
            case ast.Subscript(ast.Name(id="dict"), ast.Tuple([key, value])):
                return f"Record<{self.translate(key, module)}, {self.translate(value, module)}>"
            case ast.Subscript(ast.Name(id="Annotated"), ast.Tuple([item, *_])):
                return self.translate(item, module)
            case _:
                raise TypeError(f"no such type on the wire: {ast.unparse(node)}")

    def _named(self, name: str, value: Any) -> str:
        if isinstance(value, type) and (_is_record(value) or isinstance(value, EnumType)):
            return self.declare_class(value)
        if name not in self.declared:
            self.declared[name] = f"export type {name} = {self._meaning(value)};\n"
        return name

    def _meaning(self, value: Any) -> str:
        """What an alias stands for."""
        if isinstance(value, NewType):
            return self._meaning(value.__supertype__)
        if get_origin(value) is Annotated:
            return self._meaning(get_args(value)[0])
        if isinstance(value, UnionType):
            return " | ".join(map(self._meaning, get_args(value)))
        if isinstance(value, type) and _is_record(value):
            return self.declare_class(value)
        return _SIMPLE["None" if value is type(None) else value.__name__]


def write_types() -> str:
    """The whole file."""
    writer = Writer()
    parts = []
    for title, declare in (
        ("Facts: what became true, and the table that they amount to", _declare_facts),
        ("Notices: how things stand now", _declare_notices),
        ("Requests", _declare_requests),
        ("Bodies of HTTP: rooms", _declare_bodies),
    ):
        before = set(writer.declared)
        declare(writer)
        added = [text for name, text in writer.declared.items() if name not in before]
        parts.append("\n".join([f"// --- {title} ---\n", *added]))
    return "\n".join([_HEAD, *parts])


def _declare_facts(writer: Writer) -> None:
    for cls in REGISTRY.values():
        writer.declare_class(cls)
    members = [f"({{ type: '{name}' }} & {cls.__name__})" for name, cls in REGISTRY.items()]
    writer.declared["Fact"] = f"/** {_first_line(facts)} */\n" + _union("export type Fact", members)
    writer.declare_class(notices.Clock)
    writer.declared["Seen"] = _SEEN


def _declare_notices(writer: Writer) -> None:
    writer.declare_union("Notice", notices.UNVERSIONED)


def _declare_requests(writer: Writer) -> None:
    writer.declare_union("HandRequest", get_args(requests.HandRequest))
    writer.declare_union("Request", get_args(requests.Request))


def _declare_bodies(writer: Writer) -> None:
    writer.declare_class(options.RoomInfo)


def _fields(cls: type[Any]) -> Iterator[tuple[str, bool, ast.expr, ModuleType]]:
    """Name on the wire, whether it may be missing, annotation and where that was written; in order, inherited too."""
    annotations = {
        statement.target.id: (statement.annotation, sys.modules[owner.__module__])
        for owner in reversed(cls.__mro__)
        if _is_record(owner)
        for statement in _body(owner)
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name)
    }
    if is_dataclass(cls):
        for each in fields(cls):
            yield each.name, False, *annotations[each.name]
        return
    config = cls.__struct_config__
    for item in msgspec.structs.fields(cls):
        # A notice always brings its defaults; a browser may leave out what has one.
        may_miss = not item.required and (config.omit_defaults or config.forbid_unknown_fields)
        yield item.encode_name, may_miss, *annotations[item.name]


def _body(cls: type[Any]) -> list[ast.stmt]:
    (definition,) = ast.parse(textwrap.dedent(inspect.getsource(cls))).body
    assert isinstance(definition, ast.ClassDef)
    return definition.body


def _is_record(cls: type[Any]) -> bool:
    return is_dataclass(cls) or (issubclass(cls, msgspec.Struct) and cls is not msgspec.Struct)


def _listed(item: str) -> str:
    return f"({item})[]" if "|" in item else f"{item}[]"


def _union(head: str, members: list[str]) -> str:
    line = f"{head} = {' | '.join(members)};"
    if len(line) <= _WIDTH:
        return line + "\n"
    return f"{head} =\n" + "\n".join(f"  | {member}" for member in members) + ";\n"


def _comment(documented: object) -> str:
    return f"/** {_first_line(documented)} */\n"


def _first_line(documented: object) -> str:
    return (inspect.getdoc(documented) or "").partition("\n")[0]


if __name__ == "__main__":
    FILE.write_text(write_types(), encoding="utf-8")

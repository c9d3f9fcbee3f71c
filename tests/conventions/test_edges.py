"""Cogs don't hold sentences for users, and the places where commands work are listed once."""

import ast
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest

from bot.app import INSTALLS, PLACES
from tests.conventions.source import Module, modules, within
from tests.conventions.test_commands import top_commands


def sentences(module: Module) -> Iterator[str]:
    """Yield a module's texts of three or more words, except docstrings, logs and descriptions of commands."""
    tree = ast.parse(module.text)
    described = {id(part) for node in ast.walk(tree) for part in _descriptions(node)}
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) and id(node) not in described else None
        if isinstance(text, str) and len(text.split()) > 2:
            yield text


def _descriptions(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the parts of a node that belong to a docstring, decorator, group of commands or log line."""
    if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
        for before in getattr(node, "decorator_list", ()):
            yield from ast.walk(before)
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
        yield node.value
    if isinstance(node, ast.Call) and ast.unparse(node.func).startswith(("app_commands.Group", "log.")):
        yield from ast.walk(node)


COGS = [module for module in modules() if within(module.name, "cogs")]


@pytest.mark.parametrize("module", COGS, ids=lambda module: module.name)
def test_no_cog_holds_a_sentence_for_users(module: Module) -> None:
    assert list(sentences(module)) == []


def test_a_sentence_in_a_cog_is_noticed() -> None:
    assert list(sentences(Module("cogs.x", 'say("That is not possible.")'))) == ["That is not possible."]


def test_every_command_works_in_servers_and_dm_only() -> None:
    tree: Any = SimpleNamespace(allowed_contexts=PLACES, allowed_installs=INSTALLS, translator=None)
    described = [command.to_dict(tree) for command in top_commands() if command.name != "setup-cardcrate"]

    assert {tuple(one["contexts"]) for one in described} == {(0, 1)}
    assert {tuple(one["integration_types"]) for one in described} == {(0, 1)}

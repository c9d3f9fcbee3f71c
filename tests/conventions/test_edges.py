"""The edges are thin: what a command says is written elsewhere, and where it may be used is said once."""

import ast
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import discord
import pytest

from bot.app import ONLY_SERVERS
from tests.conventions.source import Module, modules, within
from tests.conventions.test_commands import top_commands

IN_DMS = {"hand", "hint", "rules", "settings", "privacy"}
"""The commands that make sense in a DM of the bot; all others belong to a server's channel."""


def sentences(module: Module) -> Iterator[str]:
    """Texts of several words in a module, docstrings, logs and descriptions of commands left out."""
    tree = ast.parse(module.text)
    described = {id(part) for node in ast.walk(tree) for part in _descriptions(node)}
    for node in ast.walk(tree):
        text = node.value if isinstance(node, ast.Constant) and id(node) not in described else None
        if isinstance(text, str) and len(text.split()) > 2:
            yield text


def _descriptions(node: ast.AST) -> Iterator[ast.AST]:
    """The parts of a node that are words of a docstring, a decorator, a group of commands or a log line."""
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


def test_commands_belong_to_servers_but_for_those_that_make_sense_in_a_dm() -> None:
    tree: Any = SimpleNamespace(
        allowed_contexts=ONLY_SERVERS,
        allowed_installs=discord.app_commands.AppInstallationType(),
        translator=None,
    )
    contexts = {command.name: command.to_dict(tree)["contexts"] for command in top_commands()}

    assert {name for name, where in contexts.items() if where == [0, 1]} == IN_DMS
    assert {name for name, where in contexts.items() if where == [0]} == contexts.keys() - IN_DMS

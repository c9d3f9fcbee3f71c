"""The project's Python files with their names, imports and functions, for the tests of conventions."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).parents[2]
TOPS = ("bot", "cogs", "tests", "benchmarks")


@dataclass(frozen=True)
class Module:
    """One Python file under its dotted name. A package has the name of its folder."""

    name: str
    text: str
    is_package: bool = False

    @cached_property
    def tree(self) -> ast.Module:
        return ast.parse(self.text)

    def imports(self) -> frozenset[str]:
        """Return every module that this one imports, even inside functions. `from a import b` gives `a.b`."""
        return frozenset(self._imports())

    def _imports(self) -> Iterator[str]:
        for node in ast.walk(self.tree):
            if isinstance(node, ast.Import):
                yield from (alias.name for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                base = self._base(node)
                yield from (f"{base}.{alias.name}" for alias in node.names)

    def _base(self, node: ast.ImportFrom) -> str:
        if not node.level:
            return str(node.module)
        up = node.level - 1 if self.is_package else node.level
        package = self.name.split(".")[: len(self.name.split(".")) - up]
        return ".".join([*package, *([node.module] if node.module else [])])

    def functions(self) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
        """Yield every function and method."""
        for node in ast.walk(self.tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                yield node


@cache
def modules() -> tuple[Module, ...]:
    """Read all Python files of the project."""
    files = sorted(path for top in TOPS for path in (ROOT / top).rglob("*.py"))
    return tuple(map(_read, files))


def _read(path: Path) -> Module:
    parts = list(path.relative_to(ROOT).with_suffix("").parts)
    is_package = parts[-1] == "__init__"
    name = ".".join(parts[:-1] if is_package else parts)
    return Module(name, path.read_text(encoding="utf-8"), is_package)


def within(name: str, *packages: str) -> bool:
    """Whether a module, or a name in one, is one of these packages or inside one."""
    return any(name == package or name.startswith(f"{package}.") for package in packages)

"""Files and functions stay small enough to be read in one go."""

from collections.abc import Iterator

from tests.conventions.source import Module, modules

MAX_LINES = 500
MAX_FUNCTION_LINES = 50


def too_long(module: Module) -> Iterator[str]:
    """Yield a message for the file and each function in it that exceeds its limit."""
    lines = module.text.count("\n")
    if lines > MAX_LINES:
        yield f"{module.name} has {lines} lines"
    for function in module.functions():
        length = (function.end_lineno or function.lineno) - function.lineno + 1
        if length > MAX_FUNCTION_LINES:
            yield f"{module.name}.{function.name} has {length} lines"


def test_no_file_and_no_function_is_too_long() -> None:
    assert [line for module in modules() for line in too_long(module)] == []


def test_function_may_have_fifty_lines() -> None:
    fits = Module("fits", "def work():\n" + "    pass\n" * 49)
    bursts = Module("bursts", "class Shop:\n    async def work(self):\n" + "        pass\n" * 50)

    assert list(too_long(fits)) == []
    assert list(too_long(bursts)) == ["bursts.work has 51 lines"]


def test_file_may_have_five_hundred_lines() -> None:
    assert list(too_long(Module("fits", "pass\n" * 500))) == []
    assert list(too_long(Module("bursts", "pass\n" * 501))) == ["bursts has 501 lines"]

"""Every fault is named once, with its cause and cure in one line, and every exit code is documented."""

import re
import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio

from tests.conventions.docs import text_of
from tests.discord_http.stand_in import serving
from tests.operators import server_faults
from tests.operators.faults import FAULTS, Fault, Naming
from tests.operators.machine import Answer, Machine

assert server_faults, "it plants some of them"


@pytest.fixture
def folder() -> Iterator[Path]:
    """Yield a folder that other users may enter, unlike pytest's own."""
    with tempfile.TemporaryDirectory(prefix="cardcrate-operator-", ignore_cleanup_errors=True) as made:
        Path(made).chmod(0o755)
        yield Path(made)


@pytest_asyncio.fixture
async def machine(folder: Path) -> AsyncIterator[Machine]:
    """Yield a machine with a Discord that answers."""
    place = Machine(folder)
    async with serving(place.discord):
        yield place


async def told(machine: Machine, naming: Naming) -> Answer:
    """Return the output that should name the fault."""
    if not naming.word:
        return await machine.ask(*naming.command.split())
    ran, answer = await machine.run_until(naming.word, naming.meanwhile.split(), naming.words)
    assert ran.code in CODES_BY_KIND
    return answer or ran


CODES_BY_KIND = {
    int(code)
    for code in re.findall(r"^\| (\d) \|", text_of("docs/operating/troubleshooting.md"), re.MULTILINE)
}


@pytest.mark.slow
@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
async def test_planted_fault_is_named_once_with_cure(machine: Machine, fault: Fault) -> None:
    async with fault.plant(machine):
        for naming in fault.namings:
            said = await told(machine, naming)
            whole = "\n".join([naming.command, *said.lines])

            assert said.code == naming.code, whole
            assert said.code in CODES_BY_KIND
            assert "Traceback" not in whole, whole
            assert len(said.alarms) == 1, whole
            assert all(word in said.alarms[0] for word in naming.words), whole


def test_thirty_faults_are_planted() -> None:
    assert len(FAULTS) == 30
    assert all(one.namings for one in FAULTS.values())
    assert shutil.which("openssl"), "a certificate has to be made"

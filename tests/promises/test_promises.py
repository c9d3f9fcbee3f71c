"""The list of promises is complete, its commands exist, and its page states exactly what was found."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.conventions.audit import verdict
from tests.conventions.source import ROOT
from tests.promises import __main__ as promises
from tests.promises import report, written
from tests.promises.commands import Check, Command, long_load, marked, simulation, suite
from tests.promises.listed import PROMISES, Promise
from tests.promises.running import Outcome, read_figures, run

LOST = suite("tests/crash/test_kill.py", nightly=20)
PROMISE = Promise("P1", "Nothing is lost.", (LOST,), {"lost": 0})
OTHER = Promise("P2", "Save, then show.", (Check(("x",), (1, 1, 1, 1), "plain"),))
TODAY = report.Circumstances("2026-11-22", "ci", "abc", "a machine")


class Texts(NamedTuple):
    """The page and the report, in a test's own folder."""

    page: Path
    report: Path

    def read(self) -> tuple[str, str]:
        return self.page.read_text(encoding="utf-8"), self.report.read_text(encoding="utf-8")

    def of(self, known: Mapping[Command, Outcome], page: str = "", found: str = "") -> tuple[str, str]:
        """Return both texts after writing two promises. `page` and `found` are the texts before."""
        written.write([report.verdict(one, "ci", known) for one in (PROMISE, OTHER)], TODAY, page, found)
        return self.read()


@pytest.fixture
def texts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Texts:
    made = Texts(tmp_path / "promises.md", tmp_path / "promises-report.md")
    monkeypatch.setattr(written, "PAGE", made.page)
    monkeypatch.setattr(written, "REPORT", made.report)
    return made


def outcome(code: int = 0, output: str = "", says: str = "1 passed in 1.0s", **found: float) -> Outcome:
    """Return an outcome of the promise's command."""
    return Outcome(LOST.at("ci"), code, 1.0, says, {"P1": [dict(found)]}, output)


def status(*outcomes: Outcome) -> str:
    """Return the promise's status after these outcomes."""
    return report.verdict(PROMISE, "ci", {one.command: one for one in outcomes}).status


def test_every_promise_has_number_and_command_or_reason() -> None:
    assert [promise.number for promise in PROMISES] == [f"P{number}" for number in range(1, 33)]
    assert all(bool(promise.shown_by) != bool(promise.instead) for promise in PROMISES)


def test_every_test_that_a_command_names_is_there() -> None:
    commands = {shown for promise in PROMISES for shown in promise.shown_by if shown.kind == "tests"}
    for shown in commands:
        for node in shown.words:
            file, _, name = node.partition("::")
            assert (ROOT / file).exists(), node
            assert not name or f"def {name}(" in (ROOT / file).read_text(encoding="utf-8"), node


def test_a_larger_scale_tries_no_less() -> None:
    for shown in {shown for promise in PROMISES for shown in promise.shown_by}:
        assert list(shown.amounts) == sorted(shown.amounts)


def test_measurements_needing_hours_are_left_to_night() -> None:
    promise = Promise("P27", "Enough.", (LOST, long_load(nightly=1800, hours=3600)))

    assert len(promise.commands("evening")) == 1
    assert [str(command) for command in promise.commands("nightly")] == [
        "python -m pytest -q --walks 20 --timeout 0 tests/crash/test_kill.py",
        "python -m benchmarks.load --only growth --warm-up 900 --seconds 1800",
    ]


def test_long_simulation_must_meet_every_fault_everywhere() -> None:
    night, change = (
        str(simulation(ci=60, evening=400, nightly=10_000, hours=50_000).at(scale))
        for scale in ("nightly", "ci")
    )

    assert night == "python -m tests.simulation --seeds 10000 --each 20"
    assert change == "python -m tests.simulation --seeds 60"


def test_only_tests_with_mark_can_be_asked_for() -> None:
    assert str(marked("sabotage", "tests").at("nightly")) == "python -m pytest -q -m sabotage tests"


def test_promise_needs_passed_command_and_small_figures() -> None:
    assert status() == "not run"
    assert status(outcome(lost=0, kills=50)) == "kept"
    assert status(outcome(lost=1, kills=50)) == "NOT KEPT"
    assert status(outcome(code=1, lost=0)) == "NOT KEPT"
    assert status(outcome(code=1, output="P1 at 3.0 s: a move is missing\n1 red")) == "NOT KEPT"
    assert status(outcome(code=1, output="P7 at 3.0 s: an old page\n1 red")) == "kept"
    assert status(outcome(code=2, output="Traceback")) == "NOT KEPT"
    assert status(outcome(says=verdict([], required=False)[1][0])) == "cannot be shown here"
    assert report.verdict(Promise("P25", "Fair.", instead="comes later"), "ci", {}).status == "comes later"


def test_of_targets_of_load_those_of_promise_count() -> None:
    output = "Targets\n  p99 of answers below 9 ms: holds (3.0 ms)\n  memory below 4 MB: MISSED (5.0 MB)\n"
    known = {LOST.at("ci"): outcome(code=1, output=output)}
    fast, small = [Promise("P18", "Quick.", (LOST,), targets=(words,)) for words in ("p99", "memory")]

    verdicts = [report.verdict(promise, "ci", known) for promise in (fast, small)]

    assert [(one.status, one.found) for one in verdicts] == [
        ("kept", ["p99 of answers below 9 ms: holds (3.0 ms)"]),
        ("NOT KEPT", ["memory below 4 MB: MISSED (5.0 MB)"]),
    ]


def test_figures_add_up_and_measurements_show_worst() -> None:
    lines = [
        json.dumps({"promise": "P1", "test": f"test_kill[{name}]", "found": found})
        for name, found in {
            "a": {"kills": 5, "seconds": 1.5, "on": "3.12"},
            "b": {"kills": 6, "seconds": 0.5, "on": "3.13"},
        }.items()
    ]

    assert read_figures(lines) == {"P1": [{"kills": 11, "seconds": 1.5, "on": "3.12, 3.13"}]}


def test_command_that_fails_has_failed_whatever_it_says() -> None:
    found = run(Command(("python", "-c", "import sys; print('3 runs in 1 s'); sys.exit(2)")))

    assert found.code == 2
    assert found.summary == "3 runs in 1 s"


def test_figures_that_a_command_writes_are_collected() -> None:
    line = json.dumps({"promise": "P1", "test": "test_kill", "found": {"kills": 5}})
    program = f"import sys; open(sys.argv[1], 'w').write({line!r}); print('1 passed')"

    assert run(Command(("python", "-c", program, "FIGURES"))).figures == {"P1": [{"kills": 5}]}


def test_page_has_evidence_for_each_tried_promise(texts: Texts) -> None:
    page, _ = texts.of({LOST.at("ci"): outcome(lost=0, kills=50)})

    assert page.startswith("# Promises\n")
    assert (
        "\n\n**P1. Nothing is lost.**\\\n"
        "Kept on 2026-11-22 (`ci`, abc): lost 0, kills 50. Shown by `tests/crash/test_kill.py`.\n\n"
    ) in page
    assert page.endswith("\n\n**P2. Save, then show.**\\\nNot run. Shown by `python -m x`.\n")


def test_page_counts_passed_tests_without_figures(texts: Texts) -> None:
    page, _ = texts.of({LOST.at("ci"): Outcome(LOST.at("ci"), 0, 1.0, "7 passed in 9.87s (0:00:09)", {}, "")})

    assert "(`ci`, abc): 7 passed. Shown by" in page


def test_broken_promise_is_admitted_on_page(texts: Texts) -> None:
    page, _ = texts.of({LOST.at("ci"): outcome(code=1, says="1 failed in 2.00s", lost=3)})

    assert (
        "NOT KEPT on 2026-11-22 (`ci`, abc): lost 3 · **lost 3, at most 0** · **failed**: 1 failed." in page
    )


def test_the_report_holds_every_figure_and_the_commands(texts: Texts) -> None:
    _, found = texts.of({LOST.at("ci"): outcome(lost=0, kills=50)})

    assert (
        "## P1. Nothing is lost.\n\nKept.\nRun on 2026-11-22 at commit abc, scale `ci`, on a machine.\n\n"
        "- lost 0, kills 50\n- 1 passed in 1.0s\n\n```sh\npython -m pytest -q tests/crash/test_kill.py\n```\n"
    ) in found
    assert "## P2. Save, then show.\n\nNot run.\n\n```sh\npython x\n```\n" in found


def test_untried_line_stays_unchanged(texts: Texts) -> None:
    first = {one.shown_by[0].at("ci"): outcome(kills=50) for one in (PROMISE, OTHER)}
    before = texts.of(first)
    after = texts.of({LOST.at("ci"): outcome(kills=70)}, *before)

    for old, new, second in zip(before, after, ("**P2", "## P2"), strict=True):
        assert "kills 70" in new
        assert "kills 50" not in new.partition(second)[0]
        assert new.partition(second)[2] == old.partition(second)[2] != ""


def test_interrupted_night_keeps_its_results(texts: Texts, monkeypatch: pytest.MonkeyPatch) -> None:
    def cut_off(command: Command) -> Outcome:
        if "tests/crash/test_kill.py" not in command.words:
            raise KeyboardInterrupt
        return outcome(lost=0, kills=1000)

    monkeypatch.setattr(promises, "tried", cut_off)
    with pytest.raises(KeyboardInterrupt):
        promises.main(["--only", "P1,P9", "--write"])

    for text, heading in zip(texts.read(), ("**", "## "), strict=True):
        assert "lost 0, kills 1000" in text.partition(f"{heading}P1.")[2].partition(f"{heading}P2.")[0]
        assert "Not run." in text.partition(f"{heading}P9.")[2].partition(f"{heading}P10.")[0]


def test_page_names_every_promise_and_its_proof() -> None:
    page = written.PAGE.read_text(encoding="utf-8")
    entries = written.kept(written.ENTRY, page)

    assert page.startswith(written.PAGE_BEGINS.strip())
    assert list(entries) == [promise.number for promise in PROMISES]
    for promise in PROMISES:
        untried = report.Verdict(promise, report.NOT_RUN, [], [], promise.commands("ci"))
        now = written.entry(untried, report.Circumstances("", "ci", "", ""))
        assert entries[promise.number].splitlines()[0] == now.splitlines()[0]
        assert entries[promise.number].partition("Shown by")[2] == now.partition("Shown by")[2]


def test_evidence_older_than_the_code_is_marked() -> None:
    shown = "**P1. Nothing is lost.**\\\nKept on 2026-11-22 (`nightly`, bc16f17): lost 0; in 0.5 s. Shown by `tests`."

    marked = written.marked(shown, lambda commit: commit == "bc16f17")

    assert marked == shown.replace(" Shown by", f" {written.OLDER} Shown by")
    assert written.marked(marked, lambda _: True) == marked
    assert written.marked(marked, lambda _: False) == shown


def test_the_long_report_stays_out_of_git() -> None:
    assert f"/{written.REPORT.name}" in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()

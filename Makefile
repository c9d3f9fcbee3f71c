# What you need: make, and Python 3.11 or newer. Everything else goes into .venv beside this file.
#
#   make play     try the bot in your browser, without a Discord account
#   make test     all tests, with coverage
#   make run      the real bot on Discord, with the settings of .env
#   make check    formatting, lint, types, licences, known vulnerabilities, and whether uv.lock is up to date
#   make bench    measure the engines beside other libraries, and the whole bot under load
#   make simulate SEEDS=1000  play so many seeded tables through crashes, outages and lost messages
#   make nightly  hours of what make test does shortly; writes docs/promises.md
#   make pictures play in a browser and take the pictures that README shows; needs Chromium
#   make lock     write uv.lock anew after a change of the dependencies

PYTHON ?= python3
UV := $(shell command -v uv 2>/dev/null)
ifeq ($(UV),)
UV := .venv/bin/uv
UV_MADE := $(UV)
endif
IN_VENV := .venv/bin/python -m
# One more than there are processors: tests wait for processes of their own.
WORKERS := $(shell expr $$(getconf _NPROCESSORS_ONLN) + 1)

export UV_PROJECT_ENVIRONMENT := .venv
unexport VIRTUAL_ENV

.PHONY: play test run check bench simulate nightly pictures lock

play: .venv/.ready-play
	$(IN_VENV) bot play

test: .venv/.ready-dev
	$(IN_VENV) pytest -q -n $(WORKERS) --dist worksteal --cov

run: .venv/.ready-run
	$(IN_VENV) bot run

check: .venv/.ready-dev
	$(IN_VENV) ruff check
	$(IN_VENV) ruff format --check
	$(IN_VENV) mypy
	.venv/bin/lint-imports --no-logo
	$(UV) lock --check
	$(IN_VENV) tests.house.licences
	$(IN_VENV) tests.house.audit

bench: .venv/.ready-bench
	$(IN_VENV) benchmarks

simulate: .venv/.ready-dev
	$(IN_VENV) tests.simulation --seeds $(or $(SEEDS),100) --first $(or $(FIRST),0)

nightly: .venv/.ready-dev
	$(IN_VENV) tests.promises --scale nightly --write

pictures: .venv/.ready-dev
	mkdir -p docs/pictures
	CARDCRATE_PICTURES=docs/pictures $(IN_VENV) pytest -q tests/playground/test_browser_games.py

lock: $(UV_MADE)
	$(UV) lock

# One stamp for each set of packages. What another target has installed stays (--inexact).
.venv/.ready-run: EXTRA :=
.venv/.ready-play: EXTRA := --extra play
.venv/.ready-dev: EXTRA := --extra dev
.venv/.ready-bench: EXTRA := --extra bench
.venv/.ready-%: pyproject.toml uv.lock | $(UV_MADE)
	$(UV) sync --frozen --inexact $(EXTRA)
	@touch $@

.venv/bin/uv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo 'Python 3.11 or newer is needed: make PYTHON=/path/to/python3.11 ...' >&2; exit 1; }
	$(PYTHON) -m venv .venv
	.venv/bin/python -m pip install --quiet uv

# What you need: make, and Python 3.11 or newer. Everything else goes into .venv beside this file.
# `make` alone lists what can be made: every target below has its line of help behind ##.

PYTHON ?= python3
UV := $(shell command -v uv 2>/dev/null)
ifeq ($(UV),)
UV := .venv/bin/uv
UV_MADE := $(UV)
endif
IN_VENV := .venv/bin/python -m
PROCESSORS := $(shell nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)
# Two more than there are processors for us: tests wait for processes of their own, but not those of `quick`.
WORKERS := $(shell expr $(PROCESSORS) + 2)

export UV_PROJECT_ENVIRONMENT := .venv
unexport VIRTUAL_ENV
# The tests start hundreds of processes: each would compile everything again where this is set.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play run install test coverage quick check format messages bench profile simulate nightly recordings pictures lock

help:  ## this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

play: .venv/.ready-play  ## try the bot in your browser, without a Discord account
	$(IN_VENV) bot play

run: .venv/.ready-run  ## the real bot on Discord, with the settings of .env
	$(IN_VENV) bot run

install: $(UV_MADE)  ## the real bot as a service of systemd, below /opt/cardcrate; as root
	PYTHON=$(PYTHON) UV=$(abspath $(UV)) contrib/install

test: .venv/.ready-dev  ## all tests
	$(IN_VENV) pytest -q -n $(WORKERS) --dist worksteal

coverage: .venv/.ready-dev  ## all tests, and which lines they reach; takes twice as long
	$(IN_VENV) pytest -q -n $(WORKERS) --dist worksteal --cov

quick: .venv/.ready-dev  ## the tests that are not marked slow, in about a minute
	$(IN_VENV) pytest -q -n $(PROCESSORS) --dist worksteal -m "not slow"

check: .venv/.ready-dev  ## formatting, lint, types, translations, licences, known vulnerabilities, the lock file, budgets of lines and of odd English
	$(IN_VENV) ruff check
	$(IN_VENV) ruff format --check
	$(IN_VENV) mypy
	.venv/bin/lint-imports --no-logo
	$(UV) lock --check
	$(IN_VENV) tests.conventions.translations
	$(IN_VENV) tests.conventions.licences
	$(IN_VENV) tests.conventions.audit
	$(IN_VENV) tests.conventions.budgets

format: .venv/.ready-dev  ## format the code and mend what lint can mend
	$(IN_VENV) ruff check --fix
	$(IN_VENV) ruff format

messages: .venv/.ready-dev  ## write all messages for users into the catalog's template
	$(IN_VENV) tests.conventions.messages

bench: .venv/.ready-bench  ## measure engines, the whole bot under load, computers, and a bot with years behind it
	$(IN_VENV) benchmarks

profile: .venv/.ready-dev  ## count the files and functions that a command, a press, a reminder, a time-out and a restart enter
	$(IN_VENV) benchmarks.trips

simulate: .venv/.ready-dev  ## play seeded tables through crashes and lost messages; SEEDS=1000 plays so many
	$(IN_VENV) tests.simulation --seeds $(or $(SEEDS),100) --first $(or $(FIRST),0)

nightly: .venv/.ready-dev  ## show every promise at the scale of a night, and write docs/promises.md; takes hours
	$(IN_VENV) tests.promises --scale nightly --write

recordings: .venv/.ready-dev  ## compare everything people see with what was recorded of it; takes ten minutes
	$(IN_VENV) tests.recordings faces
	$(IN_VENV) tests.recordings evenings

pictures: .venv/.ready-dev  ## play in a browser and take the pictures that README shows; needs Chromium
	mkdir -p docs/pictures
	CARDCRATE_PICTURES=docs/pictures $(IN_VENV) pytest -q tests/playground/test_browser_games.py

lock: $(UV_MADE)  ## bring uv.lock up to date after a change of the dependencies
	$(UV) lock

# One stamp for each set of packages. What another target has installed stays (--inexact).
.venv/.ready-run: EXTRA :=
.venv/.ready-play: EXTRA := --extra play
.venv/.ready-dev: EXTRA := --extra dev
.venv/.ready-bench: EXTRA := --extra bench
.venv/.ready-%: pyproject.toml uv.lock | $(UV_MADE)
	$(UV) sync --frozen --inexact --compile-bytecode $(EXTRA)
	@touch $@

.venv/bin/uv:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	  echo 'Python 3.11 or newer is needed: make PYTHON=/path/to/python3.11 ...' >&2; exit 1; }
	$(PYTHON) -m venv --without-pip .venv
	@$(PYTHON) -m pip --python .venv/bin/python install --quiet uv 2>/dev/null || { \
	  $(PYTHON) -m venv .venv && .venv/bin/python -m pip install --quiet uv; }

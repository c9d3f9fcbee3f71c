# You need make, and Python 3.11 or newer. Everything else is installed into .venv next to this file.
# `make` alone lists the targets, each with the help after its ##.

PYTHON ?= python3
UV := $(shell command -v uv 2>/dev/null)
ifeq ($(UV),)
UV := .venv/bin/uv
UV_MADE := $(UV)
PINNED := --require-hashes --requirement contrib/build-tools.txt
endif
IN_VENV := .venv/bin/python -m
PROCESSORS := $(shell nproc 2>/dev/null || getconf _NPROCESSORS_ONLN)
# Two workers more than processors, because tests wait for processes that they start. Those of `quick` don't.
WORKERS := $(shell expr $(PROCESSORS) + 2)

export UV_PROJECT_ENVIRONMENT := .venv
unexport VIRTUAL_ENV
# The tests start hundreds of processes, and with this set each would compile everything again.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help play run install test coverage quick check format messages bench profile simulate nightly recordings pictures lock

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

play: .venv/.ready-play  ## try the bot in your browser, without a Discord account
	$(IN_VENV) bot play

run: .venv/.ready-run  ## run the real bot on Discord, with the settings of .env
	$(IN_VENV) bot run

install: $(UV_MADE)  ## install the real bot as a systemd service in /opt/cardcrate (as root)
	PYTHON=$(PYTHON) UV=$(abspath $(UV)) contrib/install

test: .venv/.ready-dev  ## run all tests
	$(IN_VENV) pytest -q -n $(WORKERS) --dist worksteal

coverage: .venv/.ready-dev  ## run all tests and measure coverage, in twice the time
	$(IN_VENV) pytest -q -n $(WORKERS) --dist worksteal --cov

quick: .venv/.ready-dev  ## run the tests that aren't marked slow, in about a minute
	$(IN_VENV) pytest -q -n $(PROCESSORS) --dist worksteal -m "not slow"

check: .venv/.ready-dev  ## check formatting, lint, types, translations, licences, vulnerabilities, the lock file and budgets
	$(IN_VENV) ruff check
	$(IN_VENV) ruff format --check
	$(IN_VENV) mypy
	.venv/bin/lint-imports --no-logo
	$(UV) lock --check
	$(IN_VENV) tests.conventions.translations
	$(IN_VENV) tests.conventions.licences
	$(IN_VENV) tests.conventions.audit
	$(IN_VENV) tests.conventions.budgets

format: .venv/.ready-dev  ## format the code and apply lint's fixes
	$(IN_VENV) ruff check --fix
	$(IN_VENV) ruff format

messages: .venv/.ready-dev  ## collect all messages for users in the catalog's template
	$(IN_VENV) tests.conventions.messages

bench: .venv/.ready-bench  ## measure engines, the bot under load, computers, and a bot with years behind it
	$(IN_VENV) benchmarks

profile: .venv/.ready-dev  ## count the files and functions that typical events pass through
	$(IN_VENV) benchmarks.trips

simulate: .venv/.ready-dev  ## play seeded tables through crashes and lost messages (SEEDS=1000 plays a thousand)
	$(IN_VENV) tests.simulation --seeds $(or $(SEEDS),100) --first $(or $(FIRST),0)

nightly: .venv/.ready-dev  ## try every promise for hours, and write docs/promises.md
	$(IN_VENV) tests.promises --scale nightly --write

recordings: .venv/.ready-dev  ## compare everything people see with its recordings, in ten minutes
	$(IN_VENV) tests.recordings faces
	$(IN_VENV) tests.recordings evenings

pictures: .venv/.ready-dev  ## play in a browser and take the pictures for the documents (needs Chromium)
	mkdir -p docs/pictures
	CARDCRATE_PICTURES=docs/pictures $(IN_VENV) pytest -q tests/playground/test_browser_games.py

lock: $(UV_MADE)  ## update uv.lock after a change of dependencies
	$(UV) lock

# One stamp for each set of packages. Packages of other targets stay (--inexact).
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
	@$(PYTHON) -m pip --python .venv/bin/python install --quiet $(PINNED) 2>/dev/null || { \
	  $(PYTHON) -m venv .venv && .venv/bin/python -m pip install --quiet $(PINNED); }

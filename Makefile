# Everything a newcomer needs: `make run`, `make test`. Whatever they need, they install into .venv.
.DEFAULT_GOAL := help
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(PYTHON) -m pip --python $(BIN)/python --disable-pip-version-check --quiet
COVERED := rules books roads ledger table # the packages whose own tests must reach every branch
SOURCES := $(shell find src web -type f -not -name '*.pyc' -not -path 'web/node_modules/*' -not -path 'web/dist/*') hatch_build.py
WEB := $(BIN)/python hatch_build.py run # a script of web/package.json, with the Node that .venv holds

.PHONY: help run test check types client lint screens format bench torture lock clean browser screenshots

help: ## this list
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*##/:/' | awk -F': ' '{printf "make %-11s %s\n", $$1, $$2}'

run: $(VENV)/.installed ## open the demo floor on http://127.0.0.1:8000/ (its database is var/floor.db)
	$(BIN)/punto serve --database var/floor.db

test: $(VENV)/.ready browser ## set up, check, and run every test
	@$(MAKE) --no-print-directory --jobs 2 check
	$(BIN)/python -m pytest -n 2 -q $(COVERED:%=tests/%) $(COVERED:%=--cov=punto.%) --cov-fail-under=100
	$(BIN)/python -m pytest -n 2 -q $(COVERED:%=--ignore=tests/%) --ignore=tests/browser
	$(BIN)/python -m pytest -n 2 -q tests/browser # apart: a driven browser keeps a loop running in its process

screens: $(VENV)/.ready browser ## every test in a real browser; make test runs a few of them (four minutes)
	$(BIN)/python -m pytest -n 2 -q tests/browser --every-screen

check: types client lint ## format, lint, types, import contract, generated files, the client

types: $(VENV)/.ready
	$(BIN)/mypy

client: $(VENV)/.ready
	$(WEB) formatted
	$(WEB) lint
	$(WEB) check
	$(WEB) test

lint: $(VENV)/.ready
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/lint-imports --no-logo
	$(BIN)/python docs/generate.py --check

browser: # Debian's, because the tests drive a real one
	@command -v chromium > /dev/null || (apt-get -qq update && apt-get -qq install --yes --no-install-recommends chromium) || \
	    (echo "The tests drive Debian's chromium, which is missing: apt-get install chromium (as root)" >&2; false)

format: $(VENV)/.ready ## format the code and write the generated files anew
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/python docs/generate.py
	$(WEB) format

bench: $(VENV)/.ready ## measure, each figure beside its limit
	$(BIN)/python -m bench

screenshots: $(VENV)/.ready browser ## photograph every screen of the patron for README (five minutes)
	$(BIN)/python -m tests.browser.screenshots
	$(BIN)/python -m bench.squeeze picture

torture: $(VENV)/.ready ## ten thousand seeds on SQLite, two thousand on PostgreSQL, 500 real kills on each (an hour and more)
	$(BIN)/python -m bench.torture

lock: $(VENV)/.ready ## choose new versions of everything within the declared ranges
	$(BIN)/uv pip compile --quiet --upgrade --universal --generate-hashes --no-header --no-annotate --python-version 3.11 \
	    -o requirements/run.txt pyproject.toml
	$(BIN)/uv pip compile --quiet --upgrade --universal --generate-hashes --no-header --no-annotate --python-version 3.11 \
	    -o requirements/build.txt requirements/build.in
	$(BIN)/uv pip compile --quiet --upgrade --universal --generate-hashes --no-header --no-annotate --python-version 3.11 \
	    -o requirements/dev.txt requirements/dev.in

clean: ## forget everything that make installed
	rm -rf $(VENV) dist web/dist web/node_modules

$(BIN)/python:
	$(PYTHON) -m venv --without-pip $(VENV)

$(VENV)/.locked: requirements/run.txt requirements/build.txt | $(BIN)/python
	$(PIP) install --require-hashes -r requirements/run.txt -r requirements/build.txt
	@touch $@

$(VENV)/.installed: $(VENV)/.locked pyproject.toml README.md $(SOURCES)
	$(PIP) install --no-deps --no-build-isolation --force-reinstall .
	@touch $@

$(VENV)/.ready: $(VENV)/.installed requirements/dev.txt
	$(PIP) install --require-hashes -r requirements/dev.txt
	@touch $@

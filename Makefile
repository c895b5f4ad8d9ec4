# Everything a newcomer needs: `make run`, `make test`, `make dev`. They install what they need into .venv.
.DEFAULT_GOAL := help
PYTHON ?= python3
PORT ?= 8000
VENV := .venv
BIN := $(VENV)/bin
PIP := $(PYTHON) -m pip --python $(BIN)/python --disable-pip-version-check -qq # errors only
COVERED := rules books roads ledger table # the packages whose own tests must reach every branch
SOURCES := $(shell find src web -type f -not -name '*.pyc' -not -path 'web/node_modules/*' -not -path 'web/dist/*') hatch_build.py
FETCH := apt-get -qq -o APT::Sandbox::User=root download# a package, without installing it
WEB := $(BIN)/python hatch_build.py run # a script of web/package.json, with the Node that .venv holds

# Punto is installed as a wheel for `make run` and `make test`, which try what users get, and editable for the inner loop
# (`make dev`, `make quick`, `make test T=…`), which then installs nothing when a source changes. One replaces the other.
WHEEL := $(VENV)/.installed
EDITABLE := $(VENV)/.editable
TOOLS := $(VENV)/.tools
WARM := $(VENV)/.warm
EITHER := $(TOOLS) $(if $(wildcard $(EDITABLE)),$(EDITABLE),$(WHEEL))

.PHONY: help run dev test quick check types lint web-lint web-test web-format web-types screens format bench torture drill lab battery lock clean browser nginx screenshots

help: ## this list
	@sed -nE 's/^([a-z]+):[^#]*## (.*)/\1\t\2/p' $(MAKEFILE_LIST) | awk -F'\t' '{printf "make %-11s %s\n", $$1, $$2}'

run: $(WHEEL) ## open the demo floor on http://127.0.0.1:8000/ (PORT=8080 for another port; its database is var/floor.db)
	@test $(WARM) -nt $(WHEEL) || { echo "Compiling number loops for punto simulate and others beside the floor (about half a minute, once)"; \
	    (nice $(BIN)/punto warm > /dev/null 2>&1 && touch $(WARM)) & }
	@$(BIN)/punto serve --database var/floor.db --port $(PORT)

dev: $(EDITABLE) $(TOOLS) ## the same floor, reloading when you edit src or web (PORT=8080; its database is var/dev.db)
	@$(BIN)/python -m dev.live $(PORT)

quick: $(EDITABLE) $(TOOLS) ## check and test what changed against main (under a minute)
	@$(BIN)/python -m dev.quick

ifdef T
test: $(EDITABLE) $(TOOLS)
	@$(BIN)/python -m dev.one_test '$(T)'
else
test: $(WHEEL) $(TOOLS) browser nginx ## set up, check, run every test; or some: T=tests/rules, T=tests/rules/test_coup.py::test_name, T=web/src/roads
	@$(MAKE) --no-print-directory --jobs 2 check
	$(BIN)/python -m pytest -n 2 -q $(COVERED:%=tests/%) $(COVERED:%=--cov=punto.%) --cov-fail-under=100
	$(BIN)/python -m pytest -n 4 --dist worksteal -q $(COVERED:%=--ignore=tests/%) --ignore=tests/browser # many wait for a server's clock
	$(BIN)/python -m pytest -n 2 -q tests/browser # apart: a driven browser keeps a loop running in its process
endif

screens: $(WHEEL) $(TOOLS) browser ## every test in a real browser; make test runs a few of them (half an hour)
	$(BIN)/python -m pytest -n 2 -q tests/browser --every-screen

browser: ## install the browser that tests drive (Debian's chromium, with apt-get; make test does it too)
	@command -v chromium > /dev/null || { echo "Installing chromium with apt-get: tests drive a real browser (about a minute, once)"; \
	    apt-get -qq update && apt-get -qq install --yes --no-install-recommends chromium > /dev/null; } || \
	    { echo "chromium is missing and could not be installed: as root, apt-get install chromium" >&2; false; }

nginx: | $(BIN)/python ## fetch the proxy that tests run (Debian's nginx, unpacked into .venv; make test does it too)
	@PATH="$$PATH:/usr/sbin" command -v nginx > /dev/null || test -x $(VENV)/nginx/usr/sbin/nginx || { \
	    echo "Fetching nginx with apt-get into $(VENV): tests run it in front of a floor (a few seconds, once)"; cd $(VENV) && \
	    { $(FETCH) nginx 2> /dev/null || { apt-get -qq update && $(FETCH) nginx; }; } && \
	    dpkg-deb -x nginx_*.deb nginx && rm nginx_*.deb && test -x nginx/usr/sbin/nginx; } || \
	    { echo "nginx is missing and could not be fetched: as root, apt-get install nginx" >&2; false; }

check: web-lint types lint web-test web-format web-types ## format, lint, types, import contracts, dead code, generated files, the client
# Each apart and the longest first, so that two run at a time until the end.

types: $(EITHER)
	$(BIN)/mypy

lint: $(EITHER)
	$(BIN)/ruff format --check --quiet .
	$(BIN)/ruff check --quiet .
	$(BIN)/lint-imports --no-logo
	$(BIN)/python -m dev.dead_code
	$(BIN)/python docs/generate.py --check

web-lint: $(EITHER)
	$(WEB) lint

web-test: $(EITHER)
	$(WEB) test

web-format: $(EITHER)
	$(WEB) formatted

web-types: $(EITHER)
	$(WEB) check

format: $(EITHER) ## format the code and regenerate what is generated
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/python docs/generate.py
	$(WEB) format

bench: $(EITHER) ## measure and compare each figure with its limit
	$(BIN)/python -m bench

screenshots: $(WHEEL) $(TOOLS) browser ## take the screenshots of README (five minutes)
	$(BIN)/python -m tests.browser.screenshots
	$(BIN)/python -m tests.browser.console_screenshots
	$(BIN)/python -m bench.squeeze picture

torture: $(EITHER) ## 10,000 seeds on SQLite, 2,000 on PostgreSQL, 500 real kills on each, 10,000 seeds with pits (over an hour)
	$(BIN)/python -m bench.torture

drill: $(EITHER) ## rehearse the loss of a database, and an upgrade node by node from the newest tag (a minute)
	$(BIN)/python -m deploy.drill
	$(BIN)/python -m deploy.upgrade

lab: $(WHEEL) $(TOOLS) battery ## make the pack for a test house on sa and squeeze, in var/lab (a few minutes)
	$(BIN)/punto lab sa squeeze -o var/lab

battery: ## install the battery that tests random numbers (Debian's dieharder, with apt-get; make lab does it too)
	@command -v dieharder > /dev/null || { echo "Installing dieharder with apt-get: the pack tests shuffled shoes with it"; \
	    apt-get -qq update && apt-get -qq install --yes --no-install-recommends dieharder > /dev/null; } || \
	    echo "dieharder could not be installed: the pack will say that it was not run; as root, apt-get install dieharder" >&2

lock: $(EITHER) ## upgrade every dependency within its declared range
	$(BIN)/uv pip compile --quiet --upgrade --universal --generate-hashes --no-header --no-annotate --python-version 3.11 \
	    --extra video -o requirements/run.txt pyproject.toml
	$(BIN)/uv pip compile --quiet --upgrade --universal --generate-hashes --no-header --no-annotate --python-version 3.11 \
	    -o requirements/build.txt requirements/build.in
	$(BIN)/uv pip compile --quiet --upgrade --universal --generate-hashes --no-header --no-annotate --python-version 3.11 \
	    -o requirements/dev.txt requirements/dev.in

clean: ## remove everything that make installed
	rm -rf $(VENV) dist web/dist web/node_modules

$(BIN)/python:
	@$(PYTHON) -m venv --without-pip $(VENV)

# The lock files are complete, so nothing is resolved: a release of today cannot break an install of yesterday's versions.
$(VENV)/.locked: requirements/run.txt requirements/build.txt | $(BIN)/python
	@echo "Installing Punto's libraries into $(VENV) (about 30 s, once)"
	@$(PIP) install --no-deps --require-hashes -r requirements/run.txt -r requirements/build.txt
	@touch $@

$(WHEEL): $(VENV)/.locked pyproject.toml README.md $(SOURCES)
	@echo "Installing Punto and building its client (about 20 s at first, a few seconds after an edit)"
	@$(PIP) install --no-deps --no-build-isolation --force-reinstall .
	@rm -f $(EDITABLE)
	@touch $@

$(EDITABLE): $(VENV)/.locked pyproject.toml hatch_build.py
	@echo "Installing Punto editable (about 5 s, once)"
	@$(PIP) install --no-deps --no-build-isolation --force-reinstall --editable .
	@rm -f $(WHEEL)
	@touch $@

$(TOOLS): $(VENV)/.locked requirements/dev.txt
	@echo "Installing what checks and tests need (about 30 s, once)"
	@$(PIP) install --no-deps --require-hashes -r requirements/dev.txt
	@touch $@

# `make demo` shows Runner with an example event; `make test` checks everything.
# A machine needs Python 3.11, pip, make and git; the rest is installed into .venv, or, for
# Pango, Chromium and LibreOffice, from the system's packages.

PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV := .venv
BIN := $(VENV)/bin
TOOLS := build/packages
JOBS ?= 4
LOCK := packaging/requirements
NEWEST := build/newest
QUICK := not browser and not office and not hosts and not thorough
INSTALL := -m pip install --quiet --disable-pip-version-check

.PHONY: help demo setup system lint lock test quick test-newest soak bench words pictures standalone standalone-test \
  packages packages-test clean

help: ## list targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 18

demo: $(VENV)/runtime ## set up everything and rehearse an event of 118 players
	@.ci/system pango || true
	@$(BIN)/runner demo events/demo --site site_out

setup: $(VENV)/dev ## set up the development environment

test: $(VENV)/dev system lint ## set up everything and run all checks and tests
	$(BIN)/pytest -n $(JOBS) --hypothesis-profile=repeatable

quick: $(VENV)/dev ## the tests that need neither browser nor office, in under a minute
	$(BIN)/pytest -n auto --dist loadfile -m "$(QUICK)"

test-newest: system ## run the quick tests and those of command output with the newest allowed package versions
	@rm -rf $(NEWEST) && $(PYTHON) -m venv $(NEWEST)
	@$(NEWEST)/bin/python $(INSTALL) -e '.[dev]'
	@$(NEWEST)/bin/runner doctor | grep -i "packages" || true
	@code=0; set -x; $(NEWEST)/bin/pytest -n $(JOBS) -m "$(QUICK)" || code=1; \
	  $(NEWEST)/bin/pytest -n $(JOBS) tests/cli/test_standard_output.py || code=1; exit $$code

lock: ## update the locked versions in packaging/requirements
	@test -x $(TOOLS)/bin/uv || { $(PYTHON) -m venv $(TOOLS) && $(TOOLS)/bin/python $(INSTALL) uv; }
	UV=$(TOOLS)/bin/uv packaging/lock.sh

soak: $(VENV)/dev system ## run the tests that repeat thousands of times; slow
	@.ci/system ceph || true
	RUNNER_SOAK=1 $(BIN)/pytest -n $(JOBS) -m soak

lint: $(VENV)/dev ## check style, types and import rules
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/mypy --platform win32 --cache-dir .mypy_cache/win32
	$(BIN)/mypy --platform darwin --cache-dir .mypy_cache/darwin
	$(BIN)/lint-imports

bench: $(VENV)/dev ## run the benchmarks of docs/performance.md
	$(BIN)/python benchmarks/save_to_published.py
	$(BIN)/python benchmarks/save_to_published.py paper 118 512
	$(BIN)/python benchmarks/save_to_published.py phones 118 256
	$(BIN)/python benchmarks/save_to_published.py publishing 118 256
	$(BIN)/python benchmarks/pairing.py events bounds small annealing
	PYTHONPATH=. $(BIN)/python -m benchmarks.long_events 0 63
	$(BIN)/python benchmarks/seats.py
	$(BIN)/python benchmarks/matches.py
	$(BIN)/python benchmarks/standings.py
	PYTHONPATH=. $(BIN)/python -m benchmarks.paper
	$(BIN)/python benchmarks/wager.py
	$(BIN)/python benchmarks/what_if.py
	PYTHONPATH=. $(BIN)/python -m benchmarks.history 40
	$(BIN)/python benchmarks/start_up.py
	$(BIN)/python benchmarks/door.py
	$(BIN)/python benchmarks/serve.py 300 1000 2000 4000
	PYTHONPATH=. $(BIN)/python benchmarks/phones.py 0 5000
	PYTHONPATH=. $(BIN)/python benchmarks/phones.py watch 0
	PYTHONPATH=. $(BIN)/python -m benchmarks.publish 118 1024
	PYTHONPATH=. $(BIN)/python -m benchmarks.many_events 2000
	PYTHONPATH=. $(BIN)/python -m benchmarks.many_watched 600 1.2
	$(BIN)/python benchmarks/pages.py
	$(BIN)/python benchmarks/player_lists.py

words: $(VENV)/dev ## update the translation catalogues (docs/languages.md)
	PYTHONPATH=. $(BIN)/python -m tests.support.messages

pictures: $(VENV)/dev system ## take the pictures of README and docs again
	PYTHONPATH=. $(BIN)/python docs/pictures/make.py
	PYTHONPATH=. $(BIN)/python docs/pictures/first_event.py
	PYTHONPATH=. $(BIN)/python docs/pictures/publish.py
	PYTHONPATH=. $(BIN)/python docs/pictures/many_events.py
	$(BIN)/python docs/pictures/architecture.py

standalone: ## build a program for this system in dist/runner that needs neither Python nor Pango
	@.ci/system pango
	PYTHON=$(PYTHON) packaging/$(if $(filter Darwin,$(shell uname)),macos,linux).sh

standalone-test: standalone $(VENV)/dev ## build it and test it in a bare root; slow
	packaging/try.sh

packages: ## build wheel and sdist in dist and validate the metadata
	@test -x $(TOOLS)/bin/twine || { $(PYTHON) -m venv $(TOOLS) \
	  && $(TOOLS)/bin/python $(INSTALL) --require-hashes -r $(LOCK)/tools.txt; }
	@rm -f dist/*.whl dist/*.tar.gz
	$(TOOLS)/bin/python -m build --quiet
	$(TOOLS)/bin/twine check --strict dist/*.whl dist/*.tar.gz

packages-test: packages $(VENV)/dev ## install the wheel with uv, pipx and pip, and test it
	RUNNER_WHEEL="$$(echo $(CURDIR)/dist/*.whl)" PATH="$(CURDIR)/$(TOOLS)/bin:$$PATH" \
	  $(BIN)/pytest tests/days/test_installed.py

system: ## install Chromium, LibreOffice, Pango and servers for the tests
	@.ci/system pango chromium office
	@.ci/system hosts || true  # without them their tests are skipped

clean: ## remove everything that can be rebuilt
	rm -rf $(VENV) build dist site_out/* .mypy_cache .ruff_cache .pytest_cache

$(VENV)/bin/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Runner needs Python 3.11 or newer; set PYTHON=... to one."; exit 1; }
	@$(PYTHON) -m venv $(VENV) 2>/dev/null \
	  || { $(PYTHON) -m pip install --quiet --user virtualenv && $(PYTHON) -m virtualenv -q $(VENV); }

$(VENV)/runtime: $(VENV)/bin/python pyproject.toml $(LOCK)/runtime.txt
	@echo "Installing Runner into $(VENV) ..."
	@{ $(BIN)/python $(INSTALL) --require-hashes -r $(LOCK)/runtime.txt \
	  && $(BIN)/python $(INSTALL) --no-deps --no-build-isolation -e .; } 2>$(VENV)/pip.log \
	  || { cat $(VENV)/pip.log; exit 1; }
	@touch $@

$(VENV)/dev: $(VENV)/runtime $(LOCK)/dev.txt
	@echo "Installing the tools for working on Runner ..."
	@$(BIN)/python $(INSTALL) --require-hashes -r $(LOCK)/dev.txt 2>$(VENV)/pip.log \
	  || { cat $(VENV)/pip.log; exit 1; }
	@touch $@

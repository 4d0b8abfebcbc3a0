# Retcon's everyday commands; `make` alone lists them.
SHELL := /bin/bash
PYTHON ?= $(firstword $(foreach v,python3.11 python3.12 python3.13 python3.14 python3,$(if $(shell $(v) -c \
	'import ensurepip, sys, venv; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo yes),$(v))))
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
BEGUN := $(VENV)/.begun
PYTEST := $(BIN)/python -m pytest
CHECKS := tests/checks/test_architecture.py tests/checks/test_documentation.py tests/checks/test_plain_language.py

# Tests, documents and benchmarks start hundreds of Python processes; without kept bytecode each compiles everything anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup run test check static docs pictures translations bench soak image lock clean

help: ## list these commands
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

setup: $(READY) ## create or repair .venv with the locked packages

# $(READY) is written last and $(BEGUN) first: a set-up that was interrupted starts over from an empty .venv, and one made
# by hand is completed as it stands.
$(READY): requirements.lock pyproject.toml api/client/pyproject.toml
	@rm -f $@
	@[ ! -e $(BEGUN) ] && $(BIN)/python -c 'import sys, pip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		[ -n "$(PYTHON)" ] || { echo "Retcon needs Python 3.11 or newer with its venv module; none was found." >&2; exit 1; }; \
		echo "making $(VENV) with $$($(PYTHON) --version)"; $(PYTHON) -m venv --clear $(VENV); }
	@touch $(BEGUN)
	@echo "installing the locked packages into $(VENV)"
	$(BIN)/python -m pip install --disable-pip-version-check --require-hashes --requirement requirements.lock
	$(BIN)/python -m pip install --disable-pip-version-check --no-deps --no-build-isolation --editable . --editable api/client
	@rm -f $(BEGUN) && touch $@

run: setup ## serve Retcon on this machine, with the demo campaigns
	$(BIN)/retcon serve --demo

test: setup ## run the tests, but for those of make check
	$(PYTEST) -n 3 --dist worksteal --durations=10 $(addprefix --ignore=,$(CHECKS))

check: static ## formatting, lint, types, architecture, rule coverage, documentation
	$(PYTEST) -q -n 2 $(CHECKS)

static: setup ## make check without its tests
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy --num-workers 2
	$(BIN)/lint-imports
	$(BIN)/python -m api.testing.coverage systems tests

docs: setup ## write the pages and the parts of the client that are generated
	$(BIN)/python -m projections.analytics.querying.page
	$(BIN)/python -m tests.analytics.querying.examples
	$(BIN)/python -m tests.analytics.gallery
	$(BIN)/python -m tests.api.pages.drawing.gallery
	$(BIN)/python -m tests.cli.picture
	$(BIN)/python -m tests.deploy.settings_page
	$(BIN)/python -m tests.api.client.generating

pictures: setup ## take the pictures of pages that stand in the README (Chromium)
	$(BIN)/python -m tests.browser.pictures

translations: setup ## bring the catalogues of translations up to date with the texts
	$(BIN)/python -m api.testing.translating

bench: setup ## measure
	$(BIN)/python -m tests.bench

soak: setup ## run the long property tests
	HYPOTHESIS_PROFILE=soak $(PYTEST) -n 2 --dist worksteal -m "soak or hypothesis" --durations=10

image: setup ## build the container image, start it, and ask whether it is ready (root, buildah, debootstrap)
	$(PYTEST) -m image tests/deploy/test_image.py --durations=3

lock: setup ## resolve the locks anew from pyproject.toml
	$(BIN)/uv pip compile pyproject.toml --extra dev --universal --python-version 3.11 --generate-hashes \
		--no-emit-index-url --no-emit-package retcon-client --custom-compile-command "make lock" --quiet --upgrade --output-file requirements.lock
	echo hatchling | $(BIN)/uv pip compile pyproject.toml - --extra analytics --extra discord --extra mcp --extra metrics --extra oidc --extra tracing --universal \
		--python-version 3.11 --constraint requirements.lock --generate-hashes --no-emit-index-url --no-emit-package retcon-client \
		--custom-compile-command "make lock" --quiet --output-file deploy/requirements.lock

clean: ## remove .venv, caches and builds; never a data folder
	rm -rf $(VENV) dist build .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .schemathesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

# Every target makes its own environment in .venv first. `make help` lists them.
PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/.installed
EXTRAS := all,dev
PACKAGES := engine arbiter bots workers dashboard pentarch
# Of the tests those that would notice if compiling changed anything.
COMPILED := $(addprefix tests/engine/test_,chance.py compiled.py counts.py golden.py laws.py match.py record.py) \
	$(addprefix tests/bots/test_,analysis.py compiled.py evaluation.py greedy_township.py mcts.py registry.py) tests/workers/test_hosted.py

# For two cores: tests that wait for services leave room for a third.
TESTERS ?= 3

# Tests start hundreds of processes, which need not compile our modules again and again.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help system install demo up check format test test-compiled test-long proto lint-proto golden prompts pictures bench wheel wheels image-test docs sbom licences clean
.DEFAULT_GOAL := help

help: ## List the targets
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | awk -F ':.*## ' '{printf "  make %-10s %s\n", $$1, $$2}'

install: $(STAMP) ## Make .venv with everything for development

$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Pentarch needs Python 3.11 or newer; set PYTHON=... to use another one" >&2; exit 2; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv \
		|| { echo "cannot make a virtual environment: install the venv package of your Python" >&2; exit 2; }
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[$(EXTRAS)]'
	@touch $(STAMP)

demo: $(STAMP) ## Play the reference bots on every ruleset, with everything; ONCE=1 ends after the tables
	$(BIN)/pentarch demo $(if $(ONCE),--once)

up: $(STAMP) ## Run everything on this machine
	$(BIN)/pentarch up

check: $(STAMP) ## Format, lint and types
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	cd bots/starters/python && $(CURDIR)/$(BIN)/mypy --strict --cache-dir $(CURDIR)/.mypy_cache/starter .

format: $(STAMP) ## Format and fix what can be fixed
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

test: system $(STAMP) ## Everything that must pass before a change lands
	@$(MAKE) --no-print-directory --jobs=2 check build/compiled/.stamp
	$(BIN)/python -m pytest -m "not long" -n $(TESTERS) --dist worksteal --durations=25 --durations-min=10
	$(BIN)/python -m pytest -m "not long" -n 2 -o pythonpath="build/compiled ." $(COMPILED)

system: ## Install what must come from the system's package manager, if it is missing
	@deploy/system-packages

test-compiled: build/compiled/.stamp ## All of the engine's tests on the compiled engine
	$(BIN)/python -m pytest -m "not long" -n 2 -o pythonpath="build/compiled ." tests/engine

# Quickly made rather than fast: it is for tests. The wheel's is optimised.
build/compiled/.stamp: $(STAMP) $(shell find engine bots -name '*.py') deploy/compilation.py
	PENTARCH_OPT_LEVEL=0 $(BIN)/python deploy/compilation.py build/compiled
	@touch $@

test-long: $(STAMP) ## The long suites, at full size
	$(BIN)/python -m pytest -m long

proto: $(STAMP) ## Generate the Python stubs from proto/
	$(BIN)/python proto/generate.py

lint-proto: ## Check proto/ with buf (needs npx)
	npx --yes @bufbuild/buf@1.74.0 lint proto

golden: $(STAMP) ## Rewrite the golden playthroughs; review the diff
	$(BIN)/python -m tests.playthroughs

prompts: $(STAMP) ## Rewrite the rules for prompts in docs/prompts/
	@for id in $$($(BIN)/python -c 'from pentarch import rulesets; print(*rulesets())'); do \
		$(BIN)/pentarch describe $$id --prompt > docs/prompts/$$id.txt; done

pictures: $(STAMP) ## Draw the moving replay and the ladder of the README (needs Chromium)
	@mkdir -p build/pictures
	$(BIN)/pentarch match heroes greedy greedy greedy --seed 11 --option rounds=2 --record build/pictures/heroes.pentarch
	$(BIN)/pentarch record picture build/pictures/heroes.pentarch --step 12 --to 236 --every 8 --width 640 --seconds 0.8 -o docs/replay.gif
	$(BIN)/pentarch house capital --seats 2 --rounds 24 --bot random --bot greedy --bot greedy:raider --bot greedy:warden --bot greedy:merchant \
		--folder build/pictures/house --svg docs/ladder.svg

bench: build/fast/.stamp ## Measure this machine, compiled as in a wheel
	PYTHONPATH=build/fast $(BIN)/pentarch bench
	PYTHONPATH=build/fast $(BIN)/pentarch bench --search

build/fast/.stamp: $(STAMP) $(shell find engine bots -name '*.py') deploy/compilation.py
	$(BIN)/python deploy/compilation.py build/fast
	@touch $@

wheel: dist/.stamp ## Build the wheel in dist/, compiled; PENTARCH_COMPILE=0 builds it interpreted

dist/.stamp: $(STAMP) $(shell find $(PACKAGES) -type f -not -name '*.py[co]') deploy/compilation.py
	rm -rf dist
	$(BIN)/python -m hatchling build --target wheel --directory dist
	@touch $@

wheels: $(STAMP) ## Build and try wheels for every version of Python (needs a container engine)
	$(BIN)/python -m pip install --quiet 'cibuildwheel>=3,<5'
	$(BIN)/cibuildwheel --platform linux --output-dir dist/wheels

image-test: ## Build the image and try it as one cluster (needs a container engine)
	@deploy/image-test

docs: build/.docs-installed ## Build the pages of docs/ as a site in build/site, and check their links
	NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict

build/.docs-installed: $(STAMP)
	$(BIN)/python -m pip install --quiet --editable '.[docs]'
	@mkdir -p build && touch $@

sbom: build/.sbom-installed ## List all that is installed in .venv as CycloneDX JSON, in build/sbom.json
	$(BIN)/cyclonedx-py environment --pyproject pyproject.toml --short-PURLs --output-file build/sbom.json $(BIN)/python

licences: build/.sbom-installed build/.docs-installed ## Write docs/licences.md: what the project asks for, with licences
	$(BIN)/python deploy/licences.py

build/.sbom-installed: $(STAMP)
	$(BIN)/python -m pip install --quiet --editable '.[sbom]'
	@mkdir -p build && touch $@

clean: ## Remove everything that was built
	rm -rf .venv build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis

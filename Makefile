# Each target makes what it needs, from a bare Python on.
PYTHON ?= python3
VENV ?= .venv
BIN := $(VENV)/bin
PEERS ?= .venv-peers
# A third of a test's time is spent waiting for processes and the disk, so there are more workers than processors.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print(os.cpu_count() * 3 // 2)')
# Tests sync thousands of small files, for which a disk in memory is worth a fifth of their time, where it has room. Not in
# `test-all`: some of its tests run interpreters that they make, and a sandbox does not show what lies below /dev/shm.
IN_MEMORY := $(shell test -w /dev/shm && df -k /dev/shm | awk 'NR == 2 && $$4 > 4000000 { print "PYTEST_DEBUG_TEMPROOT=/dev/shm" }')
# Tests start hundreds of programs, and none is to compile what another has compiled.
unexport PYTHONDONTWRITEBYTECODE
PYTEST := $(BIN)/pytest -n $(WORKERS) --dist worksteal

.PHONY: help demo test test-all test-peers peers soak check lint lock bench bench-dseval bench-gate bench-importing bench-sandbox bench-solvers bench-speed clean

help: ## list what can be made
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-16s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

demo: $(VENV)/.made ## set up, and go the whole way from a real table to an exported benchmark
	@$(BIN)/authoring demo

# ROOM: a folder of tests/, for example ROOM=dseal; all of them when none is named.
test: $(VENV)/.made-dev ## set up, and prove every law; ROOM=dseal proves one room
	$(IN_MEMORY) $(PYTEST) --ignore tests/peers $(if $(ROOM),tests/$(ROOM))

test-all: $(VENV)/.made-dev test-peers ## prove the variants, longer laws and peers that `make test` leaves out
	$(PYTEST) -m exhaustive $(if $(ROOM),tests/$(ROOM))

# What we export, in the code it is for. PEERS: where that is installed, once, each project in an environment of its own.
test-peers: $(VENV)/.made-dev peers ## what we export, in the code it is for
	AUTHORING_PEERS=$(PEERS) $(PYTEST:worksteal=loadfile) tests/peers

peers: $(PEERS)/opencompass/.made $(PEERS)/inspect/.made $(PEERS)/croissant/.made

# MINUTES: how long parts of a round are begun that bench/soak.md lacks. SEED and PART, as 2/24: one part again.
soak: $(VENV)/.made-dev ## kill, soak and fuzz with new seeds; MINUTES=30 SEED=7 PART=2/24
	$(BIN)/python -m bench.soak --minutes $(or $(MINUTES),30) $(if $(SEED),--seed $(SEED)) $(if $(PART),--part $(PART))

check: lint test ## what a commit has to pass

# What needs no test to run: format, rules, types, import contracts, dependencies, names, our own problem sets.
lint: $(VENV)/.made-dev ## format, rules, types, import contracts, dependencies, names, problem sets
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/deptry authoring
	$(BIN)/python bench/names.py --most 1.0
	$(BIN)/authoring lint --strict problemsets/*.py

lock: $(VENV)/.made-dev ## renew requirements.lock: what `pip install .` brings, at fixed versions with their hashes
	$(BIN)/uv pip compile --quiet --upgrade --universal --python-version 3.11 --generate-hashes --group build \
		--custom-compile-command "make lock" pyproject.toml --output-file requirements.lock

bench: $(VENV)/.made-dev ## measure what a person waits for
	$(BIN)/python bench/start_up.py
	$(BIN)/python -m bench.sandbox --only set
	$(BIN)/python -m bench.prompts
	$(BIN)/python -m bench.profiling --rounds 3
	$(BIN)/python -m bench.verbs --sizes 1 --rounds 3
	$(BIN)/python -m bench.llm
	$(BIN)/python -m bench.exporting --sets 10

# CHECKOUT: a checkout of the public DSEval repository; PEER_PYTHON: an interpreter with DSEval, made when none is named.
bench-dseval: $(VENV)/.made-dev
	@test -n "$(CHECKOUT)" || { echo "make bench-dseval CHECKOUT=path/to/dseval [PEER_PYTHON=path/to/python]"; exit 2; }
	$(BIN)/python -m bench.dseval $(CHECKOUT) $(if $(PEER_PYTHON),--then-python $(PEER_PYTHON))

# CHECKOUT: as above. Defects planted into its sets, and how many of them the gate catches; ARGUMENTS: for example '--sets 40'.
bench-gate: $(VENV)/.made-dev
	@test -n "$(CHECKOUT)" || { echo "make bench-gate CHECKOUT=path/to/dseval [ARGUMENTS='--sets 40']"; exit 2; }
	$(BIN)/python -m bench.gate $(CHECKOUT) $(ARGUMENTS)

# What imports make of public material. DSEVAL, NOTEBOOKS, FUNCTIONS: checkouts of DSEval and of pandas_exercises, a file of
# HumanEval's kind; those that are named are measured.
bench-importing: $(VENV)/.made-dev
	@test -n "$(DSEVAL)$(NOTEBOOKS)$(FUNCTIONS)" || { echo "make bench-importing [DSEVAL=path] [NOTEBOOKS=path] [FUNCTIONS=file]"; exit 2; }
	$(if $(NOTEBOOKS),$(BIN)/python -m bench.importing notebooks $(NOTEBOOKS))
	$(if $(FUNCTIONS),$(BIN)/python -m bench.importing.functions $(FUNCTIONS))
	$(if $(DSEVAL),$(BIN)/python -m bench.importing.dseval $(DSEVAL) $(if $(PEER_PYTHON),--python $(PEER_PYTHON)))

# CHECKOUT, PEER_PYTHON: as above, for the step that needs them; ARGUMENTS: further ones, for example '--only set --rounds 9'.
bench-sandbox: $(VENV)/.made-dev
	$(BIN)/python -m bench.sandbox $(if $(CHECKOUT),--dseval $(CHECKOUT)) $(if $(PEER_PYTHON),--then-python $(PEER_PYTHON)) $(ARGUMENTS)

# ARGUMENTS: of bench.solvers, as --sets wine penguins. About an hour on two processors that nothing else uses.
bench-solvers: $(VENV)/.made-dev ## measure what solvers take beside their models, and what a pilot finds of planted faults
	$(BIN)/python -m bench.solvers --sets wine $(ARGUMENTS)
	$(BIN)/python -m bench.solvers --recorded
	$(BIN)/python -m bench.pilot --seed $(or $(SEED),0)

# CHECKOUT, PEER_PYTHON: as above. What a person and a large benchmark wait for, each beside something real, in turns.
bench-speed: $(VENV)/.made-dev
	@test -n "$(CHECKOUT)" || { echo "make bench-speed CHECKOUT=path/to/dseval [PEER_PYTHON=path/to/python]"; exit 2; }
	$(BIN)/python bench/start_up.py
	$(BIN)/python -m bench.verbs --sizes 1 10 48
	$(BIN)/python -m bench.sandbox --only dseval edit --dseval $(CHECKOUT) $(if $(PEER_PYTHON),--then-python $(PEER_PYTHON))
	$(BIN)/python -m bench.dseval $(CHECKOUT) --steps costs $(if $(PEER_PYTHON),--then-python $(PEER_PYTHON))

$(VENV)/.made-pip:
	@echo "Setting up $(VENV) (about a minute, once) ..."
	@$(PYTHON) -c 'import sys; sys.exit("Python 3.11 or newer is needed: make PYTHON=python3.11 ...") if sys.version_info < (3, 11) else 0'
	@$(PYTHON) -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check 'pip>=25.1'
	@touch $@

$(VENV)/.made: $(VENV)/.made-pip pyproject.toml
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable .
	@touch $@

$(VENV)/.made-dev: $(VENV)/.made
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable . --group dev
	@touch $@

$(PEERS)/%/.made: tests/peers/%/requirements.txt
	@echo "Setting up $(PEERS)/$* (once) ..."
	@$(PYTHON) -m venv --clear $(PEERS)/$*
	@$(PEERS)/$*/bin/python -m pip install --quiet --disable-pip-version-check --requirement $<
	@test ! -e tests/peers/$*/alone.txt || $(PEERS)/$*/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --requirement tests/peers/$*/alone.txt
	@touch $@

$(PEERS)/opencompass/.made: tests/peers/opencompass/alone.txt

clean: ## remove what was set up, and every cache
	rm -rf $(VENV) $(PEERS) .authoring .bench .mypy_cache .pytest_cache .ruff_cache .hypothesis .import_linter_cache build dist

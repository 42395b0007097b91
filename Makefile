# Two commands: `make demo` (from nothing to a report) and `make test` (everything).
PYTHON ?= python3
BIN := .venv/bin
LANG_REPORT ?= en
BUDGET ?= 240
SCENARIO ?= edge-cv
STACKS := torch tensorflow jax mindspore onnxruntime openvino
STACKS_ALL := $(STACKS) litert executorch mnn ncnn pnnx onnxruntime-quantization torch-quantization \
    paddlepaddle tvm iree keras-torch keras-jax keras-tensorflow keras-openvino
PYTEST := $(BIN)/python -m pytest
# Many of the fast tests wait for a process, so that a third at once costs nothing.
FAST := -n 3 -m "not frameworks and not browser"
# The one test of `make test` that measures.
REAL_RUN := tests/advisor/test_real_run.py

# Compiled code is kept between runs and shared by the test processes, whatever the shell says.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help demo test test-fast test-conformance test-frameworks test-all test-exhaustive peers benchmark check lint types contracts docs format lock clean

help: ## Show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 18

# A stamp per lock: the environment is made once and renewed only when the lock or the project file changes.
.venv/bin/python:
	$(PYTHON) -c 'import sys; sys.exit("advisor needs Python 3.11 or newer; set PYTHON=/path/to/python3.11") if sys.version_info < (3, 11) else None'
	$(PYTHON) -m venv .venv

.venv/runtime.stamp: requirements/runtime.lock pyproject.toml | .venv/bin/python
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements/runtime.lock
	$(BIN)/python -m pip install -q --disable-pip-version-check --no-deps --no-build-isolation -e .
	$(BIN)/python -m compileall -q advisor knowledge probes scoring reports
	@touch $@

.venv/dev.stamp: requirements/dev.lock .venv/runtime.stamp
	$(BIN)/python -m pip install -q --disable-pip-version-check --require-hashes -r requirements/dev.lock
	@touch $@

demo: .venv/runtime.stamp ## From nothing to a recommendation, report.html and report.pdf
	$(BIN)/advisor recommend --scenario $(SCENARIO) --provision --budget $(BUDGET) --lang $(LANG_REPORT) --html report.html --pdf report.pdf

# What times nothing runs side by side; the real run has the machine for itself.
test: .venv/dev.stamp ## The whole suite, the six measuring environments included
	@$(MAKE) --no-print-directory -j2 test-fast test-conformance
	$(PYTEST) -m "frameworks and not extended" -p no:randomly $(REAL_RUN)

test-all: test ## Everything: also every recipe, operator registries read anew, reports in a browser
	$(PYTEST) -m browser
	$(BIN)/advisor env create $(STACKS_ALL)
	$(PYTEST) -m "extended and not exhaustive" -p no:randomly

test-exhaustive: .venv/dev.stamp ## Every operator and model on every stack, and fairness; takes long
	$(BIN)/advisor env create $(STACKS_ALL)
	$(PYTEST) -m exhaustive -p no:randomly

test-fast: .venv/dev.stamp ## The fast tests: no framework needed
	$(PYTEST) $(FAST)

test-conformance: .venv/dev.stamp ## Whether six frameworks compute what they should; nothing is timed
	$(BIN)/advisor env create $(STACKS)
	$(PYTEST) -m "frameworks and not extended" -p no:randomly --ignore=$(REAL_RUN)

test-frameworks: .venv/dev.stamp ## Only the tests that run the real frameworks, the extended ones too
	$(BIN)/advisor env create $(STACKS_ALL)
	$(PYTEST) -m "frameworks and not exhaustive" -p no:randomly

peers: .venv/dev.stamp ## Environments of the decision libraries that tests and the benchmark compare with
	$(BIN)/python -m tests.peers.environments

benchmark: peers ## Time the simulation beside pymcdm, pysensmcda and scikit-criteria
	$(BIN)/python -m tests.benchmarks.simulation --peers

check: lint types contracts docs test-fast ## Lint, types, import contracts, docs, fast tests

lint: .venv/dev.stamp
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .

types: .venv/dev.stamp
	$(BIN)/mypy

contracts: .venv/dev.stamp
	$(BIN)/lint-imports

docs: .venv/dev.stamp
	$(BIN)/cog --check README.md
	$(BIN)/python -m knowledge.schema_export --check
	$(BIN)/advisor kb lint

format: .venv/dev.stamp ## Format the code and renew generated documentation
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/cog -r README.md
	$(BIN)/python -m knowledge.schema_export

lock: .venv/dev.stamp ## Renew the locks (hashes, no index addresses)
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate pyproject.toml --group runtime-build -o requirements/runtime.lock
	$(BIN)/uv pip compile -q --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header --no-annotate pyproject.toml --group dev --group runtime-build -o requirements/dev.lock

clean: ## Remove what the other commands made here (not the user's cache)
	rm -rf .venv report.html report.pdf .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache

# Every target has one line of help; `make` alone prints them.

.DEFAULT_GOAL := help
SHELL := /bin/sh
VENV := .venv
PY := $(VENV)/bin/python
# With it every process of the tests compiles all sources again, a third of its start-up time.
unexport PYTHONDONTWRITEBYTECODE

.PHONY: help
help: ## Say what there is.
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-11s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: run
run: $(VENV)/local.stamp ## Set up and start everything, with a living demo, at http://127.0.0.1:8000 (PORT, DATABASE_URL, REDIS_URL count).
	@exec $(PY) -m config.run

PYTEST := $(PY) -m pytest --numprocesses auto --maxprocesses 4 --dist loadfile --no-loadscope-reorder

.PHONY: test
test: $(VENV)/dev.stamp ## Set up and run the tests of every kind, side by side, one process more than there are cores, four at most (one folder: make test ARGS=tests/engine).
	@exec $(PYTEST) -m "not whole" $(ARGS)

.PHONY: test-whole
test-whole: $(VENV)/bench.stamp ## Run what `make test` leaves out: the rest of the matrix of roles, rule sets and pages, and every part of the benchmarks.
	@exec $(PYTEST) -m whole $(ARGS)

.PHONY: setup
setup: $(VENV)/dev.stamp ## Make the environment in .venv/ only.

.PHONY: lint
lint: $(VENV)/dev.stamp ## Check style of code and templates, types, imports and that no migration is missing.
	@$(VENV)/bin/ruff check --quiet .
	@$(VENV)/bin/ruff format --check --quiet .
	@$(VENV)/bin/djangofmt --check --quiet templates
	@$(VENV)/bin/djangofmt --check --quiet --profile jinja templates/live
	@$(VENV)/bin/mypy --no-error-summary
	@$(VENV)/bin/lint-imports --no-logo
	@$(PY) manage.py makemigrations --check --dry-run --verbosity 1

.PHONY: format
format: $(VENV)/dev.stamp ## Put code and templates into shape.
	@$(VENV)/bin/ruff check --quiet --fix-only .
	@$(VENV)/bin/ruff format --quiet .
	@$(VENV)/bin/djangofmt --quiet templates
	@$(VENV)/bin/djangofmt --quiet --profile jinja templates/live

.PHONY: messages
messages: $(VENV)/dev.stamp ## Bring config/locale/ up to date with the texts in code and templates, and compile it.
	@exec $(PY) -m config.messages

.PHONY: bench
bench: $(VENV)/bench.stamp ## Measure, each figure beside its baseline in the same run (one part: make bench ARGS=engine).
	@exec $(PY) -m benchmarks $(ARGS)

.PHONY: mutants
mutants: $(VENV)/mutants.stamp ## Plant small faults in the rules and print those that no test notices (one part: make mutants ARGS=engine.form).
	@exec $(PY) -m tests.mutants $(ARGS)

.PHONY: image
image: $(VENV)/dev.stamp ## Build the image and start it, on Debian as root with buildah and debootstrap (ARGS="--keep FOLDER" to be quicker again).
	@exec $(PY) -m tests.image $(ARGS)

.PHONY: lock
lock: $(VENV)/dev.stamp ## Write requirements/ anew from pyproject.toml (UPGRADE=--upgrade for newer versions).
	@for part in base: local:--extra=local dev:"--extra=local --extra=dev" \
	    bench:"--extra=local --extra=dev --extra=bench" mutants:"--extra=local --extra=dev --extra=mutants"; do \
	  file=requirements/$${part%%:*}.txt; \
	  $(VENV)/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	    --emit-build-options --no-header $(UPGRADE) $${part#*:} pyproject.toml --output-file $$file || exit 1; \
	  { grep '^--only-binary' $$file; grep -v '^--only-binary' $$file; } > $(VENV)/lock.txt && mv $(VENV)/lock.txt $$file; \
	done # pip forgets each --no-binary that stands before "--only-binary :all:"

.PHONY: clean
clean: ## Remove the environment and all caches; the data in .lelam/ stay.
	@rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache staticfiles test-results
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

# The environment. A stamp says which requirements are installed, so that the next time costs nothing.

$(VENV)/%.stamp: requirements/%.txt
	@sh requirements/install $*
	@touch $@

# make bench and make test set up everything they need; make help lists the rest.
PYTHON ?= python3
VENV ?= .venv
EXTRAS ?= dev
SIZE ?= default
OPERATORS ?= matmul conv2d attention layernorm mlp
BENCH_ARGS ?=
SEED ?= 7
STUDY_ARGS ?=
GPU_CHECK_ARGS ?=
RUN = $(VENV)/bin/python -m
STAMP = $(VENV)/.made-$(subst $(comma),-,$(EXTRAS))
comma := ,

.DEFAULT_GOAL := help
.PHONY: help install bench test test-operators test-devices test-slow gpu-check study check format clean \
	study-explain study-reports

help: ## show this list
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /: /' | sort

$(STAMP): pyproject.toml constraints.txt opscope/install.py
	$(PYTHON) opscope/install.py --venv $(VENV) --extras $(EXTRAS)
	@touch $@

install: $(STAMP) ## make the virtual environment and install everything

bench: $(STAMP) ## five operators through every compiler (SIZE=tiny|small|default|large)
	$(RUN) pytest $(OPERATORS:%=ops/%.py) --benchmark-only --size $(SIZE) $(BENCH_ARGS)

test: $(STAMP) ## the test suite, without the slow part
	$(RUN) pytest -m "not slow" -q

test-operators: $(STAMP) ## every operator, dtype and direction through every compiler
	$(RUN) pytest -m slow -q tests/cpu/test_operators.py

test-devices: $(STAMP) ## GPUs and TPUs that are not here (EXTRAS=dev,xla-cuda,xla-tpu)
	$(RUN) pytest -m slow -q tests/cpu/test_deviceless_*.py tests/cpu/test_sweep.py

test-slow: $(STAMP) ## all of the slow part: operators, dumps of everything, absent devices (over an hour)
	$(RUN) pytest -m slow -q

gpu-check: $(STAMP) ## the whole chain on this machine's GPU, under 8 minutes (GPU_CHECK_ARGS="--out docs/measured")
	$(RUN) tests.gpu $(GPU_CHECK_ARGS)

study: $(STAMP) ## how often verdicts are right here, and other tools' (STUDY_ARGS="--minutes 20")
	$(RUN) tests.study $(STUDY_ARGS)

study-reports: $(STAMP) ## public reports of slow code, put to opscope explain (STUDY_ARGS="--minutes 20")
	$(RUN) tests.study.public_reports $(STUDY_ARGS)

study-explain: $(STAMP) ## 24 planted causes and 6 controls, from a seed: SEED=7 (STUDY_ARGS="--minutes 20")
	$(RUN) tests.planted.study --seed $(SEED) $(STUDY_ARGS)

check: $(STAMP) ## ruff and mypy --strict
	$(VENV)/bin/ruff check .
	$(VENV)/bin/ruff format --check .
	@rm -rf build/typing && mkdir -p build/typing/opscope
	@ln -s $(CURDIR)/opscope/* $(addprefix $(CURDIR)/,ops compilers inspect reports) build/typing/opscope
	$(VENV)/bin/mypy -p opscope

format: $(STAMP) ## format the code
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .

clean: ## remove everything that was made
	rm -rf .venv .venv-tensorflow build .pytest_cache .mypy_cache .ruff_cache .benchmarks

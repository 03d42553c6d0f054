# Two commands matter: `make play` and `make test`. Both set up what they need and are quick the second time.

PYTHON ?= python3
export PYTHON

# The environment's own tools first, node among them.
export PATH := $(CURDIR)/.venv/bin:$(PATH)

CODE := $(wildcard app benchmarks migrations tests)
PEERS := .cache/peers/followed.txt
CLIENT_TESTS := $(wildcard tests/client/*.test.js tests/client/*/*.test.js)

.PHONY: help play test check lint types imports client long bench bench-peers record-peers lock clean setup-play setup-test
.DEFAULT_GOAL := help

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## /  make \1\t/p' Makefile | expand -t 20

play: setup-play ## start a server at http://127.0.0.1:8000 (HOST=0.0.0.0 for the LAN, PORT=...)
	@exec python -m app serve

test: setup-test ## run every check and every test
	@$(MAKE) --no-print-directory check
	pytest -n 2

check: lint types imports client ## lint, types, layers and the browser client's tests

lint: setup-test
	ruff check .
	ruff format --check .
	node_modules/.bin/biome check .

types: setup-test
	mypy $(CODE)
	$(if $(wildcard static/js),node_modules/.bin/tsc -p .)
	$(if $(CLIENT_TESTS),node_modules/.bin/tsc -p tests/client)

imports: setup-test
	lint-imports --no-logo

client: setup-test
	$(if $(CLIENT_TESTS),node --test $(CLIENT_TESTS))

long: setup-test ## run the tests that have a long size, at that size
	LONG=1 pytest -n 2 -m long

bench: setup-test ## measure the engine and the server
	python -m benchmarks

bench-peers: $(PEERS) ## compare with other engines, in an environment of their own
	$(dir $(PEERS))bin/python -m benchmarks.peers

record-peers: $(PEERS) # write what other engines say, which tests/rules/test_peers.py reads
	$(dir $(PEERS))bin/python -m benchmarks.peers.record

$(PEERS): benchmarks/peers/requirements.txt
	$(PYTHON) -m venv $(@D)
	$(@D)/bin/pip install --quiet --disable-pip-version-check --no-deps --requirement $<
	cp $< $@

lock: setup-test ## lock the dependencies again (UPGRADE=--upgrade for the newest)
	uv pip compile --quiet --universal --no-header --generate-hashes $(UPGRADE) \
	  pyproject.toml -o requirements/runtime.txt
	uv pip compile --quiet --universal --no-header --generate-hashes $(UPGRADE) \
	  pyproject.toml --group dev -c requirements/runtime.txt -o requirements/dev.txt
	npm install --package-lock-only

clean: ## remove everything that make has set up; the database stays
	rm -rf .venv node_modules .cache .import_linter_cache .mypy_cache .pytest_cache .ruff_cache .hypothesis
	find $(CODE) -name __pycache__ -prune -exec rm -rf {} +

setup-play:
	@scripts/setup play

setup-test:
	@scripts/setup test

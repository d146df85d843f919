# The only list of commands; CI calls the same ones.

# `uv run` alone installs what biofacts needs, and no tools of its developers
run := "uv run --group dev"

# format, lint, types, layers, tests
check: format lint types layers test

format:
    {{run}} ruff format

lint:
    {{run}} ruff format --check
    {{run}} ruff check

types:
    {{run}} mypy
    {{run}} mypy bench
    {{run}} pyright

layers:
    {{run}} lint-imports

test *arguments:
    {{run}} pytest -n auto {{arguments}}

# also those that ask the upstreams, start processes, or try many inputs
test-all *arguments:
    {{run}} pytest -n auto -m "" {{arguments}}

# the page in the system's Chromium
browser *arguments:
    {{run}} --group browser pytest tests/browser {{arguments}}

# unit and contract tests on every other Python that is here
pythons *arguments:
    .ci/pythons {{arguments}}

# what is made out of the code: the reference, what the pages' examples show, the recording, the notebooks
docs:
    {{run}} --group docs python -m website.renew

# the documentation's site, in build/website/site
site:
    {{run}} --group docs python -m website.build

# every benchmark; UPSTREAM is the folder of the stand-in and its data; `--write docs/maintainers/performance.md` renews the tables
bench UPSTREAM *arguments:
    {{run}} --group bench python bench/all.py {{UPSTREAM}} {{arguments}}

# the official MCP conformance suite and the Inspector; FOLDER keeps what npm brings
conformance *FOLDER:
    {{run}} python bench/conformance.py {{FOLDER}}

# how right the answers are, beside what else there is: `--texts FILE ... --write docs/maintainers/accuracy.md` renews the page
accuracy UPSTREAM *arguments:
    {{run}} --group bench python bench/accuracy.py {{UPSTREAM}} {{arguments}}

# all that a release consists of, into the folder OUT, looked at by others' tools; `--home https://HOST/OWNER/NAME`
ship OUT *arguments:
    {{run}} python bench/shipping.py {{OUT}} {{arguments}}

# renew the exact versions in pyproject.toml to the newest that fit together
pins:
    uv run python bench/pins.py

# the tools' schemas, answers, what commands print and pages show, and sentences, after a wanted change; review the diff
snapshots:
    BIOFACTS_UPDATE_SNAPSHOTS=1 {{run}} pytest tests/unit/adapters/mcp tests/unit/adapters/cli/test_printed.py tests/unit/adapters/web/test_shown.py tests/unit/application/tools/test_answers.py tests/unit/test_readings.py tests/unit/test_sentences.py

# how many random changes of the source the tests notice
mutants *arguments:
    {{run}} python bench/mutants.py {{arguments}}

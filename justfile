# The only list of commands; CI calls the same ones.

# format, lint, types, layers, tests
check: format lint types layers test

format:
    uv run ruff format

lint:
    uv run ruff format --check
    uv run ruff check

types:
    uv run mypy
    uv run pyright

layers:
    uv run lint-imports

test *arguments:
    uv run pytest {{arguments}}

# every benchmark; BASE_URL is where the upstreams or their stand-ins are, UPSTREAM the folder of their data
bench BASE_URL UPSTREAM:
    uv run python bench/search_quality.py {{UPSTREAM}}/wikipathways/json/findPathwaysByText.json {{UPSTREAM}}/ontology/pw.obo
    uv run python bench/gene_lookup.py {{BASE_URL}} {{UPSTREAM}}/wikipathways/assets.zip
    uv run python bench/pathways.py {{BASE_URL}} --log
    uv run python bench/compounds.py {{BASE_URL}}

# renew the exact versions in pyproject.toml to the newest that fit together
pins:
    uv run python bench/pins.py

# the tools' schemas after a wanted change; review the diff
snapshots:
    BIOFACTS_UPDATE_SNAPSHOTS=1 uv run pytest tests/unit/adapters/mcp

# One replica of `biofacts serve --http`: no root, nothing written but under /var/cache/biofacts and /tmp.
# Python 3.13.15 on trixie, of September 2026. Newer ones: docs/deploy.md, "The same image again".
ARG PYTHON_IMAGE=python:3.13-slim@sha256:7c61056e61ac89e852de05f3dc6fa51a6dd2181797bceed46aa725dd7cb2cd3b

FROM ${PYTHON_IMAGE} AS build
RUN pip install --no-cache-dir uv==0.13.9
WORKDIR /app
COPY pyproject.toml README.md LICENSE ./
COPY src src
COPY skills skills
# No lock file: pyproject.toml has the exact version of every package ([tool.uv] constraint-dependencies).
# Bytecode is compiled here: a start without it takes twice as long, and a read-only root could never keep it.
ENV UV_COMPILE_BYTECODE=1 UV_LINK_MODE=copy UV_PYTHON_DOWNLOADS=never
ARG EXTRAS="--extra http --extra otel --extra png --extra redis --extra terminal"
# hadolint ignore=SC2086
RUN uv sync --no-default-groups --no-editable --no-cache $EXTRAS

FROM ${PYTHON_IMAGE}
RUN groupadd --gid 10001 biofacts \
    && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /nonexistent --shell /usr/sbin/nologin biofacts \
    && install --directory --owner=biofacts --group=biofacts /var/cache/biofacts
COPY --from=build /app/.venv /app/.venv
COPY --chmod=755 deploy/healthy.bash /usr/local/bin/healthy
ENV PATH=/app/.venv/bin:$PATH PYTHONUNBUFFERED=1 BIOFACTS_CACHE_DIR=/var/cache/biofacts BIOFACTS_LOG=INFO
USER 10001:10001
VOLUME /var/cache/biofacts
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s --retries=3 \
    CMD ["healthy"]
ENTRYPOINT ["biofacts"]
CMD ["serve", "--http", "--host", "0.0.0.0", "--port", "8000"]

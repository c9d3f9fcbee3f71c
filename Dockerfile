# The base is pinned by digest, and Dependabot proposes newer ones.
FROM python:3.13-slim-bookworm@sha256:2325bb286ec344af3e5898cc224b5844e2707ac6e26b1632516fd3edc84a5e26 AS build
WORKDIR /src
COPY contrib/build-tools.txt ./
RUN python -m pip install --no-cache-dir --quiet --root-user-action=ignore --require-hashes --requirement build-tools.txt
COPY pyproject.toml hatch_build.py uv.lock README.md LICENSE .env.example ./
# The bot doesn't colour its help, so typer can do without rich and its dependencies.
RUN uv export --quiet --frozen --no-dev --extra postgresql --no-emit-project --no-emit-package rich --no-emit-package pygments \
        --no-emit-package markdown-it-py --no-emit-package mdurl --output-file requirements.txt > /dev/null \
    && uv venv --quiet --python python3 /opt/cardcrate \
    && uv pip install --quiet --no-cache --link-mode copy --python /opt/cardcrate/bin/python --no-deps --require-hashes \
        --requirements requirements.txt
COPY bot bot
COPY cogs cogs
COPY data data
RUN uv pip install --quiet --no-cache --link-mode copy --python /opt/cardcrate/bin/python --no-deps \
    --build-constraints build-tools.txt . \
    && rm -r /opt/cardcrate/lib/python*/site-packages/discord/bin \
    && /opt/cardcrate/bin/python -m compileall -q /opt/cardcrate/lib \
    && mkdir -m 700 /state

FROM python:3.13-slim-bookworm@sha256:2325bb286ec344af3e5898cc224b5844e2707ac6e26b1632516fd3edc84a5e26
LABEL org.opencontainers.image.source="https://github.com/cardcrate/cardcrate" \
      org.opencontainers.image.description="Card games on Discord" \
      org.opencontainers.image.licenses="MIT AND Apache-2.0 AND OFL-1.1"
COPY --from=build /opt/cardcrate /opt/cardcrate
COPY --from=build --chown=10001:10001 /state /var/lib/cardcrate
ENV PATH=/opt/cardcrate/bin:/usr/local/bin:/usr/bin:/bin \
    PYTHONDONTWRITEBYTECODE=1 \
    STATE_DIRECTORY=/var/lib/cardcrate \
    STATUS_ADDRESS=0.0.0.0
USER 10001:10001
WORKDIR /var/lib/cardcrate
VOLUME /var/lib/cardcrate
HEALTHCHECK --interval=60s --timeout=20s --start-period=120s CMD ["cardcrate", "health"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["cardcrate"]
CMD ["run"]

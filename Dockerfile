FROM python:3.11-slim

ENV PYTHONUNBUFFERED=1
WORKDIR /srv/doudizhu

COPY requirements/runtime.txt requirements/
RUN --mount=type=cache,target=/root/.cache/pip \
    pip install --disable-pip-version-check --root-user-action=ignore \
      --no-deps --require-hashes -r requirements/runtime.txt

COPY app app
COPY migrations migrations
COPY static static

# The server owns nothing but the folder for its SQLite file, should it use one.
RUN mkdir data && chown 10001:10001 data
USER 10001:10001
VOLUME /srv/doudizhu/data

ENV HOST=0.0.0.0 PORT=8000
EXPOSE 8000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s \
  CMD ["python", "-c", "import os, urllib.request as web; web.urlopen(f'http://127.0.0.1:{os.environ[\"PORT\"]}/livez', timeout=2)"]

# No shell in between: SIGTERM reaches the server itself, which saves its hands and tells its players.
CMD ["python", "-m", "app", "serve"]

# Lelam as a club's server runs it: one image for web, worker, beat and migrations (docker-compose.yml, docs/operations.md).
# `make image` builds and starts it on another base, which is why the base has a name; tests/config/test_image.py runs the
# installation by itself.
ARG PYTHON_IMAGE=python:3.13-slim

FROM ${PYTHON_IMAGE} AS build
WORKDIR /lelam
COPY requirements/base.txt requirements/base.txt
# Wheels only, with the exceptions that base.txt names at its head; without the embedded servers.
RUN python -m venv /lelam/.venv \
 && /lelam/.venv/bin/python -m pip install --no-cache-dir --disable-pip-version-check --require-hashes \
      -r requirements/base.txt

FROM ${PYTHON_IMAGE}
RUN useradd --uid 1028 --no-create-home --home-dir /lelam --shell /usr/sbin/nologin lelam
WORKDIR /lelam
COPY --from=build /lelam/.venv .venv
COPY manage.py ./
COPY config config
COPY engine engine
COPY games games
COPY clubs clubs
COPY tournaments tournaments
COPY templates templates
COPY static static
COPY docs docs
ENV PATH=/lelam/.venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 LELAM_HOME=/lelam/data \
    LELAM_BIND=0.0.0.0
# LELAM_OWN_MACHINE=0: collected as the server will ask for them, with their hash in the name.
RUN LELAM_OWN_MACHINE=0 python manage.py collectstatic --noinput \
 && mkdir data && chown lelam: data
USER lelam
EXPOSE 8000
# LELAM_WEB_PROCESSES web processes at port 8000.
CMD ["python", "-m", "config.serve"]

"""docker-compose.yml and the Caddyfile, held against the Dockerfile and the settings that the server knows."""

import dataclasses
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from app.settings import Settings, read_settings

ROOT = Path(__file__).parents[2]
# Names that only docker-compose.yml itself uses.
OF_COMPOSE = {"DOMAIN", "POSTGRES_PASSWORD", "PUBLISH"}


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    compose = yaml.safe_load((ROOT / "docker-compose.yml").read_text())
    services: dict[str, Any] = compose["services"]
    return services


def settings() -> set[str]:
    return {field.name.upper() for field in dataclasses.fields(Settings)}


def filled_in(value: str, **variables: str) -> str:
    """A value of the file as compose passes it on: ${NAME:-default} and ${NAME:?what is wanted} replaced."""
    known = {"POSTGRES_PASSWORD": "s3cret", **variables}
    return re.sub(r"\$\{([A-Z_]+):[-?]([^}]*)\}", lambda found: known.get(found[1], found[2]), value)


def test_the_server_knows_every_setting_that_it_is_given(services: dict[str, Any]) -> None:
    assert set(services["server"]["environment"]) <= settings()


def test_the_server_takes_the_values_that_it_is_given(services: dict[str, Any]) -> None:
    environment = services["server"]["environment"]
    home = read_settings({name: filled_in(value) for name, value in environment.items()})
    assert home.database_url == "postgresql://doudizhu:s3cret@database/doudizhu"
    assert home.public_url is None

    public = {"PUBLIC_URL": "https://cards.example.org"}
    tls = read_settings({name: filled_in(value, **public) for name, value in environment.items()})
    assert tls.is_secure
    assert tls.trusted_proxies == (services["caddy"]["networks"]["default"]["ipv4_address"],)


def test_how_generous_it_is_can_be_set_for_all_of_them(services: dict[str, Any]) -> None:
    """Every setting about beans reaches the server, and without one the server's own values count."""
    environment = services["server"]["environment"]
    of_beans = [field.name for field in dataclasses.fields(Settings)]
    of_beans = of_beans[of_beans.index("tiers") :]
    assert len(of_beans) == 9
    for name in of_beans:
        assert environment[name.upper()] == f"${{{name.upper()}:-}}"
    home = read_settings({name: filled_in(value) for name, value in environment.items()})
    assert all(getattr(home, name) == getattr(Settings(), name) for name in of_beans)
    chosen = {"RELIEF_BELOW": "50", "APPROVAL_ABOVE": "9000"}
    set_so = read_settings({name: filled_in(value, **chosen) for name, value in environment.items()})
    assert (set_so.relief_below, set_so.approval_above) == (50, 9_000)


def test_the_image_sets_only_settings_that_the_server_knows() -> None:
    words = re.findall(r"^ENV (.*)", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    names = {pair.partition("=")[0] for line in words for pair in line.split()}
    assert names - {"PYTHONUNBUFFERED"} <= settings()


def test_every_variable_of_the_file_is_explained_at_its_top(services: dict[str, Any]) -> None:
    text = (ROOT / "docker-compose.yml").read_text()
    head = text.partition("\nservices:")[0]
    variables = set(re.findall(r"\$\{([A-Z_]+)", text))
    assert variables <= OF_COMPOSE | settings()
    assert {name for name in variables if name not in head} == set()


def test_the_server_waits_for_a_database_that_answers(services: dict[str, Any]) -> None:
    assert services["server"]["depends_on"] == {"database": {"condition": "service_healthy"}}
    assert services["database"]["healthcheck"]["test"][:2] == ["CMD", "pg_isready"]


def test_the_database_outlives_its_container(services: dict[str, Any]) -> None:
    assert services["database"]["volumes"] == ["database:/var/lib/postgresql/data"]


def test_the_stop_signal_reaches_the_server_itself(services: dict[str, Any]) -> None:
    assert "command" not in services["server"]
    assert "entrypoint" not in services["server"]
    assert re.search(
        r'^CMD \["python", "-m", "app", "serve"\]$', (ROOT / "Dockerfile").read_text(), re.MULTILINE
    )


def test_tls_is_a_profile_that_passes_everything_to_the_server(services: dict[str, Any]) -> None:
    assert services["caddy"]["profiles"] == ["tls"]
    caddyfile = (ROOT / "Caddyfile").read_text()
    assert "reverse_proxy server:8000" in caddyfile
    # Anything that would end a quiet socket from the proxy's side.
    assert not re.search(r"stream_timeout|read_timeout|write_timeout|idle", caddyfile)

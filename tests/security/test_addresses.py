"""Whose address is counted behind a proxy: the one that the proxy saw, whatever the visitor says of it."""

import urllib.error
import urllib.request
from pathlib import Path

import pytest
import yaml
from django.core.cache import cache
from django.test import RequestFactory
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from clubs.accounts.adapter import AccountAdapter
from tests.servers import web_server

ROOT = Path(__file__).resolve().parents[2]


def compose() -> dict:
    return yaml.safe_load((ROOT / "docker-compose.yml").read_text())


def test_only_the_networks_own_gateway_is_believed():
    network = compose()["networks"]["default"]["ipam"]["config"]

    believed = {
        service["environment"]["FORWARDED_ALLOW_IPS"]
        for service in compose()["services"].values()
        if "FORWARDED_ALLOW_IPS" in service.get("environment", {})
    }

    assert believed == {f"${{FORWARDED_ALLOW_IPS:-{network[0]['gateway']}}}"}


@pytest.mark.parametrize(
    ("peer", "said", "counted"),
    [
        ("172.28.56.1", "203.0.113.9", "203.0.113.9"),
        ("172.28.56.1", "6.6.6.6, 203.0.113.9", "203.0.113.9"),
        ("203.0.113.9", "6.6.6.6", "203.0.113.9"),
        ("172.28.56.7", "6.6.6.6", "172.28.56.7"),
    ],
)
async def test_a_visitor_behind_the_proxy_does_not_choose_the_address(peer: str, said: str, counted: str):
    seen = []

    async def application(scope, receive, send):
        seen.append(scope["client"][0])

    gateway = compose()["networks"]["default"]["ipam"]["config"][0]["gateway"]
    scope = {"type": "http", "client": (peer, 1), "headers": [(b"x-forwarded-for", said.encode())]}
    await ProxyHeadersMiddleware(application, gateway)(scope, None, None)

    assert seen == [counted]


def test_rotating_addresses_are_counted_as_one(db: None, transactional_db: None):
    """A proxy that appends let a visitor be somebody else with each request."""
    cache.clear()
    statuses = []
    with web_server(FORWARDED_ALLOW_IPS="127.0.0.1", LELAM_API_ANONYMOUS_RATE="3/min") as (address, _):
        for number in range(6):
            request = urllib.request.Request(  # the server of the test
                f"{address}/api/rules/", headers={"X-Forwarded-For": f"6.6.6.{number}, 203.0.113.9"}
            )
            try:
                with urllib.request.urlopen(request) as answer:
                    statuses.append(answer.status)
            except urllib.error.HTTPError as refused:
                statuses.append(refused.code)

    assert statuses == [200] * 3 + [429] * 3


@pytest.mark.parametrize(("proxies", "counted"), [(0, "127.0.0.1"), (1, "203.0.113.9")])
def test_passwords_are_counted_by_the_address_of_the_other_limits(settings, proxies: int, counted: str):
    settings.REST_FRAMEWORK = settings.REST_FRAMEWORK | {"NUM_PROXIES": proxies}
    request = RequestFactory().post("/", headers={"x-forwarded-for": "6.6.6.6, 203.0.113.9"})

    assert AccountAdapter().get_client_ip(request) == counted

"""The requests of documents and pages, sent as a shell would send them."""

import json
import shlex

from django.http import HttpResponse

from tests.api.calls import Caller


def send(lines: str, address: str, **variables: str) -> HttpResponse:
    """Send the last command of some lines, a `curl`; a variable of the shell has the value that is given for it."""
    command = lines.strip().replace("\\\n", " ").splitlines()[-1]
    program, *rest = shlex.split(command)
    assert program == "curl"
    method, headers, body, path = "", {}, None, ""
    for name, value in variables.items():
        rest = [word.replace(f"${name}", value) for word in rest]
    words = iter(rest)
    for word in words:
        if word == "-H":
            name, _, value = next(words).partition(": ")
            headers[name.replace("-", "_").lower()] = value
        elif word == "-X":
            method = next(words)
        elif word == "--json":
            method, body = method or "POST", json.loads(next(words))
        elif not word.startswith("-"):
            assert word.startswith(f"{address}/api/")
            path = word.removeprefix(f"{address}/api/")
    return Caller().call(method or "GET", path, body, **headers)

"""The dashboard and the alerts of docs/grafana, and whether a real Prometheus has data for them.

    python -m tests.dashboard http://127.0.0.1:9090

It asks the Prometheus for every panel, prints those that show nothing, and ends with status 1 if there are any.
"""

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import requests
import yaml

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "grafana"
OTHERS = {"process_cpu_seconds_total", "process_resident_memory_bytes", "process_open_fds", "process_max_fds"}
"""Metrics that the library has of each process."""


class Query(NamedTuple):
    """A query of a panel or an alert."""

    title: str
    text: str

    @property
    def metrics(self) -> set[str]:
        """The names of the metrics in it."""
        return set(re.findall(r"\b(?:lelam|process)_[a-z_]+\b", self.text))


def panels() -> Iterator[Query]:
    """Return the queries of all panels, with one minute for Grafana's interval."""
    for panel in json.loads((FOLDER / "lelam.json").read_text())["panels"]:
        for target in panel.get("targets", ()):
            yield Query(panel["title"], target["expr"].replace("$__rate_interval", "1m"))


def alerts() -> Iterator[Query]:
    """Return the queries of all alerts."""
    for group in yaml.safe_load((FOLDER / "alerts.yml").read_text())["groups"]:
        for rule in group["rules"]:
            yield Query(rule["alert"], rule["expr"])


def symptoms() -> set[str]:
    """Return the symptoms that the alerts name."""
    groups = yaml.safe_load((FOLDER / "alerts.yml").read_text())["groups"]
    return {rule["annotations"]["symptom"] for group in groups for rule in group["rules"]}


def main() -> int:
    """Ask a Prometheus."""
    empty = 0
    for query in panels():
        answer = requests.get(f"{sys.argv[1]}/api/v1/query", {"query": query.text}, timeout=30).json()
        series = answer["data"]["result"] if answer["status"] == "success" else []
        numbers = [entry for entry in series if entry["value"][1] != "NaN"]
        empty += not numbers
        print(f"{len(numbers):4} series  {query.title}: {query.text}" if numbers else f"NOTHING: {query}: {answer}")
    return 1 if empty else 0


if __name__ == "__main__":
    sys.exit(main())

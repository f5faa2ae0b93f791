"""Measure a first visit on a slow phone line: bytes, and the time until the page can be used.

    python -m benchmarks.first_visit http://127.0.0.1:8000/ http://127.0.0.1:8000/tables/...

Each page is opened once in a fresh browser of 360 x 740 px in English and in Malayalam, over a line like 3G: 1.6 Mbit/s
and 300 ms for each round trip, nothing cached.
"""

import sys
from typing import Any
from urllib.parse import urljoin

from playwright.sync_api import Browser, sync_playwright

from tests.browsers import find_browser

LINE: dict[str, Any] = {
    "offline": False, "latency": 300, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 750e3 / 8,
}  # fmt: skip
PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
TIMES = """() => { const [page] = performance.getEntriesByType('navigation');
  const [paint] = performance.getEntriesByName('first-contentful-paint');
  return [paint?.startTime ?? 0, page.domContentLoadedEventEnd]; }"""


def first_visit(browser: Browser, address: str, language: str) -> str:
    """Return a line with the page's bytes, its first paint and the time at which its scripts have run."""
    context = browser.new_context(**PHONE)
    context.add_cookies([{"name": "django_language", "value": language, "url": urljoin(address, "/")}])
    page = context.new_page()
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", LINE)
    sizes: list[float] = []
    line.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(address)
    page.wait_for_load_state("load")
    painted, ready = page.evaluate(TIMES)
    context.close()
    times = f"{painted / 1000:4.1f} s painted  {ready / 1000:4.1f} s usable"
    return f"{sum(sizes) / 1000:6.1f} KB  {times}  {language} {address}"


def main() -> None:
    """Measure each address named on the command line."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_browser())
        for address in sys.argv[1:]:
            for language in ("en", "ml"):
                print(first_visit(browser, address, language))
        browser.close()


if __name__ == "__main__":
    main()

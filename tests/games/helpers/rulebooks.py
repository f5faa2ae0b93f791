"""Pages of the rule book as text."""

import re

from django.urls import reverse

from tests.markup import one_line


def page_text(client, rules_id: str) -> str:
    answer = client.get(reverse("games:rules", args=[rules_id]))
    assert answer.status_code == 200
    return one_line(answer.content.decode()).replace("> <", "><")


def anchors(text: str) -> list[str]:
    return re.findall(r'\bid="([^"]+)"', text)

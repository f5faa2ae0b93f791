"""Pages of the rule book as text."""

import re

from django.urls import reverse


def page_text(client, rules_id: str) -> str:
    answer = client.get(reverse("games:rules", args=[rules_id]))
    assert answer.status_code == 200
    return answer.content.decode()


def anchors(text: str) -> list[str]:
    return re.findall(r'\bid="([^"]+)"', text)

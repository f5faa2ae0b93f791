"""Tournaments by the API: a player who calls it with a token."""

from typing import Any
from uuid import uuid4

from clubs.models import Player
from tests.factories import TokenFactory

SETTINGS = {"rules": "28-kerala-4", "options": {}, "engine": 1, "kind": "pair", "bots": True, "squad": 3}
PLAN = {"type": "swiss", "rounds": 2, "match": {"hands": 1, "place": "desk"}, "tie_breaks": ["points", "seed"]}


class Caller:
    """A player who calls the API with a token."""

    def __init__(self, client: Any, player: Player) -> None:
        _row, token = TokenFactory(user=player.user)
        self.client, self.head = client, {"Authorization": f"Bearer {token}"}

    def post(self, path: str, body: Any, *, seen: str = "*", key: str = "") -> Any:
        head = {**self.head, "If-Match": seen, "Idempotency-Key": key or str(uuid4())}
        return self.client.post(f"/api/tournaments/{path}", body, content_type="application/json", headers=head)

    def get(self, path: str) -> Any:
        return self.client.get(f"/api/tournaments/{path}", headers=self.head)

    def do(self, slug: str, name: str, /, **members: Any) -> Any:
        return self.post(f"{slug}/deeds/", {"deed": {"do": name, **members}})


def begun(caller: Caller, slug: str) -> None:
    for name, more in (
        ("BeginStage", {}),
        ("PairRound", {}),
        ("ReleaseRound", {"round": 1}),
        ("CallRound", {"round": 1}),
    ):
        assert caller.do(slug, name, stage=1, **more).status_code == 200, name

"""Cases over the API: from the dispute to the last word of a committee, by programs."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache

from clubs.models import Player
from games.cases import log
from games.models import Case, Sheet
from games.store import projector
from tests.api.calls import problem, program_of
from tests.factories import PlayerFactory
from tests.games.helpers.cases import World, world
from tests.games.helpers.tables import table_of

pytestmark = pytest.mark.django_db

DISPUTE = {"subject": "score", "words": "It was 17."}
WRONG = {"kind": "adjusted", "reason": "miscounted", "words": "The tricks say so."}


@pytest.fixture
def there() -> World:
    """A club, its people, and a game on a score sheet that has just ended."""
    cache.clear()
    log.forget_all()
    made = world()
    Sheet.objects.filter(pk=made.sheet.pk).update(finished_at=datetime.now(UTC))
    return made


def disputed(there: World, who: int = 0, **wish: Any) -> str:
    answer = program_of(there.players[who]).post(f"sheets/{there.sheet.pk}/hands/1/dispute/", DISPUTE | wish)
    assert answer.status_code == 201, answer.content
    assert answer.headers["Location"] == f"/api/cases/{answer.json()['case']}/"
    return answer.json()["case"]


def do(who: Player, case: str, what: str, body: object = None) -> dict:
    answer = program_of(who).post(f"cases/{case}/{what}/", body)
    assert answer.status_code == 200, answer.content
    return answer.json()


def read(who: Player, case: str) -> dict:
    answer = program_of(who).get(f"cases/{case}/")
    assert answer.status_code == 200, answer.content
    return answer.json()


def test_a_case_goes_from_the_dispute_to_the_committee_and_changes_the_result(there: World):
    raiser, opponent, director = there.players[0], there.players[1], there.director
    case = disputed(there, rule="28-SCO-1")
    assert read(opponent, case)["mine"]
    do(opponent, case, "answer", {"stance": "contest", "words": "It was 16."})
    do(raiser, case, "evidence", {"words": "The tricks lie there still."})
    do(director, case, "take")
    made = {"outcome": "failed", "declarer": 0, "number": 16, "points": 10}
    do(director, case, "ruling", WRONG | {"told": made})
    assert read(raiser, case)["provisional"]
    do(opponent, case, "appeal", {"words": "Nobody counted."})
    do(there.owner, case, "committee", {"members": [str(there.members[0].pk)]})
    do(there.members[0], case, "votes", {"proposal": 0, "words": "Two tricks are missing."})

    shown = read(raiser, case)

    assert (shown["status"], shown["outcome"], shown["provisional"]) == ("closed", "upheld", False)
    assert [answer["stance"] for answer in shown["answers"]] == ["contest"]
    assert shown["rulings"][0]["decision"]["told"]["outcome"] == "failed"
    assert shown["votes"][0]["member"]["name"] == there.members[0].name
    assert shown["move"] == {"who": "nobody", "step": None, "until": None, "people": []}


def test_a_command_that_is_sent_twice_is_done_once(there: World):
    asked = f"sheets/{there.sheet.pk}/hands/1/dispute/"
    first, again = (program_of(there.players[0]).post(asked, DISPUTE, key="the-same") for _ in range(2))

    assert first.json() == again.json()
    assert read(there.players[0], first.json()["case"])["version"] == first.json()["version"]


def test_a_hand_that_is_disputed_leads_to_its_case(there: World):
    case = disputed(there)
    window = program_of(there.players[1]).get(f"sheets/{there.sheet.pk}/hands/1/dispute/").json()
    answer = program_of(there.players[1]).post(f"sheets/{there.sheet.pk}/hands/1/dispute/", DISPUTE)

    assert (window["open"], window["case"]) == (False, case)
    assert problem(answer) == (409, "already-disputed")
    assert answer.headers["Location"] == f"/api/cases/{case}/"


def test_a_disputed_result_is_provisional_in_every_list_until_the_case_is_closed(there: World):
    projector.run_all()
    player = there.players[0]
    lists = {
        f"clubs/{there.club.slug}/results/": "provisional",
        f"players/{player.pk}/games/": "provisional",
        "sheets/": "provisional",
        f"sheets/{there.sheet.pk}/hands/": "disputed",
    }

    def marks() -> list[object]:
        answers = {path: program_of(player).get(path).json()["results"] for path in lists}
        return [rows[0][lists[path]] for path, rows in answers.items()]

    assert marks() == [False, False, False, None]
    case = disputed(there)
    assert marks() == [True, True, True, case]
    do(player, case, "withdraw")
    assert marks() == [False, False, False, None]


def test_a_disputed_table_is_provisional_in_its_list_and_by_itself(there: World):
    table = table_of([there.players[0], *(PlayerFactory(bot=True) for _seat in range(3))], club=there.club)
    paths = ("tables/", f"tables/{table.pk}/")

    def marks() -> list[bool]:
        found, one = (program_of(there.players[0]).get(path).json() for path in paths)
        return [found["results"][0]["provisional"], one["provisional"]]

    assert marks() == [False, False]
    Case.objects.create(
        number=1, club=there.club, table=table, hand=1, rules=table.rules, family="28", subject="score", version=1,
        opened_at=datetime.now(UTC),
    )  # fmt: skip
    assert marks() == [True, True]


def test_other_readers_of_the_hand_know_the_step_and_no_word(there: World):
    case = disputed(there)
    do(there.players[1], case, "answer", {"stance": "contest", "words": "A secret word."})

    reader = program_of(there.members[3])
    shown = reader.get(f"cases/{case}/").json()

    assert (shown["subject"], shown["status"], shown["words"], shown["answers"]) == ("score", "review", "", [])
    assert "secret" not in "".join(reader.heard)


@pytest.mark.parametrize(
    ("who", "what", "body", "refused"),
    [
        ("opponent", "withdraw", None, (403, "not-the-raiser")),
        ("reader", "take", None, (403, "not-a-director")),
        ("raiser", "ruling", WRONG | {"kind": "stands"}, (403, "not-a-director")),
        ("opponent", "appeal", {"words": "No."}, (409, "wrong-step")),
        ("opponent", "answer", {"stance": "contest", "words": "x" * 5000}, (400, "invalid-input")),
        ("opponent", "answer", {"stance": "perhaps"}, (400, "invalid-input")),
        ("raiser", "evidence", {"words": "  "}, (422, "words-missing")),
        ("director", "deadline", {"step": "answer", "until": "2026-11-26T10:00:00"}, (400, "invalid-input")),
        ("owner", "committee", {"members": [str(uuid4())]}, (422, "unknown")),
    ],
)
def test_what_cannot_be_is_refused_with_its_reason(there: World, who: str, what: str, body: object, refused: tuple):
    case = disputed(there)

    assert problem(program_of(there.everybody[who]).post(f"cases/{case}/{what}/", body)) == refused


def test_a_deadline_is_moved_with_its_zone(there: World):
    case = disputed(there)
    do(there.director, case, "take")
    until = (datetime.now(UTC) + timedelta(days=5)).replace(microsecond=0)
    do(there.director, case, "deadline", {"step": "answer", "until": until.isoformat()})

    assert datetime.fromisoformat(read(there.players[0], case)["move"]["until"]) == until


def test_directors_have_the_queue_and_players_their_own_cases(there: World):
    case = disputed(there)

    assert [
        each["id"] for each in program_of(there.director).get(f"clubs/{there.club.slug}/cases/").json()["results"]
    ] == [case]
    assert [each["id"] for each in program_of(there.players[2]).get("cases/?status=open").json()["results"]] == [case]
    assert program_of(there.players[2]).get("cases/?status=closed").json()["results"] == []
    assert program_of(there.members[3]).get("cases/").json()["results"] == []
    assert problem(program_of(there.members[3]).get(f"clubs/{there.club.slug}/cases/")) == (403, "not-allowed")

"""The socket of a tournament's pages: each version, and the part that all readers share, rendered once for all."""

import asyncio
from uuid import uuid4

import pytest
from asgiref.sync import sync_to_async as database
from channels.layers import get_channel_layer
from django.core.cache import cache
from django.db import OperationalError

from clubs.base import metrics
from clubs.models import Club, Player
from clubs.web import fragments
from clubs.web.audiences import NOT_HERE
from tests.tournaments.delivery.lines import Line
from tests.tournaments.helpers.directed import ROUND_ROBIN, bot_pairs, do, opened, state_of
from tournaments.announce import group_of
from tournaments.deeds.opening import CloseEntries
from tournaments.deeds.staging import BeginStage, PairRound, ReleaseRound
from tournaments.delivery import audiences
from tournaments.floor.services import announce
from tournaments.log import states
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _fresh():
    states.forget_all()
    fragments.forget_all()
    cache.clear()


def rendered() -> float:
    """Return how often this process has rendered a public part."""
    return metrics.FRAGMENTS.labels("public", "rendered")._value.get()


def cup_of_pairs(club: Club, director: Player) -> Tournament:
    cup = opened(club, director, ROUND_ROBIN)
    bot_pairs(cup, director, 4)
    return cup


async def test_a_page_is_told_each_version_and_its_words_are_no_commands(club: Club, director: Player):
    cup = await database(opened)(club, director)
    line = Line(cup.pk)
    await line.begin()
    assert await line.told() == "1"
    await line.say("what?")
    await line.say("ping")
    assert await line.told() == "pong"

    await database(do)(cup, director, CloseEntries())

    assert await line.told() == str((await database(state_of)(cup)).version)
    await line.close()


@pytest.mark.parametrize("query", ["", "part=public"])
async def test_there_is_no_line_to_a_tournament_that_does_not_exist(query):
    lines = [Line(tournament, query) for tournament in [uuid4()] * 3]
    for line in lines:
        await line.begin()
    for line in lines:
        answer = await line.hear()
        assert (answer["type"], answer["code"]) == ("websocket.close", NOT_HERE)
        await line.close()


async def test_many_pages_get_the_new_part_of_one_rendering_a_language(club: Club, director: Player):
    cup = await database(opened)(club, director)
    lines = [Line(cup.pk, "part=public") for _ in range(30)]
    lines += [Line(cup.pk, "part=public", language="ml") for _ in range(10)]
    for line in lines:
        await line.begin()
    for line in lines:
        number, _tag = (await line.told()).split()
        assert number == "1"
        await line.part()
    before = rendered()

    await database(do)(cup, director, CloseEntries())
    told = [await line.told() for line in lines]
    parts = [await line.part() for line in lines]

    assert len(set(told[:30])) == len(set(told[30:])) == 1
    assert len(set(parts[:30])) == len(set(parts[30:])) == 1
    assert parts[0] != parts[30]
    assert rendered() == before + 2
    for line in lines:
        await line.close()


async def test_everybody_who_has_the_page_open_reads_at_once_what_the_desk_announces(club: Club, director: Player):
    cup = await database(cup_of_pairs)(club, director)
    line = Line(cup.pk, "part=public")
    await line.begin()
    version, tag = (await line.told()).split()
    assert "Lunch now" not in await line.part()

    await database(announce)(tournament=cup, by=director, words="Lunch now", command=uuid4())
    await database(announce)(
        tournament=cup, by=director, words="To the desk", audience="entrants", to=(1,), command=uuid4()
    )

    assert (await line.told()).startswith("floor ")
    told = await line.told()
    while told.startswith("floor "):
        told = await line.told()
    assert told.split()[0] == version
    assert told.split()[1] != tag
    part = await line.part()
    assert "Lunch now" in part
    assert "To the desk" not in part
    await line.close()


async def test_a_page_that_has_the_part_is_told_its_tag_alone_and_one_that_reconnects_what_it_missed(
    club: Club, director: Player
):
    cup = await database(opened)(club, director)
    line = Line(cup.pk, "part=public")
    await line.begin()
    version, tag = (await line.told()).split()
    await line.part()
    await line.close()

    same = Line(cup.pk, f"part=public&have={tag}")
    await same.begin()
    assert await same.told() == f"{version} {tag}"
    assert await same.socket.receive_nothing(timeout=0.2)
    await same.close()
    await database(do)(cup, director, CloseEntries())
    later = Line(cup.pk, f"part=public&have={tag}")
    await later.begin()

    assert (await later.told()).split()[1] != tag
    assert "Entries are closed" in await later.part()
    await later.close()


async def test_pages_that_ask_for_other_rounds_or_groups_get_those(club: Club, director: Player):
    cup = await database(cup_of_pairs)(club, director)
    await database(do)(cup, director, BeginStage(stage=1), PairRound(stage=1))
    await database(do)(cup, director, ReleaseRound(stage=1, round=1), ReleaseRound(stage=1, round=2))
    parts = []
    asked = ("part=public&round=1", "part=public&round=2", "part=public&round=77", "part=public", "part=public&q=name")
    for query in asked:
        line = Line(cup.pk, query)
        await line.begin()
        told = await line.told()
        if "q=" in query:
            assert " " not in told, "what few ask is fetched by the page itself"
        else:
            parts.append(await line.part())
        await line.close()

    assert "Round 1 of" in parts[0]
    assert "Round 2 of" in parts[1]
    assert parts[2] == parts[3], "what is not there is not asked"


async def test_the_draft_of_a_round_is_not_sent(club: Club, director: Player):
    cup = await database(cup_of_pairs)(club, director)
    line = Line(cup.pk, "part=public")
    await line.begin()
    await line.told()
    await line.part()

    await database(do)(cup, director, BeginStage(stage=1), PairRound(stage=1))
    version = (await database(state_of)(cup)).version
    while int((await line.told()).split()[0]) < version:
        assert "data-match" not in await line.part()

    assert "No round has been played yet." in await line.part()
    await line.close()


async def test_a_page_that_takes_nothing_holds_up_nobody_and_gets_the_newest_version_then(
    club: Club, director: Player, monkeypatch
):
    monkeypatch.setattr(audiences, "REST_SECONDS", 0.0)
    cup = await database(opened)(club, director)
    slow, quick = Line(cup.pk, "part=public"), Line(cup.pk, "part=public")
    await slow.begin()
    await slow.told()
    await slow.part()
    stuck = next(iter(audiences.audience_of(cup.pk).viewers))
    await quick.begin()
    await quick.told()
    await quick.part()
    go_on = asyncio.Event()
    real = stuck._send

    async def wait(message):
        await go_on.wait()
        await real(message)

    monkeypatch.setattr(stuck, "_send", wait)
    versions = []
    for _ in range(3):
        await database(bot_pairs)(cup, director, 1)
        versions.append(int((await quick.told()).split()[0]))
        await quick.part()
    assert await slow.socket.receive_nothing(timeout=0.2)
    go_on.set()

    assert int((await slow.told()).split()[0]) == versions[0], "the version that was on its way"
    await slow.part()
    assert int((await slow.told()).split()[0]) == versions[2], "and then the newest, at once"
    assert await slow.part()
    for line in (slow, quick):
        await line.close()


async def test_an_audience_ends_with_its_last_page_and_begins_anew(club: Club, director: Player):
    cup = await database(opened)(club, director)
    lines = [Line(cup.pk) for _ in range(3)]
    for line in lines:
        await line.begin()
        await line.told()
    audience = audiences.audience_of(cup.pk)
    assert len(audience.viewers) == 3

    await asyncio.gather(*(line.close() for line in lines))
    later = Line(cup.pk)
    await later.begin()

    assert await later.told() == "1"
    assert audiences.audience_of(cup.pk) is not audience
    assert all(task.done() for task in audience._standing)
    await later.close()


async def test_a_version_whose_message_was_lost_comes_with_the_next_heartbeat(
    club: Club, director: Player, monkeypatch
):
    monkeypatch.setattr(audiences, "BEAT_SECONDS", 0.05)
    cup = await database(opened)(club, director)
    line = Line(cup.pk, "part=public")
    await line.begin()
    await line.told()
    await line.part()
    monkeypatch.setattr("tournaments.announce.messenger.send", lambda *_: None)

    await database(do)(cup, director, CloseEntries())

    assert (await line.told()).startswith(f"{(await database(state_of)(cup)).version} ")
    await line.close()


async def test_a_part_that_could_not_be_found_is_tried_again_and_no_page_is_hung_up_on(
    club: Club, director: Player, monkeypatch
):
    monkeypatch.setattr(audiences, "BEAT_SECONDS", 0.05)
    cup = await database(opened)(club, director)
    line = Line(cup.pk, "part=public")
    await line.begin()
    await line.told()
    await line.part()
    real, failures = audiences.answer_to, []

    def away(*about):
        if len(failures) < 3:
            failures.append(about)
            raise OperationalError
        return real(*about)

    monkeypatch.setattr(audiences, "answer_to", away)
    await database(do)(cup, director, CloseEntries())

    await line.told()
    assert "Entries are closed" in await line.part()
    assert len(failures) == 3
    await line.close()


async def test_a_page_that_says_nothing_is_closed(club: Club, director: Player, monkeypatch):
    monkeypatch.setattr(audiences, "BEAT_SECONDS", 0.05)
    cup = await database(opened)(club, director)
    line = Line(cup.pk)
    await line.begin()
    await line.told()

    monkeypatch.setattr(audiences, "SILENCE_SECONDS", 0)

    assert (await line.hear())["code"] == 1001
    await line.close()


@pytest.mark.parametrize(
    "message", [{"type": "tournament.advanced"}, {"type": "tournament.unknown"}, {"kind": "other"}]
)
async def test_a_message_that_makes_no_sense_does_not_end_the_listening(message, club: Club, director: Player):
    cup = await database(opened)(club, director)
    line = Line(cup.pk)
    await line.begin()
    await line.told()

    await get_channel_layer().group_send(group_of(cup.pk), message)
    await database(do)(cup, director, CloseEntries())

    assert int(await line.told()) > 1
    await line.close()

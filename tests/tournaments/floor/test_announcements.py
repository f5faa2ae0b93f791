"""Announcements, sides that say they are there, and the erasure of words."""

from uuid import uuid4

import pytest
from django.utils import timezone, translation

from clubs.errors import NotAllowed
from clubs.models import Player
from clubs.privacy.holdings import holdings, person_of
from tests.factories import PlayerFactory
from tests.tournaments.helpers.directed import opened, state_of
from tests.tournaments.helpers.floor import call, captains, player, say
from tournaments.errors import TournamentError
from tournaments.floor.selectors import floor_of, words_of_announcements, words_of_calls
from tournaments.floor.services import note_arrival, withdraw_announcement
from tournaments.floor.state import Arrival
from tournaments.floor.words import announcement_words, outcome_choices, phrase_choices, reason_choices
from tournaments.models import FloorWords, Tournament

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_ready_phrase_is_said_with_what_fills_its_places(cup: Tournament, beena: Player):
    told = say(cup, beena, phrase="round-delayed", round_number=2, minutes=10)

    assert announcement_words(told) == "Round 2 starts 10 minutes later than planned."
    assert floor_of(cup.pk).shown(timezone.now()) == (told,)


def test_own_words_have_a_second_text_for_readers_of_malayalam(cup: Tournament, beena: Player):
    say(cup, beena, words="Tea is ready", malayalam="ചായ തയ്യാർ")
    say(cup, beena, words="A car blocks the gate")

    assert words_of_announcements(cup.pk, [1, 2], "en") == {1: "Tea is ready", 2: "A car blocks the gate"}
    assert words_of_announcements(cup.pk, [1, 2], "ml") == {1: "ചായ തയ്യാർ", 2: "A car blocks the gate"}


def test_an_announcement_is_withdrawn_once(cup: Tournament, beena: Player, thomas: Player):
    say(cup, beena, phrase="take-seats")
    assert withdraw_announcement(tournament=cup, announcement=1, by=thomas, command=uuid4()).withdrawn
    assert floor_of(cup.pk).shown(timezone.now()) == ()
    with pytest.raises(TournamentError) as refused:
        withdraw_announcement(tournament=cup, announcement=1, by=beena, command=uuid4())
    assert refused.value.code == "withdrawn-already"


@pytest.mark.parametrize(
    ("more", "code", "field"),
    [
        ({}, "phrase-or-words", "words"),
        ({"phrase": "take-seats", "words": "Sit down"}, "phrase-or-words", "words"),
        ({"malayalam": "ഇരിക്കൂ", "phrase": "take-seats"}, "phrase-or-words", "malayalam"),
        ({"phrase": "sing"}, "unknown-phrase", "phrase"),
        ({"phrase": "round-starts", "round_number": 1}, "place-missing", "at"),
        ({"phrase": "take-seats", "minutes": 5}, "place-extra", "minutes"),
        ({"phrase": "time-left", "minutes": 0}, "out-of-range", "minutes"),
        ({"phrase": "take-seats", "audience": "tables"}, "no-readers", "to"),
        ({"phrase": "take-seats", "audience": "tables", "to": [99]}, "unknown-match", "to"),
        ({"phrase": "take-seats", "audience": "entrants", "to": [99]}, "unknown-entrant", "to"),
        ({"phrase": "take-seats", "audience": "moon", "to": [1]}, "unknown-audience", "audience"),
        ({"phrase": "take-seats", "to": [1]}, "unknown-audience", "to"),
        ({"phrase": "take-seats", "shown_minutes": 100_000}, "out-of-range", "shown_minutes"),
    ],
)
def test_an_announcement_that_cannot_be_is_refused(
    cup: Tournament, beena: Player, more: dict[str, object], code: str, field: str
):
    with pytest.raises(TournamentError) as refused:
        say(cup, beena, **more)
    assert (refused.value.code, refused.value.field) == (code, field)


def test_only_the_staff_announces(cup: Tournament, director: Player):
    for other in (Player.objects.get(name="Unni"), PlayerFactory(name="Visitor")):
        with pytest.raises(NotAllowed):
            say(cup, other, phrase="take-seats")
    assert say(cup, director, phrase="take-seats").number == 1


def test_a_player_of_a_side_says_that_it_is_there(cup: Tournament, beena: Player):
    captain, _other = captains(cup, 1)
    entrant, facing = state_of(cup).matches[1].entrants
    unni = Player.objects.get(name=captain)

    at = note_arrival(tournament=cup, match=1, entrant=entrant, by=unni, command=uuid4())
    assert at == note_arrival(tournament=cup, match=1, entrant=entrant, by=unni, command=uuid4())
    note_arrival(tournament=cup, match=1, entrant=facing, by=beena, command=uuid4())
    assert floor_of(cup.pk).arrived.keys() == {Arrival(1, entrant), Arrival(1, facing)}

    note_arrival(tournament=cup, match=1, entrant=facing, by=beena, here=False, command=uuid4())
    assert floor_of(cup.pk).arrived == {Arrival(1, entrant): at}


def test_nobody_says_that_another_side_is_there(cup: Tournament):
    entrant, facing = state_of(cup).matches[1].entrants
    captain, _other = (Player.objects.get(name=name) for name in captains(cup, 1))
    with pytest.raises(NotAllowed):
        note_arrival(tournament=cup, match=1, entrant=facing, by=captain, command=uuid4())
    with pytest.raises(NotAllowed):
        note_arrival(tournament=cup, match=1, entrant=entrant, by=PlayerFactory(name="Visitor"), command=uuid4())
    with pytest.raises(TournamentError) as refused:
        note_arrival(tournament=cup, match=2, entrant=entrant, by=captain, command=uuid4())
    assert refused.value.code == "unknown-entrant"
    assert floor_of(cup.pk).version == 0


def test_each_tournament_has_a_floor_of_its_own(cup: Tournament, beena: Player, director: Player):
    say(cup, beena, phrase="take-seats")
    assert floor_of(opened(cup.club, director).pk).version == 0


def test_words_are_erased_with_their_author_and_where_they_name_a_person(cup: Tournament, beena: Player):
    captain, _other = captains(cup, 1)
    call(cup, player(captain), reason="other", words="Something about the cards")
    call(cup, player(captains(cup, 2)[0]), match=2, reason="other", words=f"{captain} shouts at us")
    say(cup, beena, words="Tea is ready")

    person = person_of(Player.objects.get(name=captain))
    for holding in holdings():
        if holding.model in ("tournaments.FloorWords", "tournaments.EntrantPlayer") and holding.erase is not None:
            holding.erase(holding.mine(person), person)

    assert words_of_calls(cup.pk, [1, 2]) == {}
    assert [row.text for row in FloorWords.objects.all()] == ["Tea is ready"]
    assert len(floor_of(cup.pk).calls) == 2


@pytest.mark.parametrize("language", ["en", "ml"])
def test_every_code_has_words(language: str):
    with translation.override(language):
        for choices in (reason_choices(), outcome_choices(), phrase_choices()):
            assert len({text for _code, text in choices}) == len(choices)

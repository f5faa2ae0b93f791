"""A director's rulings at a live table of 56: prompting, and a disputed claim."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

import engine
from clubs.members.societies import join_club
from clubs.models import Player
from games import store
from games.errors import BadTerms, NotAllowed, UnknownTable, WrongMoment
from games.hands.checks import audit_check, check_hand
from games.hands.history import hand_history, record
from games.models import PlayedHand, Table
from games.projections import Hands
from games.rulings.selectors import open_rows
from games.rulings.services import give_ruling
from games.store import projector
from games.tables.selectors.live import happenings
from games.tables.selectors.states import load_state
from games.tables.services.play import act, answer_claim
from games.tables.services.seats import leave_seat
from games.tables.services.substitutes import substitute
from tests.factories import ClubFactory, UserFactory
from tests.games.helpers.tables import START, dealt_table, due, people, person, play_on, table_of

pytestmark = pytest.mark.django_db

TERMS = {"rules": "56-kerala-4", "options": {"ending": {"type": "hands", "count": 4}}}


@pytest.fixture
def players() -> list[Player]:
    return people()


@pytest.fixture
def director() -> Player:
    return person("Eapen")


@pytest.fixture
def table(players, director) -> Table:
    """A table of the director's club, dealt to its first call."""
    club = ClubFactory(founder=director, name="Meenachil")
    for player in players:
        join_club(club=club, player=player)
    return dealt_table(players, club=club, **TERMS)


def state(table: Table):
    return load_state(table.pk)


def calls(actions):
    """Bid as low as may be, then pass; in play take the first card."""
    plain = [action for action in actions if not isinstance(action, engine.Claim | engine.Redeal)]
    return next((action for action in plain if isinstance(action, engine.Pass)), plain[0])


def in_play(table: Table, players) -> None:
    play_on(table, players, calls, lambda now: engine.view(now.game, None).phase == "play")


def rule(table: Table, director: Player, remedy: str = "lose", **more: object) -> int:
    said = {"rule": "56-IRR-27", "offender": 0, "hand": state(table).hand, "now": START + timedelta(minutes=5)}
    return give_ruling(table_id=table.pk, player=director, remedy=remedy, **{**said, **more})


def names_of(table: Table, after: int = 0) -> list[str]:
    return [one.type for one in store.load(table.pk, after=after)]


def test_a_warning_changes_nothing_but_what_is_told(table, director):
    """56-IRR-27."""
    before = state(table)

    rule(table, director, "warn")

    after = state(table)
    assert names_of(table, before.version) == ["IrregularityRuled"]
    assert (after.turn, after.game) == (before.turn, before.game)
    assert [ruled.player for ruled in after.rulings] == [before.seats[0].player]
    told = happenings(table.pk, before.version, None)
    assert [one.text for one in told] == ["The director warns Ammini, by 56-IRR-27."]


@pytest.mark.parametrize("moment", ["auction", "play"])
def test_a_hand_that_is_lost_is_scored_and_the_next_is_dealt(table, players, director, moment):
    """56-IRR-27, 56-SCORE-1: events, row, history, list of hands, and the deal after it."""
    if moment == "play":
        in_play(table, players)
    before = state(table)

    rule(table, director)

    assert names_of(table, before.version) == [
        "IrregularityRuled", "HandAdjusted", "HandScored", "HandOpened", "DealCommitted",
    ]  # fmt: skip
    history = hand_history(table.pk, 1, None)
    assert history.result.sentence == "The director ended the hand."
    assert (history.result.outcome, history.result.rules) == ("adjusted", ("56-IRR-27",))
    ruled, given = [step.text for step in history.steps][-2:]
    assert ruled == "The director rules against Ammini by 56-IRR-27."
    assert given.startswith(f"The director gives the hand to Beeran and Devaki: {history.result.after[1]} stake point")
    assert history.proof.holds
    assert due(table.pk)
    now = state(table)
    assert (now.hand, engine.view(now.game, None).phase) == (2, "auction")
    assert now.before == history.result.after
    dealt = [one.event.dealer for one in store.load(table.pk) if isinstance(one.event, engine.HandDealt)]
    assert dealt[1] == (dealt[0] + 1) % 4


@pytest.mark.parametrize("moment", ["auction", "play"])
def test_the_record_of_a_game_with_rulings_is_clean(table, players, director, moment):
    """56-IRR-27, 56-AUD-6: the hand that was ruled on, and the one after it."""
    if moment == "play":
        in_play(table, players)
    rule(table, director, "warn")
    rule(table, director, offender=1)
    assert due(table.pk)
    play_on(table, players, calls, lambda now: now.hand == 3)

    game = record(table.pk, None)

    assert [len(hand.rulings) for hand in game.hands] == [2, 0]
    verdict = engine.audit(engine.decode_record(engine.encode_record(game)))
    assert verdict.verdict == "clean"
    assert verdict.hands[0].result.outcome == "adjusted"
    check = check_hand(table_id=table.pk, hand=1, player=players[0], question="Was it so?")
    assert audit_check(check_id=check.pk).verdict["verdict"] == "clean"


def test_a_hand_that_was_ruled_on_is_in_the_list_of_hands(table, director):
    """56-IRR-27."""
    rule(table, director)

    projector.run_once(Hands)

    assert PlayedHand.objects.get().outcome == "adjusted"


def test_the_second_time_by_one_player_loses_the_match(table, director):
    """56-IRR-27."""
    rule(table, director, "warn")
    for remedy in ("warn", "lose"):
        with pytest.raises(BadTerms) as refused:
            rule(table, director, remedy)
        assert refused.value.code == "match-lost"

    rule(table, director, "match")

    now = state(table)
    assert (now.status, engine.view(now.game, None).winners) == ("finished", (1,))
    assert names_of(table)[-6:] == [
        "IrregularityRuled", "HandAdjusted", "HandScored", "MatchForfeited", "GameFinished", "HandOpened",
    ]  # fmt: skip
    table.refresh_from_db()
    assert table.status == "finished"


def test_a_substitute_has_not_done_what_the_player_before_did(table, players, director):
    """56-IRR-27: counted by the player, and for the team."""
    rule(table, director, "warn")
    later = {"now": START + timedelta(minutes=5)}
    leave_seat(table_id=table.pk, player=players[0], **later)
    gopi = person("Gopi")
    join_club(club=table.club, player=gopi)
    substitute(table_id=table.pk, player=gopi, seat=0, **later)
    play_on(table, players, calls, lambda now: now.hand == 2)
    due(table.pk)
    later = {"now": state(table).since}

    rule(table, director, "warn", **later)

    with pytest.raises(BadTerms):
        rule(table, director, "warn", offender=2, **later)
    rule(table, director, "match", offender=2, **later)


def claim(table: Table, players, seat: int) -> None:
    """Let a seat claim the rest."""
    act(
        table_id=table.pk,
        player=players[seat],
        action=engine.Claim(seat),
        expected_version=None,
        command=uuid4(),
        now=START + timedelta(minutes=5),
    )


def claimed_in_vain(table: Table, players) -> int:
    """Let the seat on turn claim, and the next one object; return who claimed."""
    in_play(table, players)
    now = state(table)
    seat = now.turn
    claim(table, players, seat)
    answer = {"claimer": seat, "agree": False, "now": START + timedelta(minutes=5)}
    answer_claim(table_id=table.pk, player=players[(seat + 1) % 4], **answer)
    return seat


def test_a_claim_that_was_objected_to_may_lose_the_hand(table, players, director):
    """56-IRR-20."""
    with pytest.raises(WrongMoment) as early:
        rule(table, director, rule="56-IRR-20")
    claimer = claimed_in_vain(table, players)
    assert open_rows(state(table))["56-IRR-20"] == (claimer,)

    with pytest.raises(BadTerms):
        rule(table, director, rule="56-IRR-20", offender=(claimer + 1) % 4)
    rule(table, director, rule="56-IRR-20", offender=claimer)

    scored = engine.view(state(table).game, None).result
    assert early.value.code == "nothing-happened"
    assert scored.outcome == "adjusted"
    assert scored.score[claimer % 2] == 0


def test_a_ruling_ends_a_claim_that_waits_for_answers(table, players, director):
    """56-IRR-27, 56-PLAY-6."""
    in_play(table, players)
    seat = state(table).turn
    claim(table, players, seat)

    rule(table, director)

    assert state(table).claim is None
    assert due(table.pk)


def test_only_an_officer_who_does_not_play_rules(table, players, director):
    for other in (players[1], person("Gopi")):
        with pytest.raises(NotAllowed):
            rule(table, other)
    leave_seat(table_id=table.pk, player=players[0])
    substitute(table_id=table.pk, player=director, seat=0)
    assert state(table).seat_of(director.pk) is None, "from the next deal on, and rules no more already"
    with pytest.raises(NotAllowed):
        rule(table, director)


def test_at_a_table_of_no_club_nobody_rules(players, director):
    table = dealt_table(players, **TERMS)

    with pytest.raises(NotAllowed):
        rule(table, director)
    with pytest.raises(UnknownTable):
        give_ruling(table_id=uuid4(), player=director, rule="56-IRR-27", remedy="warn", offender=0, hand=1)


@pytest.mark.parametrize(
    ("ruling", "kind", "code"),
    [
        ({"rule": "56-IRR-24"}, WrongMoment, "nothing-happened"),
        ({"remedy": "redeal"}, BadTerms, "no-such-remedy"),
        ({"remedy": "match"}, BadTerms, "not-repeated"),
        ({"offender": 4}, BadTerms, "wrong-offender"),
        ({"hand": 2}, WrongMoment, "hand-over"),
    ],
)
def test_what_cannot_be_ruled_is_refused_and_nothing_happens(table, director, ruling, kind, code):
    """56-IRR-20, 56-IRR-27."""
    before = state(table).version

    with pytest.raises(kind) as refused:
        rule(table, director, **ruling)

    assert refused.value.code == code
    assert state(table).version == before


@pytest.mark.parametrize("rules", ["56-kerala-4", "28-kerala-4"])
def test_nothing_is_ruled_where_no_hand_of_56_is_played(players, director, rules):
    """Before the deal, and at a table of 28."""
    club = ClubFactory(founder=director, name="Pamba")
    for player in players:
        join_club(club=club, player=player)
    opened = table_of if rules.startswith("56") else dealt_table

    with pytest.raises(WrongMoment) as refused:
        rule(opened(players, club=club, rules=rules), director)

    assert refused.value.code == "no-hand"


def signed_in(player: Player) -> Client:
    player.user = UserFactory(name=player.name)
    player.save()
    client = Client()
    client.force_login(player.user)
    return client


def test_the_director_rules_on_a_page_that_shows_first_what_follows(table, players, director):
    """56-IRR-27."""
    client = signed_in(director)
    page = reverse("games:direct", args=[table.pk])
    assert page in client.get(reverse("games:table", args=[table.pk])).content.decode()
    said = {"rule": "56-IRR-27", "hand": 1, "offender": 1, "remedy": "lose"}

    assert "Prompting by word or gesture." in client.get(page).content.decode()
    shown = client.post(page, said)
    assert "The director gives the hand to Ammini and Chacko: " in shown.content.decode()
    doubtful = client.post(page, {**said, "shown": "on"})
    assert (shown.status_code, doubtful.status_code) == (200, 422)
    assert state(table).rulings == ()
    given = client.post(page, {**said, "shown": "on", "sure": "on"})

    assert given.url == reverse("games:table", args=[table.pk])
    assert "The director ended the hand." in client.get(given.url).content.decode()
    late = client.post(page, {**said, "shown": "on", "sure": "on"})
    assert late.status_code == 200
    assert "No hand is being played" in late.content.decode()


def test_who_does_not_direct_finds_no_page(table, players):
    client = signed_in(players[0])

    page = reverse("games:direct", args=[table.pk])
    assert page not in client.get(reverse("games:table", args=[table.pk])).content.decode()
    assert client.get(page).status_code == 403
    assert signed_in(person("Gopi")).post(reverse("games:direct", args=[table.pk])).status_code == 403

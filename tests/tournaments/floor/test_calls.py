"""Calls for the director: who may call, claim, release, close and take back."""

from datetime import timedelta
from uuid import UUID, uuid4

import pytest
from django.utils import timezone

from clubs.errors import NotAllowed
from clubs.models import Club, Player
from games import store
from games.errors import TooFast
from games.replaying.streams import first_refused
from games.sheets.authors import Author
from games.sheets.passes import revoke_pass
from games.store.verify import Verification
from tests.factories import ClubFactory, PlayerFactory
from tests.races import at_once
from tests.tournaments.helpers.directed import opened
from tests.tournaments.helpers.floor import assistant, call, captains, claim, phone, player, sheet_of
from tournaments.errors import TournamentError
from tournaments.floor import log
from tournaments.floor.selectors import floor_of, words_of_calls
from tournaments.floor.services import (
    CLAIM,
    MAX_CALLS,
    announce,
    call_director,
    claim_call,
    close_call,
    release_call,
    withdraw_call,
)
from tournaments.floor.state import Call
from tournaments.models import MAX_WORDS, FloorWords, Tournament

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_call_goes_from_the_table_to_the_end(cup: Tournament, beena: Player):
    captain = player(captains(cup, 1)[0])
    made = call(cup, captain, reason="revoke", hand=1, trick=3)
    assert (made.match, made.game, made.hand, made.trick, made.is_open) == (1, 1, 1, 3, True)
    assert captain.player is not None
    assert made.by == str(captain.player.pk)

    claimed = claim(cup, beena)
    assert claimed.claimant(timezone.now()) == str(beena.pk)
    assert claimed.answered_at is not None

    closed = close_call(tournament=cup, call=1, by=beena, outcome="ruled", command=uuid4())
    assert (closed.outcome, closed.closed_by) == ("ruled", str(beena.pk))
    assert floor_of(cup.pk).open_calls == ()
    assert first_refused(store.load(log.stream_of(cup.pk))) is None
    assert list(Verification(log.stream_of(cup.pk))) == []


def test_of_two_assistants_who_claim_at_once_exactly_one_gets_the_call(
    cup: Tournament, beena: Player, thomas: Player, director: Player
):
    call(cup, player(captains(cup, 1)[0]))
    answers = at_once(*(lambda who=who: claim(cup, who) for who in (beena, thomas, director)))

    got = [answer for answer in answers if isinstance(answer, Call)]
    refused = [answer for answer in answers if isinstance(answer, TournamentError)]
    assert (len(got), [fault.code for fault in refused]) == (1, ["claimed-already", "claimed-already"])
    claimant = floor_of(cup.pk).calls[0].claimed_by
    assert claimant == got[0].claimed_by
    assert all(Player.objects.get(pk=claimant).name in fault.message for fault in refused)


def test_two_players_of_a_table_who_call_at_once_make_one_call(cup: Tournament):
    one, other = captains(cup, 1)
    answers = at_once(lambda: call(cup, player(one)), lambda: call(cup, player(other)))

    assert sorted(type(answer).__name__ for answer in answers) == ["Call", "TournamentError"]
    assert len(floor_of(cup.pk).calls) == 1
    assert call(cup, player(captains(cup, 2)[0]), match=2).number == 2


def test_a_command_that_comes_twice_is_done_once(cup: Tournament, beena: Player):
    author, command = player(captains(cup, 1)[0]), uuid4()
    made = [
        call_director(tournament=cup, match=1, by=author, reason="other", words="Two aces", command=command)
        for _ in range(2)
    ]
    assert made[0] == made[1]
    again = uuid4()
    claimed = [claim_call(tournament=cup, call=1, by=beena, command=again) for _ in range(2)]
    assert claimed[0] == claimed[1]
    close, back = uuid4(), uuid4()
    for _ in range(2):
        close_call(tournament=cup, call=1, by=beena, outcome="settled", command=close)
    call(cup, author)
    for _ in range(2):
        withdraw_call(tournament=cup, call=2, by=author, command=back)
    assert floor_of(cup.pk).version == 1 + 1 + 1 + 1 + 2
    assert FloorWords.objects.count() == 1


def test_a_claim_that_has_run_out_goes_to_another(cup: Tournament, beena: Player, thomas: Player):
    now = timezone.now() - timedelta(hours=1)
    call(cup, player(captains(cup, 1)[0]), now=now)
    first = claim(cup, beena, now=now)
    assert first.claim_until == (now + CLAIM).replace(microsecond=0)
    with pytest.raises(TournamentError, match="Beena is already on the way"):
        claim(cup, thomas, now=now + CLAIM - timedelta(seconds=2))

    later = claim(cup, thomas, now=now + CLAIM)

    assert (later.claimed_by, later.answered_at) == (str(thomas.pk), now)


def test_an_assistant_who_claims_again_has_longer(cup: Tournament, beena: Player):
    now = timezone.now() - timedelta(minutes=30)
    call(cup, player(captains(cup, 1)[0]), now=now)
    claim(cup, beena, now=now)
    again = claim(cup, beena, now=now + timedelta(minutes=3))
    assert again.claim_until == (now + timedelta(minutes=3) + CLAIM).replace(microsecond=0)


def test_a_claim_is_given_up_by_its_owner_or_a_director(
    cup: Tournament, beena: Player, thomas: Player, director: Player
):
    call(cup, player(captains(cup, 1)[0]))
    with pytest.raises(TournamentError) as unclaimed:
        release_call(tournament=cup, call=1, by=beena, command=uuid4())
    assert unclaimed.value.code == "not-claimed"
    claim(cup, beena)
    with pytest.raises(NotAllowed, match="Beena"):
        release_call(tournament=cup, call=1, by=thomas, command=uuid4())
    assert release_call(tournament=cup, call=1, by=director, command=uuid4()).claimed_by == ""
    assert claim(cup, thomas).claimed_by == str(thomas.pk)


def test_a_phone_with_a_pass_to_the_sheet_of_the_match_calls_and_takes_back(cup: Tournament, director: Player):
    sheet = sheet_of(cup, 2)
    by = phone(sheet, director)
    made = call(cup, by, match=2)
    assert by.sheet_pass is not None
    assert (made.by, made.game) == (f"pass:{by.sheet_pass.pk}", 1)
    with pytest.raises(NotAllowed):
        withdraw_call(tournament=cup, call=1, by=player(captains(cup, 2)[0]), command=uuid4())
    assert withdraw_call(tournament=cup, call=1, by=by, command=uuid4()).withdrawn
    with pytest.raises(TournamentError, match="withdrawn"):
        withdraw_call(tournament=cup, call=1, by=by, command=uuid4())


def test_nobody_calls_to_another_table(cup: Tournament, director: Player):
    """Neither a player of another match, nor a visitor, a phone of another sheet, or one whose pass was revoked."""
    revoked = phone(sheet_of(cup, 1), director)
    assert revoked.sheet_pass is not None
    revoke_pass(sheet_id=sheet_of(cup, 1).pk, pass_id=revoked.sheet_pass.pk, player=director)
    strangers = [
        player(captains(cup, 2)[0]),
        Author(PlayerFactory(name="Visitor")),
        Author(),
        phone(sheet_of(cup, 2), director),
        revoked,
    ]
    for stranger in strangers:
        with pytest.raises(NotAllowed):
            call(cup, stranger, match=1)
    assert floor_of(cup.pk).version == 0


def test_only_directors_and_assistants_of_this_tournament_answer(cup: Tournament, club: Club, director: Player):
    call(cup, player(captains(cup, 1)[0]))
    elsewhere = PlayerFactory(name="Kuttan", password="x")
    opened(ClubFactory(founder=elsewhere), elsewhere)
    other_cup = opened(club, director)
    others = [
        Player.objects.get(name=captains(cup, 1)[0]),
        elsewhere,
        assistant(other_cup, director, "Mini"),
        assistant(cup, director, "Scorer", role="scorer"),
    ]
    for other in others:
        with pytest.raises(NotAllowed):
            claim(cup, other)
        with pytest.raises(NotAllowed):
            close_call(tournament=cup, call=1, by=other, outcome="ruled", command=uuid4())
    (still_open,) = floor_of(cup.pk).open_calls
    assert still_open.claimant(timezone.now()) == ""


@pytest.mark.parametrize(
    ("more", "code", "field"),
    [
        ({"reason": "thirst"}, "unknown-reason", "reason"),
        ({"reason": "other"}, "words-missing", "words"),
        ({"words": "x" * (MAX_WORDS + 1)}, "words-too-long", "words"),
        ({"hand": 0}, "unknown-hand", "hand"),
        ({"hand": 1, "trick": 99}, "unknown-trick", "trick"),
        ({"trick": 1}, "unknown-trick", "trick"),
        ({"match": 99}, "unknown-match", "match"),
    ],
)
def test_a_call_that_says_nothing_sensible_is_refused(cup: Tournament, more: dict[str, object], code: str, field: str):
    with pytest.raises(TournamentError) as refused:
        call(cup, player(captains(cup, 1)[0]), **more)  # type: ignore[arg-type]
    assert (refused.value.code, refused.value.field) == (code, field)
    assert floor_of(cup.pk).version == 0


def test_own_words_lie_beside_the_log(cup: Tournament):
    call(cup, player(captains(cup, 1)[0]), reason="other", words="  Ravi looked   into\nmy hand ")

    assert words_of_calls(cup.pk, [1]) == {1: "Ravi looked into my hand"}
    assert floor_of(cup.pk).calls[0].worded
    assert not any("Ravi" in repr(stored.event) for stored in store.load(log.stream_of(cup.pk)))


def test_a_table_that_calls_again_and_again_has_to_wait(cup: Tournament):
    author = player(captains(cup, 1)[0])
    for number in range(1, MAX_CALLS + 1):
        call(cup, author)
        withdraw_call(tournament=cup, call=number, by=author, command=uuid4())
    with pytest.raises(TooFast):
        call(cup, author)


def test_a_forged_floor_is_refused_by_the_replay(cup: Tournament, beena: Player):
    call(cup, player(captains(cup, 1)[0]))
    stored = store.load(log.stream_of(cup.pk))
    elsewhere = [store.StoredEvent(**{**_members(one), "stream": UUID(int=7)}) for one in stored]
    assert first_refused(elsewhere) is not None
    assert first_refused([*stored, *_again(stored[-1])]) is not None


def _members(one: store.StoredEvent) -> dict[str, object]:
    return {name: getattr(one, name) for name in one.__struct_fields__}


def _again(one: store.StoredEvent) -> list[store.StoredEvent]:
    return [store.StoredEvent(**{**_members(one), "version": one.version + 1, "command": uuid4(), "seq": 0})]


def test_a_command_given_before_takes_no_call_of_another_back(cup: Tournament, beena: Player):
    one, other = (player(captains(cup, match)[0]) for match in (1, 2))
    command = uuid4()
    call_director(tournament=cup, match=2, by=other, reason="score", command=command)
    call(cup, one, reason="other", words="Two aces")
    with pytest.raises(NotAllowed):
        withdraw_call(tournament=cup, call=2, by=other, command=command)


def test_the_id_of_another_command_makes_no_call_and_no_announcement(cup: Tournament, beena: Player, director: Player):
    author, command = player(captains(cup, 1)[0]), uuid4()
    call(cup, author)
    claim_call(tournament=cup, call=1, by=beena, command=command)
    close_call(tournament=cup, call=1, by=beena, outcome="settled", command=uuid4())
    with pytest.raises(TournamentError) as used:
        call_director(tournament=cup, match=1, by=author, reason="score", command=command)
    assert used.value.code == "command-used"
    with pytest.raises(TournamentError) as used:
        announce(tournament=cup, by=director, words="Come", command=command)
    assert used.value.code == "command-used"


def test_words_with_a_null_are_kept_without_it(cup: Tournament):
    made = call(cup, player(captains(cup, 1)[0]), reason="other", words="Two\x00 aces")
    assert words_of_calls(cup.pk, [made.number]) == {made.number: "Two aces"}

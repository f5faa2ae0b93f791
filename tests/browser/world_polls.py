"""Positions without names: one that the member is asked about, one that the member asks about; and the case book."""

from datetime import timedelta
from typing import TYPE_CHECKING

from games.polls.answers import answer_of
from games.polls.selectors import asked_by, position_asked
from tests.games.helpers.booked import appealed, decided
from tests.games.helpers.polled import disputed_table, says

if TYPE_CHECKING:
    from tests.browser.world import World


def furnish(world: "World") -> None:
    """Have the member asked twice, in 28 and 56, let the member ask others, and have two cases decided."""
    ago = timedelta(days=30)
    played = decided(disputed_table(ago=ago, step_phase="Trick 2"))
    appealed(disputed_table("56-kerala-4", ago=ago, subject="call", step_phase="Auction"))
    world.page("games:casebook")
    world.page("games:club_casebook", slug=played.club.slug)
    world.page("games:casebook_case", slug=played.club.slug, number=played.number)

    asked = disputed_table()
    (play,) = asked.asks(world.member, choice=asked.choice("Trick 2"), clock=True)
    bid, _other = asked.asks(world.member, asked.members[0], choice=asked.choices[0])
    called = disputed_table("56-kerala-4")
    (call,) = called.asks(world.member, choice=called.choices[0])
    world.page("games:polls")
    world.page("games:poll_answer", invitation_id=play.pk)
    world.page("games:poll_answer", invitation_id=call.pk)
    first = answer_of(position_asked(asked_by(play.pk, world.member)).legal[0])
    world.page("games:poll_answer", invitation_id=play.pk, query=f"?do={first}")
    says(bid, answer_of(position_asked(asked_by(bid.pk, world.member)).legal[0]), words="The hand is strong.")
    world.page("games:poll_answer", invitation_id=bid.pk)

    directed = disputed_table(director=world.member)
    choice = directed.choice("Trick 2")
    invitations = directed.asks(*directed.members[:3], choice=choice)
    answer = answer_of(position_asked(asked_by(invitations[0].pk, invitations[0].voter)).legal[0])
    for invitation in invitations[:2]:
        says(invitation, answer, words="A partner needs a trick.")
    says(invitations[2], "", 0)
    world.page("games:poll_new", case_id=directed.case.pk)
    world.page("games:case_polls", case_id=directed.case.pk)
    world.page("games:poll_look", case_id=directed.case.pk, query=f"?step={choice.step}")

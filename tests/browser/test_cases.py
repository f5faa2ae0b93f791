"""A dispute in two browsers: raised at a step of the hand, counted down, answered by the other side."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone
from playwright.sync_api import expect

from clubs.web.parts import POLL_SECONDS
from games.cases import log
from games.models import Case, Table
from games.store import projector
from tests.browser.world_tables import eager
from tests.factories import ONE_HAND
from tests.games.helpers.played import club_of
from tests.games.helpers.tables import play_on, table_of

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_hand_is_disputed_at_a_step_and_the_other_side_answers(four, sit):
    club = club_of(*four)
    table = table_of(four, rules="28-kerala-4", options=ONE_HAND, club=club)
    play_on(table, four, eager, lambda state: state.ended_at is not None)
    projector.run_all()
    Table.objects.filter(pk=table.pk).update(finished_at=timezone.now())

    page = sit(four[0], reverse("games:hand", args=[table.pk, 1]), clock=True).page
    page.get_by_role("link", name="One step on").click()
    page.get_by_role("link", name="Dispute this hand").click()
    expect(page.get_by_label("At which step")).to_have_value("1")
    expect(page.locator("[data-left-until]")).to_have_text(re.compile(r"^(7 days|6 days 23 hours) left$"))
    page.get_by_role("radio", name="A call").check()
    page.get_by_label("What happened, and what should have happened?").fill("It was not my turn.")
    page.get_by_role("button", name="Raise the dispute").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Was a call in hand 1 right?")

    case = Case.objects.get()
    assert (case.step, case.subject) == (1, "call")
    other = sit(four[1], reverse("clubs:home")).page
    other.get_by_role("link", name="Dispute about hand 1").click()
    expect(other.locator("#now")).to_contain_text("It is your move.")
    other.get_by_role("radio", name="The dispute is not right").check()
    other.get_by_label("Your answer in words").fill("It was.")
    other.get_by_role("button", name="Answer", exact=True).click()
    expect(other.locator("#now")).to_contain_text("A director who takes the case")
    assert log.current(case.pk).status == "review"

    # The page of the raiser is told without being loaded again.
    page.clock.fast_forward(1000 * POLL_SECONDS)
    expect(page.locator("#told")).to_contain_text("It was.")
    expect(page.locator("#now")).to_contain_text("Something has happened since you opened this page.")

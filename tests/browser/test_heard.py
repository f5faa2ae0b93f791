"""A hand as a screen reader tells it: the accessibility tree of one player's page, from the bid to the result."""

import pytest
from playwright.sync_api import expect

import engine
from games.tables.services.seats import leave_seat
from tests.browser.acting import TO_PLAY, acts
from tests.games.helpers.moments import HANDS

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_hand_is_heard_from_the_bid_to_the_result(four, sit, deal_known):
    """Own turn, what may be done, the cards in order by their names, the trick as it is played, the result."""
    table = deal_known(four, HANDS)
    acts(table, four, *TO_PLAY[:3])
    devaki = sit(four[3], f"/tables/{table.pk}/")
    devaki.live()
    page = devaki.page
    place, said = page.get_by_role("region", name="Your place"), page.get_by_role("status").last

    expect(said).to_match_aria_snapshot(
        "- status: Beeran bids 15. Chacko bids 16. Your bid. 17 or more, or pass. You may bid 17 to 28, pass."
    )
    expect(place).to_match_aria_snapshot("""
        - region "Your place":
          - paragraph: Your bid. 17 or more, or pass.
          - group "Your bid":
            - group "Your bid":
              - radio "17" [checked]
              - radio "18"
              - radio "28"
            - button "Pass"
            - button "Bid 17"
          - list "Your hand":
            - listitem:
              - button "Jack of spades, 3 points"
            - listitem:
              - button "Nine of spades, 2 points"
            - listitem:
              - button "Seven of spades"
            - listitem:
              - button "Ace of hearts, 1 point"
    """)

    devaki.await_version(acts(table, four, *TO_PLAY[3:]))
    led = [(seat, engine.Play(seat, card)) for seat, card in ((0, "HK"), (1, "HJ"), (2, "HT"))]
    devaki.await_version(acts(table, four, *led))
    expect(page.get_by_role("region", name="The table")).to_match_aria_snapshot("""
        - region "The table":
          - list "Trick 1":
            - listitem: King of hearts
            - listitem: Jack of hearts, winning
            - listitem: Ten of hearts
            - listitem: your card goes here
    """)
    expect(place).to_match_aria_snapshot("""
        - region "Your place":
          - paragraph: Your turn. Follow hearts.
          - list "Your hand":
            - listitem:
              - button "Jack of spades, 3 points" [disabled]
            - listitem:
              - button "Nine of spades, 2 points" [disabled]
            - listitem:
              - button "Ace of hearts, 1 point"
            - listitem:
              - button "Queen of hearts"
            - listitem:
              - button "Eight of hearts"
            - listitem:
              - button "Seven of hearts"
            - listitem:
              - button "Ten of clubs, 1 point" [disabled]
    """)
    expect(said).to_contain_text("Your turn. Follow hearts. You may play 4 of your cards.")

    # What may not be played says so at once, with its rule, and is described by it.
    page.locator("#card-CT").click(force=True)
    expect(place).to_match_aria_snapshot("""
        - region "Your place":
          - alert:
            - text: You hold a heart, so you must play one.
            - link "28-PLAY-4"
    """)
    expect(page.get_by_role("button", name="Ten of clubs")).to_have_accessible_description(
        "You hold a heart, so you must play one. 28-PLAY-4"
    )

    devaki.does("play:HA")
    expect(said).to_contain_text("Devaki plays the ace of hearts.")
    expect(page.get_by_role("region", name="The table")).to_match_aria_snapshot("""
        - region "The table":
          - list "Trick 1":
            - listitem: King of hearts
            - listitem: Jack of hearts, winning
            - listitem: Ten of hearts
            - listitem: Ace of hearts
    """)
    expect(page.locator("#reason")).to_contain_text("Beeran takes 5 points")

    page.get_by_text("Concede hand 1…").click()
    devaki.does("concede")
    expect(page.get_by_role("region", name="The table")).to_match_aria_snapshot("""
        - region "The table":
          - heading "Devaki conceded 17." [level=2]
          - table:
            - rowgroup:
              - row "Game points before hand 1 now"
            - rowgroup:
              - row "You, Beeran 0 \N{MINUS SIGN}1 \N{MINUS SIGN}1"
              - row "Ammini, Chacko 0 0 0"
    """)


def test_who_is_there_and_who_is_away_is_heard_at_the_seats(four, sit, deal_known):
    """By a word, not by a colour alone; one's own connection stands above the table."""
    table = deal_known(four, HANDS)
    ammini = sit(four[0], f"/tables/{table.pk}/")
    ammini.live()
    seats = ammini.page.get_by_role("region", name="The table").get_by_role("listitem")
    expect(seats.filter(has_text="Beeran")).to_contain_text("away")

    beeran = sit(four[1], f"/tables/{table.pk}/")
    beeran.live()
    expect(seats.filter(has_text="Beeran")).to_contain_text("connected")
    expect(seats.filter(has_text="Chacko")).to_contain_text("away")
    leave_seat(table_id=table.pk, player=four[2])
    expect(seats.filter(has_text="Chacko")).to_contain_text("left, bot plays")

    beeran.page.close()
    expect(seats.filter(has_text="Beeran")).to_contain_text("away")

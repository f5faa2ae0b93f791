"""The rule book and the hands to study in a browser: finding a rule, following a link, stepping by keys, on a phone."""

import pytest
from playwright.sync_api import expect

import engine
from games.hands.study import studies
from tests.lanes import REPRESENTATIVE, in_lanes

pytestmark = pytest.mark.django_db(transaction=True)

PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
RULE_PAGES = in_lanes(
    (f"/rules/{name}/" for name in engine.rule_set_ids()), (f"/rules/{name}/" for name in REPRESENTATIVE)
)
SIDEWAYS = "() => document.documentElement.scrollWidth - innerWidth"


def test_a_rule_is_found_by_a_word_and_by_its_id(sit):
    """28-WIK-3, 28-REV-5."""
    page = sit(None, "/rules/28-wikipedia-4/").page
    field = page.get_by_label("Find a rule")

    field.fill("fewer base cards")
    expect(page.locator('[id="28-WIK-3"]')).to_be_visible()
    expect(page.locator('[id="28-PLAY-4"]')).to_be_hidden()
    field.fill("rev-5")
    expect(page.locator('[id="28-REV-5"]')).to_contain_text("Replaced by 28-PAG-5")
    field.fill("no such words anywhere")
    expect(page.get_by_role("status").filter(has_text="No rule of this game")).to_be_visible()


def test_a_link_to_a_rule_shows_it_even_when_the_search_hides_it(sit):
    """28-PAG-5."""
    page = sit(None, "/rules/28-pagat-4/").page
    page.get_by_label("Find a rule").fill("must play the indicator itself")

    page.locator('[id="28-REV-5"] .badge ~ a').click()

    expect(page.locator('[id="28-PAG-5"]')).to_be_in_viewport()
    expect(page.get_by_label("Find a rule")).to_have_value("")


def test_the_list_of_games_is_searched(sit):
    page = sit(None, "/rules/").page

    page.get_by_label("Find").fill("kunukku 8 players")

    expect(page.get_by_role("link", name="28 with threes")).to_be_visible()
    expect(page.get_by_role("link", name="28, Kerala rules, four players")).to_be_hidden()


@pytest.mark.parametrize("path", ["/rules/", "/study/", *RULE_PAGES])
def test_no_page_of_the_rule_book_scrolls_sideways_on_a_phone(sit, path):
    page = sit(None, path, **PHONE).page

    assert page.evaluate(SIDEWAYS) <= 0


@pytest.mark.parametrize("name", in_lanes(studies(), [*studies()][::5]))
def test_a_hand_to_study_is_stepped_through_by_keys_to_what_the_auditor_found(sit, name):
    """56-AUD-5, 56-AUD-6."""
    study = studies()[name]
    page = sit(None, f"/study/{name}/?step=0", viewport={"width": 360, "height": 740}).page
    at = page.locator("#replay")
    assert page.evaluate(SIDEWAYS) <= 0

    page.keyboard.press("ArrowRight")
    expect(at).to_have_attribute("data-step", "1")
    page.keyboard.press("End")
    expect(at).to_have_attribute("data-step", str(len(study.told.steps) - 1))
    expect(page.locator("#audit")).to_contain_text(study.word)
    assert page.evaluate(SIDEWAYS) <= 0
    if study.verdict.verdict == "violation":
        expect(page.locator("#cap-p")).to_have_text("Violation")
    page.locator("#audit .verdict .rule").click()
    expect(page.locator(f'[id="{study.rule}"]')).to_be_in_viewport()

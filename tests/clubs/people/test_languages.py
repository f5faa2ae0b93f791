"""Which language somebody reads, and where it is kept."""

import pytest
from django.urls import reverse

from clubs.models import User
from clubs.people.languages import language_of_connection
from tests.markup import tight

pytestmark = pytest.mark.django_db
COOKIE = "django_language"
PASSWORD = "Kottayam-to-Pala-7"


def choose(client, language: str, back: str = "/clubs/?q=pala"):
    return client.post(reverse("clubs:language"), {"language": language, "next": back})


def sign_in(client, player):
    return client.post(reverse("account_login"), {"login": player.user.email, "password": PASSWORD})


def language_of_page(client, **headers) -> str:
    page = client.get("/clubs/", headers=headers)
    assert f'<html lang="{page["Content-Language"]}"' in page.content.decode()
    return page["Content-Language"]


def test_pages_are_in_english_unless_somebody_wants_another(client):
    assert language_of_page(client) == "en"


def test_a_browser_that_asks_for_malayalam_gets_it(client):
    assert language_of_page(client, accept_language="ml-IN,ml;q=0.9,en;q=0.5") == "ml"


def test_a_browser_that_asks_for_what_there_is_not_gets_english(client):
    assert language_of_page(client, accept_language="de") == "en"


def test_an_answer_says_on_what_its_language_depends(client):
    assert {"Accept-Language", "Cookie"} <= set(client.get("/clubs/")["Vary"].split(", "))


def test_a_visitor_finds_the_other_language_in_the_head_of_each_page(client):
    page = tight(client.get("/").content.decode())

    head = page[: page.index("<main")]
    assert 'value="ml" lang="ml">മലയാളം<' in head
    assert 'lang="en"' not in head[head.index("<body") :]
    assert page.count('class="languages"') == 1


def test_the_switch_names_each_language_in_its_own_words(client, annamma):
    client.force_login(annamma.user)
    page = tight(client.get("/clubs/?q=pala").content.decode())

    assert 'value="en" lang="en" aria-current="true">English<' in page
    assert 'value="ml" lang="ml">മലയാളം<' in page
    assert '<input type="hidden" name="next" value="/clubs/?q=pala">' in page


def test_the_switch_leads_back_and_is_remembered(client):
    answer = choose(client, "ml")

    assert (answer.status_code, answer["Location"]) == (302, "/clubs/?q=pala")
    assert client.cookies[COOKIE]["max-age"] == 365 * 24 * 3600
    assert language_of_page(client, accept_language="en") == "ml"


def test_the_switch_leads_to_no_other_site(client):
    assert choose(client, "ml", "https://elsewhere.example/")["Location"] == "/"


def test_the_switch_knows_no_other_language(client, annamma):
    client.force_login(annamma.user)
    choose(client, "de")

    assert User.objects.get(pk=annamma.user_id).language == ""
    assert language_of_page(client) == "en"


def test_the_account_keeps_the_language_for_other_devices(client, annamma):
    client.force_login(annamma.user)
    choose(client, "ml")
    other = type(client)()

    sign_in(other, annamma)

    assert User.objects.get(pk=annamma.user_id).language == "ml"
    assert other.cookies[COOKIE].value == "ml"
    assert language_of_page(other) == "ml"


def test_what_a_visitor_has_just_chosen_goes_into_the_account(client, annamma):
    User.objects.filter(pk=annamma.user_id).update(language="en")
    choose(client, "ml")

    sign_in(client, annamma)

    assert User.objects.get(pk=annamma.user_id).language == "ml"
    assert language_of_page(client) == "ml"


def test_what_somebody_else_chose_on_this_device_does_not(client, annamma):
    client.cookies[COOKIE] = "ml"
    User.objects.filter(pk=annamma.user_id).update(language="en")

    sign_in(client, annamma)

    assert User.objects.get(pk=annamma.user_id).language == "en"
    assert language_of_page(client) == "en"


@pytest.mark.parametrize(
    ("cookies", "account", "asked", "language"),
    [
        ({}, "", b"", "en"),
        ({}, "", b"ml", "ml"),
        ({}, "en", b"ml", "en"),
        ({}, "ml", b"en", "ml"),
        ({COOKIE: "ml"}, "en", b"en", "ml"),
        ({COOKIE: "xx"}, "", b"ml", "ml"),
    ],
)
def test_a_connection_has_the_language_of_its_page(cookies, account, asked, language):
    scope = {"cookies": cookies, "user": User(language=account), "headers": [(b"accept-language", asked)]}

    assert language_of_connection(scope) == language

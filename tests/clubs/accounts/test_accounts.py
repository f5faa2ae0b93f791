"""Signing up, signing in, choosing another password: allauth with our form and pages."""

import re

import pytest
from django.core import mail
from django.urls import reverse

from clubs.models import Player, User

pytestmark = pytest.mark.django_db

PASSWORD = "Kottayam-to-Pala-7"


def sign_up(client, **changed: str):
    answers = {"name": "Beeran", "email": "beeran@example.org", "password1": PASSWORD} | changed
    return client.post(reverse("account_signup"), answers)


def sign_in(client, password: str, email: str = "beeran@example.org"):
    return client.post(reverse("account_login"), {"login": email, "password": password})


def test_signing_up_makes_an_account_with_its_player_that_signs_in(client):
    answer = sign_up(client)

    player = Player.objects.get(name="Beeran")
    assert player.user.email == "beeran@example.org"
    assert not player.is_bot
    assert (answer.status_code, answer["Location"]) == (302, reverse("account_login"))
    assert "that you have just chosen" in client.get(answer["Location"]).content.decode()
    assert sign_in(client, PASSWORD).status_code == 302
    assert client.get(reverse("clubs:me")).status_code == 200


def test_a_name_in_use_is_refused_beside_its_field_and_no_account_is_left(client, person):
    person("Beeran")

    response = sign_up(client, email="another@example.org")

    assert "name" in response.context["form"].errors
    assert not User.objects.filter(email="another@example.org").exists()


def test_a_weak_password_is_refused(client):
    assert "password1" in sign_up(client, password1="12345678").context["form"].errors


def test_an_address_has_one_account_whatever_its_case(client, person):
    person("Devaki")

    sign_up(client, email="DEVAKI@example.org")

    assert User.objects.count() == 1
    assert not Player.objects.filter(name="Beeran").exists()


def test_signing_in_by_address_in_any_case_and_out_again(client, person):
    person("Beeran", PASSWORD)

    assert sign_in(client, PASSWORD, "Beeran@Example.org").status_code == 302
    assert client.get(reverse("clubs:me")).status_code == 200
    client.post(reverse("account_logout"))
    assert client.get(reverse("clubs:me")).status_code == 302


def test_a_wrong_password_and_an_unknown_address_get_the_same_answer(client, person):
    person("Beeran", PASSWORD)

    wrong = sign_in(client, "something else").context["form"].errors
    unknown = sign_in(client, "something else", "nobody@example.org").context["form"].errors

    assert wrong == unknown != {}


def test_nobody_tries_passwords_without_end(client, person):
    person("Beeran", PASSWORD)
    for _ in range(10):
        sign_in(client, "guess")

    assert sign_in(client, PASSWORD).status_code != 302


def test_a_forgotten_password_is_chosen_anew_by_the_link_in_a_mail(client, person):
    person("Beeran", "The-old-password-1")

    client.post(reverse("account_reset_password"), {"email": "beeran@example.org"})
    (letter,) = mail.outbox
    assert letter.to == ["beeran@example.org"]
    link = re.search(r"https?://\S+", letter.body).group()
    form = client.get(link, follow=True)
    address = form.redirect_chain[-1][0]
    client.post(address, {"password1": PASSWORD, "password2": PASSWORD})

    assert sign_in(client, "The-old-password-1").status_code == 200
    assert sign_in(client, PASSWORD).status_code == 302
    assert "already been used" in client.get(link, follow=True).content.decode()


def test_asking_for_an_unknown_address_does_not_tell_that_it_is_unknown(client, person):
    person("Beeran")

    known = client.post(reverse("account_reset_password"), {"email": "beeran@example.org"})
    unknown = client.post(reverse("account_reset_password"), {"email": "nobody@example.org"})

    assert known.status_code == unknown.status_code == 302
    assert known["Location"] == unknown["Location"]


@pytest.mark.parametrize(
    "name",
    ["account_login", "account_signup", "account_reset_password", "account_reset_password_done"],
)
def test_the_pages_for_coming_in_have_our_look(client, name):
    page = client.get(reverse(name)).content.decode()

    assert 'class="top-band"' in page
    assert "<style" not in page


@pytest.mark.parametrize(
    "name",
    ["account_email", "account_change_password", "account_logout", "mfa_index", "mfa_list_webauthn"],
)
def test_the_pages_of_ones_own_account_have_our_look(client, person, name):
    client.force_login(person("Beeran").user)

    page = client.get(reverse(name)).content.decode()

    assert 'class="top-band"' in page
    assert 'class="narrow"' in page


def test_every_script_of_the_account_pages_is_a_file_or_data(client, person):
    """The content security policy refuses anything else."""
    client.force_login(person("Beeran").user)
    pages = [client.get(reverse(name)).content.decode() for name in ("account_email", "mfa_index", "clubs:me")]
    client.logout()
    pages.append(client.get(reverse("account_login")).content.decode())

    scripts = [tag for page in pages for tag in re.findall(r"<script[^>]*>", page)]
    assert scripts
    assert all("src=" in tag or "application/json" in tag for tag in scripts)

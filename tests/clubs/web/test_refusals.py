"""What a page makes of a refusal: a reason beside its field, a message, or a page of status 403 or 404."""

import pytest
from django import forms
from django.contrib.messages import get_messages
from django.contrib.messages.storage.cookie import CookieStorage
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpResponse
from django.test import Client, RequestFactory
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

import engine
from clubs.errors import ClubError, NotAllowed
from clubs.web.pages import composed
from clubs.web.refusals import done, fulfilled, refusals_beside
from games import errors
from tournaments.errors import TournamentError

FORBIDDEN = (NotAllowed("No."), errors.NotAllowed("not-your-seat", "No."))
MISSING = (errors.UnknownTable(), errors.UnknownCard())


class NameForm(forms.Form):
    """A form of one field."""

    name = forms.CharField()


def raising(error: Exception):
    """Return what raises an error."""

    def do() -> None:
        raise error

    return do


@pytest.fixture
def press():
    """A press of a button."""
    request = RequestFactory().post("/")
    request._messages = CookieStorage(request)
    return request


@pytest.mark.parametrize(
    ("error", "at"),
    [
        (ClubError("name-empty", "Give a name.", "name"), "name"),
        (errors.BadTerms("no-text", "Give a name.", "name"), "name"),
        (TournamentError("entries-closed", "Give a name."), "__all__"),
        (ClubError("other", "Give a name.", "place"), "__all__"),
        (engine.RulesError("Give a name.", "name"), "name"),
        (engine.RulesError("Give a name."), "__all__"),
    ],
)
def test_a_refusal_stands_beside_its_field_or_above_the_form(error, at):
    form = NameForm({"name": "Ammini"})

    assert not fulfilled(form, raising(error))
    assert form.errors == {at: ["Give a name."]}


@pytest.mark.parametrize(("refusals", "page"), [(FORBIDDEN, PermissionDenied), (MISSING, Http404)])
def test_what_nobody_can_mend_in_a_form_has_a_page_of_its_own(refusals, page, press):
    for refused in refusals:
        form = NameForm({"name": "Ammini"})
        with pytest.raises(page, match=refused.message):
            fulfilled(form, raising(refused))
        with pytest.raises(page, match=refused.message):
            done(press, raising(refused))
        assert not fulfilled(form, raising(refused), denied=False)
        assert not done(press, raising(refused), denied=False)


def test_nothing_is_done_for_a_form_that_is_not_valid_or_not_sent():
    for form in (NameForm(), NameForm({})):
        assert not fulfilled(form, raising(AssertionError("done all the same")))


def test_what_follows_a_refusal_is_not_done():
    form, after = NameForm({"name": "Ammini"}), []
    form.is_valid()

    with refusals_beside(form):
        raising(ClubError("late", "Too late."))()
        after.append("done")

    assert not after
    assert form.non_field_errors() == ["Too late."]


def test_the_next_page_says_how_it_went(press):
    assert done(press, lambda: None, "Done.")
    assert not done(press, raising(ClubError("late", "Too late.")), "Done.")
    assert [str(message) for message in get_messages(press)] == ["Done.", "Too late."]


def test_composed_decorators_stand_in_their_order():
    page = composed(never_cache, require_POST)(lambda request: HttpResponse())

    answer = page(RequestFactory().get("/"))

    assert answer.status_code == 405
    assert "no-store" in answer["Cache-Control"]


@pytest.mark.django_db
@pytest.mark.parametrize(("language", "said"), [("en", "This form has expired"), ("ml", "ഈ ഫോമിന്റെ സമയം കഴിഞ്ഞു")])
def test_a_form_that_has_expired_is_answered_by_a_page_of_the_site(language, said):
    browser = Client(enforce_csrf_checks=True)
    browser.cookies["django_language"] = language

    answer = browser.post(reverse("clubs:language"), {"language": "en", "next": "/"})

    assert answer.status_code == 403
    assert f"<h1>{said}</h1>" in answer.content.decode()
    assert 'class="places"' in answer.content.decode()

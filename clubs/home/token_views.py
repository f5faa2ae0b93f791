"""The page of one's own access tokens: the list, a new one, and revoking."""

from typing import Any
from uuid import UUID

from django import forms
from django.conf import settings
from django.contrib import messages
from django.core.validators import RegexValidator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from clubs.accounts.tokens import (
    DAYS,
    MAX_TOKENS,
    NAME_LENGTH,
    START_LENGTH,
    USUAL_DAYS,
    NewToken,
    make_token,
    revoke_token,
    tokens_of,
)
from clubs.models import User
from clubs.web.pages import edits, writes
from clubs.web.refusals import refusals_beside


class TokenForm(forms.Form):
    """Make an access token."""

    name = forms.CharField(
        label=gettext_lazy("What is the token for?"),
        max_length=NAME_LENGTH,
        validators=[RegexValidator(r"^[^\x00-\x1f]+$")],
        widget=forms.TextInput(attrs={"placeholder": gettext_lazy("my results script"), "autocomplete": "off"}),
    )
    days = forms.IntegerField(
        label=gettext_lazy("Valid for (days)"), min_value=DAYS[0], max_value=DAYS[1], initial=USUAL_DAYS
    )


@never_cache
@edits
def tokens(request: HttpRequest) -> HttpResponse:
    """List one's access tokens and make one; its secret is in this one answer only."""
    form = TokenForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        with refusals_beside(form):
            made = make_token(user=_account(request), **form.cleaned_data)
            return _page(request, TokenForm(), made)
    return _page(request, form)


@writes
def revoke(request: HttpRequest, token_id: UUID) -> HttpResponse:
    """Revoke an access token: from now on it signs nobody in."""
    if not revoke_token(user=_account(request), token_id=token_id):
        raise Http404(_("You have no such access token."))
    messages.success(request, _("The token is revoked: it no longer signs anybody in."))
    return redirect("clubs:tokens")


def _page(request: HttpRequest, form: TokenForm, made: NewToken | None = None) -> HttpResponse:
    now = timezone.now()
    rows = [
        {"token": row, "start": row.token_key[:START_LENGTH], "expired": row.expiry is not None and row.expiry <= now}
        for row in tokens_of(_account(request))
    ]
    context: dict[str, Any] = {
        "form": form,
        "made": made,
        "tokens": rows,
        "most": MAX_TOKENS,
        "address": settings.LELAM_ADDRESS,
    }
    return render(request, "clubs/tokens.html", context, status=422 if form.errors else 200)


def _account(request: HttpRequest) -> User:
    assert isinstance(request.user, User)
    return request.user

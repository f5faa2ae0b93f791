"""The adapter of django-allauth: the address of links in its mails, and the rate limits of wrong passwords."""

from typing import Any
from urllib.parse import urlsplit, urlunsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.internal import ratelimit
from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.sites.requests import RequestSite
from django.core.cache import cache
from django.http import HttpRequest
from django.utils.crypto import salted_hmac
from rest_framework.throttling import AnonRateThrottle

FAMILIAR_SECONDS = 60 * 24 * 3600
"""The time for which a network is known as one of the account's owner."""
_APP, _EVERYWHERE = "allauth.account", "login_failed_everywhere"


def at_own_address(url: str) -> str:
    """Return the public address of a page of this server, whatever host the request names."""
    return settings.LELAM_ADDRESS + urlunsplit(("", "", *urlsplit(url)[2:]))


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """Sign-in and mails of accounts.

    Wrong passwords are counted by account *and* network, so that an attacker elsewhere cannot lock the owner out. All
    networks together have a far higher limit for each account, which bounds guessing from many of them; it does not
    hold for a network from which the account has signed in lately.
    """

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail whose links begin with `LELAM_ADDRESS`, not with the host that the request names."""
        links = {name: at_own_address(value) for name, value in context.items() if name.endswith("_url")}
        site = RequestSite(self.request)
        site.domain = site.name = urlsplit(settings.LELAM_ADDRESS).netloc
        super().send_mail(template_prefix, email, {**context, **links, "current_site": site})

    def get_client_ip(self, request: HttpRequest) -> str:
        """Return the client's address, by which all rate limits count (`LELAM_PROXIES`)."""
        return str(AnonRateThrottle().get_ident(request))  # type: ignore[arg-type]

    def _get_login_attempts_cache_key(self, request: HttpRequest, **credentials: Any) -> str:
        return f"{_login(credentials)} {ratelimit.get_ip(request)}"

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Count an attempt before its password is checked.

        Raises:
            ValidationError: `too_many_login_attempts`.
        """
        super().pre_authenticate(request, **credentials)
        self._usage_everywhere = None
        if cache.get(self._familiar(request, credentials)):
            return
        self._usage_everywhere = ratelimit.consume(request, app=_APP, action=_EVERYWHERE, key=_login(credentials))
        if not self._usage_everywhere:
            raise self.validation_error("too_many_login_attempts")

    def authenticate(self, request: HttpRequest, **credentials: Any) -> AbstractBaseUser | None:
        """Check a password; a right one is not counted, and makes the network known."""
        user: AbstractBaseUser | None = super().authenticate(request, **credentials)
        if user is not None:
            if self._usage_everywhere:
                self._usage_everywhere.rollback()
            cache.set(self._familiar(request, credentials), True, FAMILIAR_SECONDS)
        return user

    def _delete_login_attempts_cached_email(self, request: HttpRequest, **credentials: Any) -> None:
        super()._delete_login_attempts_cached_email(request, **credentials)
        ratelimit.clear(request, app=_APP, action=_EVERYWHERE, key=_login(credentials))

    def _familiar(self, request: HttpRequest, credentials: dict[str, Any]) -> str:
        # The cache holds no mail address and no network in clear.
        key = self._get_login_attempts_cache_key(request, **credentials)
        return f"clubs.familiar.{salted_hmac('clubs.accounts.adapter', key, algorithm='sha256').hexdigest()}"


def _login(credentials: dict[str, Any]) -> str:
    return str(credentials.get("email", "")).casefold()

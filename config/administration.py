"""The administrator's site. It has no door of its own: people sign in as everywhere else."""

from typing import Any, Final

from allauth.account.decorators import secure_admin_login
from django.contrib.admin import AdminSite
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.decorators import method_decorator
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

_OWN: Final = {"clubs", "django", "games", "tournaments"}


class Administration(AdminSite):
    """The site of administrators; sign-in and passwords are those of every account, with its limits and passkeys."""

    site_header = gettext_lazy("Lelam: administration")
    site_title = gettext_lazy("Lelam: administration")
    index_title = gettext_lazy("All tables of the database")

    def register(self, model_or_iterable: Any, admin_class: type[Any] | None = None, **options: Any) -> None:
        """Register Lelam's own admin pages, not those of its libraries.

        With the right to change a confirmed address, a passkey or an access token its account can be taken over.
        """
        if admin_class is not None and admin_class.__module__.partition(".")[0] not in _OWN:
            return
        super().register(model_or_iterable, admin_class, **options)

    @method_decorator(never_cache)
    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Redirect to the sign-in page of all accounts, and a signed-in administrator to the index.

        Raises:
            PermissionDenied: The account is not an administrator's.
        """
        return secure_admin_login(lambda _: redirect("admin:index"))(request)  # type: ignore[no-any-return]

    def password_change(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """Lead to the page on which every account changes its password."""
        return redirect("account_change_password")

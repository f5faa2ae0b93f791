"""The pictures of a thing as a part of its page, adding one, and the pictures themselves.

A picture is for few people, so no address of one is enough to see it: each request is judged by its kind.
"""

from collections.abc import Callable
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from clubs.models import Picture
from clubs.pictures import services
from clubs.pictures.forms import PictureForm
from clubs.pictures.images import MAX_BYTES
from clubs.pictures.kinds import Access, PictureKind, kind_of
from clubs.pictures.selectors import find_picture, is_own, pictures_of
from clubs.web.htmx import fragment_asked
from clubs.web.refusals import denials, done, refusals_beside

IMAGE_POLICY = "default-src 'none'; sandbox; frame-ancestors 'none'"
"""The policy of a picture that is opened by itself: whatever a browser took it for, nothing in it would run."""


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def pictures(request: HttpRequest, kind: str, about: UUID) -> HttpResponse:
    """The pictures of a thing, as a part of its page; a new one is sent here."""
    known = kind_of(kind)
    access = _seen(request, known, about)
    form = PictureForm(request.POST, request.FILES) if request.method == "POST" else PictureForm()
    if request.method == "POST" and form.is_valid():
        with refusals_beside(form):
            services.add_picture(kind=kind, about=about, data=form.data_sent(MAX_BYTES), access=access)
            return redirect(_home(kind, about, access))
    context = {
        "kind": known,
        "about": about,
        "address": access.address,
        "rows": [(picture, access.may_remove or is_own(picture, access)) for picture in pictures_of(known.name, about)],
        "form": form if access.may_add else None,
        "is_full": pictures_of(known.name, about).count() >= services.MAX_OF_A_THING,
    }
    template = "clubs/_pictures.html" if fragment_asked(request) else "clubs/pictures.html"
    return render(request, template, context, status=422 if form.errors else 200)


@require_POST
def remove(request: HttpRequest, picture_id: UUID) -> HttpResponse:
    """Remove a picture for good."""
    picture, access = _picture(request, picture_id)
    done(request, lambda: services.remove_picture(picture_id=picture.pk, access=access), _("The picture is removed."))
    return redirect(_home(picture.kind, picture.about, access))


def of_one(column: str) -> Callable[[HttpRequest, UUID], HttpResponse]:
    """Return the view of a picture's bytes in a column."""

    @require_safe
    def show(request: HttpRequest, picture_id: UUID) -> HttpResponse:
        picture, _access = _picture(request, picture_id)
        # The browser asks each time whether it may still show what it has: a pass may be revoked, the picture removed.
        tag = f'"{picture.digest[:32]}-{column}"'
        if request.headers.get("If-None-Match", "").removeprefix("W/") == tag:
            answer = HttpResponse(status=304)
        else:
            data = Picture.objects.values_list(column, flat=True).get(pk=picture_id)
            answer = HttpResponse(bytes(data), content_type="image/webp")
            answer["Content-Disposition"] = f'inline; filename="{picture.kind}-{picture.pk}.webp"'
            answer["Content-Security-Policy"] = IMAGE_POLICY
        answer["ETag"] = tag
        patch_cache_control(answer, private=True, no_cache=True)
        return answer

    return show


def _picture(request: HttpRequest, picture_id: UUID) -> tuple[Picture, Access]:
    """Return a picture that the viewer may see, with the viewer's rights.

    Raises:
        Http404: There is none, or the viewer may not know of it.
    """
    picture = find_picture(picture_id)
    if picture is None:
        raise _unknown()
    return picture, _seen(request, kind_of(picture.kind), picture.about)


def _seen(request: HttpRequest, kind: PictureKind, about: UUID) -> Access:
    with denials():
        access = kind.access(request, about)
    if not access.may_see:
        raise _unknown()
    return access


def _home(kind: str, about: UUID, access: Access) -> str:
    """Return the place where the viewer sees the pictures of a thing."""
    return f"{access.address or reverse('clubs:pictures', args=[kind, about])}#pictures"


def _unknown() -> Http404:
    return Http404(_("There is no such picture, or you may not see it."))

"""The code of an invitation link lies in no table of the database, and who may pass the link on still sees it."""

import base64
import copy
import io
import pickle
from importlib import import_module

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session
from django.db import connection
from django.test import Client
from django.urls import reverse

from games.conventions.services import join_card, make_card
from games.models import PartnershipCard, Table
from games.sealing.fields import open_text, seal_text
from games.tables.selectors.live import table_view
from games.tables.services.seats import open_table
from tests.factories import PlayerFactory

pytestmark = pytest.mark.django_db

migration = import_module("games.migrations.0020_table_invitations")


def dump() -> str:
    """Return every table of the database as text, and what the sessions in it say."""
    written = io.StringIO()
    for table in connection.introspection.table_names():
        with connection.cursor() as cursor, cursor.copy(f'COPY "{table}" TO STDOUT') as rows:
            for part in rows:
                written.write(bytes(part).decode())
    for session in Session.objects.all():
        written.write(str(session.get_decoded()))
    return written.getvalue()


@pytest.fixture
def table() -> Table:
    return open_table(player=PlayerFactory(name="Annamma"), rules="28-kerala-4", options={}, invitation=True)


def test_no_code_of_an_invitation_lies_in_the_database(table: Table):
    card = make_card(player=table.opened_by, rules="56-kerala-4", name="Ours")
    guest, visitor = Client(), Client()
    guest.force_login(PlayerFactory(name="Beeran").user)
    page = reverse("games:table", args=[table.pk])
    assert guest.get(page, {"invitation": table.invitation}).status_code == 200
    sat = guest.post(reverse("games:sit", args=[table.pk]), {"invitation": table.invitation})
    assert sat.status_code == 302
    visitor.get(page, {"invitation": table.invitation})
    visitor.post(reverse("games:sit", args=[table.pk]), {"invitation": table.invitation, "then": "sign-in"})

    everything = dump()

    assert str(table.pk) in everything, "it is the dump"
    assert guest.get(page).status_code == 200, "the browser remembers the link"
    for code in (table.invitation, card.invitation):
        assert len(code) >= 16
        assert code not in everything


def test_the_link_is_shown_and_opens_as_before(table: Table):
    kept, stranger = Table.objects.get(pk=table.pk), PlayerFactory(name="Beeran")
    code = table_view(table.pk, table.opened_by).invitation

    assert code == table.invitation == kept.invitation
    assert not table_view(table.pk, stranger, invitation=code).invitation_needed
    card = make_card(player=table.opened_by, rules="56-kerala-4", name="Ours")
    assert join_card(card_id=card.pk, player=stranger, invitation=PartnershipCard.objects.get(pk=card.pk).invitation)


def test_a_code_whose_key_is_lost_opens_nothing(table: Table):
    with connection.cursor() as cursor:
        cursor.execute("UPDATE games_table SET invitation = 'AAAA' WHERE id = %s", [table.pk])

    first, second = (Table.objects.get(pk=table.pk).invitation for _ in range(2))

    assert first != second, "a code that nobody can know"
    assert "AAAA" not in (first, second)


def test_a_code_whose_key_is_lost_outlasts_a_save_without_it(table: Table, settings):
    code, keys = table.invitation, settings.LELAM_SEAL_KEY
    settings.LELAM_SEAL_KEY = base64.b64encode(bytes(32)).decode()
    without = Table.objects.get(pk=table.pk)
    assert code != without.invitation

    without.name = "Renamed"
    without.save()
    copy.deepcopy(without).save()
    pickle.loads(pickle.dumps(without)).save()
    settings.LELAM_SEAL_KEY = keys

    kept = Table.objects.get(pk=table.pk)
    assert (kept.name, kept.invitation) == ("Renamed", code)


def test_links_from_before_are_sealed_and_go_on_working(table: Table):
    open_one = open_table(player=table.opened_by, rules="28-kerala-4", options={})
    with connection.cursor() as cursor:
        cursor.execute("UPDATE games_table SET invitation = 'kayal-kunukku-28' WHERE id = %s", [table.pk])

    migration.seal(apps, type("Editor", (), {"connection": connection}))

    assert Table.objects.get(pk=table.pk).invitation == "kayal-kunukku-28"
    assert Table.objects.get(pk=open_one.pk).invitation == ""
    assert "kayal-kunukku-28" not in dump()
    migration.unseal(apps, type("Editor", (), {"connection": connection}))
    assert "kayal-kunukku-28" in dump()


def test_a_sealed_text_opens_in_its_own_place_only():
    assert open_text(seal_text("secret", "here"), "here") == "secret"
    assert open_text(seal_text("secret", "here"), "there") is None
    assert open_text("kayal-kunukku-28", "here") is None
    assert (seal_text("", "here"), open_text("", "here")) == ("", "")


def test_neither_the_api_nor_the_administrators_pages_tell_the_code(table: Table):
    root = PlayerFactory(name="Root").user
    type(root).objects.filter(pk=root.pk).update(is_staff=True, is_superuser=True)
    client = Client()
    client.force_login(root)

    page = client.get(reverse("admin:games_table_change", args=[table.pk])).content.decode()
    client.force_login(table.opened_by.user)
    shown = client.get(f"/api/tables/{table.pk}/").content.decode()

    assert table.invitation not in page + shown
    assert str(table.number) in page
    assert '"by_invitation":true' in shown.replace(" ", "")

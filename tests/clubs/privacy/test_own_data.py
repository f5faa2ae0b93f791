"""A copy of one's own data: complete, one at a time, for nobody else, gone after its days."""

import io
import json
import zipfile
from datetime import timedelta

import pytest
from django.apps import apps
from django.urls import reverse
from django.utils import timezone, translation

from clubs.base import jobs
from clubs.base.jobs import Progress
from clubs.members.societies import join_club
from clubs.models import DataExport, DataExportPart, Player, User
from clubs.privacy import holdings
from clubs.privacy.selectors import copy_to_fetch, pieces
from clubs.privacy.services.copies import ask_copy, make_copy, remove_old_copies
from clubs.privacy.words import FILES

pytestmark = pytest.mark.django_db


def made(player: Player) -> zipfile.ZipFile:
    """Have a copy made and return it."""
    export = ask_copy(player=player)
    assert make_copy(export_id=export.pk)
    found = copy_to_fetch(player)
    assert found is not None
    data = b"".join(pieces(found))
    assert len(data) == found.size
    return zipfile.ZipFile(io.BytesIO(data))


def entries(copy: zipfile.ZipFile, file: str) -> list[dict]:
    return json.loads(copy.read(f"{file}.json"))


def keys_to_people(model) -> set[str]:
    """The columns of a table that point to a player or an account."""
    return {
        field.name
        for field in model._meta.get_fields()
        if getattr(field, "concrete", False) and field.is_relation and field.related_model in (Player, User)
    }


def test_every_table_that_points_to_people_says_how_it_is_copied_and_erased():
    declared = {holding.model: holding for holding in holdings.holdings()}
    wanted = {model._meta.label: keys_to_people(model) for model in apps.get_models(include_auto_created=True)}

    for label, keys in wanted.items():
        if keys:
            assert label in declared, (
                f"{label} points to people by {sorted(keys)}: declare it in a module `personal_data`."
            )
            named = {column.partition("__")[0] for column in (*declared[label].of, *declared[label].also)}
            assert keys <= named, f"{label} points to people by more than {sorted(named)}."


def test_every_declared_table_is_there_and_gives_its_reasons():
    for holding in holdings.holdings():
        model = apps.get_model(holding.model)
        assert model is not None
        assert holding.file or holding.why, f"{holding.model} is not copied, and nobody says why."
        assert holding.erase or holding.why, f"{holding.model} is not erased, and nobody says why."
        if holding.fields:
            list(model._default_manager.values(*holding.fields)[:1])


def test_every_file_of_the_copy_is_explained_and_made():
    files = [holding.file for holding in holdings.holdings() if holding.file]

    assert len(files) == len(set(files))
    assert set(files) == set(FILES)


def test_the_copy_holds_the_account_the_player_and_the_memberships(annamma, club):
    copy = made(annamma)

    assert copy.testzip() is None
    assert set(copy.namelist()) == {f"{name}.json" for name in FILES} | {"README.txt"}
    assert entries(copy, "account")[0]["email"] == "annamma@example.org"
    assert entries(copy, "player")[0]["name"] == "Annamma"
    assert entries(copy, "player")[0]["page"].endswith(f"/players/{annamma.pk}/")
    assert [one["club__name"] for one in entries(copy, "memberships")] == [club.name]
    assert entries(copy, "chat") == []


def test_nothing_of_others_is_in_it(annamma, club, person):
    join_club(club=club, player=person("Beeran"))

    copy = made(annamma)

    assert all(b"Beeran" not in copy.read(name) and b"beeran@" not in copy.read(name) for name in copy.namelist())


def test_no_secret_is_in_it(annamma):
    from clubs.models import AccessToken

    token, secret = AccessToken.objects.create(user=annamma.user, name="my program")
    text = b"".join(map(made(annamma).read, made(annamma).namelist())).decode()

    assert "my program" in text
    assert secret not in text
    assert token.digest not in text
    assert annamma.user.password not in text


def test_the_readme_says_what_each_file_holds_in_the_persons_language(annamma):
    readme = made(annamma).read("README.txt").decode()

    assert "Annamma" in readme
    assert all(f"{name}.json" in readme for name in FILES)
    with translation.override("ml"):
        export = ask_copy(player=annamma, language="ml")
    assert make_copy(export_id=export.pk)


def test_one_copy_is_made_at_a_time_and_a_new_one_takes_the_place_of_the_old(annamma):
    first = ask_copy(player=annamma)
    assert ask_copy(player=annamma) == first
    assert make_copy(export_id=first.pk)
    assert not make_copy(export_id=first.pk)

    second = ask_copy(player=annamma)
    assert second != first
    assert copy_to_fetch(annamma) == first
    assert make_copy(export_id=second.pk)
    assert copy_to_fetch(annamma) == second
    assert list(DataExport.objects.values_list("pk", flat=True)) == [second.pk]


def test_a_copy_goes_after_its_days(annamma):
    made(annamma)
    assert remove_old_copies() == 0

    DataExport.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    assert copy_to_fetch(annamma) is None
    assert remove_old_copies() == 1
    assert not DataExportPart.objects.exists()


def test_a_copy_that_its_worker_left_is_taken_up_by_another(annamma):
    export = ask_copy(player=annamma)
    assert jobs.left(DataExport) == []
    assert jobs.take_up(DataExport, export.pk) is not None
    assert not make_copy(export_id=export.pk)

    DataExport.objects.update(begun_at=timezone.now() - 2 * jobs.SILENCE)
    assert jobs.left(DataExport) == []  # it still gives signs of life
    jobs.cache.clear()
    assert jobs.left(DataExport) == [export.pk]
    assert make_copy(export_id=export.pk)


def test_a_copy_that_cannot_be_made_says_so_and_may_be_asked_for_again(annamma, monkeypatch, caplog):
    def broken(*arguments, **named):
        raise OSError("no space left")

    monkeypatch.setattr("clubs.privacy.services.copies.write_copy", broken)
    export = ask_copy(player=annamma)
    assert not make_copy(export_id=export.pk)

    export.refresh_from_db()
    assert export.status == DataExport.Status.FAILED
    assert ask_copy(player=annamma) != export


def test_the_progress_is_told_and_forgotten(annamma):
    export = ask_copy(player=annamma)
    assert jobs.progress_of(export.pk) == Progress(0, 0)
    jobs.tell(export.pk, Progress(3, 9))
    assert jobs.progress_of(export.pk) == Progress(3, 9)


# Pages


def signed_in(client, player: Player):
    """Sign in, and type the password once more, as what is private asks for."""
    client.force_login(player.user)
    client.post(reverse("account_reauthenticate"), {"password": "Kottayam-to-Pala-7"})
    return client


def test_the_page_leads_from_asking_over_waiting_to_fetching(client, annamma):
    signed_in(client, annamma)
    assert "Make a copy" in client.get(reverse("clubs:my_data")).content.decode()

    assert client.post(reverse("clubs:my_data")).status_code == 302
    waiting = client.get(reverse("clubs:my_data")).content.decode()
    assert "The copy is being made." in waiting
    assert "every 2s" in waiting
    part = client.get(reverse("clubs:my_data"), headers={"HX-Request": "true", "HX-Target": "copy"}).content.decode()
    assert "<html" not in part

    assert make_copy(export_id=DataExport.objects.get().pk)
    assert "Download the copy" in client.get(reverse("clubs:my_data")).content.decode()
    file = client.get(reverse("clubs:my_data_file"))
    data = b"".join(file.streaming_content)
    assert file["Content-Type"] == "application/zip"
    assert int(file["Content-Length"]) == len(data)
    assert zipfile.ZipFile(io.BytesIO(data)).testzip() is None


def test_nobody_else_gets_the_copy(client, annamma, person):
    made(annamma)
    assert client.get(reverse("clubs:my_data_file")).status_code == 302
    other = signed_in(client, person("Beeran"))

    answer = other.get(reverse("clubs:my_data_file"))

    assert (answer.status_code, answer["Location"]) == (302, reverse("clubs:my_data"))


def test_the_copy_is_given_only_to_who_types_the_password_once_more(client, annamma):
    made(annamma)
    client.force_login(annamma.user)

    answer = client.get(reverse("clubs:my_data_file"))

    assert answer.status_code == 302
    assert answer["Location"].startswith(reverse("account_reauthenticate"))

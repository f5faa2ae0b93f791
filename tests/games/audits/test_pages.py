"""The audit of a case for its readers: the page, the fragment, JSON, PDF, asking anew, and the command."""

import hashlib
import io
import re
from pathlib import Path

import pypdfium2
import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from games.audits import words
from games.audits.fault_words import CHAIN, DEAL
from games.audits.gathering import _CODES as CHAIN_CODES
from games.audits.making import SECTIONS
from games.audits.page import shown
from games.audits.report import Fact
from games.audits.selectors import audits_of
from games.audits.services import audit_cases
from games.cases.services.audits import record_audit
from games.hands.deals import FAULT_CODES
from games.models import AuditSection
from tests.api.calls import program_of
from tests.games.helpers.cases import World, disputed, world

pytestmark = pytest.mark.django_db

ROOT = Path(words.__file__).parent


@pytest.fixture
def there() -> World:
    return world()


@pytest.fixture
def case(there):
    raised = disputed(there)
    audit_cases(record=record_audit, case_id=raised.pk)
    return raised


def reader(player) -> Client:
    client = Client()
    client.force_login(player.user)
    return client


def addresses(case) -> list[str]:
    return [reverse(f"games:case_audit{end}", args=[case.pk]) for end in ("", "_json", "_pdf")]


def test_parties_and_neutral_directors_read_the_audit_and_nobody_else(there, case):
    for player in (there.players[0], there.players[1], there.director, there.owner):
        client = reader(player)
        assert [client.get(address).status_code for address in addresses(case)] == [200, 200, 200], player.name
    outsider, visitor = reader(there.members[3]), Client()
    assert [outsider.get(address).status_code for address in addresses(case)] == [404, 404, 404]
    assert [visitor.get(address).status_code for address in addresses(case)] == [302, 302, 302]


def test_the_page_says_at_once_what_was_found_and_how_to_check_it(there, case):
    page = reader(there.players[0]).get(addresses(case)[0]).content.decode()

    (audit,) = audits_of(case.pk)
    assert re.search(r"<h1>\s*Nothing was found in what is known\s*</h1>", page)
    assert audit.digest in page
    assert f"manage.py audit_case {case.pk} --verify" in page
    assert page.count('class="fold" id="') == len(SECTIONS)
    assert " open>" not in page[page.index('id="chain"') :]
    assert "Audit the hand again" not in page


def test_the_json_has_the_digest_of_the_case_and_the_pdf_its_words(there, case):
    client = reader(there.director)
    _page, text, document = (client.get(address) for address in addresses(case))

    (audit,) = audits_of(case.pk)
    assert hashlib.sha256(text.content).hexdigest() == audit.digest
    assert document["Content-Type"] == "application/pdf"
    printed = pypdfium2.PdfDocument(document.content)
    said = " ".join(page.get_textpage().get_text_range() for page in printed)
    assert "Nothing was found in what is known" in said
    assert audit.digest[:20] in said
    assert client.get(addresses(case)[2]).content == document.content


def test_the_api_answers_with_the_bytes_of_the_digest(there, case):
    (audit,) = audits_of(case.pk)
    address = f"cases/{case.pk}/audit/"

    answer = program_of(there.players[1]).get(address)
    assert hashlib.sha256(answer.content).hexdigest() == audit.digest
    assert program_of(there.players[1]).get(f"{address}?audit=2").status_code == 404
    assert program_of(there.members[3]).get(address).status_code == 404


def test_a_director_has_the_hand_audited_anew_and_a_party_does_not(there, case):
    again = reverse("games:case_audit_again", args=[case.pk])

    assert reader(there.players[0]).post(again).status_code == 403
    assert reader(there.director).post(again).status_code == 302
    page = reader(there.director).get(addresses(case)[0]).content.decode()
    assert "The hand is being audited" in page
    assert reader(there.director).get(f"{addresses(case)[1]}?audit=1").status_code == 200
    assert reader(there.director).get(addresses(case)[1]).status_code == 404
    audit_cases(record=record_audit)
    assert [audit.status for audit in audits_of(case.pk)] == ["done", "done"]


def test_the_fragment_has_the_headline_and_the_digest(there, case):
    fragment = reader(there.players[1]).get(addresses(case)[0], HTTP_HX_REQUEST="true").content.decode()

    assert "<html" not in fragment
    assert "Nothing was found in what is known" in fragment
    assert audits_of(case.pk)[0].digest in fragment


def test_the_command_makes_the_report_anew_and_compares_it(case):
    out = io.StringIO()
    call_command("audit_case", str(case.pk), verify=True, stdout=out)
    assert "made anew it is the same" in out.getvalue()
    call_command("audit_case", str(case.pk), stdout=out)
    assert '"format":"lelam-audit/1"' in out.getvalue()

    section = AuditSection.objects.get(name="score")
    AuditSection.objects.filter(pk=section.pk).update(body=section.body.replace('"made"', '"failed"'))
    with pytest.raises(CommandError, match="sections that differ: score"):
        call_command("audit_case", str(case.pk), verify=True)


def test_every_code_of_a_section_has_its_words():
    source = "".join(path.read_text("utf-8") for path in (ROOT / "sections").glob("*.py"))
    findings = set(re.findall(r'Finding\(\s*"([a-z-]+)"', source))
    facts = set(re.findall(r'Fact\(\s*"([a-z-]+)"', source)) | {"entered", "entered-again"}

    assert len(findings) > 40
    assert findings - set(words._FINDINGS) == set()
    assert facts - set(words._FACTS) == set()
    assert {*CHAIN_CODES.values(), "missing", "unreadable"} <= set(CHAIN)
    assert set(FAULT_CODES.values()) <= set(DEAL)
    assert list(words.TITLES) == list(SECTIONS)


def test_a_report_is_told_in_malayalam_too(there, case):
    (audit,) = audits_of(case.pk)
    with override("ml"):
        told = shown(audit, ("A", "B", "C", "D"), "/hand/")

    assert len(told.sections) == len(SECTIONS)
    assert all(line.text for section in told.sections for line in (*section.looked_at, *section.unknown))


def test_times_are_told_to_the_minute_and_sides_by_the_letters_of_the_case_book():
    spans = [words.span_words(minutes * 60_000) for minutes in (59, 60, 115)]
    fact = Fact("reported", members={"sides": [0, 1]})

    assert spans == ["59 min", "1 h", "1 h 55 min"]
    assert words.fact_words(fact, [], str) == "A report of side A, B came in."

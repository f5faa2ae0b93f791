"""The demo's score sheet: a game of 28 with real cards in its middle, with a hand that the sides report differently."""

from typing import Final
from uuid import NAMESPACE_URL, uuid5

from clubs.models import Club, Player
from engine.written import SheetHand
from games.models import Sheet
from games.sheets.authors import Author
from games.sheets.passes import issue_pass
from games.sheets.reporting import report_hand
from games.sheets.services import open_sheet

NAME: Final = "Meenachil v Kallada"
SEATED: Final = ("beeran", "chacko", "devaki", "mariamma")
"""The players, in the order of the seats."""
PLAYED: Final = (
    SheetHand("made", 0, 17, points=19),
    SheetHand("failed", 1, 20, points=18),
    SheetHand("made", 2, 16, points=16),
    SheetHand("made", 3, 18, points=22),
)
"""The hands that both sides report alike."""
DIFFERS: Final = (SheetHand("made", 0, 20, points=20), SheetHand("failed", 0, 20, points=18))
"""The next one, as the first side and the second say it."""


def load_sheet(club: Club, scorer: Player) -> Sheet:
    """Open the sheet, enter its hands and issue a pass for each side, if it is missing.

    Args:
        club: The demo's club.
        scorer: The player who opens it.
    """
    known = Sheet.objects.filter(club=club, name=NAME).first()
    if known is not None:
        return known
    players = [Player.objects.get(user__email=f"{name}@demo.example") for name in SEATED]
    sheet = open_sheet(
        player=scorer,
        rules="28-pagat-4",
        options={"ending": {"type": "open"}},
        name=NAME,
        club=club,
        players=dict(enumerate(players)),
        command=uuid5(NAMESPACE_URL, f"lelam:demo:{club.pk}:{NAME}"),
    )
    hands = [*((told, told) for told in PLAYED), DIFFERS]
    for number, reports in enumerate(hands, start=1):
        for side, told in enumerate(reports):
            author = Author(players[side])
            report_hand(sheet_id=sheet.pk, author=author, sides=[side], hand=number, edit=1, told=told)
    for side in range(2):
        issue_pass(sheet_id=sheet.pk, player=scorer, sides=[side])
    return sheet

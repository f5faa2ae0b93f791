"""The rows of the database, a file a subject. Django finds all of them here."""

from games.models.audits import AuditSection, CaseAudit
from games.models.casebook import CaseFeatures
from games.models.cases import Case, CasePerson, CaseText
from games.models.conventions import (
    CardEdition,
    CardHolder,
    MeaningNote,
    PartnershipCard,
)
from games.models.hands import HandCheck, PlayedHand
from games.models.kunukku import Kunukku, KunukkuGame, KunukkuOff
from games.models.lessons import LessonDone
from games.models.log import (
    FOREIGN_LANE,
    LANES,
    Event,
    ForeignStream,
    ProjectionCheckpoint,
    ProjectionRun,
)
from games.models.polls import PollInvitation, PollPosition
from games.models.practice import Practice
from games.models.ratings import Rating, RatingMark, RatingState
from games.models.results import (
    BidCount,
    ClubTally,
    GamePlayer,
    PlayedGame,
    SeasonFirst,
    WrittenResult,
)
from games.models.reviews import PlayReview
from games.models.sheets import Sheet, SheetNote, SheetPass, SheetSeat, TranscriptDraft
from games.models.sweeps import SweepChunk, SweepFinding, SweepRun
from games.models.tables import ChatMessage, Seat, Table

__all__ = [
    "FOREIGN_LANE",
    "LANES",
    "AuditSection",
    "BidCount",
    "CardEdition",
    "CardHolder",
    "Case",
    "CaseAudit",
    "CaseFeatures",
    "CasePerson",
    "CaseText",
    "ChatMessage",
    "ClubTally",
    "Event",
    "ForeignStream",
    "GamePlayer",
    "HandCheck",
    "Kunukku",
    "KunukkuGame",
    "KunukkuOff",
    "LessonDone",
    "MeaningNote",
    "PartnershipCard",
    "PlayReview",
    "PlayedGame",
    "PlayedHand",
    "PollInvitation",
    "PollPosition",
    "Practice",
    "ProjectionCheckpoint",
    "ProjectionRun",
    "Rating",
    "RatingMark",
    "RatingState",
    "SeasonFirst",
    "Seat",
    "Sheet",
    "SheetNote",
    "SheetPass",
    "SheetSeat",
    "SweepChunk",
    "SweepFinding",
    "SweepRun",
    "Table",
    "TranscriptDraft",
    "WrittenResult",
]

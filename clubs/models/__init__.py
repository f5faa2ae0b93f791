"""The rows of the database, a file a subject. Django finds all of them here."""

from clubs.models.answers import AnsweredRequest
from clubs.models.calendar import Meeting, MeetingAnswer, MeetingChange
from clubs.models.clubs import (
    ActReason,
    CaseWindows,
    Club,
    ClubZoneChange,
    HouseRules,
    Membership,
    OfficerAct,
    Season,
)
from clubs.models.doors import (
    GuestClaim,
    Invitation,
    InvitationUse,
    JoinRequest,
    KeptOut,
)
from clubs.models.exchange import ImportRun
from clubs.models.failures import FailedTask
from clubs.models.jobs import Job
from clubs.models.ledger import (
    LedgerAccount,
    LedgerBalance,
    LedgerEntry,
    LedgerPosting,
)
from clubs.models.notices import (
    MORNING,
    Notice,
    NoticeChoices,
    NoticeDelivery,
    PushDevice,
)
from clubs.models.people import (
    AccessToken,
    Player,
    User,
    UserManager,
    own_time_zone,
)
from clubs.models.pictures import Picture
from clubs.models.privacy import (
    Audience,
    DataExport,
    DataExportPart,
    Erasure,
    PrivacyChoices,
)
from clubs.models.teams import Team, TeamPlace
from clubs.models.uploads import Upload, UploadPiece

__all__ = [
    "MORNING",
    "AccessToken",
    "ActReason",
    "AnsweredRequest",
    "Audience",
    "CaseWindows",
    "Club",
    "ClubZoneChange",
    "DataExport",
    "DataExportPart",
    "Erasure",
    "FailedTask",
    "GuestClaim",
    "HouseRules",
    "ImportRun",
    "Invitation",
    "InvitationUse",
    "Job",
    "JoinRequest",
    "KeptOut",
    "LedgerAccount",
    "LedgerBalance",
    "LedgerEntry",
    "LedgerPosting",
    "Meeting",
    "MeetingAnswer",
    "MeetingChange",
    "Membership",
    "Notice",
    "NoticeChoices",
    "NoticeDelivery",
    "OfficerAct",
    "Picture",
    "Player",
    "PrivacyChoices",
    "PushDevice",
    "Season",
    "Team",
    "TeamPlace",
    "Upload",
    "UploadPiece",
    "User",
    "UserManager",
    "own_time_zone",
]

"""The types of events of a tournament's stream, for the append function."""

from django.db import migrations

TYPES = r"""
INSERT INTO games_event_type (name, schema, sealed, form) VALUES
    ('BracketDrawn', 1, false, '{"first":%,"group":%,"slots":%,"stage":%}'),
    ('ByeWished', 1, false, '{"entrant":%,"round":%,"stage":%,"wished":%}'),
    ('ChallengeAccepted', 1, false, '{"at":%,"challenge":%,"match":%,"round":%,"stage":%}'),
    ('ChallengeExpired', 1, false, '{"challenge":%,"lost":%,"stage":%}'),
    ('ChallengeMade', 1, false, '{"challenge":%,"challenged":%,"challenger":%,"stage":%}'),
    ('ChallengeRefused', 1, false, '{"challenge":%,"lost":%,"stage":%}'),
    ('ChallengeWithdrawn', 1, false, '{"challenge":%,"stage":%}'),
    ('DeedUndone', 1, false, '{"first":%,"last":%,"last\_match":%}'),
    ('EntrantCheckedIn', 1, false, '{"entrant":%,"present":%}'),
    ('EntrantDisqualified', 1, false, '{"entrant":%,"matches":%,"reason":%,"round":%,"stage":%}'),
    ('EntrantEntered', 1, false, '{"club":%,"entrant":%,"squad":%,"team":%,"waiting":%}'),
    ('EntrantJoined', 1, false, '{"entrant":%,"group":%,"round":%,"stage":%}'),
    ('EntrantLeft', 1, false, '{"entrant":%,"matches":%,"round":%,"stage":%}'),
    ('EntrantMovedDown', 1, false, '{"entrant":%,"places":%,"stage":%}'),
    ('EntrantMovedUp', 1, false, '{"entrant":%}'),
    ('EntrantReturned', 1, false, '{"entrant":%,"round":%,"stage":%}'),
    ('EntrantWithdrew', 1, false, '{"entrant":%}'),
    ('EntriesClosed', 1, false, '{}'),
    ('EntriesOpened', 1, false, '{}'),
    ('FeeNoted', 1, false, '{"entrant":%,"paid":%}'),
    ('FollowUpChosen', 1, false, '{"choice":%,"match":%}'),
    ('LineUpNamed', 1, true, '{"entrant":%,"match":%}'),
    ('LotClosed', 1, false, '{"lot":%}'),
    ('LotDrawn', 1, false, '{"lot":%,"order":%,"secret":%}'),
    ('LotDropped', 1, false, '{"lot":%,"reason":%,"secret":%}'),
    ('LotNumberOpened', 1, false, '{"entrant":%,"lot":%,"number":%}'),
    ('LotNumberPromised', 1, false, '{"commitment":%,"entrant":%,"lot":%}'),
    ('LotPromised', 1, true, '{"commitment":%,"entrants":%,"lot":%}'),
    ('MatchCalled', 1, false, '{"game":%,"line\_ups":%,"match":%,"stream":%}'),
    ('MatchConfirmed', 1, false, '{"games":%,"match":%}'),
    ('MatchCorrected', 1, false, '{"case":%,"game":%,"match":%,"now":%,"reason":%,"was":%}'),
    ('MatchDecided', 1, false, '{"decision":%,"match":%,"match\_points":%,"reason":%,"winner":%}'),
    ('MatchExtended', 1, false, '{"hands":%,"match":%}'),
    ('MatchPlaced', 1, false, '{"at":%,"match":%,"room":%,"table":%}'),
    ('MatchReopened', 1, false, '{"match":%,"reason":%,"replay":%}'),
    ('MatchReported', 1, false, '{"by":%,"game":%,"match":%,"report":%,"side":%,"version":%}'),
    ('MeetingAllowed', 1, false, '{"entrants":%}'),
    ('MeetingForbidden', 1, false, '{"entrants":%}'),
    ('PairingsEdited', 1, false, '{"broken":%,"cost":%,"group":%,"pairings":%,"round":%,"stage":%}'),
    ('PointsAdjusted', 1, false, '{"entrant":%,"points":%,"reason":%,"stage":%}'),
    ('QualificationDeclined', 1, false, '{"entrant":%,"stage":%}'),
    ('RoundCalled', 1, false, '{"round":%,"stage":%}'),
    ('RoundPaired', 1, false, '{"basis":%,"cost":%,"group":%,"pairings":%,"round":%,"stage":%}'),
    ('RoundReleased', 1, false, '{"round":%,"stage":%}'),
    ('RoundUnpaired', 1, false, '{"round":%,"stage":%}'),
    ('SeedsSet', 1, false, '{"order":%}'),
    ('SquadChanged', 1, false, '{"entrant":%,"squad":%}'),
    ('StaffNamed', 1, false, '{"player":%,"role":%}'),
    ('StaffReleased', 1, false, '{"player":%}'),
    ('StageBegun', 1, false, '{"groups":%,"method":%,"stage":%}'),
    ('StageClosed', 1, false, '{"places":%,"stage":%}'),
    ('StageDropped', 1, false, '{"stage":%}'),
    ('StagePlanned', 1, false, '{"plan":%,"stage":%}'),
    ('StageReopened', 1, false, '{"reason":%,"stage":%}'),
    ('SubstitutePlayed', 1, false, '{"entrant":%,"match":%,"player":%,"replaced":%}'),
    ('TieDecided', 1, false, '{"by":%,"order":%,"stage":%}'),
    ('TournamentAbandoned', 1, false, '{"reason":%}'),
    ('TournamentChanged', 1, false, '{"settings":%}'),
    ('TournamentClosed', 1, false, '{"places":%}'),
    ('TournamentOpened', 1, false, '{"club":%,"settings":%}'),
    ('TournamentReopened', 1, false, '{"reason":%}'),
    ('WildCardGiven', 1, false, '{"entrant":%,"stage":%}')
ON CONFLICT (name) DO UPDATE SET (schema, sealed, form) = (excluded.schema, excluded.sealed, excluded.form);
"""


class Migration(migrations.Migration):
    """What the log takes grows; it forgets no type, so there is no way back."""

    dependencies = [("games", "0021_guarded_append")]

    operations = [migrations.RunSQL(TYPES, migrations.RunSQL.noop)]

"""The append function with its own refusals, and the table of the types of events that it takes.

Before, the function trusted its caller for all but version and command. Now it appends nothing that could not be read,
verified or folded later by its form alone: `docs/development/event-store.md` lists the refusals, `tests/security/test_forgeries.py`
tries them. The limits stand here and in no setting: a limit that the caller can raise guards against no caller.
"""

from importlib import import_module

from django.db import migrations

BEFORE = import_module("games.migrations.0001_event_store").APPEND.replace("CREATE", "CREATE OR REPLACE", 1)

# Name, the highest schema known, whether there are sealed members, and the form of a body of that schema: the members in
# clear by name, as a pattern of LIKE. A later type or schema comes by a migration of its own.
TYPES = r"""
CREATE TABLE games_event_type (
    name text PRIMARY KEY,
    schema smallint NOT NULL CHECK (schema > 0),
    sealed boolean NOT NULL,
    form text NOT NULL
);
INSERT INTO games_event_type (name, schema, sealed, form) VALUES
    ('BidMade', 1, false, '{"seat":%,"value":%}'),
    ('BotSatIn', 1, false, '{"seat":%}'),
    ('CallLimited', 1, false, '{"denomination":%,"seat":%}'),
    ('CallMade', 1, false, '{"call":%,"denomination":%,"number":%,"seat":%}'),
    ('CardPlayed', 1, false, '{"card":%,"seat":%}'),
    ('ClaimAgreed', 1, false, '{"seat":%}'),
    ('ClaimMade', 1, false, '{"seat":%}'),
    ('ClaimObjected', 1, false, '{"seat":%}'),
    ('ClaimProposed', 1, false, '{"seat":%}'),
    ('Conceded', 1, false, '{"seat":%}'),
    ('ContractNoted', 1, false, '{"declarer":%,"denomination":%,"doubled":%,"hand":%,"number":%}'),
    ('CotCalled', 1, false, '{"seat":%}'),
    ('DealCommitted', 2, true, '{"commitment":%,"hand":%,"protocol":%}'),
    ('Doubled', 1, false, '{"seat":%}'),
    ('EntropiesClosed', 1, false, '{"hand":%}'),
    ('EntropyCommitted', 1, false, '{"commitment":%,"hand":%,"seat":%}'),
    ('EntropyGiven', 1, false, '{"entropy":%,"hand":%,"seat":%}'),
    ('EntryWithdrawn', 1, false, '{"entry":%}'),
    ('GameFinished', 1, false, '{"winners":%}'),
    ('HandAdjusted', 1, false, '{"hand":%,"side":%,"stake":%}'),
    ('HandCancelled', 1, false, '{"hand":%}'),
    ('HandConceded', 1, false, '{"seat":%}'),
    ('HandDealt', 1, true, '{"dealer":%,"hand":%}'),
    ('HandEntered', 1, false, '{"dealer":%,"declarer":%,"denomination":%,"doubled":%,"hand":%,"number":%,"outcome":%,"points":%}'),
    ('HandOpened', 1, false, '{"cards":%,"folded":%,"hand":%,"pack":%,"secret":%}'),
    ('HandScored', 2, false, '{"bid":%,"declarer":%,"denomination":%,"doubled":%,"game\_points":%,"games":%,"hand":%,"kunukku":%,"outcome":%,"points":%,"salaams":%,"score":%,"stakes":%}'),
    ('IrregularityRuled', 1, false, '{"card":%,"denomination":%,"extra":%,"hand":%,"offender":%,"player":%,"remedy":%,"rule":%,"side":%}'),
    ('KunukkuLifted', 1, false, '{"club":%,"lifted\_by":%,"player":%}'),
    ('KunukkuPlaced', 1, false, '{"seats":%}'),
    ('KunukkuRemoved', 1, false, '{"seats":%}'),
    ('LeadGiven', 1, false, '{"seat":%}'),
    ('MatchForfeited', 1, false, '{"side":%}'),
    ('MatchStopped', 1, false, '{}'),
    ('MeaningAdded', 1, false, '{"asker":%,"call":%,"seat":%}'),
    ('MeaningAsked', 1, false, '{"call":%,"card":%,"edition":%,"of":%,"seat":%}'),
    ('Passed', 1, false, '{"seat":%}'),
    ('PassesOwed', 1, false, '{"side":%}'),
    ('PenaltyAwarded', 1, false, '{"side":%,"stake":%}'),
    ('PenaltyCardLifted', 1, false, '{"card":%,"seat":%}'),
    ('PenaltyCardPlaced', 1, false, '{"card":%,"first":%,"seat":%}'),
    ('PlayPaused', 1, false, '{"seat":%}'),
    ('PlayResumed', 1, false, '{"seat":%}'),
    ('PlayerReturned', 1, false, '{"seat":%}'),
    ('PlayerSubstituted', 1, false, '{"player":%,"replaced":%,"seat":%}'),
    ('RedealCalled', 1, false, '{"seat":%}'),
    ('Redoubled', 1, false, '{"seat":%}'),
    ('ResultEntered', 1, false, '{"club":%,"engine":%,"entered\_by":%,"hands":%,"played\_on":%,"players":%,"points":%,"rules":%}'),
    ('ResultWithdrawn', 1, false, '{"withdrawn\_by":%}'),
    ('RulingWithdrawn', 1, false, '{"ruling":%}'),
    ('SeatLeft', 1, false, '{"player":%,"seat":%}'),
    ('SeatTaken', 2, false, '{"bot":%,"level":%,"player":%,"seat":%}'),
    ('SheetOpened', 2, false, '{"club":%,"dealer":%,"engine":%,"opened\_by":%,"options":%,"players":%,"rules":%}'),
    ('SubstituteNamed', 1, false, '{"player":%,"seat":%}'),
    ('SubstituteWithdrew', 1, false, '{"player":%,"seat":%}'),
    ('SuitDemanded', 1, false, '{"seat":%,"suit":%}'),
    ('SuitForbidden', 1, false, '{"seat":%,"suit":%}'),
    ('SurrenderAccepted', 1, false, '{"seat":%}'),
    ('SurrenderOffered', 1, false, '{"seat":%}'),
    ('SurrenderRefused', 1, false, '{"seat":%}'),
    ('TableClosed', 1, false, '{}'),
    ('TableOpened', 4, false, '{"action\_seconds":%,"chat":%,"club":%,"engine":%,"friendly":%,"house":%,"opened\_by":%,"options":%,"pause\_seconds":%,"play\_minutes":%,"reserve\_seconds":%,"rules":%,"running\_count":%,"salaams":%,"shown\_delay":%,"shown\_seat":%}'),
    ('ThaniCalled', 1, false, '{"seat":%}'),
    ('TrumpAsked', 1, false, '{"seat":%}'),
    ('TrumpFolded', 1, true, '{"seat":%}'),
    ('TrumpKept', 1, false, '{"seat":%}'),
    ('TrumpRevealed', 1, false, '{"card":%,"seat":%}'),
    ('TurnTimedOut', 1, false, '{"seat":%}');
"""

# The application may read the types; what it may append is not for it to say.
RIGHTS = """
DO $$
DECLARE
    v_role regrole;
BEGIN
    FOR v_role IN
        SELECT DISTINCT acl.grantee::regrole FROM pg_class, aclexplode(relacl) AS acl
        WHERE oid = 'games_event_type'::regclass AND acl.grantee NOT IN (0, relowner)
    LOOP
        EXECUTE format('REVOKE ALL ON games_event_type FROM %s', v_role);
        EXECUTE format('GRANT SELECT ON games_event_type TO %s', v_role);
    END LOOP;
END
$$;
REVOKE ALL ON games_event_type FROM PUBLIC;
"""

# The canonical form as the program writes it: members by name, no spaces, whole numbers of at most 18 digits. What is
# nested too deep or is no such number falls out, so that the text is another than the one that was sent.
CANONICAL = r"""
CREATE FUNCTION games_event_canonical(p_value jsonb, p_depth integer) RETURNS text
LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
    v_kind constant text := jsonb_typeof(p_value);
    v_text text;
BEGIN
    IF v_kind = 'object' AND p_depth <= 16 THEN
        SELECT '{' || coalesce(string_agg(
            to_json(key)::text || ':' || public.games_event_canonical(value, p_depth + 1), ',' ORDER BY key COLLATE "C"
        ), '') || '}' INTO v_text FROM jsonb_each(p_value);
    ELSIF v_kind = 'array' AND p_depth <= 16 THEN
        SELECT '[' || coalesce(string_agg(public.games_event_canonical(value, p_depth + 1), ',' ORDER BY place), '')
            || ']' INTO v_text FROM jsonb_array_elements(p_value) WITH ORDINALITY AS element (value, place);
    ELSIF v_kind IN ('string', 'boolean', 'null') OR p_value::text ~ '^-?[0-9]{1,18}$' THEN
        v_text := p_value::text;
    END IF;
    RETURN v_text;
END
$$;
REVOKE ALL ON FUNCTION games_event_canonical FROM PUBLIC;
"""

# What is wrong with an event that is to be appended; NULL where nothing is. It is one expression because the database then
# puts it into the statement that inserts, where it costs a tenth of a query of its own.
# Nearly every body has neither spaces, points nor escapes, neither exponents nor long numbers, no objects and few lists
# within it. Such a one is canonical if its members are those of its form, none twice, and it is as long as what jsonb
# writes without spaces. Any other body is written anew and compared.
FAULT = r"""
CREATE FUNCTION games_event_fault(
    p_schemas smallint, p_sealed boolean, p_form text, p_schema smallint, p_body text, p_json jsonb, p_digest bytea,
    p_text bytea
) RETURNS text LANGUAGE sql IMMUTABLE RETURN CASE
    WHEN (p_schema BETWEEN 1 AND p_schemas) IS NOT TRUE THEN 'there is no such schema of it'
    WHEN (octet_length(p_body) <= 16384) IS NOT TRUE THEN 'its body is too long, or there is none'
    WHEN (p_digest = sha256(convert_to(p_body, 'UTF8'))) IS NOT TRUE THEN 'its digest is not that of its body'
    WHEN (p_text IS NOT NULL) <> p_sealed THEN 'it has to be sealed, or has nothing to seal'
    WHEN octet_length(p_text) NOT BETWEEN 33 AND 16384 THEN 'its sealed text is too short or too long'
    WHEN p_schema = p_schemas AND p_body NOT LIKE p_form THEN 'its body is not one of its type'
    WHEN (CASE
        WHEN p_schema = p_schemas AND p_body !~ '[ .\\[:cntrl:]]|[:,[]-?([0-9]+[eE]|[0-9]{19})'
            AND strpos(substr(p_body, 2), '{') = 0 AND length(p_body) - length(replace(p_body, '[', '')) <= 20
        THEN length(p_body) - length(replace(p_body, '":', '')) = length(p_form) - length(replace(p_form, '":', ''))
            AND length(p_body) = length(replace(p_json::text, ' ', ''))
        ELSE games_event_canonical(p_json, 1) = p_body
    END) IS NOT TRUE THEN 'its body is not canonical'
END;
REVOKE ALL ON FUNCTION games_event_fault FROM PUBLIC;
"""

# As in 0001, with the refusals. A refusal is an error, unlike a conflict: no honest caller meets one.
# Clocks of servers differ a little: a time may go before the database's own by a minute, and lie by a minute before that
# of the stream's last event, or by any time where it is the present: a clock that was wrong may be put right.
APPEND = r"""
CREATE OR REPLACE FUNCTION games_event_append(
    p_stream uuid, p_expected integer, p_command uuid, p_actor text, p_recorded_at timestamptz,
    p_types text[], p_schemas smallint[], p_bodies text[], p_digests bytea[], p_sealed bytea[],
    OUT outcome text, OUT actual integer, OUT positions bigint[], OUT hashes bytea[]
) LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET lock_timeout = '3s' AS $$
DECLARE
    v_lane constant smallint := get_byte(uuid_send(p_stream), 15) & 15;
    v_prev bytea;
    v_last timestamptz;
    v_repeated boolean;
    v_hash bytea;
    v_pos bigint;
    v_body jsonb;
    v_fault text;
BEGIN
    PERFORM pg_advisory_xact_lock(28, v_lane);
    SELECT version, hash, recorded_at, EXISTS (
            SELECT FROM public.games_event
            WHERE stream = p_stream AND command = p_command AND command_seq = 0
        ) INTO actual, v_prev, v_last, v_repeated
        FROM public.games_event WHERE stream = p_stream ORDER BY version DESC LIMIT 1;
    IF NOT FOUND THEN
        actual := 0;
        v_prev := decode(repeat('00', 32), 'hex');
    ELSIF v_repeated THEN
        outcome := 'repeated';
        RETURN;
    END IF;
    IF actual <> p_expected THEN
        outcome := 'conflict';
        RETURN;
    END IF;
    v_fault := CASE
        WHEN (cardinality(p_types) BETWEEN 1 AND 100) IS NOT TRUE THEN 'a command has 1 to 100 events'
        WHEN (octet_length(p_actor) <= 100) IS NOT TRUE THEN 'the actor is too long'
        WHEN (p_recorded_at >= '2000-01-01 00:00:00+00') IS NOT TRUE THEN 'the time is before 2000'
        WHEN p_recorded_at > clock_timestamp() + interval '1 minute' THEN 'the time is to come'
        WHEN p_recorded_at < v_last - interval '1 minute' AND p_recorded_at < clock_timestamp() - interval '1 minute'
            THEN 'the time is before that of the event before it'
    END;
    IF v_fault IS NOT NULL THEN
        RAISE EXCEPTION USING ERRCODE = 'LE001', MESSAGE = v_fault;
    END IF;
    FOR i IN 1 .. cardinality(p_types) LOOP
        v_body := p_bodies[i]::jsonb;
        v_hash := sha256(
            'lelam-event/1'::bytea || v_prev || uuid_send(p_stream) || int4send(p_expected + i) || int2send(p_schemas[i])
            || uuid_send(p_command) || int2send((i - 1)::smallint) || timestamptz_send(p_recorded_at)
            || int4send(octet_length(p_types[i])) || convert_to(p_types[i], 'UTF8')
            || int4send(octet_length(p_actor)) || convert_to(p_actor, 'UTF8')
            || p_digests[i] || sha256(coalesce(p_sealed[i], ''))
        );
        INSERT INTO public.games_event (
            lane, stream, version, type, schema, command, command_seq, actor, body, sealed, recorded_at, prev_hash, hash
        ) SELECT
            v_lane, p_stream, p_expected + i, p_types[i], p_schemas[i], p_command, i - 1, p_actor,
            v_body, p_sealed[i], p_recorded_at, v_prev, v_hash
        FROM public.games_event_type AS kind
        WHERE kind.name = p_types[i] AND public.games_event_fault(
            kind.schema, kind.sealed, kind.form, p_schemas[i], p_bodies[i], v_body, p_digests[i], p_sealed[i]
        ) IS NULL RETURNING pos INTO v_pos;
        IF NOT FOUND THEN
            SELECT public.games_event_fault(
                    kind.schema, kind.sealed, kind.form, p_schemas[i], p_bodies[i], v_body, p_digests[i], p_sealed[i]
                ) INTO v_fault FROM public.games_event_type AS kind WHERE kind.name = p_types[i];
            RAISE EXCEPTION USING ERRCODE = 'LE001', MESSAGE = format(
                'event %s (%s): %s', i, left(p_types[i], 40), coalesce(v_fault, 'there is no such type of event')
            );
        END IF;
        positions := positions || v_pos;
        hashes := hashes || v_hash;
        v_prev := v_hash;
    END LOOP;
    outcome := 'appended';
END
$$;
"""

UNDO = """
DROP FUNCTION games_event_fault;
DROP FUNCTION games_event_canonical;
DROP TABLE games_event_type;
"""


class Migration(migrations.Migration):
    dependencies = [("games", "0020_table_invitations")]
    operations = [
        migrations.RunSQL(TYPES, migrations.RunSQL.noop),
        migrations.RunSQL(RIGHTS, migrations.RunSQL.noop),
        migrations.RunSQL(CANONICAL, UNDO),
        migrations.RunSQL(FAULT, migrations.RunSQL.noop),
        migrations.RunSQL(APPEND, BEFORE),
    ]

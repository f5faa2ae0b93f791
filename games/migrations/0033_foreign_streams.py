"""The door for streams of other installations: whole, chained, marked for good, and never added to.

The append function refuses such a stream from now on. `docs/reference/archive.md` says what the door accepts, and
`tests/security/test_foreign_streams.py` tries to get past it.
"""

from django.db import migrations, models

TABLE = """
CREATE TABLE games_foreignstream (
    stream uuid PRIMARY KEY,
    version integer NOT NULL CHECK (version > 0),
    hash bytea NOT NULL CHECK (octet_length(hash) = 32),
    key bytea NOT NULL CHECK (octet_length(key) = 32),
    archive bytea NOT NULL CHECK (octet_length(archive) = 32),
    taken_at timestamptz NOT NULL
);
"""

# As those of the log: a mark that could be removed would make a foreign stream look like one of ours.
GUARDS = """
CREATE FUNCTION games_foreignstream_refuse() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION 'games_foreignstream is append-only: % refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER games_foreignstream_keep_row BEFORE UPDATE OR DELETE ON games_foreignstream
    FOR EACH ROW EXECUTE FUNCTION games_foreignstream_refuse();
CREATE TRIGGER games_foreignstream_keep BEFORE UPDATE OR DELETE OR TRUNCATE ON games_foreignstream
    FOR EACH STATEMENT EXECUTE FUNCTION games_foreignstream_refuse();
ALTER TABLE games_foreignstream ENABLE ALWAYS TRIGGER games_foreignstream_keep_row;
ALTER TABLE games_foreignstream ENABLE ALWAYS TRIGGER games_foreignstream_keep;
"""

# One call, one stream, from its first event to its last. A stream that is here already, ours or foreign, is left as it is
# and only compared. The hash of each event is computed from what is stored and has to be the one that came with it, so
# that a chain is taken in as it was sealed or not at all. The lane of foreign streams is locked, and no other: live
# tables do not wait.
TAKE_IN = r"""
CREATE FUNCTION games_event_take_in(
    p_stream uuid, p_key bytea, p_archive bytea, p_commands uuid[], p_seqs smallint[], p_actors text[],
    p_times timestamptz[], p_types text[], p_schemas smallint[], p_bodies text[], p_sealed bytea[], p_hashes bytea[],
    OUT outcome text
) LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET lock_timeout = '3s' AS $$
DECLARE
    v_lane constant smallint := 16;
    v_count constant integer := cardinality(p_types);
    v_version integer;
    v_lane_there smallint;
    v_prev bytea;
    v_latest timestamptz := '2000-01-01 00:00:00+00';
    v_now constant timestamptz := clock_timestamp();
    v_last record;
    v_event record;
    v_body jsonb;
    v_digest bytea;
    v_hash bytea;
    v_fault text;
BEGIN
    PERFORM pg_advisory_xact_lock(28, v_lane);
    v_fault := CASE
        WHEN p_stream IS NULL THEN 'it names no stream'
        WHEN (v_count BETWEEN 1 AND 1000000) IS NOT TRUE THEN 'a stream has 1 to 1000000 events'
        WHEN (octet_length(p_key) = 32) IS NOT TRUE THEN 'the key is not one of 32 bytes'
        WHEN (octet_length(p_archive) = 32) IS NOT TRUE THEN 'the hash of the archive is not one of 32 bytes'
        WHEN (cardinality(p_commands) = v_count AND cardinality(p_seqs) = v_count AND cardinality(p_actors) = v_count
            AND cardinality(p_times) = v_count AND cardinality(p_schemas) = v_count AND cardinality(p_bodies) = v_count
            AND cardinality(p_sealed) = v_count AND cardinality(p_hashes) = v_count) IS NOT TRUE
            THEN 'the lists are not of one length'
    END;
    IF v_fault IS NOT NULL THEN
        RAISE EXCEPTION USING ERRCODE = 'LE001', MESSAGE = v_fault;
    END IF;
    SELECT version, lane, hash INTO v_version, v_lane_there, v_prev
        FROM public.games_event WHERE stream = p_stream ORDER BY version DESC LIMIT 1;
    IF FOUND THEN
        outcome := CASE
            WHEN v_version <> v_count OR v_prev IS DISTINCT FROM p_hashes[v_count] THEN 'other'
            WHEN v_lane_there = v_lane THEN 'known'
            ELSE 'own'
        END;
        RETURN;
    END IF;
    v_prev := decode(repeat('00', 32), 'hex');
    SELECT NULL::uuid AS command, NULL::smallint AS seq, NULL::text AS actor, NULL::timestamptz AS at INTO v_last;
    FOR v_event IN
        SELECT place::integer AS version, command, seq, actor, at, type, schema, body, sealed, hash
        FROM unnest(p_commands, p_seqs, p_actors, p_times, p_types, p_schemas, p_bodies, p_sealed, p_hashes)
            WITH ORDINALITY AS event (command, seq, actor, at, type, schema, body, sealed, hash, place)
        ORDER BY place
    LOOP
        v_fault := CASE
            WHEN v_event.command IS NULL OR v_event.actor IS NULL THEN 'it names no command, or no actor'
            WHEN (v_event.seq = 0 AND v_event.command IS DISTINCT FROM v_last.command
                OR v_event.command = v_last.command AND v_event.seq = v_last.seq + 1
                    AND v_event.actor = v_last.actor AND v_event.at = v_last.at) IS NOT TRUE
                THEN 'it is out of its command''s order'
            WHEN (octet_length(v_event.actor) <= 100) IS NOT TRUE THEN 'the actor is too long'
            WHEN (v_event.at >= '2000-01-01 00:00:00+00') IS NOT TRUE THEN 'the time is before 2000'
            WHEN v_event.at > v_now + interval '1 minute' THEN 'the time is to come'
            WHEN v_event.at < v_latest - interval '2 minutes' THEN 'the time is before that of an event before it'
        END;
        IF v_fault IS NULL THEN
            v_body := v_event.body::jsonb;
            v_digest := sha256(convert_to(v_event.body, 'UTF8'));
            SELECT coalesce(public.games_event_fault(
                    kind.schema, kind.sealed, kind.form, v_event.schema, v_event.body, v_body, v_digest, v_event.sealed
                ), '') INTO v_fault FROM public.games_event_type AS kind WHERE kind.name = v_event.type;
            v_fault := nullif(coalesce(v_fault, 'there is no such type of event'), '');
        END IF;
        IF v_fault IS NULL THEN
            v_hash := sha256(
                'lelam-event/1'::bytea || v_prev || uuid_send(p_stream) || int4send(v_event.version)
                || int2send(v_event.schema) || uuid_send(v_event.command) || int2send(v_event.seq)
                || timestamptz_send(v_event.at)
                || int4send(octet_length(v_event.type)) || convert_to(v_event.type, 'UTF8')
                || int4send(octet_length(v_event.actor)) || convert_to(v_event.actor, 'UTF8')
                || v_digest || sha256(coalesce(v_event.sealed, ''))
            );
            IF v_hash IS DISTINCT FROM v_event.hash THEN
                v_fault := 'its hash does not fit what it says';
            END IF;
        END IF;
        IF v_fault IS NOT NULL THEN
            RAISE EXCEPTION USING ERRCODE = 'LE001', MESSAGE = format(
                'event %s (%s): %s', v_event.version, left(v_event.type, 40), v_fault
            );
        END IF;
        INSERT INTO public.games_event (
            lane, stream, version, type, schema, command, command_seq, actor, body, sealed, recorded_at, prev_hash, hash
        ) VALUES (
            v_lane, p_stream, v_event.version, v_event.type, v_event.schema, v_event.command, v_event.seq, v_event.actor,
            v_body, v_event.sealed, v_event.at, v_prev, v_hash
        );
        v_prev := v_hash;
        v_latest := greatest(v_latest, v_event.at);
        v_last := v_event;
    END LOOP;
    INSERT INTO public.games_foreignstream (stream, version, hash, key, archive, taken_at)
        VALUES (p_stream, v_count, v_prev, p_key, p_archive, v_now);
    outcome := 'taken';
END
$$;
REVOKE ALL ON FUNCTION games_event_take_in FROM PUBLIC;
"""

# A stream that lies in the foreign lane is another installation's. The row that is read says so already, so that an
# append costs no further look-up.
NEVER_ADDED_TO = """
DO $do$
DECLARE
    v_before constant text := pg_get_functiondef('public.games_event_append'::regproc);
    v_after text := v_before;
BEGIN
    v_after := replace(v_after, 'v_repeated boolean;', 'v_repeated boolean;
    v_foreign boolean;');
    v_after := replace(v_after, 'SELECT version, hash, recorded_at, EXISTS (',
        'SELECT version, hash, recorded_at, lane <> v_lane, EXISTS (');
    v_after := replace(v_after, 'INTO actual, v_prev, v_last, v_repeated', 'INTO actual, v_prev, v_last, v_foreign, v_repeated');
    v_after := replace(v_after, 'ELSIF v_repeated THEN', 'ELSIF v_foreign THEN
        RAISE EXCEPTION USING ERRCODE = ''LE001'', MESSAGE = ''the stream is of another installation: nothing is added to it'';
    ELSIF v_repeated THEN');
    -- Each of the four places was found once.
    IF (SELECT count(*) FROM regexp_matches(v_after, 'v_foreign|lane <> v_lane', 'g')) <> 4 THEN
        RAISE EXCEPTION 'the append function is not the one that was expected';
    END IF;
    EXECUTE v_after;
END $do$;
"""

# The roles that may append may take in as well, and read the marks.
RIGHTS = """
DO $$
DECLARE
    v_role regrole;
BEGIN
    FOR v_role IN
        SELECT DISTINCT acl.grantee::regrole FROM pg_class, aclexplode(relacl) AS acl
        WHERE oid = 'games_foreignstream'::regclass AND acl.grantee NOT IN (0, relowner)
    LOOP
        EXECUTE format('REVOKE ALL ON games_foreignstream FROM %s', v_role);
    END LOOP;
    FOR v_role IN
        SELECT DISTINCT acl.grantee::regrole FROM pg_proc, aclexplode(proacl) AS acl
        WHERE oid = 'games_event_append'::regproc AND acl.grantee NOT IN (0, proowner)
    LOOP
        EXECUTE format('GRANT SELECT ON games_foreignstream TO %s', v_role);
        EXECUTE format('GRANT EXECUTE ON FUNCTION games_event_take_in TO %s', v_role);
    END LOOP;
END
$$;
REVOKE ALL ON games_foreignstream FROM PUBLIC;
"""

# The list of played hands follows the new lane too; what counts in a club does not.
FOLLOWED = """
INSERT INTO games_projectioncheckpoint (run_id, lane, pos, applied, error)
SELECT id, 16, 0, 0, '' FROM games_projectionrun AS run WHERE name = 'hands' AND EXISTS (
    SELECT FROM games_projectioncheckpoint AS checkpoint WHERE checkpoint.run_id = run.id
);
"""


class Migration(migrations.Migration):
    """The log forgets no stream, so there is no way back from it."""

    dependencies = [("games", "0032_schedules")]
    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(TABLE, migrations.RunSQL.noop),
                migrations.RunSQL(GUARDS, migrations.RunSQL.noop),
                migrations.RunSQL(TAKE_IN, migrations.RunSQL.noop),
                migrations.RunSQL(NEVER_ADDED_TO, migrations.RunSQL.noop),
                migrations.RunSQL(RIGHTS, migrations.RunSQL.noop),
                migrations.RunSQL(FOLLOWED, migrations.RunSQL.noop),
            ],
            state_operations=[
                migrations.CreateModel(
                    name="ForeignStream",
                    fields=[
                        ("stream", models.UUIDField(primary_key=True, serialize=False)),
                        ("version", models.IntegerField(help_text="The version of its last event.")),
                        ("hash", models.BinaryField(help_text="The hash of its last event.")),
                        ("key", models.BinaryField(help_text="The public key by which its archive was sealed.")),
                        ("archive", models.BinaryField(help_text="The SHA-256 that was sealed.")),
                        ("taken_at", models.DateTimeField()),
                    ],
                    options={"ordering": ["taken_at", "stream"]},
                ),
            ],
        ),
    ]

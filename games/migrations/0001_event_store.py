"""The event log with its guards, its append function, and the checkpoints of the projections.

The log is made by hand-written SQL because what matters here, the database's own refusals, has no other form.
`docs/development/event-store.md` explains each part; `tests/games/store/test_refusals.py` holds it.
"""

import django.db.models.deletion
from django.db import migrations, models

# Few checks: each costs every append two microseconds, and the append function is the only one that inserts.
TABLE = """
CREATE TABLE games_event (
    pos bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    lane smallint NOT NULL,
    stream uuid NOT NULL,
    version integer NOT NULL CHECK (version > 0),
    type text NOT NULL,
    schema smallint NOT NULL,
    command uuid NOT NULL,
    command_seq smallint NOT NULL,
    actor text NOT NULL,
    body jsonb NOT NULL,
    sealed bytea,
    recorded_at timestamptz NOT NULL,
    prev_hash bytea NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT games_event_version UNIQUE (stream, version),
    CONSTRAINT games_event_command UNIQUE (stream, command, command_seq)
);
CREATE INDEX games_event_lane ON games_event (lane, pos);
"""

# ENABLE ALWAYS: an ordinary trigger is passed by with session_replication_role = replica.
# By statement as well as by row: a statement that would touch no row is refused too, and TRUNCATE has no rows.
GUARDS = """
CREATE FUNCTION games_event_refuse() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION 'games_event is append-only: % refused', TG_OP USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER games_event_keep_row BEFORE UPDATE OR DELETE ON games_event
    FOR EACH ROW EXECUTE FUNCTION games_event_refuse();
CREATE TRIGGER games_event_keep BEFORE UPDATE OR DELETE OR TRUNCATE ON games_event
    FOR EACH STATEMENT EXECUTE FUNCTION games_event_refuse();
ALTER TABLE games_event ENABLE ALWAYS TRIGGER games_event_keep_row;
ALTER TABLE games_event ENABLE ALWAYS TRIGGER games_event_keep;
"""

# The lane's lock is taken before a position is drawn and held until commit, so within a lane events become visible in
# the order of their positions: a reader that follows a lane never passes one by. 28 is the locks' namespace.
# Nothing here raises an error for what callers may expect: an error would spoil the caller's transaction.
APPEND = """
CREATE FUNCTION games_event_append(
    p_stream uuid, p_expected integer, p_command uuid, p_actor text, p_recorded_at timestamptz,
    p_types text[], p_schemas smallint[], p_bodies text[], p_digests bytea[], p_sealed bytea[],
    OUT outcome text, OUT actual integer, OUT positions bigint[], OUT hashes bytea[]
) LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp SET lock_timeout = '3s' AS $$
DECLARE
    v_lane constant smallint := get_byte(uuid_send(p_stream), 15) & 15;
    v_prev bytea;
    v_repeated boolean;
    v_hash bytea;
    v_pos bigint;
BEGIN
    PERFORM pg_advisory_xact_lock(28, v_lane);
    SELECT version, hash, EXISTS (
            SELECT FROM public.games_event
            WHERE stream = p_stream AND command = p_command AND command_seq = 0
        ) INTO actual, v_prev, v_repeated
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
    FOR i IN 1 .. cardinality(p_types) LOOP
        v_hash := sha256(
            'lelam-event/1'::bytea || v_prev || uuid_send(p_stream) || int4send(p_expected + i) || int2send(p_schemas[i])
            || uuid_send(p_command) || int2send((i - 1)::smallint) || timestamptz_send(p_recorded_at)
            || int4send(octet_length(p_types[i])) || convert_to(p_types[i], 'UTF8')
            || int4send(octet_length(p_actor)) || convert_to(p_actor, 'UTF8')
            || p_digests[i] || sha256(coalesce(p_sealed[i], ''))
        );
        INSERT INTO public.games_event (
            lane, stream, version, type, schema, command, command_seq, actor, body, sealed, recorded_at, prev_hash, hash
        ) VALUES (
            v_lane, p_stream, p_expected + i, p_types[i], p_schemas[i], p_command, i - 1, p_actor,
            p_bodies[i]::jsonb, p_sealed[i], p_recorded_at, v_prev, v_hash
        ) RETURNING pos INTO v_pos;
        positions := positions || v_pos;
        hashes := hashes || v_hash;
        v_prev := v_hash;
    END LOOP;
    outcome := 'appended';
END
$$;
REVOKE ALL ON FUNCTION games_event_append FROM PUBLIC;
"""

# Whoever may use the owner's tables (by its default privileges) keeps of this one: reading it, and the function.
RIGHTS = """
DO $$
DECLARE
    v_role regrole;
BEGIN
    FOR v_role IN
        SELECT DISTINCT acl.grantee::regrole FROM pg_class, aclexplode(relacl) AS acl
        WHERE oid = 'games_event'::regclass AND acl.grantee NOT IN (0, relowner)
    LOOP
        EXECUTE format('REVOKE ALL ON games_event FROM %s', v_role);
        EXECUTE format('REVOKE ALL ON SEQUENCE games_event_pos_seq FROM %s', v_role);
        EXECUTE format('GRANT SELECT ON games_event TO %s', v_role);
        EXECUTE format('GRANT EXECUTE ON FUNCTION games_event_append TO %s', v_role);
    END LOOP;
END
$$;
REVOKE ALL ON games_event FROM PUBLIC;
"""

UNDO = "DROP TABLE games_event; DROP FUNCTION games_event_append; DROP FUNCTION games_event_refuse;"


class Migration(migrations.Migration):
    initial = True
    dependencies = []
    operations = [
        migrations.SeparateDatabaseAndState(
            database_operations=[
                migrations.RunSQL(TABLE, UNDO),
                migrations.RunSQL(GUARDS, migrations.RunSQL.noop),
                migrations.RunSQL(APPEND, migrations.RunSQL.noop),
                migrations.RunSQL(RIGHTS, migrations.RunSQL.noop),
            ],
            state_operations=[
                migrations.CreateModel(
                    name="Event",
                    fields=[
                        ("pos", models.BigIntegerField(primary_key=True, serialize=False)),
                        ("lane", models.SmallIntegerField()),
                        ("stream", models.UUIDField()),
                        ("version", models.IntegerField()),
                        ("type", models.TextField()),
                        ("schema", models.SmallIntegerField()),
                        ("command", models.UUIDField()),
                        ("command_seq", models.SmallIntegerField()),
                        ("actor", models.TextField()),
                        ("body", models.JSONField()),
                        ("sealed", models.BinaryField(null=True)),
                        ("recorded_at", models.DateTimeField()),
                        ("prev_hash", models.BinaryField()),
                        ("hash", models.BinaryField()),
                    ],
                    options={
                        "ordering": ["pos"],
                        "indexes": [models.Index(fields=["lane", "pos"], name="games_event_lane")],
                        "constraints": [
                            models.UniqueConstraint(fields=("stream", "version"), name="games_event_version"),
                            models.UniqueConstraint(
                                fields=("stream", "command", "command_seq"), name="games_event_command"
                            ),
                        ],
                    },
                ),
            ],
        ),
        migrations.CreateModel(
            name="ProjectionRun",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=60)),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "version",
                    models.PositiveSmallIntegerField(help_text="The version of the projection's code that began it."),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[("building", "Being built"), ("serving", "Serving"), ("retired", "Retired")],
                        max_length=10,
                    ),
                ),
                ("started_at", models.DateTimeField(auto_now_add=True)),
                ("switched_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ["name", "number"],
                "constraints": [
                    models.UniqueConstraint(fields=("name", "number"), name="games_projection_run_number"),
                    models.UniqueConstraint(
                        condition=models.Q(("status", "serving")),
                        fields=("name",),
                        name="games_projection_serves_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("status", "building")),
                        fields=("name",),
                        name="games_projection_builds_once",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="ProjectionCheckpoint",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("lane", models.SmallIntegerField()),
                ("pos", models.BigIntegerField(default=0, help_text="The last event applied.")),
                (
                    "applied",
                    models.BigIntegerField(default=0, help_text="How many events of the lane lie behind it."),
                ),
                (
                    "failed_pos",
                    models.BigIntegerField(blank=True, help_text="The event that stopped the lane.", null=True),
                ),
                ("error", models.TextField(blank=True)),
                ("failed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "run",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="checkpoints",
                        to="games.projectionrun",
                    ),
                ),
            ],
            options={
                "ordering": ["run", "lane"],
                "constraints": [
                    models.UniqueConstraint(fields=("run", "lane"), name="games_projection_checkpoint_once"),
                ],
            },
        ),
    ]

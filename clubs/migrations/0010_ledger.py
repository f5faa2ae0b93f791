"""The stakes ledger, with what the database itself does and refuses for it.

`docs/reference/ledger.md` explains each part; `tests/clubs/ledger/test_refusals.py` holds it.
"""

import django.db.models.deletion
from django.db import migrations, models

import clubs.models
from clubs.guards import append_only

# One statement puts down all postings of an entry, so their sum is looked at by statement; what they come to is added
# to the balances here and nowhere else. Rows in the order of accounts: whoever else writes takes them in the same.
BALANCES = """
CREATE FUNCTION clubs_ledger_balance() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, public, pg_temp AS $$
DECLARE
    v_entry bigint;
BEGIN
    SELECT entry_id INTO v_entry FROM fresh GROUP BY entry_id HAVING sum(amount) <> 0 OR count(*) < 2 LIMIT 1;
    IF FOUND THEN
        RAISE EXCEPTION 'not-zero' USING ERRCODE = 'LL001', DETAIL = format('the postings of entry %s', v_entry);
    END IF;
    INSERT INTO public.clubs_ledgerbalance AS kept (club_id, season_id, account_id, amount, moved)
        SELECT e.club_id, e.season_id, f.account_id, sum(f.amount), count(*)
        FROM fresh f JOIN public.clubs_ledgerentry e ON e.id = f.entry_id
        GROUP BY e.club_id, e.season_id, f.account_id ORDER BY f.account_id
        ON CONFLICT (account_id, season_id) DO UPDATE
        SET amount = kept.amount + excluded.amount, moved = kept.moved + excluded.moved;
    RETURN NULL;
END
$$;
CREATE TRIGGER clubs_ledgerposting_balance AFTER INSERT ON clubs_ledgerposting
    REFERENCING NEW TABLE AS fresh FOR EACH STATEMENT EXECUTE FUNCTION clubs_ledger_balance();
ALTER TABLE clubs_ledgerposting ENABLE ALWAYS TRIGGER clubs_ledgerposting_balance;

CREATE FUNCTION clubs_ledger_keep_balance() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF TG_OP IN ('DELETE', 'TRUNCATE') OR pg_trigger_depth() < 2 THEN
        RAISE EXCEPTION 'balances follow from the postings: % refused', TG_OP USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NULL;
END
$$;
CREATE TRIGGER clubs_ledgerbalance_keep BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON clubs_ledgerbalance
    FOR EACH STATEMENT EXECUTE FUNCTION clubs_ledger_keep_balance();
ALTER TABLE clubs_ledgerbalance ENABLE ALWAYS TRIGGER clubs_ledgerbalance_keep;
ALTER TABLE clubs_ledgerbalance SET (fillfactor = 60);

CREATE FUNCTION clubs_season_keep() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    IF NEW.club_id <> OLD.club_id OR (OLD.closed_at IS NOT NULL AND NEW.closed_at IS DISTINCT FROM OLD.closed_at) THEN
        RAISE EXCEPTION 'a closed season stays closed, and a club''s season stays the club''s'
            USING ERRCODE = 'insufficient_privilege';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER clubs_season_keep BEFORE UPDATE ON clubs_season FOR EACH ROW EXECUTE FUNCTION clubs_season_keep();
ALTER TABLE clubs_season ENABLE ALWAYS TRIGGER clubs_season_keep;
"""
UNDO_BALANCES = """
DROP TRIGGER clubs_ledgerposting_balance ON clubs_ledgerposting;
DROP TRIGGER clubs_ledgerbalance_keep ON clubs_ledgerbalance;
DROP TRIGGER clubs_season_keep ON clubs_season;
DROP FUNCTION clubs_ledger_balance;
DROP FUNCTION clubs_ledger_keep_balance;
DROP FUNCTION clubs_season_keep;
"""

# 30 is the namespace of the ledger's advisory locks: one a club, taken in the order of their numbers for all clubs of
# a call before anything else, and held until the transaction ends. Who calls twice in a transaction for several clubs
# locks all of them first (`clubs_ledger_lock`).
LOCK = """
CREATE FUNCTION clubs_ledger_lock(p_clubs uuid[]) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp SET lock_timeout = '10s' AS $$
DECLARE
    v_key integer;
BEGIN
    FOR v_key IN SELECT DISTINCT hashtext(club::text) FROM unnest(p_clubs) AS club ORDER BY 1 LOOP
        PERFORM pg_advisory_xact_lock(30, v_key);
    END LOOP;
END
$$;
REVOKE ALL ON FUNCTION clubs_ledger_lock FROM PUBLIC;
"""

# Refusals have the SQLSTATE LL001, a code as their message, and in the detail what is wrong where.
POST = """
CREATE FUNCTION clubs_ledger_refuse(p_code text, p_detail text) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION USING ERRCODE = 'LL001', MESSAGE = p_code, DETAIL = p_detail;
END
$$;
REVOKE ALL ON FUNCTION clubs_ledger_refuse FROM PUBLIC;

CREATE FUNCTION clubs_ledger_post(p_entries jsonb)
RETURNS TABLE (place integer, entry bigint, fresh boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET lock_timeout = '10s' AS $$
DECLARE
    v record;
    v_old public.clubs_ledgerentry;
    v_of public.clubs_ledgerentry;
    v_season uuid;
    v_closed timestamptz;
    v_late boolean;
    v_is text;
BEGIN
    PERFORM public.clubs_ledger_lock(ARRAY(SELECT x.club FROM jsonb_to_recordset(p_entries) AS x (club uuid)));
    FOR v IN
        SELECT * FROM jsonb_to_recordset(p_entries) AS x (
            place integer, club uuid, kind text, day date, season uuid, stream uuid, version integer, hand smallint,
            act bigint, corrects bigint, reverses integer, recorded_at timestamptz, players uuid[], amounts integer[]
        ) ORDER BY x.place
    LOOP
        v_is := coalesce(v.stream || '/' || v.version, 'act ' || v.act, 'an entry of nothing');
        place := v.place;
        IF v.reverses IS NOT NULL THEN
            SELECT e.id INTO v.corrects FROM public.clubs_ledgerentry e
            WHERE e.stream = v.stream AND e.version = v.reverses;
            IF NOT FOUND THEN
                PERFORM public.clubs_ledger_refuse('no-such-entry', v_is);
            END IF;
        END IF;
        -- What was put down before is compared, not put down again.
        IF v.stream IS NOT NULL THEN
            SELECT * INTO v_old FROM public.clubs_ledgerentry e WHERE e.stream = v.stream AND e.version = v.version;
        ELSE
            SELECT * INTO v_old FROM public.clubs_ledgerentry e WHERE e.act_id = v.act AND e.kind = v.kind;
        END IF;
        IF FOUND THEN
            IF v_old.club_id <> v.club OR v_old.kind <> v.kind OR v_old.hand IS DISTINCT FROM v.hand
                OR v_old.corrects_id IS DISTINCT FROM v.corrects
                OR (SELECT array_agg((a.player_id, p.amount)::text ORDER BY a.player_id)
                    FROM public.clubs_ledgerposting p JOIN public.clubs_ledgeraccount a ON a.id = p.account_id
                    WHERE p.entry_id = v_old.id)
                IS DISTINCT FROM
                   (SELECT array_agg((u.player, u.amount)::text ORDER BY u.player)
                    FROM unnest(v.players, v.amounts) AS u (player, amount))
            THEN
                PERFORM public.clubs_ledger_refuse('differs', format('entry %s of %s', v_old.id, v_is));
            END IF;
            entry := v_old.id;
            fresh := false;
            RETURN NEXT;
            CONTINUE;
        END IF;

        IF cardinality(v.players) IS DISTINCT FROM cardinality(v.amounts) OR cardinality(v.players) < 2
            OR (SELECT coalesce(sum(a), 1) FROM unnest(v.amounts) AS a) <> 0
            OR EXISTS (SELECT FROM unnest(v.amounts) AS a WHERE a IS NULL OR a = 0)
            OR EXISTS (SELECT FROM unnest(v.players) AS p GROUP BY p HAVING count(*) > 1)
        THEN
            PERFORM public.clubs_ledger_refuse('not-zero', v_is);
        END IF;
        IF (CASE v.kind
            WHEN 'game' THEN v.act IS NOT NULL OR v.corrects IS NOT NULL OR v.season IS NOT NULL
            WHEN 'reversal' THEN v.corrects IS NULL OR v.season IS NOT NULL
            WHEN 'correction' THEN v.stream IS NOT NULL OR v.corrects IS NULL OR v.season IS NOT NULL
            WHEN 'grant' THEN v.stream IS NOT NULL OR v.corrects IS NOT NULL
            WHEN 'settlement' THEN v.stream IS NOT NULL OR v.corrects IS NOT NULL
            WHEN 'opening' THEN v.stream IS NOT NULL OR v.corrects IS NOT NULL
            ELSE true
        END) THEN
            PERFORM public.clubs_ledger_refuse('not-so', v_is);
        END IF;
        IF v.act IS NOT NULL AND NOT EXISTS (
            SELECT FROM public.clubs_officeract o WHERE o.id = v.act AND o.club_id = v.club
        ) THEN
            PERFORM public.clubs_ledger_refuse('no-such-act', v_is);
        END IF;

        IF NOT EXISTS (SELECT FROM public.clubs_club c WHERE c.id = v.club) THEN
            PERFORM public.clubs_ledger_refuse('no-such-club', v_is);
        END IF;
        v_season := NULL;
        v_late := false;
        IF v.corrects IS NOT NULL THEN
            SELECT * INTO v_of FROM public.clubs_ledgerentry e WHERE e.id = v.corrects AND e.club_id = v.club;
            IF NOT FOUND THEN
                PERFORM public.clubs_ledger_refuse('no-such-entry', v_is);
            END IF;
            IF v.kind = 'reversal' THEN
                IF v_of.kind = 'reversal' OR v_of.stream IS DISTINCT FROM v.stream THEN
                    PERFORM public.clubs_ledger_refuse('not-so', v_is);
                END IF;
                IF EXISTS (
                    SELECT FROM public.clubs_ledgerentry e WHERE e.corrects_id = v.corrects AND e.kind = 'reversal'
                ) THEN
                    PERFORM public.clubs_ledger_refuse('reversed-already', v_is);
                END IF;
                IF (SELECT array_agg((a.player_id, -p.amount)::text ORDER BY a.player_id)
                    FROM public.clubs_ledgerposting p JOIN public.clubs_ledgeraccount a ON a.id = p.account_id
                    WHERE p.entry_id = v_of.id)
                IS DISTINCT FROM
                   (SELECT array_agg((u.player, u.amount)::text ORDER BY u.player)
                    FROM unnest(v.players, v.amounts) AS u (player, amount))
                THEN
                    PERFORM public.clubs_ledger_refuse('not-so', v_is);
                END IF;
            END IF;
            v_season := v_of.season_id;
        ELSIF v.season IS NOT NULL THEN
            SELECT s.id, s.closed_at INTO v_season, v_closed FROM public.clubs_season s
            WHERE s.id = v.season AND s.club_id = v.club;
            IF NOT FOUND THEN
                PERFORM public.clubs_ledger_refuse('no-such-season', v_is);
            ELSIF v_closed IS NOT NULL THEN
                PERFORM public.clubs_ledger_refuse('season-closed', v_is);
            END IF;
        ELSE
            SELECT s.id INTO v_season FROM public.clubs_season s
            WHERE s.club_id = v.club AND v.day BETWEEN s.begins AND s.ends ORDER BY s.begins, s.id LIMIT 1;
        END IF;
        -- Of a closed season nothing changes any more: what comes late goes to the next that is open, or to none.
        IF EXISTS (SELECT FROM public.clubs_season s WHERE s.id = v_season AND s.closed_at IS NOT NULL) THEN
            v_late := true;
            SELECT s.id INTO v_season FROM public.clubs_season s
            WHERE s.club_id = v.club AND s.closed_at IS NULL AND s.ends >= v.day ORDER BY s.begins, s.id LIMIT 1;
        END IF;

        IF EXISTS (
            SELECT FROM unnest(v.players) AS p WHERE p IS NOT NULL
            AND NOT EXISTS (SELECT FROM public.clubs_player c WHERE c.id = p)
        ) THEN
            PERFORM public.clubs_ledger_refuse('no-such-player', v_is);
        END IF;
        INSERT INTO public.clubs_ledgeraccount (club_id, player_id)
            SELECT v.club, u.player FROM unnest(v.players) AS u (player)
            WHERE u.player IS NOT NULL AND NOT EXISTS (
                SELECT FROM public.clubs_ledgeraccount a WHERE a.club_id = v.club AND a.player_id = u.player
            ) ORDER BY u.player;
        IF array_position(v.players, NULL) IS NOT NULL AND NOT EXISTS (
            SELECT FROM public.clubs_ledgeraccount a WHERE a.club_id = v.club AND a.player_id IS NULL
        ) THEN
            INSERT INTO public.clubs_ledgeraccount (club_id, player_id) VALUES (v.club, NULL);
        END IF;
        INSERT INTO public.clubs_ledgerentry (
            club_id, season_id, kind, stream, version, hand, act_id, corrects_id, day, late, recorded_at
        ) VALUES (
            v.club, v_season, v.kind, v.stream, v.version, v.hand, v.act, v.corrects, v.day, v_late, v.recorded_at
        ) RETURNING id INTO entry;
        INSERT INTO public.clubs_ledgerposting (entry_id, account_id, amount)
            SELECT entry, a.id, u.amount
            FROM unnest(v.players, v.amounts) AS u (player, amount)
            CROSS JOIN LATERAL (
                SELECT b.id FROM public.clubs_ledgeraccount b WHERE b.club_id = v.club AND b.player_id = u.player
                UNION ALL
                SELECT b.id FROM public.clubs_ledgeraccount b
                WHERE u.player IS NULL AND b.club_id = v.club AND b.player_id IS NULL
            ) AS a ORDER BY a.id;
        fresh := true;
        RETURN NEXT;
    END LOOP;
END
$$;
REVOKE ALL ON FUNCTION clubs_ledger_post FROM PUBLIC;
"""
UNDO_POST = """
DROP FUNCTION clubs_ledger_post;
DROP FUNCTION clubs_ledger_refuse;
DROP FUNCTION clubs_ledger_lock;
"""

# Whoever may use the owner's tables (by its default privileges) keeps of these: reading them, and the functions.
RIGHTS = """
DO $$
DECLARE
    v_role regrole;
    v_table text;
BEGIN
    FOREACH v_table IN ARRAY ARRAY[
        'clubs_ledgeraccount', 'clubs_ledgerentry', 'clubs_ledgerposting', 'clubs_ledgerbalance'
    ] LOOP
        FOR v_role IN
            SELECT DISTINCT acl.grantee::regrole FROM pg_class, aclexplode(relacl) AS acl
            WHERE oid = v_table::regclass AND acl.grantee NOT IN (0, relowner)
        LOOP
            EXECUTE format('REVOKE ALL ON %I FROM %s', v_table, v_role);
            EXECUTE format('GRANT SELECT ON %I TO %s', v_table, v_role);
            EXECUTE format('GRANT EXECUTE ON FUNCTION clubs_ledger_post TO %s', v_role);
            EXECUTE format('GRANT EXECUTE ON FUNCTION clubs_ledger_lock TO %s', v_role);
        END LOOP;
        EXECUTE format('REVOKE ALL ON %I FROM PUBLIC', v_table);
    END LOOP;
END
$$;
"""


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0009_doors"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="time_zone",
            field=models.CharField(
                default=clubs.models.own_time_zone, help_text="By it the club's days are counted.", max_length=64
            ),
        ),
        migrations.AddField(
            model_name="season",
            name="closed_at",
            field=models.DateTimeField(
                blank=True, help_text="When its ledger was closed: no unit moves in it any more.", null=True
            ),
        ),
        migrations.CreateModel(
            name="LedgerAccount",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="accounts", to="clubs.club"
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        help_text="Empty: the club's bank.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="accounts",
                        to="clubs.player",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="LedgerBalance",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("amount", models.BigIntegerField()),
                ("moved", models.IntegerField(default=0, help_text="How many entries have moved it.")),
                (
                    "account",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="balances",
                        to="clubs.ledgeraccount",
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="clubs.club"
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="clubs.season",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="LedgerEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("game", "Game"),
                            ("grant", "Grant"),
                            ("settlement", "Settlement"),
                            ("correction", "Correction"),
                            ("reversal", "Reversal"),
                            ("opening", "Carried over"),
                        ],
                        max_length=10,
                    ),
                ),
                ("stream", models.UUIDField(help_text="The game, of which an event moved the units.", null=True)),
                ("version", models.IntegerField(help_text="The version of that event.", null=True)),
                ("hand", models.SmallIntegerField(help_text="The hand that moved them, where one did.", null=True)),
                ("day", models.DateField(help_text="The day of the club on which it was played or done.")),
                (
                    "late",
                    models.BooleanField(default=False, help_text="The season of that day was closed when it came."),
                ),
                ("recorded_at", models.DateTimeField()),
                (
                    "act",
                    models.ForeignKey(
                        help_text="What an officer did.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="clubs.officeract",
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT, related_name="entries", to="clubs.club"
                    ),
                ),
                (
                    "corrects",
                    models.ForeignKey(
                        help_text="The entry that this one reverses or corrects.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="corrected_by",
                        to="clubs.ledgerentry",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        help_text="Empty: between seasons.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="entries",
                        to="clubs.season",
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "ledger entries",
                "ordering": ["-pk"],
            },
        ),
        migrations.CreateModel(
            name="LedgerPosting",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "entry", "account", blank=True, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("amount", models.IntegerField(help_text="Units; what is given away is negative.")),
                (
                    "account",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="postings",
                        to="clubs.ledgeraccount",
                    ),
                ),
                (
                    "entry",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="postings",
                        to="clubs.ledgerentry",
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="ledgeraccount",
            index=models.Index(fields=["player"], name="clubs_account_of_player"),
        ),
        migrations.AddConstraint(
            model_name="ledgeraccount",
            constraint=models.UniqueConstraint(
                fields=("club", "player"), name="clubs_account_once", nulls_distinct=False
            ),
        ),
        migrations.AddIndex(
            model_name="ledgerbalance",
            index=models.Index(fields=["club", "season"], name="clubs_balance_of_season"),
        ),
        migrations.AddConstraint(
            model_name="ledgerbalance",
            constraint=models.UniqueConstraint(
                fields=("account", "season"), name="clubs_balance_once", nulls_distinct=False
            ),
        ),
        migrations.AddIndex(
            model_name="ledgerentry",
            index=models.Index(fields=["club", "-id"], name="clubs_entry_recent"),
        ),
        migrations.AddIndex(
            model_name="ledgerentry",
            index=models.Index(fields=["club", "season", "-id"], name="clubs_entry_of_season"),
        ),
        migrations.AddIndex(
            model_name="ledgerentry",
            index=models.Index(
                condition=models.Q(("kind", "game"), _negated=True),
                fields=["club", "kind", "-id"],
                name="clubs_entry_of_kind",
            ),
        ),
        migrations.AddConstraint(
            model_name="ledgerentry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("stream__isnull", False)), fields=("stream", "version"), name="clubs_entry_of_event"
            ),
        ),
        migrations.AddConstraint(
            model_name="ledgerentry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("act__isnull", False)), fields=("act", "kind"), name="clubs_entry_of_act"
            ),
        ),
        migrations.AddConstraint(
            model_name="ledgerentry",
            constraint=models.UniqueConstraint(
                condition=models.Q(("kind", "reversal")), fields=("corrects",), name="clubs_entry_reversed_once"
            ),
        ),
        migrations.AddConstraint(
            model_name="ledgerentry",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("act", None), ("stream__isnull", False), ("version__isnull", False)),
                    models.Q(("act__isnull", False), ("hand", None), ("stream", None), ("version", None)),
                    _connector="OR",
                ),
                name="clubs_entry_has_cause",
            ),
        ),
        migrations.AddIndex(
            model_name="ledgerposting",
            index=models.Index(fields=["account", "-entry"], include=("amount",), name="clubs_posting_of_account"),
        ),
        migrations.AddConstraint(
            model_name="ledgerposting",
            constraint=models.CheckConstraint(
                condition=models.Q(("amount", 0), _negated=True), name="clubs_posting_moves"
            ),
        ),
        append_only("clubs_ledgeraccount"),
        append_only("clubs_ledgerentry"),
        append_only("clubs_ledgerposting"),
        migrations.RunSQL(BALANCES, UNDO_BALANCES),
        migrations.RunSQL(LOCK + POST, UNDO_POST),
        migrations.RunSQL(RIGHTS, migrations.RunSQL.noop),
    ]

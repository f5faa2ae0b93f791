"""Several entries of one event in the ledger: a ruling reverses what hands had moved, and enters them anew.

The function is that of `0010_ledger`, with the part that an entry is of its event, and the season of what a ruling
changes; `docs/reference/ledger.md` says why.
"""

from django.db import migrations, models

POST = """
CREATE OR REPLACE FUNCTION clubs_ledger_post(p_entries jsonb)
RETURNS TABLE (place integer, entry bigint, fresh boolean)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp SET lock_timeout = '10s' AS $$
DECLARE
    v record;
    v_old public.clubs_ledgerentry;
    v_of public.clubs_ledgerentry;
    v_season uuid;
    v_closed timestamptz;
    v_late boolean;
    v_placed boolean;
    v_is text;
BEGIN
    PERFORM public.clubs_ledger_lock(ARRAY(SELECT x.club FROM jsonb_to_recordset(p_entries) AS x (club uuid)));
    FOR v IN
        SELECT * FROM jsonb_to_recordset(p_entries) AS x (
            place integer, club uuid, kind text, day date, season uuid, stream uuid, version integer, hand smallint,
            act bigint, corrects bigint, reverses integer, recorded_at timestamptz, players uuid[], amounts integer[],
            part smallint, reverses_part smallint, beside smallint, ruled date
        ) ORDER BY x.place
    LOOP
        v_is := coalesce(v.stream || '/' || v.version, 'act ' || v.act, 'an entry of nothing');
        place := v.place;
        IF v.reverses IS NOT NULL THEN
            SELECT e.id INTO v.corrects FROM public.clubs_ledgerentry e
            WHERE e.stream = v.stream AND e.version = v.reverses AND e.part = coalesce(v.reverses_part, 0);
            IF NOT FOUND THEN
                PERFORM public.clubs_ledger_refuse('no-such-entry', v_is);
            END IF;
        END IF;
        -- What was put down before is compared, not put down again.
        IF v.stream IS NOT NULL THEN
            SELECT * INTO v_old FROM public.clubs_ledgerentry e
            WHERE e.stream = v.stream AND e.version = v.version AND e.part = coalesce(v.part, 0);
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
            WHEN 'reversal' THEN v.corrects IS NULL OR v.season IS NOT NULL OR v.beside IS NOT NULL
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
        v_placed := false;
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
        ELSIF v.beside IS NOT NULL THEN
            -- What a ruling puts in the place of an entry stands where its reversal does, so that no season keeps half.
            SELECT r.season_id, r.late OR o.late, CASE WHEN r.late THEN r.day ELSE o.day END, true
            INTO v_season, v_late, v.day, v_placed
            FROM public.clubs_ledgerentry r JOIN public.clubs_ledgerentry o ON o.id = r.corrects_id
            WHERE r.stream = v.stream AND r.version = v.version AND r.part = v.beside AND r.kind = 'reversal';
            IF NOT FOUND THEN
                PERFORM public.clubs_ledger_refuse('no-such-entry', v_is);
            END IF;
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
        -- A ruling is of its own day then, for the next open season is looked for from there.
        IF NOT v_placed
            AND EXISTS (SELECT FROM public.clubs_season s WHERE s.id = v_season AND s.closed_at IS NOT NULL)
        THEN
            v_late := true;
            v.day := coalesce(v.ruled, v.day);
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
            club_id, season_id, kind, stream, version, part, hand, act_id, corrects_id, day, late, recorded_at
        ) VALUES (
            v.club, v_season, v.kind, v.stream, v.version, coalesce(v.part, 0), v.hand, v.act, v.corrects, v.day,
            v_late, v.recorded_at
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
"""
BEFORE = """
CREATE OR REPLACE FUNCTION clubs_ledger_post(p_entries jsonb)
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
"""


class Migration(migrations.Migration):
    dependencies = [("clubs", "0024_case_windows")]

    operations = [
        migrations.AddField(
            model_name="ledgerentry",
            name="part",
            field=models.SmallIntegerField(
                db_default=0,
                help_text="Of an event that moved units more than once, which of its entries it is, from 1.",
            ),
        ),
        migrations.RemoveConstraint(model_name="ledgerentry", name="clubs_entry_of_event"),
        migrations.AddConstraint(
            model_name="ledgerentry",
            constraint=models.UniqueConstraint(
                fields=["stream", "version", "part"],
                condition=models.Q(stream__isnull=False),
                name="clubs_entry_of_event",
            ),
        ),
        migrations.RunSQL(POST, BEFORE),
    ]

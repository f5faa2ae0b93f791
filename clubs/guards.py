"""Tables that are only ever added to: what migrations put on them so that the database refuses all else."""

from django.db.migrations.operations import RunSQL

_GUARD = """
CREATE OR REPLACE FUNCTION clubs_refuse() RETURNS trigger LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'insufficient_privilege';
END
$$;
CREATE TRIGGER {table}_keep_row BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION clubs_refuse();
CREATE TRIGGER {table}_keep BEFORE UPDATE OR DELETE OR TRUNCATE ON {table}
    FOR EACH STATEMENT EXECUTE FUNCTION clubs_refuse();
ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_keep_row;
ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_keep;
"""
_UNGUARD = "DROP TRIGGER {table}_keep_row ON {table}; DROP TRIGGER {table}_keep ON {table};"


def append_only(table: str) -> RunSQL:
    """Return the operation that has the database refuse UPDATE, DELETE and TRUNCATE on a table, its owner's too."""
    return RunSQL(_GUARD.format(table=table), _UNGUARD.format(table=table))

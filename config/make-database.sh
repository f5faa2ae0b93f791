#!/bin/sh
# Make the two roles and the database, once, as the administrator of a PostgreSQL server; docs/operations.md.
# Wants LELAM_OWNER_PASSWORD and LELAM_APP_PASSWORD, and psql's own variables to get in (PGHOST, PGUSER ...).
set -eu
here=$(dirname "$0")
[ -f "$here/roles.sql" ] && rights=$here/roles.sql || rights=/lelam/roles.sql
export PGUSER="${PGUSER:-${POSTGRES_USER:-postgres}}"

psql --no-psqlrc --set ON_ERROR_STOP=1 --quiet --dbname postgres \
  --set owner_password="$LELAM_OWNER_PASSWORD" --set app_password="$LELAM_APP_PASSWORD" <<'SQL'
CREATE ROLE lelam_owner LOGIN PASSWORD :'owner_password';
CREATE ROLE lelam_app LOGIN PASSWORD :'app_password';
CREATE DATABASE lelam OWNER lelam_owner TEMPLATE template0 ENCODING 'UTF8';
SQL
psql --no-psqlrc --set ON_ERROR_STOP=1 --quiet --dbname lelam --file "$rights"

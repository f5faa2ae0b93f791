-- The rights of the two roles in one database; run by its administrator (see docs/operations.md).
-- lelam_owner owns every table and migrates; lelam_app, as which the program runs, only reads and writes rows.
-- On the events even writing is taken away from it: a migration of games leaves it SELECT and the append function.
GRANT USAGE ON SCHEMA public TO lelam_app;
GRANT CREATE, USAGE ON SCHEMA public TO lelam_owner;
ALTER DEFAULT PRIVILEGES FOR ROLE lelam_owner IN SCHEMA public
    GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO lelam_app;
ALTER DEFAULT PRIVILEGES FOR ROLE lelam_owner IN SCHEMA public
    GRANT USAGE ON SEQUENCES TO lelam_app;

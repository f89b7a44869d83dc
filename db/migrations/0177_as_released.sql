-- Before the first release three migrations were written otherwise: what they left is taken away, where it is, so that a database that ran
-- them is as all others (server/src/platform/db/history/earlier-migrations.ts).
drop function if exists keep_update_time;
alter table saved_views drop constraint if exists saved_views_check;

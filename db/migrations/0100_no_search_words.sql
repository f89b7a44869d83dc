-- What the indexes that 0099 dropped were made by. An installation that was running lets them go with their files (db/functions); one
-- that is new never had those. Twice, since one may be called by another; what still calls one keeps it.
do $$
declare
  leftover text;
begin
  for leftover in
    select p.oid::regprocedure::text
    from generate_series(1, 2) as pass, pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and p.proname in ('search_begins', 'search_mark', 'search_month', 'search_query', 'search_words')
    order by pass
  loop
    begin
      execute 'drop function if exists ' || leftover;
    exception when dependent_objects_still_exist then
      null;
    end;
  end loop;
end $$;

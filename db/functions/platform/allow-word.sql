-- Adds a word to those that a check allows in a column, so that a migration names its own word and no other. Rows are not
-- looked at: what was allowed still is.
create or replace procedure allow_word(target regclass, check_name text, word text)
  language plpgsql as $$
declare
  definition constant text := (select pg_get_constraintdef(oid) from pg_constraint where conrelid = target and conname = check_name);
begin
  if definition is null or definition !~ 'ARRAY\[' then
    raise exception 'There is no check % of words on %', check_name, target;
  end if;
  execute format('alter table %s drop constraint %I', target, check_name);
  execute format('alter table %s add constraint %I %s not valid', target, check_name,
    replace(regexp_replace(definition, '\]', format(', %L::text]', word)), ' NOT VALID', ''));
end $$;

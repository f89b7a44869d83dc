-- The audit log keeps in words who did something, from where and to whom: names stay readable after a person or what was
-- done is gone, so that no key to the people is needed.
alter table audit_log drop constraint audit_log_client_id_actor_id_fkey;
alter table audit_log
  add column actor_name text check (char_length(actor_name) <= 320),
  add column subject_label text check (char_length(subject_label) <= 500),
  add column ip text check (char_length(ip) <= 100),
  add column device text check (char_length(device) <= 100),
  add column kind text not null generated always as (split_part(action, '.', 1)) stored;

do $$
declare
  tenant uuid;
begin
  for tenant in select client_ids() loop
    perform set_config('app.client_id', tenant::text, true);
    update audit_log a set actor_name = u.name from users u
      where a.client_id = tenant and u.client_id = tenant and u.id = a.actor_id;
  end loop;
end $$;

-- The newest first: of all, of a kind, by a person and about one.
drop index audit_log_newest;
create index audit_log_newest on audit_log (client_id, created_at desc, id desc);
create index audit_log_kind on audit_log (client_id, kind, created_at desc, id desc);
create index audit_log_by on audit_log (client_id, actor_id, created_at desc, id desc);
create index audit_log_about on audit_log (client_id, subject_id, created_at desc, id desc);

-- An entry is added as what happens now: its time is the database's. Nothing else is done to one but by forget_in_audit.
revoke all on audit_log from deskhand_app;
grant select on audit_log to deskhand_app;
grant insert (id, actor_id, actor_name, action, subject_id, subject_label, details, ip, device) on audit_log to deskhand_app;

-- A check that came inside another mail ends: whoever reads that mail has its token.
alter table forwarding_probes drop constraint forwarding_probes_ended_as_check;
alter table forwarding_probes add constraint forwarding_probes_ended_as_check
  check (ended_as in ('verified', 'taken', 'cancelled', 'inside')) not valid;
alter table forwarding_probes validate constraint forwarding_probes_ended_as_check;
-- When it came to an address of another store's.
alter table forwarding_probes add column elsewhere_at timestamptz(3);
create index forwarding_probes_id on forwarding_probes (id);

-- Whether its header shows that it was sent to another address before it came here.
alter table mail_log add column was_forwarded boolean not null default false;
create index mail_log_forwarded on mail_log (client_id) where was_forwarded;

-- Tells the store that sent a test that it came to another one, and neither of them which. Whoever calls it has read the
-- mark in the mail: there is no other way to an id.
create policy elsewhere on forwarding_probes to current_user using (true) with check (true);
create function forwarding_came_elsewhere(probe uuid, is_itself boolean) returns void
  language sql volatile security definer set search_path = public, pg_temp
  begin atomic
    update forwarding_probes set elsewhere_at = coalesce(elsewhere_at, clock_timestamp()),
      ended_as = case when purpose = 'check' and ended_as is null and not is_itself then 'inside' else ended_as end
    where id = probe and client_id <> current_client_id() and created_at > now() - interval '24 hours';
  end;
revoke all on function forwarding_came_elsewhere from public;
grant execute on function forwarding_came_elsewhere to deskhand_app;

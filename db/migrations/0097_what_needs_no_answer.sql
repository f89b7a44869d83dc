-- What a customer wrote before this message needs no answer any more: it opened their ticket again after that was done.
alter table support_tickets add column settled_before timestamptz(3);
-- The snooze of the ticket that goes on, where the merge ended it.
alter table ticket_merges add column ended_snooze timestamptz(3);

-- Where it was settled, nothing that is older waits.
do $$
declare
  tenant uuid;
begin
  for tenant in select client_ids() loop
    perform set_config('app.client_id', tenant::text, true);
    update support_tickets t set settled_before = t.waiting_since
      where t.client_id = tenant and t.waiting_since is not null and exists (
        select from ticket_activities a where a.client_id = tenant and a.ticket_id = t.id and a.kind = 'reopened' and a.actor_id is null);
  end loop;
  perform set_config('app.client_id', '', true);
end $$;

-- When a mail came back after it had left; null for one that never left, which is failed as well. No check ties it to the state, as
-- processes of the version before requeue mails without clearing it: it says nothing of a mail in another state.
alter table outgoing_mails add column bounced_at timestamptz(3);

-- Returns how far a mail of a ticket is on its way, as people tell the mails apart. An index calls it.
create function delivery_stage(state text, held_until timestamptz, bounced_at timestamptz) returns text
  language sql immutable parallel safe
  return case state
    when 'queued' then case when held_until is null then 'waiting' else 'held' end
    when 'failed' then case when bounced_at is null then 'failed' else 'bounced' end
    else state end;

-- Returns how far a mail of a ticket is on its way, as people tell the mails apart. An index calls it.
create or replace function delivery_stage(state text, held_until timestamptz, bounced_at timestamptz) returns text
  language sql immutable parallel safe
  return case state
    when 'queued' then case when held_until is null then 'waiting' else 'held' end
    when 'failed' then case when bounced_at is null then 'failed' else 'bounced' end
    else state end;

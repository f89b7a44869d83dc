-- The filters of the ticket list, one line each: the name that the contract gives it, and what it asks of a ticket. A list of
-- values comes as one text, separated by commas. A filter that is absent fits every ticket. Both functions are written into
-- the query that calls them, which is then planned as if it had the conditions of the filters that are there, and no others.

-- The filters that the counters know (ticket_count_deltas): for them nothing has to be counted.
create or replace function ticket_kind_matches(status text, priority text, category text, filter jsonb) returns boolean
  language sql immutable
  return (filter -> 'status' is null or status = any (string_to_array(filter ->> 'status', ',')))
    and (filter -> 'priority' is null or priority = any (string_to_array(filter ->> 'priority', ',')))
    and (filter -> 'category' is null or category = any (string_to_array(filter ->> 'category', ',')));

create or replace function ticket_matches(t support_tickets, filter jsonb) returns boolean
  language sql stable
  return ticket_kind_matches(t.status, t.priority, t.category, filter)
    and (filter -> 'customer' is null or t.customer_id = customer_with(filter ->> 'customer'));

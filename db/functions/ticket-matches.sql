-- The filters of the ticket list, one line each: the name that the contract gives it, and what it asks of a ticket. A list of
-- values comes as one text, separated by commas; tags, which may hold some, as a list. A filter that is absent fits every ticket.
-- The functions are written into the query that calls them, which is then planned as if it had the conditions of the filters that
-- are there, and no others. Whose customers wait, and what is put off, is asked by page_found: orders are made by it.

-- The filters that the counters of kinds know (ticket_count_deltas): for them nothing has to be counted.
create or replace function ticket_kind_matches(status text, priority text, category text, filter jsonb) returns boolean
  language sql immutable
  return (filter -> 'status' is null or status = any (string_to_array(filter ->> 'status', ',')))
    and (filter -> 'priority' is null or priority = any (string_to_array(filter ->> 'priority', ',')))
    and (filter -> 'category' is null or category = any (string_to_array(filter ->> 'category', ',')));

-- Those that the counters of queues know (ticket_queue_deltas): somebody's, or nobody's.
create or replace function ticket_queue_matches(assigned_to uuid, filter jsonb) returns boolean
  language sql immutable
  return (filter -> 'assignee' is null or assigned_to = (filter ->> 'assignee')::uuid)
    and (filter -> 'unassigned' is null or assigned_to is null);

create or replace function ticket_matches(t support_tickets, filter jsonb) returns boolean
  language sql stable
  return ticket_kind_matches(t.status, t.priority, t.category, filter)
    and ticket_queue_matches(t.assigned_to, filter)
    and (filter -> 'customer' is null or t.customer_id = customer_with(filter ->> 'customer'))
    and (filter -> 'tag' is null or (t.labels <> '{}' and t.folded_tags && lower_all(json_texts(filter -> 'tag'))));

-- The same of filters whose values were read before, for what looks at many tickets: null fits every ticket.
create or replace function ticket_fits(
  t support_tickets, statuses text[], priorities text[], categories text[], of_customer uuid, tags text[]
) returns boolean
  language sql stable
  return (statuses is null or t.status = any (statuses))
    and (priorities is null or t.priority = any (priorities))
    and (categories is null or t.category = any (categories))
    and (of_customer is null or t.customer_id = of_customer)
    and (tags is null or t.folded_tags && tags);

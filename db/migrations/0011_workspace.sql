-- More steps of a ticket's trail, and the tenant's latest for its dashboard.
alter table ticket_activities drop constraint ticket_activities_kind_check;
alter table ticket_activities add constraint ticket_activities_kind_check check (kind in ('created', 'status_changed',
  'reopened', 'note_added', 'replied', 'customer_replied', 'assigned', 'priority_changed', 'category_changed',
  'tags_changed', 'due_date_changed'));
create index ticket_activities_newest on ticket_activities (client_id, created_at desc, id desc);

-- Customers by a part of their name or address. As with search_tickets: only a function that filters by the tenant itself
-- gets at the index, and ids are all it tells.
create index customers_text on customers
  using gin (client_id, lower(coalesce(name, '') || chr(10) || coalesce(email, '')) gin_trgm_ops);
create policy search on customers for select to current_user using (true);
create function search_customers(pattern text, cap int) returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  begin atomic
    select id from customers
    where client_id = current_setting('app.client_id')::uuid
      and lower(coalesce(name, '') || chr(10) || coalesce(email, '')) like pattern
    order by last_order_date desc nulls last, created_at desc, id limit cap;
  end;
revoke all on function search_customers from public;
grant execute on function search_customers to deskhand_app;

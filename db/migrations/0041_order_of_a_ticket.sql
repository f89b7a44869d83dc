-- A colleague types an order's number as the store writes it, whatever the case.
create index shopify_orders_name on shopify_orders (client_id, lower(name));
-- That somebody said which order a ticket is about is a step of its trail.
alter table ticket_activities drop constraint ticket_activities_kind_check;
alter table ticket_activities add check (kind in ('created', 'status_changed', 'reopened', 'note_added', 'replied', 'customer_replied',
  'assigned', 'priority_changed', 'category_changed', 'tags_changed', 'due_date_changed', 'subject_changed', 'order_changed'));

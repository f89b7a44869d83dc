-- That a ticket got another customer. What is there is looked through by a later migration.
alter table ticket_activities drop constraint ticket_activities_kind_check;
alter table ticket_activities add constraint ticket_activities_kind_check
  check (kind in (
    'created', 'status_changed', 'reopened', 'note_added', 'replied', 'forwarded', 'customer_replied', 'assigned',
    'priority_changed', 'category_changed', 'tags_changed', 'due_date_changed', 'subject_changed', 'order_changed',
    'customer_changed', 'snoozed', 'woken', 'merged', 'unmerged', 'message_moved', 'message_received')) not valid;

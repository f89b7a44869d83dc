-- A colleague is told that a note names them.
alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check
  check (type in ('new_ticket', 'customer_reply', 'ticket_assigned', 'ticket_status_change', 'mention', 'delivery_failed', 'mail_notice'));
alter table notification_preferences drop constraint notification_preferences_unwanted_check;
alter table notification_preferences add constraint notification_preferences_unwanted_check
  check (unwanted <@ array['new_ticket', 'customer_reply', 'ticket_assigned', 'ticket_status_change', 'mention', 'delivery_failed', 'mail_notice']);

-- What of a mail stands in full_content alone; null where that was not told yet.
alter table ticket_messages add column left_history boolean, add column left_signature boolean;

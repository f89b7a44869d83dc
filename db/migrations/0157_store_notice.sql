-- Admins are told that the store's platform no longer takes the connection.
alter table notifications drop constraint notifications_type_check;
alter table notifications add constraint notifications_type_check check (type in ('new_ticket', 'customer_reply',
  'ticket_assigned', 'ticket_status_change', 'mention', 'delivery_failed', 'mail_notice', 'snooze_ended', 'store_notice'));
alter table notification_preferences drop constraint notification_preferences_unwanted_check;
alter table notification_preferences add constraint notification_preferences_unwanted_check check (unwanted <@ array[
  'new_ticket', 'customer_reply', 'ticket_assigned', 'ticket_status_change', 'mention', 'delivery_failed', 'mail_notice',
  'snooze_ended', 'store_notice']);

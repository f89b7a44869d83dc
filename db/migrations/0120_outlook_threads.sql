-- What Outlook groups a conversation by, as a mail brought it: an answer extends the one and keeps the other.
alter table mail_log add column thread_index text, add column thread_topic text;
alter table mail_log add constraint mail_log_thread_check
  check (char_length(thread_index) <= 998 and char_length(thread_topic) <= 1000) not valid;

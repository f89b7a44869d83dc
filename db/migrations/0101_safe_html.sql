-- A mail's HTML as it is shown: sanitised as the mail comes in. Older ones get theirs when somebody first asks for it.
alter table ticket_messages add column safe_html text;

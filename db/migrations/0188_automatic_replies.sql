-- Whether a program may answer a mail, and what is proven of its sender. It is found as the mail is decided; null where that was before.
alter table mail_log add column may_answer text;
-- The rule that had an automatic message sent. Neither table has a row to look at yet, so that neither is scanned.
alter table ticket_messages add column by_rule text;
alter table mail_log add constraint mail_log_may_answer_check check (may_answer in ('proven', 'unproven', 'no')) not valid;
alter table ticket_messages add constraint ticket_messages_by_rule_check
  check (by_rule is null or (is_automatic and char_length(by_rule) between 1 and 100)) not valid;

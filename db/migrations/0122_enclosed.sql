-- What a mail encloses, as the contract's `Enclosed`, and what its text says where that is other words than its HTML's.
alter table ticket_messages
  add column enclosed jsonb,
  add column other_text text;

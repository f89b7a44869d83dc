-- By what a mail came that did not come from its writer: a colleague's forward, whose envelope is the colleague's, or a mailing list, whose
-- members did not ask.
alter table ticket_messages add column passed_on text check (passed_on in ('forward', 'list'));

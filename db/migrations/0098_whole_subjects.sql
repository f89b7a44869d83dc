-- A mail's subject is kept whole, up to the line of a header (RFC 5322, section 2.1.1). Every row fulfils the wider check already.
alter table support_tickets drop constraint support_tickets_subject_check;
alter table support_tickets add constraint support_tickets_subject_check check (char_length(subject) between 1 and 998) not valid;

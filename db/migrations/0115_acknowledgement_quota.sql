-- Acknowledgements have a quota of their own: of those, people of whom nothing proves that they wrote get fewer.
alter table acknowledgements add column is_proven boolean not null default false;
-- The registered domain that the address is below: whoever has one may make up any number of names and domains in it.
alter table acknowledgements add column organisation text not null default '' check (char_length(organisation) <= 320);

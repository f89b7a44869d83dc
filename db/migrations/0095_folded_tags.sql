-- Tags as they are compared, upper and lower case alike, so that those of one tag are found by an index.
create function lower_all(texts text[]) returns text[]
  language sql immutable parallel safe
  return array(select lower(one) from unnest(texts) as one);
alter table support_tickets add column folded_tags text[] not null generated always as (lower_all(labels)) stored;
create index support_tickets_tags on support_tickets using gin (client_id, folded_tags) where labels <> '{}';

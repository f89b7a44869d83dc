-- Customers and orders are searched as tickets are: folded, word by word. The functions stand in db/functions as well.
create or replace function search_fold(typed text) returns text
  language sql immutable parallel safe
  return translate(replace(normalize(lower(regexp_replace(normalize(typed, NFKD),
    '[\u0300-\u036f\u0591-\u05c7\u064b-\u065f\u0670\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]', '', 'g')), NFC),
    'ß', 'ss'), 'ςı', 'σi');
create or replace function search_letters(typed text) returns text
  language sql immutable parallel safe
  return case when octet_length(typed) = char_length(typed) then lower(typed) else replace(replace(replace(translate(public.search_fold(typed), 'øłđðħŧıĸ', 'olddhtik'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th') end;
create or replace function search_spelled_out(typed text) returns text
  language sql immutable parallel safe
  return replace(replace(replace(replace(replace(lower(normalize(typed, NFKC)), 'ä', 'ae'), 'ö', 'oe'), 'ü', 'ue'), 'ø', 'oe'), 'å', 'aa');
create or replace function search_drawn_together(folded text) returns text
  language sql immutable parallel safe
  return regexp_replace(regexp_replace(folded, '(?<![aeiouq])([aou])e(?=[a-z]{2})', '\1', 'g'), '(?<![aeiou])aa(?=[a-z]{2})', 'a', 'g');
create function search_spaced(folded text) returns text
  language sql immutable parallel safe
  return regexp_replace(regexp_replace(regexp_replace(translate(folded, '’‘ʼ`‐‑‒–—', '''''''''-----'), '\s+', ' ', 'g'),
    '([!-/:-@\[-`{-~\u00a1-\u00bf\u060c\u061b\u061f\u2010-\u2027\u2030-\u205e\u3001-\u3003\u3008-\u3011\u3014-\u301f])(?=[^ !-/:-@\[-`{-~\u00a1-\u00bf\u060c\u061b\u061f\u2010-\u2027\u2030-\u205e\u3001-\u3003\u3008-\u3011\u3014-\u301f])', '\1 ', 'g'), '([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff])', ' \1', 'g');
create function search_forms(content text) returns text[]
  language plpgsql immutable parallel safe as $$
declare
  folded constant text := public.search_letters(content);
  forms text[] := array[folded];
  form text;
begin
  if content ~* '[äöüøåÄÖÜØÅ\u0308\u030a]' then
    form := public.search_letters(public.search_spelled_out(content));
    if form <> folded then
      forms := forms || form;
    end if;
  end if;
  form := public.search_drawn_together(folded);
  return case when form = any (forms) then forms else forms || form end;
end $$;
create function search_line(content text) returns text
  language sql immutable parallel safe
  return (select string_agg(' ' || public.search_spaced(form), '' order by place)
    from unnest(public.search_forms(content)) with ordinality as forms (form, place));

-- Nothing is asked by them any more.
drop index customers_text, customers_name, customers_address;
alter table customers add column search_text text not null
  generated always as (search_line(coalesce(name, '') || chr(10) || coalesce(email, ''))) stored;
create index customers_text on customers using gin (client_id, search_text gin_trgm_ops);

drop index shopify_orders_text;
do $$
declare
  tenant uuid;
begin
  for tenant in select client_ids() loop
    perform set_config('app.client_id', tenant::text, true);
    update shopify_orders o
      set search_text = search_line('#' || o.order_number || chr(10) || o.name || chr(10) || coalesce(o.email, ''))
        || coalesce((select c.search_text from customers c where c.client_id = tenant and c.id = o.customer_id), '')
      where o.client_id = tenant;
  end loop;
end $$;
create index shopify_orders_text on shopify_orders using gin (client_id, search_text gin_trgm_ops);

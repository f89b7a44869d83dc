-- Decodes a domain label from its DNS form (RFC 3492, section 6.2); others stay as they are.
create or replace function shown_label(label text) returns text
  language plpgsql immutable parallel safe as $$
declare
  encoded constant text := lower(substr(label, 5));
  cut constant int := greatest(0, length(encoded) - strpos(reverse(encoded), '-') + 1) * least(1, strpos(encoded, '-'));
  codes int[] := array(select ascii(letter) from unnest(string_to_array(left(encoded, greatest(cut - 1, 0)), null)) as letter);
  at int := cut + 1;
  point bigint := 128;
  place bigint := 0;
  bias int := 72;
  many int;
  before bigint;
  weight bigint;
  digit int;
  threshold int;
  rest bigint;
begin
  while at <= length(encoded) loop
    before := place;
    weight := 1;
    for step in 1 .. 10 loop
      digit := ascii(substr(encoded, at, 1));
      digit := case when digit between 97 and 122 then digit - 97 when digit between 48 and 57 then digit - 22 end;
      at := at + 1;
      threshold := least(greatest(step * 36 - bias, 1), 26);
      place := place + digit * weight;
      -- Not a digit, or beyond the last character.
      if place is null or place > 100000000 or step = 10 then
        return label;
      end if;
      exit when digit < threshold;
      weight := weight * (36 - threshold);
    end loop;
    many := coalesce(cardinality(codes), 0) + 1;
    rest := (place - before) / case before when 0 then 700 else 2 end;
    rest := rest + rest / many;
    bias := 0;
    while rest > 455 loop
      rest := rest / 35;
      bias := bias + 36;
    end loop;
    bias := bias + (36 * rest / (rest + 38))::int;
    point := point + place / many;
    place := place % many;
    if point > 1114111 or point between 55296 and 57343 then
      return label;
    end if;
    codes := codes[: place::int] || point::int || codes[place::int + 1 :];
    place := place + 1;
  end loop;
  return (select string_agg(chr(code), '' order by nth) from unnest(codes) with ordinality as each (code, nth));
end $$;

-- Decodes the domains of addresses in a text; null if nothing changes. Searches use both forms. Decodes at most 200
-- labels of a stranger's text, so that no row costs more than some milliseconds.
create or replace function shown_domains(content text) returns text
  language plpgsql immutable parallel safe as $$
declare
  shown text := content;
  label text;
begin
  if content is null or content !~* '[@.]xn--' then
    return null;
  end if;
  for label in select distinct each[1] from regexp_matches(left(content, 100000), '\mxn--[a-z0-9-]{1,59}', 'gi') as each order by 1 desc limit 200 loop
    shown := replace(shown, label, public.shown_label(label));
  end loop;
  return shown;
end $$;

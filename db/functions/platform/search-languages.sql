-- Languages that PostgreSQL can stem: code, its name there, and some of their commonest words, folded.
create or replace function search_languages() returns table (code text, name text, common tsquery[])
  language sql immutable parallel safe rows 15 as $$
  select * from (values
    ('en', 'english', '{the,and,is,my,you,have,with,not,for,this,are,your,please,when}'::tsquery[]),
    ('de', 'german', '{der,die,das,und,ich,nicht,ist,mit,ein,eine,bitte,ihre,meine,wann}'),
    ('fr', 'french', '{le,la,les,est,je,vous,pas,pour,une,avec,mon,ma,bonjour,merci}'),
    ('es', 'spanish', '{el,los,que,para,por,una,con,esta,mi,pedido,gracias,hola,no,cuando}'),
    ('it', 'italian', '{il,che,non,per,una,sono,con,della,mio,la,grazie,ordine,mi,quando}'),
    ('nl', 'dutch', '{het,een,van,ik,niet,voor,mijn,met,dat,zijn,de,en,graag,wanneer}'),
    ('pt', 'portuguese', '{nao,uma,para,com,que,meu,minha,por,esta,voce,obrigado,pedido,ola,quando}'),
    ('sv', 'swedish', '{och,jag,att,det,som,inte,har,min,ett,tack,hej,med,ar,nar}'),
    ('da', 'danish', '{og,jeg,ikke,det,til,er,min,har,med,af,tak,hej,hvornar,ordre}'),
    ('no', 'norwegian', '{og,jeg,ikke,det,til,er,min,har,med,av,takk,hei,nar,bestilling}'),
    ('fi', 'finnish', '{ja,on,ei,olen,mutta,minun,kiitos,hei,tilaus,se,etta,joka,kun,voitteko}'),
    ('hu', 'hungarian', '{es,nem,hogy,egy,az,van,meg,csak,koszonom,mert,kerem,rendeles,ezt,mikor}'),
    ('ro', 'romanian', '{si,nu,este,pentru,cu,care,din,mai,multumesc,comanda,sunt,buna,va,cand}'),
    ('ru', 'russian', '{и,не,на,что,это,мне,мой,заказ,вы,как,для,спасибо,когда,здравствуите}'),
    ('tr', 'turkish', '{ve,bir,bu,icin,ile,ben,siparis,tesekkurler,cok,ama,merhaba,degil,ne,zaman}')
  ) as languages (code, name, common)
$$;

-- Detects a text's languages, two at most, by their common words; English if there are none.
create or replace function search_languages_of(words tsvector) returns text[]
  language sql immutable parallel safe
  return coalesce((
    select array_agg(code order by hits desc, code) from (
      select code, hits, max(hits) over () as most, row_number() over (order by hits desc, code) as place from (
        select code, (select count(*) from unnest(common) as word where words @@ word) as hits from search_languages()) as counted
      where hits > 0) as ranked
    where place <= 2 and hits * 2 >= most), '{en}');

-- Returns the stems of a text's words in these languages, each prefixed with its language, so that "flow" is not found
-- by the French stem of "flower". Stems each distinct word once; for ASCII text the folded words, which differ only in
-- case.
create or replace function search_stems(content text, said tsvector, codes text[], weight "char") returns tsvector
  language plpgsql stable as $$
declare
  words constant text := array_to_string(tsvector_to_array(case when octet_length(content) = char_length(content) then said
    else to_tsvector('pg_catalog.simple', regexp_replace(lower(normalize(search_bounded(content), NFKC)),
      '[^[:alnum:] \n]+', ' ', 'g')) end), ' ');
begin
  return coalesce((
    select string_agg('''=' || code || stem || ''':1' || weight::text, ' ')::tsvector
    from search_languages() as language
      cross join lateral string_to_table(search_letters(array_to_string(tsvector_to_array(to_tsvector(
        ('pg_catalog.' || name)::regconfig, words)), chr(10))), chr(10)) as stem
    where code = any (codes) and stem <> '' and stem <> 'xqqx' and length(stem) <= 60 and stem ~ '^[[:alpha:]]+$'), '');
end $$;

import { foldLetters } from "@deskhand/contract/search/fold";
import { isFoundBy, searchLine } from "@deskhand/contract/search/search-line";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../testing/open-desk.ts";

let app: Desk;
beforeAll(async () => {
  app = await openDesk();
});
afterAll(() => app.stop());

const words =
  `Müßig Mussig muessig MÜẞIG Straße STRASSE Größe ÆRØ Ærø Søren Ørsted oersted Łódź łódź Žižek ŽIŽEK Đorđe Čapek Ångström
  Århus aarhus naïve façade œuvre Ñandú İstanbul Iğdır ısı þing ðað ħobż ŧest ĸra Ő ű Ștefan Țară Ș şehir résumé re\u0301sume\u0301
  ＡＢＣ ａｂｃ１２３ ｶﾞ ガ が ｱｲｳ ﬁne ﬀ ② ½ ㎏ № Ⅳ Ελλάδα ΟΔΟΣ οδός ς Σ ΐ ά Ёлка ёлка Йод йод Київ Ґанок щи שָׁלוֹם שלום مَرْحَبًا مرحبا
  ٱلسلام हिन्दी नमस्ते ไทย สวัสดี 李娜 注文番号 東京タワー 한국어 안녕 ქართული ᲥᲐᲠᲗᲣᲚᲘ Հայերեն ՀԱՅԵՐԵՆ ᏣᎳᎩ a\u00adb gl\u200bass \ufeffx 🚚 👩‍🚒 1Z-999 #1042 o'neill
  O’Neill anna.berg@müßig.test Joe Noel queue Goethe Göthe frueh früh Haar Saal zoo blue ǆ Ǆ ǅ Kelvin-K Å µ ſtill`.split(
    /\s+/,
  );
const letter = fc.constantFrom(...new Set(words.flatMap((word) => [...word])), " ", "\n", "-", "\u0301", "\u0308");
const text = fc.array(letter, { maxLength: 12 }).map((letters) => letters.join(""));

test("the browser folds text as the database does, in every script", async () => {
  const texts = [...words, words.join(" "), ...fc.sample(text, { numRuns: 2_000, seed: 5 })];
  const rows = await app.asOwner<{ letters: string; line: string }>(
    `select search_letters(typed) as letters, search_line(typed) as line
     from unnest($1::text[]) with ordinality as texts (typed, place) order by place`,
    [texts],
  );
  for (const [at, typed] of texts.entries()) {
    expect(foldLetters(typed), JSON.stringify(typed)).toBe(rows[at]?.letters);
    expect(searchLine(typed), JSON.stringify(typed)).toBe(rows[at]?.line);
  }
});

test("the browser finds what the database finds", async () => {
  const pairs = fc.sample(
    fc.oneof(
      fc.tuple(text, text),
      fc.tuple(fc.constantFrom(...words), fc.constantFrom(...words)),
      fc
        .tuple(text, fc.nat(11), fc.nat(4))
        .map(([whole, from, more]) => [whole, [...whole].slice(from, from + more).join("")] as const),
    ),
    { numRuns: 2_000, seed: 6 },
  );
  const rows = await app.asOwner<{ condition: string }>(
    `select search_condition_of(typed, 'search_line(content)', ' and ') as condition
     from unnest($1::text[]) with ordinality as texts (typed, place) order by place`,
    [pairs.map(([, typed]) => typed)],
  );
  const found = await app.asOwner<{ found: boolean }>(
    rows
      .map(
        ({ condition }, at) => `select ${condition} as found from (select ($1::text[])[${at + 1}] as content) as one`,
      )
      .join(" union all "),
    [pairs.map(([content]) => content)],
  );
  for (const [at, [content, typed]] of pairs.entries())
    expect(isFoundBy(typed)(content), JSON.stringify([content, typed])).toBe(found[at]?.found);
});

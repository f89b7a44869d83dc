import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { newOwner, type Person } from "../../testing/test-people.ts";
import { addResource } from "../../testing/test-resource.ts";

let app: Desk;
let owner: Person;
beforeAll(async () => {
  app = await openDesk();
});
beforeEach(async () => {
  owner = await newOwner(app);
});
afterAll(() => app.stop());

type Makings = Partial<Parameters<typeof addResource>[2] & object>;
const add = (title: string, makings: Makings = {}) =>
  addResource(app, owner, { title, description: null, content: null, tags: [], file: null, ...makings });
type Wanted = Parameters<Person["api"]["knowledge"]["list"]>[0];
const find = async (search: string, wanted: Wanted = {}) =>
  (await owner.api.knowledge.list({ search, ...wanted })).items.map(({ title }) => title);
const at = (day: number) => ({ updatedAt: new Date(Date.UTC(2026, 0, day)).toISOString() });

test.each([
  ["the beginning of a word", "retur", "How returns work"],
  ["a part of a word", "ware", "Glassware"],
  ["one letter of a word", "q", "Quiz"],
  ["two letters within a word", "ss", "Glass"],
  ["another case", "GLASS", "glass"],
  ["without its accents", "cafe uber", "Café über alles"],
  ["with accents that it has not", "café", "Cafe"],
  ["accents that stand apart", "cafe\u0301", "Café"],
  ["sharp s", "strasse", "Straße"],
  ["the other sharp s", "STRASSE", "straße"],
  ["final sigma", "ΟΔΟΣ", "οδος"],
  ["Cyrillic", "ВОЗВР", "Условия возврата"],
  ["Japanese, two signs within a sentence", "返品", "お客様の返品について"],
  ["Hebrew with points", "שלום", "שָׁלוֹם"],
  ["Arabic with vowels", "مرحبا", "مَرْحَبًا"],
  ["signs that cannot be seen", "gl\u200bass", "Gl\u00adass"],
  ["words in any order", "policy return", "Return policy"],
  ["emoji", "🚚", "Shipping 🚚 rules"],
  ["an ampersand", "b&w", "B&W photos"],
  ["a sign of SQL", "100%", "100% wool"],
  ["underscore", "a_b", "a_b"],
  ["a backslash", "\\", "Wash \\ dry"],
  ["a quote", "o'neil", "O'Neil"],
  ["operators", "a|b&!(c:*)", "a|b&!(c:*)"],
  ["a long word", "x".repeat(60), `Ab${"x".repeat(70)}`],
  ["full width", "ＡＢＣ", "abc"],
  ["an umlaut as two letters", "muessig", "Müßig"],
  ["an umlaut for two letters", "Müßig", "Muessig"],
  ["neither", "mussig", "Muessig"],
  ["two letters where there is none", "muessig", "Mussig"],
  ["a letter that has no accent to lose", "soren lodz", "Łódź by Søren"],
  ["such a one typed", "Łódz SØR", "Soren in Lodz"],
  ["a half-width sign", "ガラス", "ｶﾞﾗｽ"],
])("finds %s: %s", async (_, typed, title) => {
  await add(title);
  await add("Something else altogether, zzz");
  expect(await find(typed)).toEqual([title]);
  expect(await find(typed, { sort: "match" })).toEqual([title]);
});

test.each(["glass_", "%", "_", "ab", "'", "\\", "return nothing", "🚛", "*", "a:b", "ss q"])(
  "does not find what is nowhere: %s",
  async (typed) => {
    await add("Glass care 100 a b", { content: "Return it", tags: ["x"] });
    expect(await find(typed)).toEqual([]);
  },
);

test("searches text, description and tags, to the end of a long one", async () => {
  const filler = "word ".repeat(15_000);
  await add("In text", { content: `${filler}Needle-work` });
  await add("In description", { description: "A needle" });
  await add("In tags", { tags: ["needles"] });
  await add("Not there", { content: filler });
  expect((await find("NEEDLE")).sort()).toEqual(["In description", "In tags", "In text"]);
  expect(await find("eedle-w")).toEqual(["In text"]);
});

test("ranks a word in the title first, then in tags, then by frequency in the text, else the newest", async () => {
  await add("Title: refund", { ...at(1) });
  await add("By tag", { tags: ["refunds"], ...at(2) });
  await add("Often", { content: "Refund, refund, refund and refund.", ...at(3) });
  await add("Once", { content: "A refund among many other words that are here.", ...at(4) });
  await add("Within a word", { content: "prerefunded", ...at(5) });
  const best = ["Title: refund", "By tag", "Often", "Once", "Within a word"];
  expect(await find("refund", { sort: "match" })).toEqual(best);
  expect(await find("refund", { sort: "updated" })).toEqual(best.toReversed());
  const { items } = await owner.api.knowledge.list({ search: "refund", sort: "match" });
  const ranks = items.map(({ searchRank }) => searchRank ?? -1);
  expect(ranks).toEqual(ranks.toSorted((a, b) => b - a));
  expect(new Set(ranks).size).toBe(5);
  const unsearched = await owner.api.knowledge.list({ sort: "match" });
  expect(unsearched.items.map(({ searchRank }) => searchRank)).toEqual([null, null, null, null, null]);
});

test("answers any typed text, even 10,000 letters of it", async () => {
  await add("Any");
  const odd = [
    "'",
    '"',
    "&",
    "|",
    "!",
    "<->",
    ":*",
    "()",
    "\\",
    "%",
    "_",
    "\0",
    "\ud800",
    "🙂",
    "--",
    "$1",
    "\u0301",
    "ᾀ",
    "\u1f80",
    "\u0345",
    "ŉ ʼ aʼb",
    "a\u0345b",
    "ﬁ ½ ℡ ǆ",
    "~",
  ];
  const asked = [
    ...odd,
    "x".repeat(10_000),
    "x ".repeat(5_000),
    "🙂".repeat(1_000),
    "'".repeat(3_000),
    "\u200b",
    " \n ",
  ];
  for (const search of asked)
    for (const sort of ["used", "updated", "match"] as const)
      expect(Array.isArray(await find(search, { sort })), search.slice(0, 20)).toBe(true);
  const typed = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 30 }),
    fc.array(fc.constantFrom(...odd, "a", "any", " "), { maxLength: 8 }).map((all) => all.join("")),
  );
  const answered = fc.asyncProperty(typed, async (search) => {
    expect((await owner.api.knowledge.list({ search, sort: "match" })).total).toBeLessThan(2);
  });
  await fc.assert(answered);
});

test("pages every order to its end, without gaps or repetition", async () => {
  for (let index = 0; index < 23; index += 1)
    await add(`Page ${index % 3 === 0 ? "refund" : index}`, {
      content: "refund",
      openedCount: index % 4,
      ...at(1 + (index % 5)),
      fileType: index % 2 ? "pdf" : "text",
    });
  for (const search of [undefined, "refund"]) {
    for (const sort of ["used", "updated", "match"] as const) {
      const ids: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await owner.api.knowledge.list({
          sort,
          limit: 4,
          ...(search && { search }),
          ...(cursor && { cursor }),
        });
        expect([page.total, page.articles]).toEqual([23, 23]);
        ids.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
      } while (cursor);
      expect([sort, ids.length, new Set(ids).size]).toEqual([sort, 23, 23]);
    }
  }
  expect((await owner.api.knowledge.list({ fileType: "pdf", sort: "updated", limit: 1 })).total).toBe(11);
  const broken = owner.api.knowledge.list({ cursor: "x" });
  await expect(broken).rejects.toMatchObject({ data: { fields: { cursor: [expect.any(String)] } } });
});

test("updates counts when resources are written, changed and deleted", async () => {
  const counts = async () => {
    const { categories, tags, articles } = await owner.api.knowledge.list({});
    const named = [...categories.map((c) => [c.category, c.articleCount]), ...tags.map((t) => [t.tag, t.usageCount])];
    return { articles, ...Object.fromEntries(named) };
  };
  const write = (tags: string[], category: "Templates" | "Procedures") =>
    owner.api.knowledge.create({ key: randomUUID(), title: "x", content: "y", tags, category });
  const [one, two] = await Promise.all([write(["a", "b"], "Templates"), write(["b", "a"], "Templates")]);
  expect(await counts()).toEqual({ articles: 2, Templates: 2, a: 2, b: 2 });
  const change = { knownUpdatedAt: one.updatedAt, tags: ["a", "c"], category: "Procedures" as const };
  await owner.api.knowledge.update({ id: one.id, ...change });
  await owner.api.knowledge.recordUse({ id: one.id, kind: "open" });
  expect(await counts()).toEqual({ articles: 2, Templates: 1, Procedures: 1, a: 2, b: 1, c: 1 });
  await owner.api.knowledge.remove({ id: two.id });
  expect(await counts()).toEqual({ articles: 1, Procedures: 1, a: 1, c: 1 });
  await owner.api.knowledge.remove({ id: one.id });
  expect(await counts()).toEqual({ articles: 0 });
});

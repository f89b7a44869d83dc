import { helpCategoryIds, videoIds } from "@deskhand/contract/help/help-ids";
import { videos } from "@deskhand/contract/help/help-topics";
import { limits } from "@deskhand/contract/limits";
import { afterAll, beforeEach, expect, test } from "vitest";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { addColleague, newOwner, type Person, untilRemoved } from "../../testing/test-people.ts";

let app: Desk | undefined;
let owner: Person;
let agent: Person;
let stranger: Person;
beforeEach(async () => {
  app ??= await openDesk();
  // The figures are shared by all stores, so each test begins without any.
  await app.asOwner("delete from help_figures");
  owner = await newOwner(app);
  [agent, stranger] = await Promise.all([addColleague(app, owner, "agent"), newOwner(app)]);
});
afterAll(() => app?.stop());

const article = "answer-a-ticket";
const figuresOf = async (person: Person) => {
  const { views, rating, ratingCount, helpfulCount, notHelpfulCount } = await person.api.help.article({ article });
  return { views, rating, ratingCount, helpfulCount, notHelpfulCount };
};
const none = { views: 0, rating: null, ratingCount: 0, helpfulCount: 0, notHelpfulCount: 0 };
const moveOpeningsBackADay = "update help_uses set opened_on = opened_on - 1 where user_id = $1";

test("puts each article in one category, and says how many articles a category has", async () => {
  const { items } = await agent.api.help.categories();
  expect(items.map(({ id }) => id)).toEqual(helpCategoryIds);
  const all = (await agent.api.help.list({})).items;
  for (const { id, articleCount } of items) {
    const own = (await agent.api.help.list({ category: id })).items;
    expect(own).toHaveLength(articleCount);
    expect(own).toEqual(all.filter(({ category }) => category === id));
  }
  expect(items.reduce((sum, { articleCount }) => sum + articleCount, 0)).toBe(all.length);
});

test("shows no views and no rating before anybody opened an article or voted", async () => {
  for (const { views, rating, ratingCount } of (await agent.api.help.list({})).items) {
    expect({ views, rating, ratingCount }).toEqual({ views: 0, rating: null, ratingCount: 0 });
  }
  expect((await agent.api.help.article({ article })).own).toEqual({ isHelpful: null, rating: null });
});

test("counts an opened article once a day for each person, and does not count fetching it", async () => {
  await agent.api.help.article({ article });
  expect((await figuresOf(agent)).views).toBe(0);
  expect(await agent.api.help.countView({ article })).toEqual({ views: 1 });
  await Promise.all([1, 2, 3, 4].map(() => agent.api.help.countView({ article })));
  expect((await figuresOf(agent)).views).toBe(1);
  await owner.api.help.countView({ article });
  await stranger.api.help.countView({ article });
  expect((await figuresOf(agent)).views).toBe(3);
  await app?.asOwner(moveOpeningsBackADay, [agent.userId], agent.tenantId);
  expect(await agent.api.help.countView({ article })).toEqual({ views: 4 });
});

test("counts four simultaneous first views by one person as one", async () => {
  await Promise.all([1, 2, 3, 4].map(() => agent.api.help.countView({ article })));
  expect((await figuresOf(agent)).views).toBe(1);
});

test("stores a person's vote once, lets them change it, and returns it to them later", async () => {
  const cases = [
    [{ isHelpful: true }, { isHelpful: true, rating: null }, { helpfulCount: 1, notHelpfulCount: 0, rating: null }],
    [{ rating: 4 }, { isHelpful: true, rating: 4 }, { helpfulCount: 1, notHelpfulCount: 0, rating: 4 }],
    [
      { isHelpful: true, rating: 4 },
      { isHelpful: true, rating: 4 },
      { helpfulCount: 1, ratingCount: 1 },
    ],
    [{ isHelpful: false }, { isHelpful: false, rating: 4 }, { helpfulCount: 0, notHelpfulCount: 1 }],
    [{ rating: 1 }, { isHelpful: false, rating: 1 }, { rating: 1, ratingCount: 1 }],
    [{}, { isHelpful: false, rating: 1 }, { rating: 1, ratingCount: 1 }],
    [{ isHelpful: null, rating: null }, { isHelpful: null, rating: null }, none],
  ] as const;
  for (const [given, own, figures] of cases) {
    expect(await agent.api.help.vote({ article, ...given })).toMatchObject({ own, ...figures });
    expect(await agent.api.help.article({ article })).toMatchObject({ own, ...figures });
  }
});

test("adds up votes over all stores, and reveals nobody's", async () => {
  await agent.api.help.vote({ article, isHelpful: true, rating: 5 });
  await owner.api.help.vote({ article, isHelpful: true, rating: 4 });
  await stranger.api.help.vote({ article, isHelpful: false, rating: 4 });
  const seen = await stranger.api.help.article({ article });
  expect(seen).toMatchObject({ rating: 4.3, ratingCount: 3, helpfulCount: 2, notHelpfulCount: 1 });
  expect(seen.own).toEqual({ isHelpful: false, rating: 4 });
  expect(JSON.stringify(seen)).not.toMatch(new RegExp([agent.userId, owner.tenantId].join("|")));
});

test("deletes a deleted person's votes, but keeps their views", async () => {
  await agent.api.help.countView({ article });
  await agent.api.help.vote({ article, isHelpful: true, rating: 5 });
  await owner.api.team.delete({ id: agent.userId });
  await untilRemoved(app as Desk, agent);
  expect(await figuresOf(owner)).toEqual({ ...none, views: 1 });
});

test.each([0, 6, 2.5, -1, "five", [5]])("refuses %s as a rating", async (rating) => {
  const answer = await agent.send(`/api/help/articles/${article}/vote`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ rating }),
  });
  expect(answer.status).toBe(422);
  expect(await figuresOf(agent)).toEqual(none);
});

test.each(["no-such-article", "../answer-a-ticket", "Answer-A-Ticket", "answer-a-ticket.md", "%00", "__proto__", " "])(
  "finds no article %j, and counts nothing",
  async (id) => {
    const notFound = { code: "help_article_not_found", message: "There is no such article in the help center" };
    await expect(agent.api.help.article({ article: id })).rejects.toMatchObject(notFound);
    await expect(agent.api.help.countView({ article: id })).rejects.toMatchObject(notFound);
    await expect(agent.api.help.vote({ article: id, rating: 5 })).rejects.toMatchObject(notFound);
    expect(await app?.asOwner("select * from help_figures")).toEqual([]);
  },
);

const found = async (query: string) => (await agent.api.help.search({ query })).items.map(({ id }) => id);

test.each([
  ["ANSWER A TICKET", "answer-a-ticket", true],
  ["  composer ", "answer-a-ticket", true],
  ["Type your RESPONSE", "answer-a-ticket", true],
  ["customer\u2019s program", "answer-a-ticket", true],
  ["ticket answer", "answer-a-ticket", true],
  ["ticket wombat", "answer-a-ticket", false],
  ["%", "answer-a-ticket", false],
  ["_____", "answer-a-ticket", false],
  ["**", "answer-a-ticket", false],
  ["<h2>", "answer-a-ticket", false],
  ["updated: 2026", "answer-a-ticket", false],
])("finds with %j %s: %s", async (query, id, isFound) => {
  expect((await found(query)).includes(id)).toBe(isFound);
});

test("searches within a category, and finds all without a text", async () => {
  const { items } = await agent.api.help.search({ query: "ticket", category: "email-integration" });
  expect(items.length).toBeGreaterThan(0);
  expect([...new Set(items.map(({ category }) => category))]).toEqual(["email-integration"]);
  expect(await found(" ")).toHaveLength((await agent.api.help.list({})).items.length);
  await expect(agent.api.help.search({ query: "x".repeat(limits.searchLength + 1) })).rejects.toMatchObject({
    code: "input_invalid",
  });
});

test("makes the most read articles popular and lists them first, also in a search", async () => {
  const all = (await agent.api.help.list({})).items;
  const popular = all.filter(({ isPopular }) => isPopular);
  expect(popular).toHaveLength(limits.popularArticles);
  expect(all.slice(0, limits.popularArticles)).toEqual(popular);
  const [one = "", two = ""] = all.filter(({ isPopular }) => !isPopular).map(({ id }) => id);
  for (const person of [agent, owner]) await person.api.help.countView({ article: two });
  const few = (await agent.api.help.list({})).items;
  expect(few.slice(0, limits.popularArticles).map(({ id }) => id)).toEqual(popular.map(({ id }) => id));
  expect(few[limits.popularArticles]).toMatchObject({ id: two, isPopular: false, views: 2 });
  await agent.api.help.countView({ article: one });
  const enough = limits.viewsOfPopular;
  const setViews = "update help_figures set views = $2 where article_id = $1";
  await app?.asOwner(setViews, [one, enough]);
  await app?.asOwner(setViews, [two, enough + 1]);
  const after = (await stranger.api.help.list({})).items;
  expect(after.slice(0, 2)).toMatchObject([
    { id: two, isPopular: true, views: enough + 1 },
    { id: one, isPopular: true, views: enough },
  ]);
  expect(after.filter(({ isPopular }) => isPopular)).toHaveLength(limits.popularArticles);
  const words = after.find(({ id }) => id === one)?.title ?? "";
  expect((await found(words))[0]).toBe(one);
});

test("has the article that goes with each video", async () => {
  for (const { article: id } of videoIds.map((each) => videos[each])) {
    expect(await agent.api.help.article({ article: id })).toMatchObject({ id });
  }
});

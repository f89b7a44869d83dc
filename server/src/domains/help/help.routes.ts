import { type HelpCategoryId, helpCategoryIds } from "@deskhand/contract/help/help-ids";
import { docsPath } from "@deskhand/contract/pages";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import { api } from "../../platform/http/api.ts";
import { keepOpened, keepVote, selectHelpFigures, selectOwnVote } from "./help.queries.ts";
import { isFoundBy, type Ranked, rankArticles, readArticles, summaryOf } from "./help-articles.ts";

const { contacts, categories, list, search, article, countView, vote } = api.help;

export const helpRoutes = {
  contacts: contacts.handler(({ context: { services } }) => {
    const { operatorEmail, docsUrl, publicUrl } = services.settings;
    return { operatorEmail, docsUrl: docsUrl ?? publicUrl + docsPath };
  }),
  categories: categories.handler(() => {
    const articles = readArticles();
    const count = (id: HelpCategoryId) => articles.filter(({ category }) => category === id).length;
    return { items: helpCategoryIds.map((id) => ({ id, articleCount: count(id) })) };
  }),
  list: list.handler(async ({ context: { withTenant }, input }) => ({
    items: (await withTenant(rank)).filter(isIn(input.category)).map(summaryOf),
  })),
  search: search.handler(async ({ context: { withTenant }, input }) => {
    const isFound = isFoundBy(input.query);
    const ranked = (await withTenant(rank)).filter(isIn(input.category));
    return { items: ranked.filter((each) => isFound(each.article)).map(summaryOf) };
  }),
  article: article.handler(({ context: { actor, withTenant }, input }) =>
    withTenant((tx) => readFor(tx, actor.userId, input.article)),
  ),
  countView: countView.handler(({ context: { actor, withTenant }, input }) =>
    withTenant(async (tx) => {
      mustExist(input.article);
      await keepOpened(tx, actor.userId, input.article);
      const { views } = await readFor(tx, actor.userId, input.article);
      return { views };
    }),
  ),
  vote: vote.handler(({ context: { actor, withTenant }, input: { article: id, ...fields } }) =>
    withTenant(async (tx) => {
      mustExist(id);
      await keepVote(tx, actor.userId, id, fields);
      return readFor(tx, actor.userId, id);
    }),
  ),
};

async function rank(tx: TenantTx): Promise<Ranked[]> {
  return rankArticles(await selectHelpFigures(tx));
}

function isIn(category: HelpCategoryId | undefined): (each: Ranked) => boolean {
  return ({ article: { category: own } }) => category === undefined || own === category;
}

function mustExist(id: string): void {
  if (!readArticles().some((each) => each.id === id)) throw fail("help_article_not_found");
}

/** Reads an article with its figures and the reader's vote. */
async function readFor(tx: TenantTx, userId: string, id: string) {
  const found = (await rank(tx)).find((each) => each.article.id === id);
  if (!found) throw fail("help_article_not_found");
  const { helpful, notHelpful } = found.figures;
  return {
    ...summaryOf(found),
    html: found.article.html,
    helpfulCount: helpful,
    notHelpfulCount: notHelpful,
    own: await selectOwnVote(tx, userId, id),
  };
}

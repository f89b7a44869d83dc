import { contract } from "@deskhand/contract";
import type { HelpArticle } from "@deskhand/contract/help/help";
import { OpenAPIHandler } from "@orpc/openapi/fetch";
import { implement } from "@orpc/server";
import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { readHelpSearch } from "../features/help/help-search.ts";
import { createQueryClient } from "../lib/query-client.ts";
import { fakeServer, refusal } from "../testing/fake-server.ts";
import "../ui/theme.css";
import { parseSearch, stringifySearch } from "./address.ts";
import { HelpTab } from "./help-tab.tsx";

const os = implement(contract).help;
const forwarding: HelpArticle = {
  id: "forward-your-mail",
  title: "Forward your mail",
  category: "email-integration",
  tags: ["gmail"],
  summary: "Customers keep writing.",
  isPopular: true,
  views: 7,
  rating: null,
  ratingCount: 0,
  lastUpdated: "2026-11-22",
  estimatedReadTime: 2,
  helpfulCount: 0,
  notHelpfulCount: 0,
  html: '<p>Read <a href="/dashboard/help?article=passkeys">passkeys</a>.</p>',
  own: { isHelpful: null, rating: null },
};
const passkeys: HelpArticle = {
  ...forwarding,
  id: "passkeys",
  title: "Passkeys",
  category: "security",
  isPopular: false,
  views: 1,
  rating: 4.5,
  html: "<p>No password.</p>",
};

let articles: HelpArticle[];
/** The votes received. */
let votes: object[];
/** Runs before each response and may throw a `refusal`. */
let before: (path: string) => void;
let operatorEmail: string | null;
beforeEach(() => {
  articles = [forwarding, passkeys].map((each) => ({ ...each, own: { ...each.own } }));
  votes = [];
  before = () => undefined;
  operatorEmail = "ops@host.example";
});

function articleOf(id: string): HelpArticle {
  const found = articles.find((each) => each.id === id);
  if (found === undefined) throw refusal("help_article_not_found");
  return found;
}

const handler = new OpenAPIHandler({
  help: {
    contacts: os.contacts.handler(() => ({ operatorEmail, docsUrl: "https://docs.example/" })),
    categories: os.categories.handler(() => {
      before("categories");
      return { items: [{ id: "security" as const, articleCount: 1 }] };
    }),
    list: os.list.handler(({ input: { category = null } }) => {
      before("list");
      return { items: articles.filter((each) => category === null || each.category === category) };
    }),
    search: os.search.handler(({ input: { query } }) => {
      before("search");
      return { items: articles.filter(({ title }) => title.toLowerCase().includes(query.toLowerCase())) };
    }),
    article: os.article.handler(({ input }) => articleOf(input.article)),
    countView: os.countView.handler(({ input }) => {
      articleOf(input.article).views += 1;
      return { views: articleOf(input.article).views };
    }),
    vote: os.vote.handler(({ input: { article, ...vote } }) => {
      before("vote");
      votes.push(vote);
      Object.assign(articleOf(article).own, vote);
      return articleOf(article);
    }),
  },
});

/** Opens the tab at a URL. */
async function open(address = "/dashboard/help") {
  const server = fakeServer();
  server.onTheWay = async (request) => (await handler.handle(request, { prefix: "/api", context: {} })).response;
  const root = createRootRoute();
  const desk = createRoute({ getParentRoute: () => root, id: "desk" });
  const help = createRoute({
    getParentRoute: () => desk,
    path: "/dashboard/help",
    validateSearch: readHelpSearch,
    component: HelpTab,
  });
  const history = createMemoryHistory({ initialEntries: [address] });
  const routeTree = root.addChildren([desk.addChildren([help])]);
  const router = createRouter({ routeTree, history, parseSearch, stringifySearch });
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { history, at: () => history.location.href };
}

test("topics have their counts, and the most read articles come first with their figures", async () => {
  await open();
  await expect
    .element(page.getByRole("link", { name: /Security & Settings 1 article .* View articles/ }))
    .toBeVisible();
  const first = page.getByRole("link", { name: "Forward your mail 2 min read 7 views Email Integration" });
  await expect.element(first).toBeVisible();
  await expect
    .element(page.getByRole("link", { name: /^Email Our Team/ }))
    .toHaveAttribute("href", "mailto:ops@host.example");
  await expect
    .element(page.getByRole("link", { name: /^Full Documentation/ }))
    .toHaveAttribute("href", "https://docs.example/");
});

test("topics are listed without counts, and unavailable articles say why", async () => {
  before = (what) => {
    if (what !== "vote") throw refusal("unexpected");
  };
  await open();
  await expect.element(page.getByText("Failed to fetch articles: An unexpected error occurred")).toBeVisible();
  await expect.element(page.getByRole("link", { name: /^Security & Settings Passwords/ })).toBeVisible();
  await page.getByRole("searchbox").fill("mail");
  await expect.element(page.getByText("Failed to search articles: An unexpected error occurred")).toBeVisible();
});

test("without an operator's address the page says whom to ask", async () => {
  operatorEmail = null;
  await open();
  await expect.element(page.getByText(/^Ask whoever set up Deskhand/)).toBeVisible();
  expect(page.getByRole("link", { name: /^Email Our Team/ }).query()).toBeNull();
});

test("a search is in the URL, finds while typing, and leads back to all topics", async () => {
  const { at, history } = await open();
  const field = page.getByPlaceholder("Type to search help articles...");
  await userEvent.type(field, "pass");
  await expect.element(page.getByRole("heading", { name: "Search Results" })).toBeVisible();
  await expect.element(page.getByText('Found 1 article matching "pass"')).toBeVisible();
  await expect.element(page.getByText("4.5/5 rating")).toBeVisible();
  expect(at()).toBe("/dashboard/help?search=pass");
  await expect.element(field).toHaveFocus();
  await userEvent.type(field, " wombat");
  await expect.element(page.getByText("No Articles Found")).toBeVisible();
  await expect.element(page.getByText('Found 0 articles matching "pass wombat"')).toBeVisible();
  // Not letter by letter.
  history.back();
  await expect.element(page.getByText("Most Popular Articles")).toBeVisible();
  await expect.element(field).toHaveValue("");
});

test("a category lists its articles, and an article leads back to it", async () => {
  const { at } = await open("/dashboard/help?category=security");
  await expect.element(page.getByRole("heading", { name: "Security & Settings" })).toBeVisible();
  await expect.element(page.getByText("Found 1 article", { exact: true })).toBeVisible();
  await page.getByRole("link", { name: /Passkeys/ }).click();
  await expect.element(page.getByRole("heading", { name: "Passkeys", level: 1 })).toBeVisible();
  await expect.element(page.getByText("Updated Nov 22, 2026")).toBeVisible();
  await page.getByRole("link", { name: "Back to Help Center" }).click();
  expect(at()).toBe("/dashboard/help?category=security");
  await page.getByRole("link", { name: "← Back to All Topics" }).click();
  expect(at()).toBe("/dashboard/help");
});

test("invalid URL parameters are ignored, and a missing article says so", async () => {
  await open("/dashboard/help?category=nothing&video=9");
  await expect.element(page.getByText("Most Popular Articles")).toBeVisible();
  expect(page.getByRole("dialog").query()).toBeNull();
  await open("/dashboard/help?article=nothing");
  await expect.element(page.getByText("Article not found or access denied")).toBeVisible();
});

test("an article's view is counted when it is shown, and its links do not reload the page", async () => {
  const { at } = await open("/dashboard/help?article=forward-your-mail");
  await expect.element(page.getByText("8 views")).toBeVisible();
  await expect.element(page.getByText("No ratings yet")).toBeVisible();
  await page.getByRole("link", { name: "passkeys" }).click();
  await expect.element(page.getByText("No password.")).toBeVisible();
  expect(at()).toBe("/dashboard/help?article=passkeys");
});

const thanks = "Thank you for your feedback! This helps us improve our documentation.";

test("a vote is confirmed, can be changed, and is remembered", async () => {
  articleOf("passkeys").own.rating = 2;
  await open("/dashboard/help?article=passkeys");
  const yes = page.getByRole("button", { name: "Yes, helpful" });
  const no = page.getByRole("button", { name: "No, not helpful" });
  await expect.element(page.getByRole("radio", { name: "2 stars" })).toBeChecked();
  expect(page.getByText(thanks).query()).toBeNull();
  await yes.click();
  await expect.element(page.getByText(thanks)).toBeVisible();
  await no.click();
  await expect.element(no).toHaveAttribute("aria-pressed", "true");
  await expect.element(yes).toHaveAttribute("aria-pressed", "false");
  await expect.poll(() => votes).toEqual([{ isHelpful: true }, { isHelpful: false }]);
});

test("stars are chosen by arrow keys, each choice saved after the other", async () => {
  await open("/dashboard/help?article=passkeys");
  const group = page.getByRole("group", { name: "Rate this article:" });
  await expect.element(group).toBeVisible();
  await userEvent.click(group.getByRole("radio", { name: "3 stars" }));
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  await expect.element(group.getByRole("radio", { name: "5 stars" })).toBeChecked();
  await expect.poll(() => votes).toEqual([{ rating: 3 }, { rating: 4 }, { rating: 5 }]);
});

test("a failed vote is undone and reported", async () => {
  before = (what) => {
    if (what === "vote") throw refusal("unexpected");
  };
  await open("/dashboard/help?article=passkeys");
  await page.getByRole("button", { name: "Yes, helpful" }).click();
  await expect.element(page.getByRole("alert")).toBeVisible();
  await expect.element(page.getByText(/^An unexpected error occurred/)).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Yes, helpful" })).toHaveAttribute("aria-pressed", "false");
  before = () => undefined;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(page.getByText(thanks)).toBeVisible();
});

test("a video opens in a dialog, which Escape and a click outside close", async () => {
  const { at } = await open();
  const step = page.getByRole("link", { name: /Shopify Connection/ });
  for (const close of [() => userEvent.keyboard("{Escape}"), clickOutside]) {
    await step.click();
    const dialog = page.getByRole("dialog", { name: "Shopify Connection" });
    await expect.element(dialog.getByText("Connect your Shopify store and bring in its orders.")).toBeVisible();
    expect(at()).toBe("/dashboard/help?video=3");
    await close();
    await expect.element(dialog).not.toBeInTheDocument();
    expect(at()).toBe("/dashboard/help");
  }
});

test("a video that cannot be played says what to do instead", async () => {
  const { at } = await open("/dashboard/help?video=2");
  await expect.poll(() => document.querySelector("video")).not.toBeNull();
  document.querySelector("video")?.setAttribute("src", "data:video/webm,nothing");
  await expect.element(page.getByText(/^This video cannot be played here/)).toBeVisible();
  await page.getByRole("link", { name: "Read it instead" }).click();
  await expect.element(page.getByRole("heading", { name: "Forward your mail", level: 1 })).toBeVisible();
  expect(at()).toBe("/dashboard/help?article=forward-your-mail");
});

/** Clicks the backdrop, which is the dialog element beyond its content. */
async function clickOutside() {
  const dialog = document.querySelector("dialog");
  for (const type of ["pointerdown", "click"]) {
    dialog?.dispatchEvent(new MouseEvent(type, { bubbles: true, clientX: 1, clientY: 1 }));
  }
}

import type { Home, LeadHome, MyWork } from "@deskhand/contract/home/home";
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createQueryClient } from "../../../lib/query-client.ts";
import { fakeServer } from "../../../testing/fake-server.ts";
import { makeCard } from "../../../testing/make-card.ts";
import "../../../ui/theme.css";
import { HomePanels } from "./home.tsx";

const [ada, ben, team] = [1, 2, 3].map((n) => `aaaaaaaa-0000-4000-8000-00000000000${n}`) as [string, string, string];
const idle: MyWork = {
  open: 0,
  needsReply: 0,
  atRisk: 0,
  breached: 0,
  overdue: 0,
  pending: 0,
  snoozed: 0,
  unassigned: 0,
  approvals: 0,
  nextDue: [],
  longestWaiting: [],
  mentions: [],
  mentionCount: 0,
};
const calm: LeadHome = {
  faults: [],
  alerts: [],
  atRisk: 0,
  breached: 0,
  nextDue: [],
  waiting: 0,
  longestWaiting: [],
  people: [],
  teams: [],
};

/** Shows the home that a server answers with; a null answer is its failure. */
async function open(answer: () => Home | null) {
  fakeServer().onTheWay = async ({ url }) => {
    if (!new URL(url).pathname.endsWith("/api/home")) return undefined;
    const home = answer();
    return home ? Response.json(home) : new Response("{}", { status: 500 });
  };
  const route = createRootRoute({ component: HomePanels });
  const router = createRouter({ routeTree: route, history: createMemoryHistory() });
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

const region = (name: string) => page.getByRole("region", { name });
const link = (name: string | RegExp) => page.getByRole("link", { name });
const addressOf = (name: string | RegExp) => {
  const { pathname, searchParams } = new URL(link(name).first().element().getAttribute("href") ?? "", "http://desk");
  return [pathname, Object.fromEntries([...searchParams].map(([key, value]) => [key, value.replaceAll('"', "")]))];
};

test("an agent sees their own numbers, each of which leads to its list, and nothing of the store's", async () => {
  const longestWaiting = [makeCard({ ticketNumber: 7, subject: "Lamp", waitingSince: "2026-03-02T10:00:00.000Z" })];
  await open(() => ({ mine: { ...idle, open: 12, needsReply: 1, breached: 2, longestWaiting }, lead: null }));
  await expect.element(link("12 open")).toBeVisible();
  expect(addressOf("1 needs your reply")).toEqual([
    "/dashboard/tickets",
    { assignee: "me", needsReply: "true", sort: "waiting" },
  ]);
  expect(addressOf(/^2 breached/)[1]).toEqual({ assignee: "me", breached: "true", sort: "due" });
  await expect.element(link("Lamp")).toBeVisible();
  await expect.element(region("Due Next").getByText("None of your tickets has a target that comes due.")).toBeVisible();
  expect(page.getByText("Who Is Working").elements()).toEqual([]);
  // Numbers that say nothing to do are left out.
  expect(page.getByText(/snoozed|overdue|wait for the customer/).elements()).toEqual([]);
});

test("who has nothing to do is led to what nobody has", async () => {
  await open(() => ({ mine: { ...idle, unassigned: 1_001 }, lead: null }));
  await expect.element(link("1,000+ unassigned: take one")).toBeVisible();
  expect(addressOf(/take one/)[1]).toEqual({ assignee: "nobody" });
  await expect.element(page.getByText("Nobody waits for your reply. Take a ticket that nobody has.")).toBeVisible();
});

test("a mention names who wrote it and opens its ticket", async () => {
  const mention = { id: "mention-1", by: "<b>Ada</b>", ticketId: team, ticketNumber: 42, subject: "Rug" };
  const at = "2026-03-02T10:00:00.000Z";
  await open(() => ({ mine: { ...idle, mentions: [{ ...mention, at }], mentionCount: 4 }, lead: null }));
  await expect.element(link(/<b>Ada<\/b> mentioned you.*Rug/)).toBeVisible();
  await expect.element(page.getByText("and 3 more unread mentions: the bell has all of them")).toBeVisible();
});

test("a lead sees what fails, each line leading to where it is mended", async () => {
  const lead: LeadHome = {
    ...calm,
    faults: [{ part: "mail-in", words: "The mail receiver does not answer" }],
    alerts: [
      { kind: "mail_failed", count: 100, names: [], id: null },
      { kind: "rule_stopped", count: 5, names: ["Refunds", "VIP"], id: null },
      { kind: "webhook_refused", count: 1, names: ["Team chat"], id: team },
      { kind: "incident_open", count: 1, names: ["7 customers wrote about SKU LAMP-03"], id: ada },
      { kind: "approval_waiting", count: 2, names: [], id: null },
    ],
  };
  await open(() => ({ mine: idle, lead }));
  await expect.element(link("The mail receiver does not answer")).toBeVisible();
  expect(addressOf("The mail receiver does not answer")).toEqual(["/dashboard/admin", { view: "email" }]);
  expect(addressOf("99+ mails could not be sent")).toEqual(["/dashboard/messages", { folder: "failed" }]);
  expect(addressOf("Rules were stopped: Refunds, VIP, and 3 more")).toEqual(["/dashboard/admin", { view: "rules" }]);
  expect(addressOf(/A webhook.s receiver does not take what is sent: Team chat/)[1]).toEqual({
    view: "webhooks",
    open: team,
  });
  expect(addressOf(/^Open incident/)).toEqual(["/dashboard/incidents", { incident: ada }]);
  expect(addressOf("2 requests for orders wait for your decision")).toEqual(["/dashboard/orders", {}]);
});

test("a lead sees who works, team by team, and what nobody has taken", async () => {
  const lead: LeadHome = {
    ...calm,
    people: [
      { id: ben, name: "Ben", presence: "offline", openTickets: 3 },
      { id: ada, name: "Ada", presence: "online", openTickets: 1 },
    ],
    teams: [{ id: team, name: "Returns", memberIds: [ada], untaken: 2 }],
  };
  await open(() => ({ mine: idle, lead }));
  const works = region("Who Is Working");
  await expect.element(works.getByText("1 online, 0 away")).toBeVisible();
  await expect
    .element(works.getByRole("list", { name: "Members of Returns" }))
    .toMatchTextContent(/Ada, online, 1 open ticket/);
  await expect.element(works.getByRole("list", { name: "People in no team" })).toMatchTextContent(/Ben, offline/);
  expect(addressOf("2 wait for somebody")[1]).toEqual({ team, assignee: "nobody" });
  expect(addressOf(/^Ada/)[1]).toEqual({ assignee: ada });
  await expect
    .element(region("Needs Attention").getByText("Nothing has failed, and nothing waits for you."))
    .toBeVisible();
});

test("a failure is said once, and is gone when it works again", async () => {
  let works = false;
  await open(() => (works ? { mine: { ...idle, open: 3 }, lead: null } : null));
  await expect.element(page.getByText("Failed to load your work")).toBeVisible();
  works = true;
  await page.getByRole("button", { name: "Try again" }).click();
  await expect.element(link("3 open")).toBeVisible();
});

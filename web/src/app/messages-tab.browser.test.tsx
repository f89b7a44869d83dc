import type { KeptReply } from "@deskhand/contract/desk/kept-replies";
import type { LeavingMail } from "@deskhand/contract/desk/message-center";
import { QueryClientProvider } from "@tanstack/react-query";
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from "@tanstack/react-router";
import { beforeEach, expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { readMessagesSearch } from "../features/message-center/messages-search.ts";
import { createQueryClient } from "../lib/query-client.ts";
import { agent, fakeServer } from "../testing/fake-server.ts";
import { storageKey } from "../testing/open-ticket.tsx";
import { fromNow } from "../testing/stop-clock.ts";
import "../ui/theme.css";
import { Toaster } from "../ui/overlay/toaster.tsx";
import { parseSearch, readDialogs, stringifySearch } from "./address.ts";
import { MessagesTab } from "./messages-tab.tsx";

beforeEach(() => localStorage.clear());

const at = "2026-03-02T10:00:00.000Z";
const sent: LeavingMail = {
  id: "22222222-2222-4222-8222-222222222222",
  stage: "sent",
  reason: null,
  to: "ann@customer.example",
  others: 0,
  subject: "Re: A lamp [Ticket: 0007]",
  ticket: { id: "44444444-4444-4444-8444-444444444444", ticketNumber: 7 },
  messageId: "55555555-5555-4555-8555-555555555555",
  isAutomatic: false,
  author: { id: agent.id, name: "Nora Quist" },
  writtenAt: at,
  sentAt: at,
  isInOutbox: false,
  nextAt: null,
  attempts: 1,
  mayTryAgain: false,
};
const failed: LeavingMail = {
  ...sent,
  id: "33333333-3333-4333-8333-333333333333",
  stage: "failed",
  reason: "bo@customer.example does not exist",
  to: "bo@customer.example",
  subject: "Re: A chair [Ticket: 0008]",
  ticket: { id: "66666666-6666-4666-8666-666666666666", ticketNumber: 8 },
  sentAt: null,
  mayTryAgain: true,
};
const bounced: LeavingMail = {
  ...failed,
  id: crypto.randomUUID(),
  stage: "bounced",
  subject: "Re: A table",
  attempts: 3,
};
const nowhere: LeavingMail = {
  ...failed,
  id: crypto.randomUUID(),
  to: "",
  subject: "Re: A rug",
  reason: "Customer email is required",
  mayTryAgain: false,
};
const scheduled: LeavingMail = {
  ...sent,
  id: crypto.randomUUID(),
  stage: "scheduled",
  others: 2,
  subject: "A shelf",
  messageId: null,
  sentAt: null,
  nextAt: fromNow({ days: 1 }).toISOString(),
};

/** Opens the tab at an address, before a server with these mails and scripted answers. */
async function open(items: LeavingMail[] = [sent, failed, bounced, nowhere, scheduled], address = "") {
  const server = fakeServer();
  const asked = {
    queries: [] as Record<string, string>[],
    tried: [] as string[][],
    tickets: [] as { id: string; ticketNumber: number; subject: string }[],
    kept: [] as KeptReply[],
    requests: [] as string[],
    answer: (ids: string[], _sendAnyway: boolean): unknown => ({
      items: ids.map((id) => ({ id, stage: "waiting", error: null, overtaken: null })),
    }),
  };
  server.onTheWay = async (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const path = pathname.slice("/api".length);
    if (path === "/kept-replies") return Response.json({ items: asked.kept, now: fromNow().toISOString() });
    if (path.startsWith("/kept-replies")) {
      asked.requests.push(`${request.method} ${path}`);
      return Response.json({ id: scheduled.id });
    }
    if (path === "/message-center/mails") {
      asked.queries.push(Object.fromEntries(searchParams));
      const stage = searchParams.get("stage");
      return Response.json({ items: items.filter((mail) => stage === null || mail.stage === stage), nextCursor: null });
    }
    if (path === "/message-center/counts")
      return Response.json({ waiting: 0, scheduled: 1, held: 0, failed: 100, bounced: 1 });
    if (path === "/message-center/draft-tickets") return Response.json({ items: asked.tickets });
    if (path !== "/message-center/try-again") return undefined;
    const { ids, sendAnyway } = JSON.parse(await request.text());
    asked.tried.push(ids);
    return Response.json(asked.answer(ids, sendAnyway));
  };
  server.alsoCan.push("replies:cancel");
  const root = createRootRoute({ component: Outlet });
  const desk = createRoute({ getParentRoute: () => root, id: "desk", validateSearch: readDialogs });
  const tab = createRoute({
    getParentRoute: () => desk,
    path: "/dashboard/messages",
    validateSearch: readMessagesSearch,
    component: MessagesTab,
  });
  const router = createRouter({
    routeTree: root.addChildren([desk.addChildren([tab])]),
    history: createMemoryHistory({ initialEntries: [`/dashboard/messages${address}`] }),
    parseSearch,
    stringifySearch,
  });
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <RouterProvider router={router} />
      <Toaster />
    </QueryClientProvider>,
  );
  await expect.element(page.getByRole("heading", { name: "Messages", level: 1 })).toBeVisible();
  /** Closes the open ticket. */
  const leave = () => router.navigate({ to: ".", search: (all) => ({ ...all, ticket: undefined }) });
  return { asked, href: () => router.state.location.href, leave };
}

const rowOf = (subject: string) => page.getByRole("article").filter({ hasText: subject });
const chip = (name: string | RegExp) => page.getByRole("group", { name: "Show" }).getByRole("button", { name });

test("a row says to whom, what, by whom and what became of it, and opens its ticket", async () => {
  const { href } = await open();
  await expect.element(rowOf("Re: A lamp").getByText("Sent", { exact: true })).toBeVisible();
  for (const words of [
    "bo@customer.example",
    "Ticket: 0008",
    "Nora Quist",
    "Failed",
    "bo@customer.example does not exist.",
  ])
    await expect.element(rowOf("Re: A chair").getByText(words, { exact: true })).toBeVisible();
  await expect.element(rowOf("Re: A table").getByText(/does not exist\. 3 tries so far\./)).toBeVisible();
  await expect.element(rowOf("A shelf").getByText("ann@customer.example and 2 others")).toBeVisible();
  await expect.element(rowOf("A shelf").getByText(/^Leaves /)).toBeVisible();
  await rowOf("Re: A chair").getByRole("link").click();
  await expect.poll(href).toContain(`ticket=${failed.ticket.id}`);
});

test("chips narrow the list in the address and say how many there are, up to a bound; pressed again they show all", async () => {
  const { asked, href } = await open();
  await expect.element(chip("Failed (99+)")).toBeVisible();
  await expect.element(chip("Bounced (1)")).toBeVisible();
  await expect.element(chip(/^Waiting$/)).toBeVisible();
  await chip(/^Bounced/).click();
  await expect.poll(href).toContain("folder=bounced");
  await expect.poll(() => page.getByRole("article").elements()).toHaveLength(1);
  await page.getByRole("searchbox", { name: "Search messages" }).fill("table");
  await expect.poll(() => asked.queries.at(-1)).toMatchObject({ stage: "bounced", search: "table" });
  await page.getByRole("button", { name: "Clear search" }).click();
  await chip(/^Bounced/).click();
  await expect.poll(() => page.getByRole("article").elements()).toHaveLength(5);
  await chip("Waiting").click();
  await expect.element(page.getByText("Every mail has left.", { exact: false })).toBeVisible();
});

test("only what may be tried again can be: one alone, or all that are chosen, and those that are refused say why", async () => {
  const { asked } = await open();
  await expect.element(rowOf("Re: A chair")).toBeVisible();
  for (const subject of ["Re: A lamp", "Re: A rug", "A shelf"]) {
    expect(rowOf(subject).getByRole("checkbox").query()).toBeNull();
    expect(
      rowOf(subject)
        .getByRole("button", { name: /^Try again/ })
        .query(),
    ).toBeNull();
  }
  await rowOf("Re: A chair")
    .getByRole("button", { name: /^Try again/ })
    .dblClick();
  await expect.element(page.getByText("1 is on its way again")).toBeVisible();
  expect(asked.tried).toEqual([[failed.id]]);
  asked.answer = (ids) => ({
    items: ids.map((id) => {
      const error = id === failed.id ? null : "The address does not exist";
      return { id, stage: "failed", error, overtaken: null };
    }),
  });
  await page.getByRole("checkbox", { name: "Choose all shown" }).click();
  await page.getByRole("button", { name: "Try again (2)" }).click();
  await expect.element(page.getByText("1 is on its way again, 1 is not: The address does not exist")).toBeVisible();
  expect(asked.tried.at(-1)).toEqual([failed.id, bounced.id]);
  await expect.element(page.getByRole("checkbox", { name: "Choose all shown" })).not.toBeChecked();
});

test("what is old, or was overtaken, goes again only after a question that says why", async () => {
  const { asked } = await open();
  const why = { writtenAt: "2026-03-02T09:00:00.000Z", isOld: true, hasNewMail: true, answeredBy: "Ben" };
  asked.answer = (ids, sendAnyway) => ({
    items: ids.map((id) => {
      const overtaken = sendAnyway || id === failed.id ? null : why;
      return { id, stage: "failed", error: overtaken && "It is old", overtaken };
    }),
  });
  await page.getByRole("checkbox", { name: "Choose all shown" }).click();
  await page.getByRole("button", { name: "Try again (2)" }).click();
  const dialog = page.getByRole("dialog", { name: "Send it all the same?" });
  await expect
    .element(dialog.getByText(/written on Mar 2, 2026.* The customer has written since\. Ben has answered since\./))
    .toBeVisible();
  await expect.element(page.getByText("1 is on its way again")).toBeVisible();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  expect(asked.tried).toEqual([[failed.id, bounced.id]]);
  await rowOf("Re: A table")
    .getByRole("button", { name: /^Try again/ })
    .click();
  await dialog.getByRole("button", { name: "Send it" }).dblClick();
  await expect.poll(() => asked.tried).toEqual([[failed.id, bounced.id], [bounced.id], [bounced.id]]);
  await expect.element(dialog).not.toBeInTheDocument();
});

test("one's own scheduled reply can be sent now, moved or undone; a colleague's can be taken back", async () => {
  const colleagues: LeavingMail = {
    ...scheduled,
    id: crypto.randomUUID(),
    subject: "A sofa",
    author: { id: crypto.randomUUID(), name: "Ben Ohr" },
  };
  const { asked } = await open([scheduled, colleagues]);
  const own = rowOf("A shelf");
  for (const name of ["Undo", "Send now", "Change time"])
    await expect.element(own.getByRole("button", { name })).toBeVisible();
  expect(own.getByRole("button", { name: "Take back" }).query()).toBeNull();
  await own.getByRole("button", { name: "Send now" }).click();
  await expect.poll(() => asked.requests).toEqual([`POST /kept-replies/${scheduled.id}/send`]);
  await rowOf("A sofa").getByRole("button", { name: "Take back" }).click();
  await expect.poll(() => asked.requests.at(-1)).toBe(`POST /kept-replies/${colleagues.id}/cancel`);
  await own.getByRole("button", { name: "Change time" }).click();
  await expect.element(page.getByRole("dialog", { name: "Change time" })).toBeVisible();
});

test("drafts are one's own, of this browser and those that came back, with their tickets", async () => {
  const [ticketId, deletedId, returnedId] = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
  localStorage.setItem(storageKey("reply", ticketId), "I looked into it");
  localStorage.setItem(storageKey("reply", deletedId), "Too late");
  localStorage.setItem(`deskhand-draft:${crypto.randomUUID()}:reply:${ticketId}`, "Somebody else's");
  const { asked, href, leave } = await open([]);
  asked.tickets.push(
    { id: ticketId, ticketNumber: 9, subject: "A lamp" },
    { id: returnedId, ticketNumber: 12, subject: "A sofa" },
  );
  asked.kept.push({
    id: crypto.randomUUID(),
    ticketId: returnedId,
    ticketNumber: 12,
    authorId: agent.id,
    authorName: "Nora Quist",
    content: "It leaves tomorrow",
    macro: null,
    recipients: null,
    answersId: null,
    lastSeenMessageId: null,
    sendAnyway: false,
    resourceIds: [],
    files: [],
    thenStatus: null,
    expectedStatus: null,
    draft: null,
    createdAt: at,
    dueAt: at,
    isLater: true,
    returned: {
      reason: "conversation_moved_on",
      message: "The conversation moved on since you started writing",
      isSeen: false,
    },
  });
  await chip("Drafts (2)").click();
  await expect.element(rowOf("A sofa").getByText("The conversation moved on since you started writing")).toBeVisible();
  await expect.element(rowOf("A lamp").getByText("I looked into it")).toBeVisible();
  await expect.element(rowOf("A ticket that was deleted").getByText("Too late")).toBeVisible();
  expect(page.getByText("Somebody else's").query()).toBeNull();
  await rowOf("A lamp").getByRole("link").click();
  await expect.poll(href).toContain(`ticket=${ticketId}`);
  // Its reply was sent, and the ticket closed.
  localStorage.removeItem(storageKey("reply", ticketId));
  await leave();
  await expect.element(rowOf("A lamp")).not.toBeInTheDocument();
  await expect.element(chip("Drafts (1)")).toBeVisible();
});

test.each([
  [1440, 900],
  [1366, 650],
  [390, 844],
])("in a window of %i by %i nothing is wider than it, and arrow keys lead from row to row", async (width, height) => {
  await page.viewport(width, height);
  await open([
    { ...failed, subject: `Re: ${"Verylongword".repeat(12)}`, to: `${"x".repeat(60)}@customer.example` },
    sent,
  ]);
  const first = page.getByRole("article").first().getByRole("link");
  await expect.element(first).toBeVisible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  const box = page.getByRole("article").first().element();
  expect(box.scrollWidth).toBeLessThanOrEqual(box.clientWidth);
  first.element().focus();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(rowOf("Re: A lamp").getByRole("link")).toHaveFocus();
});

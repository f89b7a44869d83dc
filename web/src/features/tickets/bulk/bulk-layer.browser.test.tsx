import { ORPCError } from "@orpc/client";
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";
import { render } from "vitest-browser-react";
import { api } from "../../../lib/api.ts";
import { forgetTab } from "../../../lib/auth/sign-out.ts";
import { createQueryClient } from "../../../lib/query-client.ts";
import { agent, fakeServer } from "../../../testing/fake-server.ts";
import { fromNow, stopClock } from "../../../testing/stop-clock.ts";
import "../../../ui/theme.css";
import { BulkLayer } from "./bulk-layer.tsx";
import { chooseAll } from "./chosen-tickets.ts";
import { readRun } from "./run-change.ts";

type Server = ReturnType<typeof fakeServer>;

const bea = { id: "22222222-2222-4222-8222-222222222222", name: "Bea Cramm" };
const idsOf = (count: number) =>
  Array.from({ length: count }, (_, at) => `00000000-0000-4000-8000-${String(at).padStart(12, "0")}`);
const bar = page.getByRole("region", { name: "Change of many tickets" });
const expectText = (text: string) => expect.element(bar.getByText(text, { exact: true })).toBeVisible();
const button = (name: string) => bar.getByRole("button", { name });

/** Opens the list as a new page would, and returns how to leave it. */
async function open() {
  const layer = () => (
    <>
      <BulkLayer items={[]} total={undefined} findAll={() => Promise.reject()} listKey="all" />
      <p>The list</p>
    </>
  );
  const routeTree = createRootRoute({ component: layer });
  const router = createRouter({ routeTree, history: createMemoryHistory() });
  const cache = createQueryClient(() => undefined);
  // The user is known from the first moment, so anything shown for another user would show now.
  await cache.prefetchQuery(api.account.me.queryOptions());
  const screen = await render(
    <QueryClientProvider client={cache}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await expect.element(page.getByText("The list")).toBeVisible();
  await new Promise(requestAnimationFrame);
  return () => screen.unmount();
}

async function assignToMe(count: number) {
  chooseAll(idsOf(count));
  await page.getByRole("button", { name: "Assign" }).click();
  await page.getByRole("menuitem", { name: "Assign to me" }).click();
}

/** Loads the page for another user, then for another store, then for its owner again. */
async function reload(server: Server, leave: () => Promise<void>) {
  const { user, storeId } = server;
  await leave();
  for (const other of [{ user: bea }, { storeId: crypto.randomUUID() as string }]) {
    Object.assign(server, { user, storeId }, other);
    const leaveOther = await open();
    await expect.element(bar).not.toBeInTheDocument();
    await leaveOther();
  }
  Object.assign(server, { user, storeId });
  return open();
}

/** Starts a change of 250 tickets and cuts the connection at the second part, which the server applies or not. */
async function cutOff(isDone: boolean) {
  const server = fakeServer();
  const leave = await open();
  const { promise: gone, resolve: letGo } = Promise.withResolvers<void>();
  server.changes[isDone ? "after" : "before"] = async () => {
    if (server.changes.parts.length !== 2) return;
    await gone;
    throw new ORPCError("SERVICE_UNAVAILABLE", { status: 503 });
  };
  await assignToMe(250);
  await expectText("Changing 100 of 250 tickets...");
  await expect.poll(() => server.changes.parts).toEqual([100, 100]);
  const back = await reload(server, leave);
  letGo();
  await expectText("Stopped: 100 of 250 tickets done.");
  return { server, leave: back };
}

/** Whom the tickets were assigned to, in turn. */
const givenOf = ({ changes }: Server) => idsOf(250).map((id) => (changes.given.get(id) ?? []).join());
const times = (count: number, given: string) => Array.from({ length: count }, () => given);

beforeEach(() => {
  forgetTab();
});

test("Undo reverts a change of many tickets and reports those that somebody changed since", async () => {
  const server = fakeServer();
  await open();
  await assignToMe(3);
  await expectText("3 changed");
  const [first = ""] = idsOf(1);
  server.changes.given.set(first, [bea.id]);
  await button("Undo").click();
  await expectText("2 changed back, 1 refused: A ticket: Somebody changed it since");
  expect(givenOf(server).slice(0, 4)).toEqual([bea.id, `${agent.id},`, `${agent.id},`, ""]);
  await expect.element(button("Undo")).not.toBeInTheDocument();
  await button("Show refused").click();
  const refusals = page.getByRole("dialog", { name: "1 ticket refused" }).getByRole("listitem");
  await expect.element(refusals).toHaveTextContent("A ticket Somebody changed it since");
});

test.each([true, false])(
  "a change that was cut off goes on, each ticket once (the last part done: %s)",
  async (isDone) => {
    const { server } = await cutOff(isDone);
    await button("Go on").click();
    await expectText("250 changed");
    expect(givenOf(server)).toEqual(times(250, agent.id));
    expect(server.changes.parts).toEqual([100, 100, 100, 50]);
  },
);

test.each([true, false])("Undo reverts everything applied (last part applied: %s)", async (isDone) => {
  const { server } = await cutOff(isDone);
  await button("Undo").click();
  await expectText("200 changed back");
  expect(givenOf(server)).toEqual([...times(200, `${agent.id},`), ...times(50, "")]);
});

test("a change stopped by hand is reverted together with the part under way", async () => {
  const server = fakeServer();
  const { promise: asked, resolve: answer } = Promise.withResolvers<void>();
  server.changes.after = () => asked;
  await open();
  await assignToMe(250);
  await expect.poll(() => server.changes.given.size).toBe(100);
  await button("Cancel").click();
  await button("Undo").click();
  answer();
  await expectText("100 changed back");
  expect(givenOf(server)).toEqual([...times(100, `${agent.id},`), ...times(150, "")]);
});

test("a finished change and its Undo survive a reload until dismissed", async () => {
  const server = fakeServer();
  const leave = await open();
  await assignToMe(3);
  await expectText("3 changed");
  const leaveAgain = await reload(server, leave);
  await expectText("3 changed");
  await expect.element(button("Undo")).toBeVisible();
  await button("Dismiss").click();
  await reload(server, leaveAgain);
  await expect.element(bar).not.toBeInTheDocument();
});

test("a success is shown for two minutes, a refusal until dismissed", async () => {
  const server = fakeServer();
  await open();
  stopClock();
  await assignToMe(3);
  await expectText("3 changed");
  await vi.advanceTimersByTimeAsync(125_000);
  await expect.element(bar).not.toBeInTheDocument();
  await assignToMe(3);
  await expectText("3 changed");
  server.changes.given.set(idsOf(1)[0] ?? "", [bea.id]);
  await button("Undo").click();
  await expectText("2 changed back, 1 refused: A ticket: Somebody changed it since");
  await vi.advanceTimersByTimeAsync(125_000);
  await expect.element(button("Show refused")).toBeVisible();
});

test("signing out leaves no change behind", async () => {
  const { server, leave } = await cutOff(true);
  forgetTab();
  await expect.element(bar).not.toBeInTheDocument();
  await reload(server, leave);
  await expect.element(bar).not.toBeInTheDocument();
  expect(Object.keys(sessionStorage)).toEqual([]);
});

type StoredRun = Record<string, unknown> & { items: object[]; results: object[] };

const spoilt: Record<string, (kept: StoredRun) => unknown> = {
  "no JSON": () => undefined,
  "another value": () => 7,
  nothing: () => null,
  "a list": () => [],
  "of an older version": ({ isUnsure, ...kept }) => kept,
  "of the day before": (kept) => ({ ...kept, keptAt: fromNow({ hours: -25 }).getTime() }),
  "without a key": ({ key, ...kept }) => kept,
  "without tickets": (kept) => ({ ...kept, items: [], results: [] }),
  "with a ticket that is none": (kept) => ({ ...kept, items: [...kept.items, null] }),
  "with results of other tickets": (kept) => ({ ...kept, results: kept.results.toReversed() }),
  "with more results than tickets": (kept) => ({ ...kept, items: kept.items.slice(0, 1) }),
  "with a refusal without a reason": (kept) => ({ ...kept, results: kept.results.map(refused) }),
};

test("foreign data in the tab's storage is ignored, and the next change starts", async () => {
  const server = fakeServer();
  const leave = await open();
  await assignToMe(3);
  await expectText("3 changed");
  const [at = ""] = Object.keys(sessionStorage);
  const stored = sessionStorage.getItem(at) ?? "";
  for (const [name, change] of Object.entries(spoilt)) {
    sessionStorage.setItem(at, String(JSON.stringify(change(JSON.parse(stored)))));
    expect(readRun(at.slice(at.indexOf(":") + 1)), name).toBeNull();
  }
  await reload(server, leave);
  await expect.element(bar).not.toBeInTheDocument();
  await assignToMe(3);
  await expectText("3 changed");
});

const refused = (result: object) => ({ ...result, outcome: "refused", error: null });

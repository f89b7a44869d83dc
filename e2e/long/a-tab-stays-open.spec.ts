import type { OrderDetail } from "@deskhand/contract/orders";
import type { TicketCard } from "@deskhand/contract/tickets";
import type { CDPSession, Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "../desk.ts";
import { expect } from "../expect.ts";
import { signInAtDemoStore } from "../sign-in-at-demo-store.ts";
import { supportAddress } from "../support-address.ts";
import { openTicket } from "../ticket-screen.ts";

const desk = await openDesk();

const minutes = 90;
/** Measures after each period of this many minutes; the first includes what is fetched once and kept. */
const part = 15;

/** The page's memory, and what it did in each minute since the last measurement. */
type Look = { minute: number; nodes: number; listeners: number; heapMb: number; scriptMs: number; requests: number };

test("a tab that shows a ticket with its order for ninety minutes does no more in the last minutes than in the first", async () => {
  const page = await signInAtDemoStore(desk, "admin");
  await page.addInitScript(canBeHidden);
  await page.clock.install();
  const requests = requestsOf(page);
  const { ticketId, customer, others } = await openTicketWithOrder(page);
  await breakNowAndThen(page, () => minute);
  const cdp = await page.context().newCDPSession(page);
  await cdp.send("Performance.enable");

  const looks: Look[] = [];
  let minute = 0;
  let before = await measure(cdp);
  for (minute = 1; minute <= minutes; minute += 1) {
    // Colleagues work elsewhere, and the open ticket's customer has news, of which the ticket shows everything.
    const other = others[minute % others.length];
    const changes = [
      await page.request.patch(`/api/tickets/${other}`, { data: { priority: minute % 2 === 0 ? "low" : "high" } }),
      await page.request.patch(`/api/customers/${customer}`, { data: { phone: `+353 1 ${1_000_000 + minute}` } }),
    ];
    expect(changes.map((answer) => answer.status())).toEqual([200, 200]);
    await page.evaluate(
      (isHidden) => window.dispatchEvent(new CustomEvent("soak", { detail: isHidden })),
      minute % 3 === 0,
    );
    await page.clock.runFor(60_000);
    // A page that hangs in a loop would not answer.
    await page.evaluate(() => undefined);
    await requests.settled();
    if (minute % part !== 0) continue;
    const now = await measure(cdp);
    looks.push({
      minute,
      nodes: now.nodes,
      listeners: now.listeners,
      heapMb: now.heapMb,
      scriptMs: (now.scriptMs - before.scriptMs) / part,
      requests: requests.take() / part,
    });
    before = now;
  }
  console.table(looks);
  await expect(page.getByRole("dialog", { name: /^Ticket: \d{4}$/ })).toBeVisible();
  expect(new URL(page.url()).searchParams.get("ticket")).toBe(ticketId);
  const [first, last] = [looks[0], looks.at(-1)];
  if (!first || !last) throw new Error("It was measured");
  // The page still hears of events.
  expect(last.requests).toBeGreaterThan(1);
  expect(last.nodes).toBeLessThan(first.nodes * 1.1 + 50);
  expect(last.listeners).toBeLessThan(first.listeners * 1.1 + 20);
  expect(last.heapMb).toBeLessThan(first.heapMb * 1.15 + 2);
  expect(last.requests).toBeLessThan(first.requests * 1.25 + 2);
  expect(last.scriptMs).toBeLessThan(first.scriptMs * 2 + 100);
});

/** Lets the test tell a page that it is visible or hidden, as when changing tabs. */
function canBeHidden(): void {
  let isHidden = false;
  Object.defineProperty(document, "visibilityState", { get: () => (isHidden ? "hidden" : "visible") });
  Object.defineProperty(document, "hidden", { get: () => isHidden });
  window.addEventListener("soak", (event) => {
    isHidden = (event as CustomEvent<boolean>).detail;
    document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
    window.dispatchEvent(new Event(isHidden ? "blur" : "focus"));
  });
}

/** Opens the store's connection page and then, in the same tab, a ticket whose customer waits for a parcel. */
async function openTicketWithOrder(page: Page) {
  await page.goto("/dashboard/admin?view=shopify");
  await expect(page.getByRole("heading", { name: /Shopify/ }).first()).toBeVisible();
  const { items } = await (await page.request.get("/api/orders?limit=60")).json();
  for (const { id } of items) {
    const { customer, name, fulfillments }: OrderDetail = await (await page.request.get(`/api/orders/${id}`)).json();
    if (!customer?.email || fulfillments[0]?.deliveredAt !== null) continue;
    await page
      .getByRole("navigation")
      .getByRole("link", { name: /^Tickets/ })
      .first()
      .click();
    const subject = `Still no parcel ${name}`;
    const writer = desk.newCustomer(customer.name ?? "", customer.email);
    await writer.writes({ to: await supportAddress(page), subject, text: `Where is ${name}?` });
    const { dialog } = await openTicket(page, subject);
    const aside = dialog.getByRole("complementary", { name: "Customer & details" });
    await aside.getByRole("button", { name: "Show tracking" }).click();
    await expect(dialog.getByRole("region", { name: "Tracking", exact: true })).toBeVisible();
    const ticketId = new URL(page.url()).searchParams.get("ticket") ?? "";
    const listed: { items: TicketCard[] } = await (await page.request.get("/api/tickets?limit=20")).json();
    const others = listed.items.map((ticket) => ticket.id).filter((other) => other !== ticketId);
    return { ticketId, customer: customer.id, others };
  }
  throw new Error("Nothing of the demo store is on its way");
}

/** Breaks the store's connection every other ten minutes, so that the panel says how old its data is. */
async function breakNowAndThen(page: Page, minute: () => number): Promise<void> {
  await page.route("**/api/shopify/status", async (route) => {
    const response = await route.fetch();
    const status = await response.json();
    const isBroken = Math.floor(minute() / 10) % 2 === 1;
    await route.fulfill({ response, json: isBroken ? { ...status, state: "reconnect" } : status });
  });
}

/** Counts the page's requests; `settled` waits until none is under way. */
function requestsOf(page: Page) {
  const underWay = new Set<unknown>();
  let count = 0;
  page.on("request", (request) => {
    if (!new URL(request.url()).pathname.startsWith("/api/")) return;
    count += 1;
    underWay.add(request);
  });
  for (const end of ["requestfinished", "requestfailed"] as const)
    page.on(end as "requestfinished", (request) => void underWay.delete(request));
  return {
    settled: () => expect.poll(() => underWay.size).toBe(0),
    take() {
      const counted = count;
      count = 0;
      return counted;
    },
  };
}

async function measure(cdp: CDPSession) {
  await cdp.send("HeapProfiler.collectGarbage");
  const { metrics } = await cdp.send("Performance.getMetrics");
  const latest = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return {
    nodes: latest("Nodes"),
    listeners: latest("JSEventListeners"),
    heapMb: Math.round(latest("JSHeapUsedSize") / 1e5) / 10,
    scriptMs: Math.round(latest("ScriptDuration") * 1_000),
  };
}

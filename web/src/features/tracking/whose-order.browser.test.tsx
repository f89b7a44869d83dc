import type { TicketTracking } from "@deskhand/contract/tracking";
import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { fakeServer } from "../../testing/fake-server.ts";
import { at, newCustomer, newOrder, open, show } from "../../testing/ticket-orders.tsx";
import { OrderBrief } from "./order-brief.tsx";

test.each([
  ["another_address", "Belongs to another e-mail address"],
  ["without_owner", "Belongs to no customer"],
  [null, null],
] as const)("an order that a colleague chose is labelled with its doubt: %s", async (savedDoubt, words) => {
  const saved = { orderNumber: "1042", savedBy: null, savedByName: "Ruben", savedAt: at };
  const { tab } = await open({ saved, savedOrder: newOrder("1042"), savedDoubt });
  await expect.element(tab.getByRole("heading", { name: "Shipped" })).toBeVisible();
  // The tab shows the label, and so does the card with the order in brief.
  const badges = page.getByText(/^Belongs to/);
  await expect
    .poll(() => badges.elements().map((badge) => badge.textContent))
    .toEqual(words === null ? [] : [words, words]);
});

test.each([
  ["mallory@evil.example", false, 1],
  ["support@shop.example", true, 0],
])(
  "when %s wrote for the customer (the store's own address: %s), both tabs warn unless that address is the store's",
  async (email, isStores, warnings) => {
    const customer = { ...newCustomer([newOrder("1042")]), isVerified: false };
    const { tab, info } = await open({ customer, writtenFrom: { email, isStores } });
    const words = `These are the orders of ines@roth.example, whom answers go to. ${email} wrote, and nothing proves that they are the same person.`;
    await expect.element(tab.getByText("Shopify Customer Found")).toBeVisible();
    for (const part of [tab, info])
      expect(part.getByRole("status").filter({ hasText: words }).elements()).toHaveLength(warnings);
    await expect.element(tab.getByText("Verified", { exact: true })).not.toBeInTheDocument();
  },
);

test.each([[null], [0]])(
  "orders that the ticket's text names without a customer are not shown as a customer's, with %s as the total number",
  async (totalOrders) => {
    const order = {
      status: "paid",
      fulfillment: null,
      amount: null,
      currency: null,
      date: null,
      tracking: null,
      items: [],
    };
    const { tab, info } = await open({
      parsed: {
        source: "ticket",
        customerId: null,
        customerName: null,
        customerEmail: null,
        totalOrders,
        totalSpent: null,
        currency: null,
        orders: [
          { ...order, name: "#7", orderNumber: "7" },
          { ...order, name: "#8", orderNumber: "8" },
        ],
      },
    });
    const both = `${tab.element().textContent} ${info.element().textContent}`;
    for (const words of ["Orders without a customer", "From the text of this ticket", "Order #7", "Order #8"])
      expect(both).toContain(words);
    for (const words of ["Shopify Customer Found", "Total Orders", "Not linked", "Customer Information"])
      expect(both).not.toContain(words);
  },
);

test("an order that the store no longer shows is labelled with the time when it was last read", async () => {
  const saved = { orderNumber: "1042", savedBy: null, savedByName: "Ruben", savedAt: at };
  const { server, tab, button } = await open({
    saved,
    savedOrder: newOrder("1042"),
    customer: newCustomer([newOrder("1042")]),
  });
  server.lookFault = "not_shown";
  await button("Refresh Tracking").click();
  await expect.element(tab.getByText(/^The store does not show this order: .* as it was read last\.$/)).toBeVisible();
});

test("a payment after shipping is listed, but is not the parcel's state", async () => {
  const [parcel] = newOrder("1042").parcels;
  const paid = {
    id: "2",
    timestamp: at,
    status: "processing",
    location: null,
    description: "Payment received",
  } as const;
  const order = newOrder("1042", { parcels: parcel ? [{ ...parcel, events: [paid, ...parcel.events] }] : [] });
  const saved = { orderNumber: "1042", savedBy: null, savedByName: "Ruben", savedAt: at };
  const { tab } = await open({ saved, savedOrder: order });
  await expect.element(tab.getByText("Payment received")).toBeVisible();
  expect(tab.getByText("Payment received").elements()).toHaveLength(1);
  expect(tab.getByText("In transit").elements().length).toBeGreaterThan(1);
});

test.each([
  [
    "when the orders were read",
    { customer: newCustomer([newOrder("1042")]) },
    /The orders above are shown as of Nov 20/,
  ],
  ["when the store was read", {}, /It was read last Nov 19/],
  ["that the store was not read yet", { lastSyncedAt: null }, /Nothing has been loaded yet/],
] as const)(
  "the box without an order says %s",
  async (_, {
    lastSyncedAt = "2026-11-19T09:00:00.000Z",
    ...known
  }: { lastSyncedAt?: string | null; customer?: TicketTracking["customer"] }, words) => {
    const { tab } = await open({
      ...known,
      store: { state: "connected", shopDomain: "shop.myshopify.com", lastSyncedAt, revokedAt: null },
    });
    await expect.element(tab.getByText(words)).toBeVisible();
  },
);

test.each([
  [
    "an order",
    { saved: { orderNumber: "1042", savedBy: null, savedByName: "Ruben", savedAt: at }, savedOrder: newOrder("1042") },
  ],
  ["no order", {}],
] as const)("what is below the order in brief does not move when the server answers with %s", async (_, known) => {
  await page.viewport(1440, 900);
  let letAnswer = (_value: undefined): void => undefined;
  const answered = new Promise<undefined>((resolve) => {
    letAnswer = resolve;
  });
  const server = fakeServer();
  server.tracking = { ...server.tracking, ...known };
  server.onTheWay = (request) => (request.url.includes("/tracking") ? answered : Promise.resolve(undefined));
  await show(() => (
    <div className="w-80">
      <OrderBrief ticket={server.ticket} onShowTracking={() => undefined} />
      <p>Below</p>
    </div>
  ));
  const top = () => page.getByText("Below").element().getBoundingClientRect().top;
  await expect.element(page.getByText("Below")).toBeVisible();
  await expect.poll(() => document.querySelector("section")).not.toBeNull();
  const before = top();
  letAnswer(undefined);
  await expect.element(page.getByRole("button", { name: "Show tracking" })).toBeVisible();
  expect(top()).toBe(before);
});

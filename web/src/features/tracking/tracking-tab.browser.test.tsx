import type { TicketDetail } from "@deskhand/contract/tickets";
import type { TicketOrder, TicketTracking } from "@deskhand/contract/tracking";
import { QueryClientProvider } from "@tanstack/react-query";
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { expect, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { createQueryClient } from "../../lib/query-client.ts";
import { useSession } from "../../lib/session.ts";
import { fakeServer, refusal } from "../../testing/fake-server.ts";
import "../../ui/theme.css";
import { OrderBrief } from "./order-brief.tsx";
import { OrderInfoTab } from "./order-info-tab.tsx";
import { TrackingTab } from "./tracking-tab.tsx";

const at = "2026-11-20T09:00:00.000Z";
const lamp = { title: "Linen lamp", variantTitle: "Sand", quantity: 2, price: "29.50" } as const;

function newOrder(orderNumber: string, changes: Partial<TicketOrder> = {}): TicketOrder {
  const name = `#${orderNumber}`;
  return {
    ...{ id: crypto.randomUUID(), name, orderNumber, totalPrice: "59.00", totalRefunded: "0", currency: "EUR" },
    ...{ financialStatus: "paid", fulfillmentStatus: "fulfilled", createdAt: at, cancelledAt: null, readAt: at },
    ...{ items: [lamp], lineCount: 1, since: null },
    parcels: [
      {
        ...{ orderNumber: name, trackingNumber: "JD0146", carrier: "DHL Express", status: "shipped", progress: 50 },
        ...{ platformStatus: "in_transit", estimatedDelivery: null, lastUpdate: at },
        ...{ trackUrl: "https://dhl.example/JD0146", websiteUrl: "https://dhl.example/JD0146" },
        events: [{ id: "1", timestamp: at, status: "shipped", location: "Cork, Ireland", description: "In transit" }],
      },
    ],
    ...changes,
  };
}

function newCustomer(orders: TicketOrder[]): NonNullable<TicketTracking["customer"]> {
  return {
    ...{ id: crypto.randomUUID(), name: "Ines Roth", email: "ines@roth.example", shopifyCustomerId: "77" },
    ...{ isVerified: true, totalOrders: 4, totalSpent: "312.00", currency: "EUR", otherTickets: 1, orders },
  };
}

function Parts({ ticket }: { ticket: TicketDetail }) {
  const { user } = useSession();
  if (user === null) return null;
  return (
    <>
      <OrderBrief ticketId={ticket.id} onShowTracking={() => undefined} />
      <TrackingTab ticket={ticket} />
      <OrderInfoTab ticketId={ticket.id} />
    </>
  );
}

async function show(component: () => ReactNode) {
  const router = createRouter({
    routeTree: createRootRoute({ component }),
    history: createMemoryHistory({ initialEntries: ["/"] }),
  });
  await render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
}

type Makings = Partial<TicketTracking> & { status?: TicketDetail["status"] };

/** The brief and both tabs of a ticket, below one another, before a server that knows this of its orders. */
async function open({ status = "open", ...known }: Makings = {}) {
  const server = fakeServer();
  server.ticket.status = status;
  server.tracking = { ...server.tracking, ...known };
  await show(() => <Parts ticket={server.ticket} />);
  const tab = page.getByRole("region", { name: "Tracking", exact: true });
  await expect.element(tab.getByText("Integration Status")).toBeVisible();
  return {
    server,
    tab,
    info: page.getByRole("region", { name: "Order Info" }),
    button: (name: string) => tab.getByRole("button", { name }),
    number: tab.getByRole("textbox", { name: "Order number" }),
    note: tab.getByRole("textbox", { name: "Tracking note" }),
  };
}

test("an order that was found is told with its parcel, what changed and why it is this one", async () => {
  const changes = [
    { kind: "refunded", at, amount: "20.00", trackingNumber: null },
    { kind: "delivered", at, amount: null, trackingNumber: "JD0146" },
  ] as const;
  const order = newOrder("1042", { since: { writtenAt: at, isLastMessage: true, changes: [...changes] } });
  const found = { order, certainty: "likely", because: "only_open", doubt: "not_named", words: [] } as const;
  const { tab } = await open({ found: [{ ...found, words: [] }] });
  await expect.element(tab.getByRole("heading", { name: "Shipped" })).toBeVisible();
  await expect.element(tab.getByRole("progressbar", { name: "Progress" })).toHaveAttribute("aria-valuenow", "50");
  const text = tab.element().textContent ?? "";
  for (const words of [
    "Tracking # JD0146",
    "via DHL Express",
    "50%",
    "Not available",
    "In transit · Cork, Ireland",
    "Probably",
  ]) {
    expect(text).toContain(words);
  }
  expect(page.elementLocator(document.body).element().textContent).toContain(
    "Since the customer wrote: refunded €20.00 Nov 20 · delivered Nov 20",
  );
  await expect
    .element(tab.getByRole("link", { name: "View on DHL Express Website" }))
    .toHaveAttribute("href", "https://dhl.example/JD0146");
});

test("somebody else's order is named as such, and nothing of it is filled in", async () => {
  const order = newOrder("1042");
  const { tab } = await open({
    found: [{ order, certainty: "other", because: "named", doubt: "another_address", words: ["1042"] }],
    notFound: ["9999"],
  });
  await expect.element(tab.getByText("Belongs to another e-mail address")).toBeVisible();
  await expect.element(tab.getByText("No order number set")).toBeVisible();
  await expect.element(tab.getByText("No order with the number #9999 is known here.")).toBeVisible();
  expect(tab.element().textContent).not.toContain("JD0146");
});

test.each([
  ["another_address", "Belongs to another e-mail address"],
  ["without_owner", "Belongs to no customer"],
  [null, null],
] as const)("an order that a colleague set, of which the doubt is %s, says so beside it", async (savedDoubt, words) => {
  const saved = { orderNumber: "1042", savedBy: null, savedByName: "Ruben", savedAt: at };
  const { tab } = await open({ saved, savedOrder: newOrder("1042"), savedDoubt });
  await expect.element(tab.getByRole("heading", { name: "Shipped" })).toBeVisible();
  // On the tab, and in brief.
  const badges = page.getByText(/^Belongs to/);
  expect(badges.elements().map((badge) => badge.textContent)).toEqual(words === null ? [] : [words, words]);
});

test.each([[null], [0]])(
  "orders that a text names beside the number %s, and no customer, are no customer",
  async (totalOrders) => {
    const order = {
      ...{ status: "paid", fulfillment: null, amount: null, currency: null, date: null, tracking: null, items: [] },
    };
    const { tab, info } = await open({
      parsed: {
        ...{ source: "ticket", customerId: null, customerName: null, customerEmail: null, totalOrders },
        ...{ totalSpent: null, currency: null },
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

test("what the store does not show any more is said to be only as it was read last", async () => {
  const saved = { orderNumber: "1042", savedBy: null, savedByName: "Ruben", savedAt: at };
  const { server, tab, button } = await open({
    ...{ saved, savedOrder: newOrder("1042"), customer: newCustomer([newOrder("1042")]) },
  });
  server.lookFault = "not_shown";
  await button("Refresh Tracking").click();
  await expect.element(tab.getByText(/^The store does not show this order: .* as it was read last\.$/)).toBeVisible();
});

test("a payment after the shipping is told, and is not where the parcel is", async () => {
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
  ["that the store was not read yet", { lastSyncedAt: null }, /It was not read yet/],
] as const)(
  "without an order the box says %s",
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
] as const)("beside %s nothing below the order in brief moves when it comes", async (_, known) => {
  await page.viewport(1440, 900);
  let settle = (_value: undefined): void => undefined;
  const answered = new Promise<undefined>((resolve) => {
    settle = resolve;
  });
  const server = fakeServer();
  server.tracking = { ...server.tracking, ...known };
  server.onTheWay = (request) => (request.url.includes("/tracking") ? answered : Promise.resolve(undefined));
  await show(() => (
    <div className="w-80">
      <OrderBrief ticketId={server.ticket.id} onShowTracking={() => undefined} />
      <p>Below</p>
    </div>
  ));
  const top = () => page.getByText("Below").element().getBoundingClientRect().top;
  await expect.element(page.getByText("Below")).toBeVisible();
  await vi.waitFor(() => expect(document.querySelector("section")).not.toBeNull());
  const before = top();
  settle(undefined);
  await expect.element(page.getByRole("button", { name: "Show tracking" })).toBeVisible();
  expect(top()).toBe(before);
});

test("the customer's card has figures, orders and items; Use for Tracking keeps the number and looks it up", async () => {
  const orders = [newOrder("1042"), newOrder("1041", { items: [lamp, lamp, lamp, lamp], lineCount: 9 })];
  const { server, tab, info } = await open({ customer: newCustomer(orders) });
  for (const words of [
    "Shopify Customer Found",
    "Verified",
    "ines@roth.example",
    "€312.00",
    "2 x Linen lamp (Sand), €29.50",
    "and 6 more",
  ]) {
    expect(tab.element().textContent).toContain(words);
  }
  expect(info.element().textContent).toContain("Linen lamp (Sand) × 2, €29.50");
  await tab.getByRole("button", { name: "Use for Tracking" }).first().click();
  await expect.element(tab.getByText(/^set by Nora Quist/)).toBeVisible();
  expect(server.looks).toEqual(["1042"]);
  await expect.element(tab.getByRole("heading", { name: "Shipped" })).toBeVisible();
});

test("a number is typed, kept and looked up; one that is no order's says so, and Escape leaves it as it was", async () => {
  const { server, tab, button, number } = await open();
  await button("Edit").click();
  await expect.element(number).toHaveFocus();
  await expect.element(number).toHaveAttribute("placeholder", "Enter order number (e.g., ORD-12345)");
  await expect.element(button("Save")).toBeDisabled();
  await userEvent.keyboard("77{Escape}");
  await expect.element(button("Edit")).toHaveFocus();
  expect(server.tracking.saved).toBeNull();

  await button("Edit").click();
  await userEvent.keyboard("77{Enter}");
  await expect.element(tab.getByText("Order not found. Please check the order number and try again.")).toBeVisible();
  await expect.element(tab.getByText("#77", { exact: true })).toBeVisible();
  server.onTheWay = async (request) => (request.url.endsWith("/look") ? Response.error() : undefined);
  await button("Refresh Tracking").click();
  await expect.element(tab.getByText("Failed to retrieve tracking information. Please try again.")).toBeVisible();
});

test("what a colleague set meanwhile is told and not written over", async () => {
  const { server, tab, button } = await open();
  server.before = async () => {
    throw refusal("ticket_changed_meanwhile", { field: "orderNumber", value: "88" });
  };
  await button("Edit").click();
  await userEvent.keyboard("77{Enter}");
  await expect.element(tab.getByText(/^Somebody else changed the order number meanwhile: it is 88 now/)).toBeVisible();
});

test("a tracking note is added once, and a refused one keeps its text", async () => {
  const { server, tab, note, button } = await open();
  await expect.element(tab.getByText("No tracking notes yet")).toBeVisible();
  await expect.element(button("Add Note")).toBeDisabled();
  server.before = async () => {
    throw refusal("ticket_archived");
  };
  await note.fill("Asked the carrier.");
  await button("Add Note").click();
  await expect.element(tab.getByText(/^Failed to add tracking note: This ticket is archived/)).toBeVisible();
  await expect.element(note).toHaveValue("Asked the carrier.");
  server.before = async () => undefined;
  await button("Add Note").dblClick();
  await expect.element(tab.getByRole("listitem").filter({ hasText: "Asked the carrier." })).toBeVisible();
  await expect.element(note).toHaveValue("");
  expect(server.tracking.notes).toHaveLength(1);
});

test("on an archived ticket nothing can be changed or looked up", async () => {
  const customer = newCustomer([newOrder("1042")]);
  const saved = { orderNumber: "1042", savedBy: null, savedByName: "Ruben", savedAt: at };
  const { tab, button, note } = await open({ status: "closed", customer, saved, savedOrder: newOrder("1042") });
  await expect.element(tab.getByRole("heading", { name: "Shipped" })).toBeVisible();
  for (const name of ["Edit", "Refresh Tracking", "Use for Tracking", "Add Note"]) {
    await expect.element(button(name)).not.toBeInTheDocument();
  }
  await expect.element(note).not.toBeInTheDocument();
});

test("an order is shown by its own name beside a number that it is not called by", async () => {
  const saved = { orderNumber: "ORD-1042", savedBy: null, savedByName: "Ruben", savedAt: at };
  const { tab, server } = await open({ saved, savedOrder: newOrder("1042"), savedCertainty: "likely" });
  await expect.element(tab.getByText("taken for order #1042")).toBeVisible();
  await expect.element(tab.getByText("#ORD-1042", { exact: true })).toBeVisible();
  expect(server.looks).toEqual([]);
});

test("what a text says is shown as such, and never as verified", async () => {
  const tracking = { text: "1Z9 (UPS)", number: "1Z9", carrier: "UPS", trackUrl: "https://ups.example/1Z9" };
  const { tab, info } = await open({
    parsed: {
      ...{ source: "ticket", customerId: null, customerName: "Ann", customerEmail: null, totalOrders: 1 },
      ...{ totalSpent: "9.00", currency: "USD" },
      orders: [
        {
          ...{ name: "#7", orderNumber: "7", status: "paid", fulfillment: null, amount: "9.00", currency: "USD" },
          ...{ date: "Nov 2, 2026", tracking, items: [{ title: "Mug", quantity: 1, price: null }] },
        },
      ],
    },
  });
  await expect.element(tab.getByText("From the text of this ticket")).toBeVisible();
  await expect.element(tab.getByText("Verified")).not.toBeInTheDocument();
  await expect
    .element(tab.getByRole("link", { name: "Track Package" }))
    .toHaveAttribute("href", "https://ups.example/1Z9");
  expect(tab.element().textContent).toContain("they are as old as it is");
  for (const words of ["Order #7", "Paid", "Not shipped", "Mug × 1, —"])
    expect(info.element().textContent).toContain(words);
});

test.each([
  ["none", null, "No store is connected"],
  ["connected", null, "come from the connected store shop.myshopify.com"],
  ["revoked", at, "no longer accepts the connection"],
] as const)("the box says that the store is %s", async (state, revokedAt, words) => {
  const { tab, info } = await open({
    store: { state, shopDomain: state === "none" ? null : "shop.myshopify.com", lastSyncedAt: null, revokedAt },
  });
  await expect.element(tab.getByText("No Shopify Customer Found")).toBeVisible();
  await expect.element(info.getByText("No Shopify Order Information")).toBeVisible();
  expect(tab.element().textContent).toContain(words);
});

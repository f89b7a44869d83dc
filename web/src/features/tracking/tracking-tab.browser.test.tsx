import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { refusal } from "../../testing/fake-server.ts";
import { earlyFrames } from "../../testing/stop-clock.ts";
import { at, lamp, newCustomer, newOrder, open } from "../../testing/ticket-orders.tsx";

const unlinked = { ...newCustomer([]), shopifyCustomerId: null };

test("a found order shows its parcel, changes and the reason for the match", async () => {
  const changes = [
    { kind: "refunded", at, amount: "20.00", trackingNumber: null, by: null },
    { kind: "delivered", at, amount: null, trackingNumber: "JD0146", by: null },
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

test("two parcels have two buttons, and common events are listed once", async () => {
  const [parcel] = newOrder("1042").parcels;
  if (!parcel) throw new Error("There is no parcel");
  const own = { id: "2", timestamp: at, status: "delivered", location: null, description: "Left at the door" } as const;
  const other = {
    ...parcel,
    trackingNumber: "JD2",
    trackUrl: "https://dhl.example/JD2",
    events: [own, ...parcel.events],
  };
  const order = newOrder("1042", { parcels: [parcel, other, { ...parcel, trackingNumber: "JD3" }] });
  const found = { order, certainty: "certain", because: "named", doubt: null } as const;
  const { tab } = await open({ found: [{ ...found, words: [] }], customer: newCustomer([order]) });
  await expect.element(tab.getByText("Its history is that of the parcel above.")).toBeVisible();
  expect(tab.getByText("In transit · Cork, Ireland").elements()).toHaveLength(1);
  const track = tab.getByRole("link", { name: /^Track Package/ }).elements();
  expect(track.map((link) => link.getAttribute("href"))).toEqual([
    "https://dhl.example/JD0146",
    "https://dhl.example/JD2",
    "https://dhl.example/JD0146",
  ]);
});

test("a ticket without an order lists the customer's last three, and one click selects one", async () => {
  const orders = ["1042", "1041", "1040"].map((number) => newOrder(number));
  const { server } = await open({ customer: newCustomer(orders) });
  const card = page.getByRole("list", { name: "Last orders" });
  await expect.poll(() => card.getByRole("listitem").elements()).toHaveLength(3);
  await card.getByRole("button", { name: "Use #1041" }).click();
  await expect.poll(() => server.tracking.saved?.orderNumber).toBe("1041");
});

test("a deleted order says so wherever its number is shown", async () => {
  await open({ notFound: ["1042", "9999"], deleted: ["1042"] });
  const notice = page.getByText("#1042 was deleted in Shopify.");
  await expect.poll(() => notice.elements().length).toBe(2);
  await expect.element(page.getByText("No order #9999 is known here.").first()).toBeVisible();
});

test("a customer with an order under their address is not said to have none", async () => {
  const found = { order: newOrder("1042"), certainty: "certain", because: "named", doubt: null } as const;
  const store = { state: "connected", shopDomain: "lumen.myshopify.com", lastSyncedAt: at, revokedAt: null } as const;
  const { tab } = await open({ found: [{ ...found, words: [] }], customer: unlinked, store });
  await expect.element(tab.getByText(/only the order above/)).toBeVisible();
  await expect.element(tab.getByText(/has no orders in the store/)).not.toBeInTheDocument();
});

test("somebody else's order is labelled so, and fills in nothing", async () => {
  const order = newOrder("1042");
  const { tab } = await open({
    found: [{ order, certainty: "other", because: "named", doubt: "another_address", words: ["1042"] }],
    notFound: ["9999"],
  });
  await expect.element(tab.getByText("Belongs to another e-mail address")).toBeVisible();
  await expect.element(tab.getByText("No order number set")).toBeVisible();
  await expect.element(tab.getByText("No order #9999 is known here.")).toBeVisible();
  expect(tab.element().textContent).not.toContain("JD0146");
});

test("the customer's card has figures, orders and items; Use for Tracking saves the number and looks it up", async () => {
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
  await expect.element(tab.getByRole("heading", { name: "Shipped" })).toBeVisible();
  expect(server.looks).toEqual(["1042"]);
});

test("a typed number is saved and looked up; an unknown one says so, and Escape restores the old one", async () => {
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

test("after saving, the button that opened the form has the focus again", async () => {
  const { button } = await open();
  await button("Edit").click();
  earlyFrames();
  await userEvent.keyboard("77{Enter}");
  await expect.element(button("Edit")).toHaveFocus();
});

test("a colleague's change meanwhile is reported and not overwritten", async () => {
  const { server, tab, button } = await open();
  server.before = async () => {
    throw refusal("ticket_changed_meanwhile", { field: "orderNumber", value: "88" });
  };
  await button("Edit").click();
  await userEvent.keyboard("77{Enter}");
  await expect.element(tab.getByText(/^The order number was changed meanwhile: it is 88 now/)).toBeVisible();
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

test("an archived ticket allows no changes or lookups", async () => {
  const customer = newCustomer([newOrder("1042")]);
  const saved = { orderNumber: "1042", savedBy: null, savedByName: "Ruben", savedAt: at };
  const { tab, button, note } = await open({ status: "closed", customer, saved, savedOrder: newOrder("1042") });
  await expect.element(tab.getByRole("heading", { name: "Shipped" })).toBeVisible();
  for (const name of ["Edit", "Refresh Tracking", "Use for Tracking", "Add Note"]) {
    await expect.element(button(name)).not.toBeInTheDocument();
  }
  await expect.element(note).not.toBeInTheDocument();
});

test("an order under another number shows its own name", async () => {
  const saved = { orderNumber: "ORD-1042", savedBy: null, savedByName: "Ruben", savedAt: at };
  const { tab, server } = await open({ saved, savedOrder: newOrder("1042"), savedCertainty: "likely" });
  await expect.element(tab.getByText("taken for order #1042")).toBeVisible();
  await expect.element(tab.getByText("#ORD-1042", { exact: true })).toBeVisible();
  expect(server.looks).toEqual([]);
});

test("data from a text is labelled so, and never as verified", async () => {
  const tracking = { text: "1Z9 (UPS)", number: "1Z9", carrier: "UPS", trackUrl: "https://ups.example/1Z9" };
  const { tab, info } = await open({
    parsed: {
      source: "ticket",
      customerId: null,
      customerName: "Ann",
      customerEmail: null,
      totalOrders: 1,
      totalSpent: "9.00",
      currency: "USD",
      orders: [
        {
          name: "#7",
          orderNumber: "7",
          status: "paid",
          fulfillment: null,
          amount: "9.00",
          currency: "USD",
          date: "Nov 2, 2026",
          tracking,
          items: [{ title: "Mug", quantity: 1, price: null }],
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

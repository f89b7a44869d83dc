import type { OrderDetail } from "@deskhand/contract/orders";
import type { Page } from "playwright";
import { test } from "vitest";
import { atDemoShop } from "./demo-shop.ts";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { openLook } from "./look-at.ts";
import { signInAtDemoStore } from "./sign-in-at-demo-store.ts";
import { supportAddress } from "./support-address.ts";
import { listedTickets, openTicket } from "./ticket-screen.ts";

const desk = await openDesk();
const look = openLook();

/** Returns a paid, shipped order of the demo store whose customer wrote before. */
async function orderOnItsWay(page: Page): Promise<OrderDetail> {
  const { items } = await (await page.request.get("/api/orders?limit=60")).json();
  for (const { id } of items) {
    const order: OrderDetail = await (await page.request.get(`/api/orders/${id}`)).json();
    const [shipment] = order.fulfillments;
    const isOnItsWay = order.fulfillments.length === 1 && shipment?.deliveredAt === null && shipment.parcels[0]?.number;
    if (!isOnItsWay || order.financialStatus !== "paid" || !order.customer?.email) continue;
    const buyer = await (await page.request.get(`/api/customers/${order.customer.id}`)).json();
    if (buyer.ticketCount > 0) return order;
  }
  throw new Error("Nothing of the demo store is on its way");
}

test("a customer learns where an order is from an agent who looked nothing up; news, and a colleague's choice of order, show at once", async () => {
  const page = await signInAtDemoStore(desk, "agent");
  const { name, customer, shopifyOrderId, fulfillments } = await orderOnItsWay(page);
  const number = fulfillments[0]?.parcels[0]?.number ?? "";
  const buyer = desk.newCustomer(customer?.name ?? "", customer?.email ?? "");
  const subject = `Where is my order ${name}?`;
  await page.goto("/dashboard/tickets");
  await buyer.writes({ to: await supportAddress(page), subject, text: "It should have been here by now." });

  const ticket = await openTicket(page, subject);
  const aside = ticket.dialog.getByRole("complementary", { name: "Customer & details" });
  await expect(aside.getByRole("link", { name, exact: true })).toBeVisible();
  await expect(aside.getByRole("link", { name: new RegExp(number) })).toHaveAttribute("href", /^https:/);
  await expect(aside.getByRole("link", { name: /\d orders? · .+ spent · \d+ other tickets?/ })).toBeVisible();
  await expect(aside).not.toContainText("Since the customer wrote");
  await look(page, "asked-ticket");

  await aside.getByRole("button", { name: "Show tracking" }).click();
  const tracking = ticket.dialog.getByRole("region", { name: "Tracking", exact: true });
  await expect(tracking).toContainText(number);
  await expect(tracking.getByRole("heading", { name: "Tracking History" })).toBeVisible();
  await expect(tracking).toContainText("come from the connected store lumen-and-loom.myshopify.com");

  await atDemoShop("refund-one", { order: shopifyOrderId });
  await tracking.getByRole("button", { name: "Refresh Tracking" }).click();
  await expect(tracking).toContainText(/Since the customer wrote: refunded €[\d,.]+ [A-Z][a-z]{2} \d/);
  await expect(aside).toContainText("Since the customer wrote: refunded");
  await look(page, "asked-tracking");
  await ticket.dialog.getByRole("tab", { name: "Order Info" }).click();
  await expect(ticket.dialog.getByRole("region", { name: "Order Info" })).toContainText(`Order ${name}`);
  await look(page, "asked-order-info");

  await page.keyboard.press("r");
  await ticket.reply(`It is with the carrier: ${number}.`);
  expect((await desk.mailbox.next(buyer.email)).text).toContain(number);
  await ticket.close();

  await fromOrderToTickets(page, name, customer?.name ?? "");
  await setByHand(page, name);
});

/** Finds an order and goes to its customer, back, and to their tickets. */
async function fromOrderToTickets(page: Page, name: string, customer: string): Promise<void> {
  await page.goto("/dashboard/orders");
  await page.getByLabel("Search orders, customers").fill(name);
  const rows = page.getByRole("list", { name: "Orders" }).getByRole("listitem");
  await expect(page.getByRole("main").getByText(/^Showing 1 of [\d,]+ orders/)).toBeVisible();
  await rows.first().getByRole("link", { name: "View Details" }).click();
  const dialog = page.getByRole("dialog", { name: `Order ${name}` });
  await dialog.getByRole("link", { name: customer }).click();
  const over = page.getByRole("dialog", { name: `Customer: ${customer}` });
  await expect(over.getByText("Order Statistics")).toBeVisible();
  await over.getByRole("link", { name: `Order ${name}`, exact: true }).click();
  await expect(over).toBeHidden();
  await dialog.getByRole("link", { name: /^View Support Tickets \(\d+\)$/ }).click();
  await expect(page).toHaveURL(/\/dashboard\/tickets\?customer=/);
  await expect(listedTickets(page).first()).toContainText(customer);
  await page.goBack();
  await expect(dialog).toBeVisible();
}

/** Sets the order of a ticket that names none, and adds a note: a colleague sees both. */
async function setByHand(page: Page, name: string): Promise<void> {
  const subject = "A question without a number";
  await page.goto("/dashboard/tickets");
  const stranger = desk.newCustomer("Sol Berg", "sol@berg.example");
  await stranger.writes({ to: await supportAddress(page), subject, text: "Hello, when does it come?" });
  const mine = await openTicket(page, subject);
  const other = await signInAtDemoStore(desk, "supervisor");
  await other.goto(page.url());
  const colleaguesDialog = other.getByRole("dialog", { name: /^Ticket: / });

  for (const screen of [mine.dialog, colleaguesDialog]) await screen.getByRole("tab", { name: "Tracking" }).click();
  await expect(colleaguesDialog.getByText("No order number set")).toBeVisible();
  await expect(colleaguesDialog.getByText("No Shopify Customer Found")).toBeVisible();
  await look(other, "asked-nothing");
  const form = mine.dialog.getByRole("form", { name: "Order number" });
  await mine.dialog.getByRole("button", { name: "Edit", exact: true }).click();
  await page.keyboard.type(` ${name} `);
  await page.keyboard.press("Enter");
  await expect(form).toBeHidden();
  await expect(mine.dialog.getByRole("heading", { name: "Tracking History" })).toBeVisible();
  await expect(colleaguesDialog.getByRole("heading", { name: "Tracking History" })).toBeVisible();
  await expect(colleaguesDialog.getByText("set by", { exact: false }).first()).toBeVisible();

  await mine.dialog.getByRole("textbox", { name: "Tracking note" }).fill("Asked the carrier.");
  await page.keyboard.press("Control+Enter");
  await expect(colleaguesDialog.getByRole("list", { name: "Tracking Notes" })).toContainText("Asked the carrier.");
}

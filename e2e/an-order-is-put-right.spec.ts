import type { OrderDetail } from "@deskhand/contract/orders";
import type { Page } from "playwright";
import { test } from "vitest";
import { openDesk } from "./desk.ts";
import { expect } from "./expect.ts";
import { openLook } from "./look-at.ts";
import { signInAtDemoStore } from "./sign-in-at-demo-store.ts";
import { supportAddress } from "./support-address.ts";
import { openTicket, ticketScreen } from "./ticket-screen.ts";

const desk = await openDesk();
const look = openLook();

/** Returns a paid order of the demo store in euros, sent or not sent yet. */
async function paidOrder(page: Page, isSent: boolean): Promise<OrderDetail> {
  const { items } = await (await page.request.get("/api/orders?limit=100")).json();
  for (const { id } of items) {
    const order: OrderDetail = await (await page.request.get(`/api/orders/${id}`)).json();
    const isFresh = order.refunds.length === 0 && order.cancelledAt === null && order.sums?.shown === null;
    const isOfCustomer = order.customer?.email != null && order.shippingAddress !== null;
    const isAsked = isSent ? order.fulfillmentStatus === "fulfilled" : order.fulfillmentStatus === null;
    if (order.financialStatus === "paid" && isFresh && isOfCustomer && isAsked) return order;
  }
  throw new Error("The demo store has no such order");
}

/** A customer writes about their order; returns the ticket, open. */
async function ticketOf(page: Page, { name, customer }: OrderDetail, about: string, text: string) {
  const buyer = desk.newCustomer(customer?.name ?? "", customer?.email ?? "");
  const subject = `${about} of ${name}`;
  await page.goto("/dashboard/tickets");
  await buyer.writes({ to: await supportAddress(page), subject, text });
  return { ...(await openTicket(page, subject)), subject };
}

/** Opens what can be done to the ticket's order by its key, and chooses one thing. */
async function choose(page: Page, name: string): Promise<void> {
  await expect(page.getByRole("button", { name: /^Actions on order/ })).toBeVisible();
  await page.keyboard.press("d");
  await page.getByRole("menuitem", { name }).click();
}

test("an agent refunds a damaged lamp, changes an address from the mail, and asks for approval of a cancellation, which a supervisor gives", async () => {
  const admin = await signInAtDemoStore(desk, "admin");
  await admin.goto("/dashboard/admin?view=shopify");
  await admin.getByRole("button", { name: "Allow Changes to Orders" }).click();
  await admin.getByRole("button", { name: "Install", exact: true }).click();
  await expect(admin.getByRole("button", { name: "Take Back" })).toBeVisible();
  await look(admin, "grant-on");
  await admin.goto("/dashboard/admin?view=order-limits");
  await expect(admin.getByRole("textbox", { name: "Agents: Refund: EUR at once" })).toHaveValue("50.00");
  await look(admin, "order-limits");

  const page = await signInAtDemoStore(desk, "agent");
  const sent = await paidOrder(page, true);
  const refund = page.getByRole("dialog", { name: `Refund · ${sent.name}` });
  const { dialog: lamp } = await ticketOf(page, sent, "Damage", "The lamp has a dent.");
  await choose(page, "Refund...");
  await refund
    .getByRole("button", { name: /^More: / })
    .first()
    .click();
  await refund.getByRole("checkbox", { name: "Another amount than Shopify suggests" }).check();
  await refund.getByRole("textbox", { name: /^Amount in EUR/ }).fill("20,00");
  await refund.getByRole("textbox", { name: /^Reason/ }).fill("A dent, and the customer keeps it");
  await expect(refund.getByText(/€20\.00 goes back to .+\. Nothing goes back into stock\./)).toBeVisible();
  await look(page, "refund-of-a-lamp");
  await refund.getByRole("button", { name: "Refund €20.00" }).dblclick();
  await expect(refund.getByText("Done", { exact: true })).toBeVisible();
  await refund.getByRole("button", { name: "Close" }).last().click();
  await expect(lamp.getByRole("region", { name: "Messages" })).toContainText("€20.00");
  const { refunds }: OrderDetail = await (await page.request.get(`/api/orders/${sent.id}`)).json();
  expect(refunds).toHaveLength(1);

  const unsent = await paidOrder(page, false);
  const { name, shippingAddress } = unsent;
  const address = page.getByRole("dialog", { name: `Change shipping address · ${name}` });
  const moved = await ticketOf(
    page,
    unsent,
    "New address",
    "I moved:\n\n7 Harbour Lane\nCork T12 AB34\nIreland\n\nThanks",
  );
  await choose(page, "Change shipping address...");
  await expect(address.getByText(shippingAddress?.address1 ?? "").first()).toBeVisible();
  await address.getByRole("button", { name: "Use this address" }).click();
  await look(page, "address-of-the-mail");
  await address.getByRole("button", { name: "Change address" }).click();
  await expect(address.getByText("Done", { exact: true })).toBeVisible();
  await address.getByRole("button", { name: "Close" }).last().click();

  const cancel = page.getByRole("dialog", { name: `Cancel order · ${name}` });
  await choose(page, "Cancel order...");
  await cancel.getByRole("textbox", { name: "Why is it needed?" }).fill("Bought twice by mistake");
  await cancel.getByRole("button", { name: "Ask for approval" }).click();
  await expect(cancel.getByText("Waits for approval")).toBeVisible();
  await cancel.getByRole("button", { name: "Close" }).last().click();
  await expect(moved.dialog.getByText("You asked for approval: “Bought twice by mistake”")).toBeVisible();

  const supervisor = await signInAtDemoStore(desk, "supervisor");
  await supervisor.goto("/dashboard");
  await supervisor.getByRole("button", { name: /^Notifications/ }).click();
  await supervisor
    .getByRole("button", { name: new RegExp(`Cancel .*${name}`) })
    .first()
    .click();
  const shown = ticketScreen(supervisor).dialog;
  await look(supervisor, "approval-asked");
  await shown.getByRole("button", { name: "Decide..." }).click();
  await supervisor
    .getByRole("dialog", { name: "Approve or decline" })
    .getByRole("button", { name: /^Approve/ })
    .click();
  await expect(shown.getByRole("button", { name: "Decide..." })).toBeHidden();
  await expect(moved.dialog.getByText("You asked for approval", { exact: false })).toBeHidden();
  await page.goto(`/dashboard/orders?orderId=${unsent.id}`);
  await expect(
    page.getByRole("dialog", { name: `Order ${name}` }).getByText(/^This order was cancelled on/),
  ).toBeVisible();
  await look(page, "order-put-right");
});

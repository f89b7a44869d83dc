import type { OrderDetail } from "@deskhand/contract/orders";
import type { Page } from "playwright";
import { afterAll, test } from "vitest";
import { openDesk, placeOfWorker } from "./desk.ts";
import { expect } from "./expect.ts";
import { openLook } from "./look-at.ts";
import { signInAtDemoStore } from "./sign-in-at-demo-store.ts";
import { openStoreDatabase, type StoreDatabase } from "./store-database.ts";
import { supportAddress } from "./support-address.ts";
import { openTicket } from "./ticket-screen.ts";

const desk = await openDesk();
const look = openLook();
let database: StoreDatabase | undefined;
afterAll(() => database?.client.end());

/** Returns an order of each of so many customers of the demo store. */
async function ordersOf(page: Page, count: number): Promise<OrderDetail[]> {
  const found = new Map<string, OrderDetail>();
  const { items } = await (await page.request.get("/api/orders?limit=100")).json();
  for (const { id } of items) {
    const order: OrderDetail = await (await page.request.get(`/api/orders/${id}`)).json();
    const email = order.customer?.email;
    if (email && !found.has(email)) found.set(email, order);
    if (found.size === count) return [...found.values()];
  }
  throw new Error("The demo store has too few customers");
}

/** Has the store know what is usual, as after eight weeks with a ticket an hour. */
async function knowUsual({ client, store }: StoreDatabase): Promise<void> {
  await client.query(
    `insert into incident_pasts (client_id, read_back_to, finished_at) values ($1, now() - interval '57 days', now())
     on conflict (client_id) do update set read_back_to = excluded.read_back_to, finished_at = now()`,
    [store],
  );
  await client.query(
    `insert into incident_usual (client_id, sign, week, tickets)
     select $1, 'hour:' || hour, (date_trunc('week', now()) - make_interval(weeks => week))::date, 1
     from generate_series(0, 167) hour, generate_series(1, 8) week on conflict do nothing`,
    [store],
  );
}

test("what five customers write of within minutes is offered, and answered once, to each from their own order, after a look", async () => {
  const page = await signInAtDemoStore(desk, "supervisor");
  const address = await supportAddress(page);
  database = await openStoreDatabase(placeOfWorker(), address);
  await knowUsual(database);
  const orders = await ordersOf(page, 5);
  await page.goto("/dashboard/tickets");
  for (const { name, customer } of orders) {
    const buyer = desk.newCustomer(customer?.name ?? "", customer?.email ?? "");
    const subject = `Website and ${name}`;
    await buyer.writes({ to: address, subject, text: `Your website does not load when I look for my order ${name}.` });
    await expect(page.getByRole("link", { name: subject, exact: true })).toBeVisible();
  }
  await database.runNow("incidents.look");

  const title = /^5 customers in .+ wrote about the website not working$/;
  const { dialog } = await openTicket(page, `Website and ${orders[0]?.name}`);
  await expect(dialog.getByText(/^Part of an incident: 5 customers in/)).toBeVisible();
  await look(page, "ticket-of-an-incident");
  await dialog.getByRole("link", { name: "Open Incident" }).click();
  await expect(page.getByRole("heading", { name: title })).toBeVisible();
  await look(page, "incident");
  await page.getByRole("button", { name: "Write One Answer" }).click();
  const text = "Hello {{customer.first_name}}, the website works again for {{order.name}}.";
  await page.getByRole("textbox", { name: /^Answer/ }).fill(text);
  await page.getByRole("button", { name: "Look at Each" }).click();
  const shown = page.getByRole("dialog", { name: "What Each Would Get" });
  await expect(shown.getByText("1 of 5 answers")).toBeVisible();
  for (const place of [1, 2, 3, 4, 5]) {
    await expect(shown.getByRole("article")).toContainText(/the website works again for #\d+\./);
    if (place < 5) await shown.getByRole("button", { name: "Next" }).click();
  }
  await look(page, "incident-answer");
  await shown.getByRole("button", { name: "Send to 5" }).dblclick();
  await expect(page.getByRole("region", { name: "Answer" }).getByText("Sent to 5 of 5 customers")).toBeVisible();

  for (const { name, customer } of orders) {
    const email = customer?.email ?? "";
    const isAnswer = (mail: { text?: string | undefined }) => mail.text?.includes("the website works again") === true;
    await expect.poll(() => desk.mailbox.all(email).filter(isAnswer).length).toBe(1);
    expect(desk.mailbox.all(email).find(isAnswer)?.text).toContain(
      `Hello ${customer?.name?.split(" ")[0]}, the website works again for ${name}.`,
    );
  }
});

import { customerExportUrl } from "@deskhand/contract/pages";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type OrderDesk, openOrderDesk } from "../../testing/store/order-desk.ts";
import { until } from "../../testing/take-mail.ts";
import { customerWrites, keep, reply } from "../../testing/test-desk.ts";
import { newAddress, newOwner } from "../../testing/test-people.ts";

let desk: OrderDesk;
let orders = 1_000;
beforeAll(async () => {
  desk = await openOrderDesk();
});
afterAll(() => desk.app.stop());

/** A ticket of a customer who asks about their only order, which cost 59.00 EUR. */
async function openCase(makings: Parameters<OrderDesk["order"]>[1] = {}) {
  const from = newAddress("customer");
  orders += 17;
  const number = String(orders);
  await desk.order(`#${number}`, { from, ...makings });
  const { ticket_id: ticketId } = await customerWrites(desk.app, desk.owner, {
    from,
    subject: "My order",
    text: `Where is my order #${number}?`,
  });
  return { ticketId, number };
}

const findingsOf = (messageId: string) =>
  desk.app.asOwner<{ kind: string; written: string; right_value: string | null; outcome: string; user_id: string }>(
    "select kind, written, right_value, outcome, user_id from reply_findings where message_id = $1 order by position",
    [messageId],
    desk.owner.tenantId,
  );

test("what a reply is compared with is the customer's order, with its sums, and the thread", async () => {
  const { ticketId, number } = await openCase();
  const facts = await desk.agent.api.checks.factsOf({ ticketId });
  expect(facts.orders).toMatchObject([
    {
      name: `#${number}`,
      isCertain: true,
      isShipped: false,
      isAllShipped: false,
      isRefunded: false,
      isReturned: null,
      amounts: [{ kind: "total", amount: "59.00", currency: "EUR" }],
    },
  ]);
  expect(facts.customerNames).toContain("Ann Lee");
  expect(facts.thread).toMatchObject([{ isOurs: false, text: expect.stringContaining(number) }]);
});

test("a reply that says another amount is refused until its writer was shown that, and then sent", async () => {
  const { ticketId } = await openCase();
  const content = "Hi Ann, the total of your order was 95.00 €.";
  await expect(reply(desk.agent, ticketId, { content, shownFindings: [] })).rejects.toMatchObject({
    code: "reply_differs",
    status: 409,
    data: {
      findings: [
        { kind: "amount", written: "95.00 €", right: "59.00 €", says: "You write 95.00 €; the total is 59.00 €" },
      ],
    },
  });
  const shown = { kind: "amount", written: "95.00 €", right: "59.00 €", outcome: "sent_anyway" } as const;
  const sent = await reply(desk.agent, ticketId, { content, shownFindings: [shown] });
  expect(await findingsOf(sent.id)).toEqual([
    { kind: "amount", written: "95.00 €", right_value: "59.00 €", outcome: "sent_anyway", user_id: desk.agent.userId },
  ]);
});

test("a status that differs is only shown, and a reply without a word of the check is sent as ever", async () => {
  const { ticketId } = await openCase();
  await reply(desk.agent, ticketId, { content: "Your order has been shipped.", shownFindings: [] });
  const sent = await reply(desk.agent, ticketId, { content: "Hi Ann, the total of your order was 95.00 €." });
  expect(await findingsOf(sent.id)).toEqual([]);
});

test("a request that was sent again returns its message, whatever is known by now", async () => {
  const { ticketId } = await openCase();
  const request = { content: "Hi Ann, the total of your order was 59.00 €.", shownFindings: [] };
  const key = { idempotencyKey: crypto.randomUUID() };
  const sent = await reply(desk.agent, ticketId, { ...request, ...key });
  await desk.inStore((tx) => tx.updateTable("shopify_orders").set({ total_price: "60.00" }).execute());
  expect((await reply(desk.agent, ticketId, { ...request, ...key })).id).toBe(sent.id);
});

test("a reply that waits is checked when it is kept, and leaves with its rows whatever changes meanwhile", async () => {
  const { ticketId } = await openCase();
  const content = "Hi Ann, the total of your order was 95.00 €.";
  await expect(keep(desk.agent, ticketId, { content, shownFindings: [] })).rejects.toMatchObject({
    code: "reply_differs",
  });
  const shown = { kind: "amount", written: "95.00 €", right: "59.00 €", outcome: "dismissed" } as const;
  await keep(desk.agent, ticketId, { content, shownFindings: [shown], undoSeconds: 5 });
  await desk.inStore((tx) => tx.updateTable("shopify_orders").set({ total_price: "61.00" }).execute());
  const [kept] = (await desk.agent.api.keptReplies.list()).items.filter((one) => one.ticketId === ticketId);
  await desk.agent.api.keptReplies.sendNow({ id: kept?.id ?? "" });
  const messageIn = async () =>
    (await desk.agent.api.tickets.get({ id: ticketId })).messages.find((one) => !one.isFromCustomer);
  await until(async () => (await messageIn()) !== undefined);
  expect(await findingsOf((await messageIn())?.id ?? "")).toMatchObject([{ outcome: "dismissed" }]);
});

test("its attachment and its customer's name are checked as well", async () => {
  const { ticketId } = await openCase();
  const content = "Hi Ben,\n\nI have attached the invoice.";
  await expect(reply(desk.agent, ticketId, { content, shownFindings: [] })).rejects.toMatchObject({
    data: { findings: [{ kind: "attachment" }, { kind: "name", written: "Ben", right: "Ann" }] },
  });
});

test("a finding that no screen can have shown is refused by its field", async () => {
  const { ticketId } = await openCase();
  const shown = { kind: "amount", written: "x".repeat(501), right: null, outcome: "taken" } as const;
  await expect(reply(desk.agent, ticketId, { content: "Hello", shownFindings: [shown] })).rejects.toMatchObject({
    code: "input_invalid",
    data: { fields: { "shownFindings.0.written": [expect.any(String)] } },
  });
});

test("what was found in a reply is in its customer's file, and goes with its ticket", async () => {
  const { ticketId } = await openCase();
  const shown = { kind: "name", written: "Ben", right: "Ann", outcome: "sent_anyway" } as const;
  const sent = await reply(desk.agent, ticketId, { content: "Hi Ben, all is well.", shownFindings: [shown] });
  const customer = (await desk.agent.api.tickets.get({ id: ticketId })).customer;
  const exported = JSON.parse(await (await desk.owner.send(customerExportUrl(customer?.id ?? ""))).text());
  expect(exported.tickets[0].messages.at(-1).checkFindings).toEqual([shown]);
  const messages = async () => (await desk.agent.api.tickets.get({ id: ticketId })).messages;
  await until(async () => (await messages()).at(-1)?.deliveryState === "sent");
  await desk.owner.api.tickets.delete({ id: ticketId });
  expect(await findingsOf(sent.id)).toEqual([]);
});

test("another store's ticket has no facts", async () => {
  const { ticketId } = await openCase();
  const stranger = await newOwner(desk.app);
  await expect(stranger.api.checks.factsOf({ ticketId })).rejects.toMatchObject({ code: "ticket_not_found" });
});

import { randomUUID } from "node:crypto";
import { incidentTitle } from "@deskhand/contract/desk/incident-words";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../../platform/db/ids.ts";
import { type IncidentDesk, openIncidentDesk } from "../../testing/store/incident-desk.ts";
import { daysAgo } from "../../testing/store/order-desk.ts";
import { until } from "../../testing/take-mail.ts";
import { customerReplies, makeTicket } from "../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../testing/test-people.ts";
import { sendForgotten } from "./answer/send-answer.ts";
import { learnCarrierTimes } from "./parcels/parcels.queries.ts";
import { lookAtTickets } from "./watch/look-at-tickets.ts";

let desk: IncidentDesk;
let owner: Person;
let sku: string;
let skus = 0;
beforeAll(async () => {
  desk = await openIncidentDesk();
  ({ owner } = desk);
});
beforeEach(() => {
  skus += 1;
  sku = `LAMP-${skus}`;
});
afterAll(() => desk.app.stop());

const look = () => lookAtTickets.work(desk.app.services);
const signed = async (sign: string) => (await owner.api.incidents.list({})).items.filter((one) => one.sign === sign);
async function write(count: number) {
  const wrote = [];
  for (let n = 0; n < count; n += 1) wrote.push(await desk.writes(sku));
  return wrote;
}
async function incidentOf(count = 5) {
  const wrote = await write(count);
  await look();
  const [incident] = await signed(`sku:${sku}`);
  if (!incident) throw new Error("No incident was found");
  return { incident, wrote };
}

test("four customers who write of one SKU within hours are an incident, and three are none", async () => {
  await write(3);
  await look();
  expect(await signed(`sku:${sku}`)).toEqual([]);
  await write(1);
  await look();
  const [incident] = await signed(`sku:${sku}`);
  expect(incident).toMatchObject({ state: "open", customers: 4, tickets: 4, madeBy: null });
  expect(incident?.title).toMatch(new RegExp(`^4 customers in .+ wrote about SKU ${sku}$`));
});

test("everybody is notified once of an incident, whatever joins it", async () => {
  const { incident } = await incidentOf();
  await write(2);
  await look();
  const { items } = await desk.agent.api.notifications.list();
  const told = items.filter(({ type, message }) => type === "incident" && message.endsWith(` ${sku}`));
  expect(told).toMatchObject([{ title: "Several Customers Write of the Same", id: `incident-${incident.id}` }]);
  expect(await signed(`sku:${sku}`)).toMatchObject([{ tickets: 7 }]);
});

test("one customer's many mails, automatic mail and tickets of colleagues are no incident", async () => {
  const { from, name } = await desk.orders(sku);
  for (let n = 0; n < 6; n += 1) await makeTicket(desk.app, owner, { from, description: `What of ${name}? ${n}` });
  const automatic = await write(3);
  for (const { ticket } of automatic) {
    await desk.inStore((tx) =>
      tx.updateTable("ticket_messages").set({ is_automatic: true }).where("ticket_id", "=", ticket.id).execute(),
    );
  }
  const merged = await write(3);
  const { ticket: into } = await desk.writes("OTHER");
  for (const { ticket } of merged) {
    await desk.inStore((tx) =>
      tx
        .updateTable("support_tickets")
        .set({ merged_into_id: into.id, status: "closed" })
        .where("id", "=", ticket.id)
        .execute(),
    );
  }
  await look();
  expect(await signed(`sku:${sku}`)).toEqual([]);
});

test("what is usual is no incident", async () => {
  await desk.app.asOwner(
    `insert into incident_usual (client_id, sign, week, tickets)
     select $1, $2, (date_trunc('week', now()) - make_interval(weeks => week))::date, 80 from generate_series(1, 8) week`,
    [owner.tenantId, `sku:${sku}`],
    owner.tenantId,
  );
  await write(6);
  await look();
  expect(await signed(`sku:${sku}`)).toEqual([]);
});

test("an incident's tickets are a filter of the list, and show it; one that was taken off is not put back", async () => {
  const { incident, wrote } = await incidentOf();
  const [first] = wrote;
  const ticketId = first?.ticket.id ?? "";
  const listed = async () => (await owner.api.tickets.list({ incident: incident.id })).total;
  expect(await listed()).toBe(5);
  expect((await owner.api.incidents.ofTicket({ ticketId })).items).toMatchObject([{ id: incident.id }]);
  await owner.api.incidents.removeTicket({ id: incident.id, ticketId });
  await write(1);
  await look();
  expect(await listed()).toBe(5);
  expect((await owner.api.incidents.ofTicket({ ticketId })).items).toEqual([]);
  const ticketNumbers = [first?.ticket.ticketNumber ?? 0];
  expect(await owner.api.incidents.addTickets({ id: incident.id, ticketNumbers })).toMatchObject({ tickets: 6 });
  await expect(owner.api.incidents.addTickets({ id: incident.id, ticketNumbers: [987_654] })).rejects.toMatchObject({
    code: "incident_ticket_unknown",
    data: { numbers: [987_654] },
  });
});

test("an incident that was closed is not found again by what follows within a day", async () => {
  const { incident } = await incidentOf();
  await owner.api.incidents.setState({ id: incident.id, state: "closed" });
  await write(6);
  await look();
  expect(await signed(`sku:${sku}`)).toEqual([]);
  expect((await owner.api.incidents.list({ isClosed: true })).items.map(({ id }) => id)).toContain(incident.id);
});

test("an incident can be made by hand, once for a key, with its name as its title", async () => {
  const { ticket } = await desk.writes(sku);
  const made = { name: "Leaking\nbottles", ticketNumbers: [ticket.ticketNumber], idempotencyKey: randomUUID() };
  const incident = await desk.agent.api.incidents.make(made);
  expect(incident).toMatchObject({ title: "Leaking bottles", usual: null, tickets: 1, madeBy: desk.agent.name });
  expect(await desk.agent.api.incidents.make(made)).toMatchObject({ id: incident.id });
  await expect(owner.api.incidents.make(made)).rejects.toMatchObject({ code: "input_invalid" });
});

test("another store sees nothing of it", async () => {
  const { incident, wrote } = await incidentOf();
  const stranger = await newOwner(desk.app);
  expect((await stranger.api.incidents.list({})).items).toEqual([]);
  await expect(stranger.api.incidents.get({ id: incident.id })).rejects.toMatchObject({ code: "incident_not_found" });
  expect((await stranger.api.tickets.list({ incident: incident.id })).total).toBe(0);
  const ticketIds = wrote.map(({ ticket }) => ticket.id);
  expect(await stranger.api.incidents.preview({ content: "Hello", subject: "Hello", ticketIds })).toEqual({
    items: [],
  });
});

test("those who ordered the SKU at the time and have not written are listed with the reason", async () => {
  const { incident } = await incidentOf();
  const { orderId, from } = await desk.orders(sku);
  await desk.orders(sku, { cancelled_at: daysAgo(1) });
  await desk.orders("ANOTHER");
  const { items, isKnowable } = await owner.api.incidents.concerned({ id: incident.id });
  expect(isKnowable).toBe(true);
  expect(items).toMatchObject([{ orderId, email: from, reason: expect.stringMatching(`^Ordered ${sku} on `) }]);
});

const content = "Hello {{customer.first_name}}, your order {{order.name}} is sent again.";

async function preview(ticketIds: string[], orderIds: string[] = [], text = content) {
  return (await owner.api.incidents.preview({ content: text, subject: "Your lamp", ticketIds, orderIds })).items;
}
const recipientOf = ({ ticketId, orderId, digest, lastSeenMessageId }: Awaited<ReturnType<typeof preview>>[number]) =>
  ticketId === null ? { orderId: orderId ?? "", digest, lastSeenMessageId } : { ticketId, digest, lastSeenMessageId };
const ended = (id: string) =>
  until(async () => {
    const answer = await owner.api.incidents.progress({ id });
    return answer.state === "done" ? answer : undefined;
  });

test("an answer goes to each once, filled from their own order, as a reply or as a new ticket", async () => {
  const { incident, wrote } = await incidentOf();
  const silent = await desk.orders(sku);
  const shown = await preview(
    wrote.map(({ ticket }) => ticket.id),
    [silent.orderId],
  );
  expect(shown.map(({ text }) => text)).toEqual(
    [...wrote, silent].map(({ name }) => `Hello Ann, your order ${name} is sent again.`),
  );
  const asked = {
    incidentId: incident.id,
    content,
    subject: "Your lamp",
    recipients: shown.map(recipientOf),
    idempotencyKey: randomUUID(),
  };
  const begun = await Promise.all([owner.api.incidents.answer(asked), owner.api.incidents.answer(asked)]);
  expect(begun.map(({ id }) => id)).toEqual([asked.idempotencyKey, asked.idempotencyKey]);
  const answer = await ended(asked.idempotencyKey);
  expect(answer).toMatchObject({ sent: 6, held: 0, planned: 0 });
  for (const { ticket, name } of wrote) {
    const { messages } = await owner.api.tickets.get({ id: ticket.id });
    const replies = messages.filter(({ isFromCustomer }) => !isFromCustomer).map((message) => message.content);
    expect(replies).toEqual([`Hello Ann, your order ${name} is sent again.`]);
  }
  const begunTicket = answer.recipients.find(({ orderName }) => orderName === silent.name)?.ticketId ?? "";
  expect(await owner.api.tickets.get({ id: begunTicket })).toMatchObject({
    subject: "Your lamp",
    customer: { email: silent.from },
    messages: [{ content: `Hello Ann, your order ${silent.name} is sent again.`, isFromCustomer: false }],
  });
  expect((await owner.api.incidents.get({ id: incident.id })).state).toBe("answered");
  expect((await owner.api.incidents.concerned({ id: incident.id })).items).toEqual([]);
});

test("two jobs of one answer send it to each once, as after a kill", async () => {
  const { incident, wrote } = await incidentOf();
  const shown = await preview(wrote.map(({ ticket }) => ticket.id));
  const idempotencyKey = randomUUID();
  const recipients = shown.map(recipientOf);
  await owner.api.incidents.answer({ incidentId: incident.id, content, subject: "x", recipients, idempotencyKey });
  await desk.app.asOwner(
    "update incident_answers set created_at = now() - interval '1 hour' where id = $1",
    [idempotencyKey],
    owner.tenantId,
  );
  await Promise.all([sendForgotten.work(desk.app.services), sendForgotten.work(desk.app.services)]);
  expect(await ended(idempotencyKey)).toMatchObject({ sent: 5, held: 0 });
  for (const { ticket } of wrote) {
    const { messages } = await owner.api.tickets.get({ id: ticket.id });
    expect(messages.filter(({ isFromCustomer }) => !isFromCustomer)).toHaveLength(1);
  }
});

test("an answer that is stopped goes to nobody else", async () => {
  const { incident, wrote } = await incidentOf();
  const shown = await preview(wrote.map(({ ticket }) => ticket.id));
  const idempotencyKey = randomUUID();
  const recipients = shown.map(recipientOf);
  await desk.inStore(async (tx) => {
    // Nothing of it can be sent while this transaction lasts.
    await tx.selectFrom("support_tickets").select("id").forNoKeyUpdate().execute();
    await owner.api.incidents.answer({ incidentId: incident.id, content, subject: "x", recipients, idempotencyKey });
  });
  await owner.api.incidents.stop({ id: idempotencyKey });
  const { sent, held, planned, state, recipients: all } = await owner.api.incidents.progress({ id: idempotencyKey });
  expect([sent + held, planned]).toEqual([5, 0]);
  expect(["stopped", "done"]).toContain(state);
  for (const { reason } of all.filter((one) => one.state === "held")) {
    expect(reason).toBe(`${owner.name} stopped the answer before its turn`);
  }
});

test("a parcel is without news after longer than nine of ten of its carrier's parcels took, and twenty of them have to be known", async () => {
  const sentAt = (days: number) => ({ id: newId(), tracking_company: "DHL", shopify_created_at: daysAgo(days) });
  const shippedTo = { shipping_address: JSON.stringify({ country: "Germany" }) };
  const learn = () => desk.inStore(learnCarrierTimes);
  for (let n = 0; n < 19; n += 1) {
    await desk.orders(sku, { ...shippedTo, fulfillments: [{ ...sentAt(30), delivered_at: daysAgo(26) }] });
  }
  const late = await desk.orders(sku, { ...shippedTo, fulfillments: [{ ...sentAt(6), tracking_number: "JD1" }] });
  await desk.orders(sku, { ...shippedTo, fulfillments: [sentAt(3)] });
  await desk.orders(sku, { ...shippedTo, fulfillments: [{ ...sentAt(6), status: "cancelled" }] });
  await learn();
  expect(await owner.api.incidents.stalled({})).toMatchObject({ items: [], carriers: 0 });
  await desk.orders(sku, { ...shippedTo, fulfillments: [{ ...sentAt(30), delivered_at: daysAgo(26) }] });
  await learn();
  expect(await owner.api.incidents.stalled({})).toMatchObject({
    items: [
      {
        orderId: late.orderId,
        trackingNumber: "JD1",
        reason: "No news for 6 days; DHL usually takes up to 4 days to Germany",
        ticket: null,
      },
    ],
    carriers: 1,
  });
});

test("an answer is held back where a placeholder stays open, the customer wrote meanwhile, or it would say something else", async () => {
  const { incident, wrote } = await incidentOf();
  const [open, moved, changed, archived, fine] = wrote;
  if (!open || !moved || !changed || !archived || !fine) throw new Error("Five wrote");
  await desk.inStore((tx) =>
    tx.updateTable("shopify_orders").set({ total_price: null }).where("id", "=", open.orderId).execute(),
  );
  const text = "{{order.total}}";
  const shown = await preview(
    wrote.map(({ ticket }) => ticket.id),
    [],
    text,
  );
  expect(shown.map(({ held }) => held)).toEqual([
    "Nothing is known for the placeholder {{order.total}}",
    ...Array(4).fill(null),
  ]);
  await customerReplies(desk.app, owner, moved.ticket.id, "Never mind");
  await desk.inStore((tx) =>
    tx.updateTable("shopify_orders").set({ total_price: "1.00" }).where("id", "=", changed.orderId).execute(),
  );
  await owner.api.tickets.changeStatus({ id: archived.ticket.id, status: "closed" });
  const idempotencyKey = randomUUID();
  const recipients = shown.map(recipientOf);
  await owner.api.incidents.answer({
    incidentId: incident.id,
    content: text,
    subject: "x",
    recipients,
    idempotencyKey,
  });
  const { recipients: ends } = await ended(idempotencyKey);
  expect(ends.map(({ ticketId, reason }) => [ticketId, reason])).toEqual([
    [open.ticket.id, "Nothing is known for the placeholder {{order.total}}"],
    [moved.ticket.id, "Somebody wrote on the ticket after the answer was looked at"],
    [changed.ticket.id, "What it would say has changed since it was looked at"],
    [archived.ticket.id, "This ticket is archived. Reopen it to make changes"],
    [fine.ticket.id, null],
  ]);
});

test("only supervisors and administrators answer everybody of an incident", async () => {
  const { incident } = await incidentOf();
  const supervisor = await addColleague(desk.app, owner, "supervisor");
  const asked = { content: "Hello", subject: "Hello", ticketIds: [] };
  await expect(desk.agent.api.incidents.preview(asked)).rejects.toMatchObject({
    code: "not_allowed",
    message: "Only supervisors and administrators can answer everybody of an incident",
  });
  expect(await supervisor.api.incidents.preview(asked)).toEqual({ items: [] });
  expect(incidentTitle({ ...incident, sign: "hand:Mine" })).toBe("Mine");
});

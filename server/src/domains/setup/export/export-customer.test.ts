import { randomUUID } from "node:crypto";
import { customerExportUrl } from "@deskhand/contract/pages";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { type FullCustomer, fillCustomer } from "../../../testing/store/full-customer.ts";
import { customerWrites } from "../../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../../testing/test-people.ts";

const word = `word-${randomUUID()}`;
let app: Desk;
let owner: Person;
let agent: Person;
let customer: FullCustomer;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
  agent = await addColleague(app, owner, "agent");
  customer = await fillCustomer(app, owner, agent, word);
});
afterAll(() => app.stop());

test("exports everything about a customer as one file that any program can read", async () => {
  const response = await owner.send(customerExportUrl(customer.id));
  expect(response.status).toBe(200);
  expect(response.headers.get("content-disposition")).toContain(`customer-${customer.id.slice(-8)}.json`);
  const all = JSON.parse(await response.text());
  expect(all.customer).toMatchObject({ name: `Name ${word}`, email: customer.email, phone: word.slice(0, 45) });
  expect(all.orders).toHaveLength(2);
  for (const order of all.orders)
    expect(order).toMatchObject({
      email: customer.email,
      shippingAddress: { city: word },
      lineItems: [{ price: "5.00" }],
      shipments: [{ trackingNumber: word, parcels: [{ number: word }], events: [{ city: word }] }],
    });
  const [foreign, second, others] = all.tickets;
  expect(foreign).toMatchObject({
    subject: `Other ${word}`,
    savedOrderNumber: word,
    trackingNotes: [{ content: word }],
  });
  expect(foreign.messages.map(({ content }: { content: string }) => content)).toEqual([
    ...[`Text ${word}`, `Dear ${word}`, `About ${word}`],
  ]);
  expect(foreign.files).toMatchObject([
    { filename: `${word}.pdf`, url: expect.stringMatching(/^\/api\/attachments\//) },
  ]);
  expect(second.messages).toHaveLength(1);
  // What others wrote on their tickets is not included, what the store sent the customer there is.
  expect(others).toMatchObject({
    subject: null,
    messages: [{ authorEmail: customer.email }, { content: "Thank you both." }],
    files: [{ filename: `${word}.png` }],
  });
  expect(all.tickets).toHaveLength(3);
  expect(all.mails).toHaveLength(2);
  expect((await owner.send(all.mails[0].url)).status).toBe(200);
  const audited = "select actor_id from audit_log where action = 'customer.exported' and subject_id = $1";
  expect(await app.asOwner(audited, [customer.id], owner.tenantId)).toEqual([{ actor_id: owner.userId }]);
});

test("exports a customer with hardly any data just as well", async () => {
  const { id } = await owner.api.customers.create({
    name: 'Quote " and \\ line',
    email: `${randomUUID()}@customer.test`,
  });
  const all = JSON.parse(await (await owner.send(customerExportUrl(id))).text());
  expect(all).toMatchObject({ customer: { name: 'Quote " and \\ line' }, orders: [], tickets: [], mails: [] });
});

test("gives nothing to agents, other stores and strangers", async () => {
  const other = await newOwner(app);
  await customerWrites(app, other, { from: customer.email, text: "Elsewhere" });
  expect((await agent.send(customerExportUrl(customer.id))).status).toBe(403);
  expect((await other.send(customerExportUrl(customer.id))).status).toBe(404);
  expect((await app.visit().send(customerExportUrl(customer.id))).status).toBe(401);
  expect((await owner.send(customerExportUrl("x"))).status).toBe(404);
  expect(await (await owner.send(customerExportUrl(customer.id))).text()).not.toContain("Elsewhere");
});

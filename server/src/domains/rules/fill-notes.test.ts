import { randomUUID } from "node:crypto";
import { ticketDigits } from "@deskhand/contract/vocabulary";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { makeTicket } from "../../testing/test-desk.ts";
import { newOwner, type Person } from "../../testing/test-people.ts";

let app: Desk;
let admin: Person;
beforeAll(async () => {
  app = await openDesk();
  admin = await newOwner(app);
});
afterAll(() => app.stop());

test("a rule fills the placeholders of its note, keeps those without a value, and mentions nobody by a stranger's words", async () => {
  const values = ["{{ticket.number}} of {{customer.email}}: {{ticket.subject}}, {{order.name}} {{agent.name}} {{x}}"];
  await admin.api.rules.create({
    name: "Notes",
    trigger: "created",
    conditions: [],
    actions: [{ action: "add_note", values }],
    isOn: true,
    idempotencyKey: randomUUID(),
  });
  const from = `ines-${randomUUID()}@roth.example`;
  const { id, ticketNumber } = await makeTicket(app, admin, { from, subject: `refund @${admin.name}` });
  const { items } = await admin.api.messages.listNotes({ ticketId: id });
  const filled = `${ticketDigits(ticketNumber)} of ${from}: refund (at)${admin.name}, {{order.name}} {{agent.name}} {{x}}`;
  expect(items.map(({ content }) => content)).toEqual([filled]);
});

import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { takeMail } from "../../../testing/take-mail.ts";
import { customerWrites, reply } from "../../../testing/test-desk.ts";
import { newOwner, type Person } from "../../../testing/test-people.ts";

let app: Desk;
let owner: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
});
afterAll(() => app.stop());

test("whatever is written on a ticket says by which channel it came or went, and leaves by that", async () => {
  await owner.api.emailSettings.save({ acknowledges: true });
  const jane = "jane@channels.example";
  const { ticket_id: id, message_id: messageId } = await customerWrites(app, owner, { from: jane });
  const said = await takeMail(app, jane);
  expect(said.text).toContain("It reached us");
  const answer = await reply(owner, id, { content: "On its way.", sendAnyway: true });
  const to = { to: [{ email: "maker@channels.example", name: null }], cc: [], bcc: [] };
  const words = { content: "Can you look?", messageIds: [messageId], idempotencyKey: randomUUID() };
  const forward = await owner.api.messages.forward({ ticketId: id, recipients: to, ...words });
  const { messages } = await owner.api.tickets.get({ id });
  expect(messages.map(({ channel }) => channel)).toEqual(["email", "email", "email", "email"]);
  expect([answer, forward]).toMatchObject([
    { channel: "email", deliveryState: "sending" },
    { channel: "email", deliveryState: "sending" },
  ]);
  expect((await takeMail(app, "maker@channels.example")).text).toContain("Can you look?");
});

test("the database knows no channel that nothing sends by", async () => {
  const { message_id: id } = await customerWrites(app, owner);
  const change = app.asOwner("update ticket_messages set channel = 'pigeon' where id = $1", [id], owner.tenantId);
  await expect(change).rejects.toMatchObject({ constraint: "ticket_messages_channel_check" });
});

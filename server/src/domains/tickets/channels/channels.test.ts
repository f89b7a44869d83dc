import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { setAnswers } from "../../../platform/questions.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { takeMail } from "../../../testing/take-mail.ts";
import { customerWrites, reply } from "../../../testing/test-desk.ts";
import { newOwner, type Person } from "../../../testing/test-people.ts";
import { channels } from "./channel.ts";
import { emailChannel } from "./email-channel.ts";

let app: Desk;
let owner: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
});
afterAll(() => app.stop());

test("every message says by which channel it came or went, and leaves by that channel", async () => {
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

test("a channel without a preview refuses one, and a channel without acknowledgements sends none", async () => {
  await owner.api.emailSettings.save({ acknowledges: true });
  const { address, canReply, externalId, send, sendAgain } = emailChannel;
  setAnswers([channels.by({ email: { address, canReply, externalId, send, sendAgain } })]);
  try {
    const { ticket_id: id } = await customerWrites(app, owner, { from: "joe@channels.example" });
    await expect(owner.api.messages.preview({ ticketId: id, content: "Hello" })).rejects.toMatchObject({
      code: "message_without_preview",
    });
    expect((await owner.api.tickets.get({ id })).messages).toHaveLength(1);
  } finally {
    setAnswers([channels.by({ email: emailChannel })]);
  }
});

test("the database refuses a channel that no code sends by", async () => {
  const { message_id: id } = await customerWrites(app, owner);
  const change = app.asOwner("update ticket_messages set channel = 'pigeon' where id = $1", [id], owner.tenantId);
  await expect(change).rejects.toMatchObject({ constraint: "ticket_messages_channel_check" });
});

test("a person named only in Reply-To gets the writer's own words quoted, but not their history", async () => {
  const [ana, bo, cy] = ["ana@pair.example", "bo@pair.example", "cy@pair.example"];
  const head = [`From: ${ana}`, `To: ${owner.supportEmail}`, `Cc: ${cy}`, "Subject: Lamp"];
  const isQuoted = async (text: string, replyTo: string) => {
    const own = [...head, `Reply-To: ${ana}, ${replyTo}`, `Message-ID: <${randomUUID()}@pair.example>`];
    const raw = [...own, "", text].join("\r\n");
    await app.takeIn({ envelopeFrom: ana, recipients: [owner.supportEmail], raw });
    const [ticket] = (await owner.api.tickets.list({})).items;
    return (await owner.api.messages.preview({ ticketId: ticket?.id ?? "", content: "Hello" })).isQuoted;
  };
  const answered = "Yes.\r\n> Would you like the red one, as Dora says?\r\nAnd a blue one.";
  expect(await isQuoted("Where is our lamp?", bo)).toBe(true);
  expect(await isQuoted(answered, bo)).toBe(false);
  expect(await isQuoted(answered, ana)).toBe(true);
});

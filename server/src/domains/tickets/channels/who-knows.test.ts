import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type MailAtDesk, mailAtDesk } from "../../../testing/mail-at-desk.ts";
import type { TestTenant } from "../../../testing/make-test-tenant.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { addColleague, type Person } from "../../../testing/test-people.ts";

let desk: Desk;
let store: TestTenant;
let at: MailAtDesk;
let agent: Person;
beforeAll(async () => {
  desk = await openDesk({ roles: ["web"] });
  store = await desk.makeTenant();
  at = mailAtDesk(desk, store);
  agent = await addColleague(desk, { tenantId: store.id }, "agent");
});
afterAll(() => desk.stop());

/** Returns the Message-IDs in each recipient's mail of a reply: In-Reply-To, and the References before it. */
async function namedBy(messageId: string) {
  const mails = await desk.asOwner<{ to: string; answered: string | null; references: string[] }>(
    `select to_email as to, details ->> 'inReplyTo' as answered, details -> 'references' as references
     from outgoing_mails where message_id = $1`,
    [messageId],
    store.id,
  );
  return Object.fromEntries(mails.map(({ to, answered, references }) => [to, { answered, references }]));
}

const reply = (ticketId: string, to: string[]) =>
  agent.api.messages.reply({
    ticketId,
    content: "It comes.",
    idempotencyKey: randomUUID(),
    lastSeenMessageId: null,
    sendAnyway: true,
    recipients: { to: to.map((email) => ({ email })) },
  });

test("each mail refers only to mails that its recipient had, and a new recipient's refers to none", async () => {
  const [ana, bo, sam] = ["ana@known.example", "bo@known.example", "sam@known.example"];
  const first = `${randomUUID()}@known.example`;
  const started = await at.send({ from: ana, headers: [`Cc: ${bo}`, `Message-ID: <${first}>`] });
  const ticketId = started.ticket_id ?? "";
  const ours = await at.mailIdOf((await reply(ticketId, [ana, bo])).id);
  const aside = await at.send({ from: bo, headers: [`In-Reply-To: <${ours}>`] });
  expect(aside.ticket_id).toBe(ticketId);
  const psst = await at.mailIdOf(aside.message_id ?? "");
  expect(await namedBy((await reply(ticketId, [ana, bo, sam])).id)).toEqual({
    [ana]: { answered: expect.not.stringMatching(psst), references: expect.not.arrayContaining([psst]) },
    [bo]: { answered: psst, references: expect.arrayContaining([psst]) },
    [sam]: { answered: null, references: [] },
  });
  const { messages } = await agent.api.tickets.get({ id: ticketId });
  const all = await agent.api.messages.reply({
    ticketId,
    content: "To both.",
    idempotencyKey: randomUUID(),
    lastSeenMessageId: null,
    sendAnyway: true,
    answersId: messages[0]?.id,
    recipients: { to: [{ email: ana }, { email: sam }] },
  });
  const named = await namedBy(all.id);
  expect(named[ana]).toMatchObject({ answered: first, references: expect.arrayContaining([ours, first]) });
  expect(named[sam]?.references).toHaveLength(1);
});

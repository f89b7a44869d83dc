import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { newId } from "../../../platform/db/ids.ts";
import { logMail } from "../../../testing/isolation/fill-mail-log.ts";
import { mailOf } from "../../../testing/mail-at-desk.ts";
import { type Desk, openDesk } from "../../../testing/open-desk.ts";
import { tablesWith } from "../../../testing/store/find-word.ts";
import { untilCounted, untilFolded } from "../../../testing/store/until-folded.ts";
import { attachFile, failDelivery, reply, upload } from "../../../testing/test-desk.ts";
import { addColleague, newOwner, type Person } from "../../../testing/test-people.ts";
import { foldTicketTags } from "../list/fold.queries.ts";

// Searches every column of every table for deleted words, like somebody with the database or its backup.

let app: Desk;
let owner: Person;
let agent: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
  agent = await addColleague(app, owner, "agent");
});
afterAll(() => app.stop());

const ann = "ann@customer.example";
/** Only letters, so that search takes it as one word. */
const newWord = () =>
  randomUUID()
    .replace(/[-0-9]/g, (digit) => "ghijklmnop".charAt(Number(digit)))
    .slice(0, 26);

type Came = { id: string; state: string; ticket_id: string; message_id: string; duplicate_of: string | null };
async function comeIn(raw: string): Promise<Came> {
  const ids = await app.takeIn({ envelopeFrom: ann, recipients: [owner.supportEmail], raw });
  const columns = "id, state, ticket_id, message_id, duplicate_of";
  const id = ids.get(owner.tenantId);
  const [came] = await app.asOwner<Came>(`select ${columns} from mail_log where id = $1`, [id], owner.tenantId);
  if (!came) throw new Error("The mail is in the log");
  return came;
}
const wordy = (word: string, headers: string[] = []) =>
  mailOf({
    from: `Ann <${ann}>`,
    subject: `Subject ${word}`,
    text: `Text ${word}`,
    headers: [`Message-ID: <${word}${newId()}@customer.example>`, `X-Note: ${word}`, ...headers],
  });

test("no table has words of a ticket that was deleted for good, and a late copy of its mail is still recognized", async () => {
  const word = newWord();
  const raw = wordy(word, [`References: <${word}@elsewhere.test>`]);
  const first = await comeIn(raw);
  expect((await comeIn(raw)).state).toBe("duplicate");
  const ticket = { id: first.ticket_id, ticketNumber: 0, firstMessageId: first.message_id };
  await attachFile(app, owner, ticket, { filename: `${word}.pdf`, bytes: Buffer.from(`Bytes ${word}`) });
  const answer = await reply(agent, ticket.id, { content: `Dear ${word}` });
  await failDelivery(app, owner, answer.id, `550 ${word} is full`);
  await agent.api.messages.addNote({ ticketId: ticket.id, content: `About ${word}`, idempotencyKey: randomUUID() });
  await upload(agent, ticket.id, { filename: `${word}.txt`, bytes: new Uint8Array(Buffer.from(word)) });
  await owner.api.tickets.update({ id: ticket.id, subject: `Other ${word}`, addTags: [word] });
  await app.db.withTenant(owner.tenantId, async (tx) => {
    const author = { author_id: agent.userId, author_name: "Agent", idempotency_key: newId() };
    await tx
      .insertInto("tracking_notes")
      .values({ id: newId(), ticket_id: ticket.id, content: word, ...author })
      .execute();
  });
  await agent.api.tracking.saveOrderNumber({ ticketId: ticket.id, orderNumber: word });
  // Held mails and bounces exist only in the log.
  await logMail(app, owner, word, { state: "loop_stopped", ticket_id: ticket.id });
  await untilCounted(app, owner.tenantId);
  expect((await tablesWith(app, word)).sort()).toEqual(
    [
      ...[
        "events",
        "figure_spans",
        "file_chunks",
        "mail_log",
        "named_mails",
        "notifications",
        "outgoing_mails",
        "raw_mail_chunks",
      ],
      ...["search_vocabulary", "support_tickets", "ticket_activities", "ticket_attachments", "ticket_messages"],
      ...["ticket_orders", "ticket_tag_deltas", "ticket_traits", "ticket_words", "tracking_notes", "uploads"],
    ].sort(),
  );

  await owner.api.tickets.delete({ id: ticket.id });
  // The tag counts are folded every minute, and a tag with a count of zero goes.
  await app.db.withTenant(owner.tenantId, foldTicketTags);
  // So are the reports' sums.
  await untilCounted(app, owner.tenantId);
  // logMail also writes the word into the envelope, which stays, as the log is for who wrote when.
  await app.asOwner(
    "update mail_log set envelope_from = '' where envelope_from like $1",
    [`%${word}%`],
    owner.tenantId,
  );
  expect(await tablesWith(app, word)).toEqual([]);

  const late = await comeIn(raw);
  expect(late).toMatchObject({ state: "duplicate", duplicate_of: first.id });
  expect(await tablesWith(app, word)).toEqual([]);
  const entry = await owner.api.mail.entry({ id: first.id });
  expect(entry).toMatchObject({ state: "ticket_created", from: ann, subject: null, ticket: null, actions: [] });
  expect(entry.rawRemoved).toBe("Raw mail removed with its ticket, which was deleted");
  await expect(owner.api.mail.raw({ id: first.id })).rejects.toMatchObject({ code: "raw_mail_removed" });
  expect((await owner.send(`/api/mail/log/${first.id}/raw`)).status).toBe(409);
});

test("a message that was moved to its own ticket goes with that, with the copies of its mail, and the old ticket stays", async () => {
  const [word, other] = [newWord(), newWord()];
  const first = await comeIn(wordy(other));
  const { ticketNumber } = await owner.api.tickets.get({ id: first.ticket_id });
  const raw = wordy(word).replace(/^Subject: .*$/m, `Subject: [Ticket: #${ticketNumber}] ${word}`);
  const added = await comeIn(raw);
  expect(added).toMatchObject({ state: "reply_added", ticket_id: first.ticket_id });
  await comeIn(raw);
  const moved = await owner.api.tickets.moveMessage({
    id: first.ticket_id,
    messageId: added.message_id,
    idempotencyKey: randomUUID(),
  });
  await owner.api.tickets.delete({ id: moved.id });
  // The search document of the other ticket is rebuilt within a moment.
  await untilFolded(app, owner.tenantId);
  expect(await tablesWith(app, word)).toEqual([]);
  expect((await owner.api.tickets.get({ id: first.ticket_id })).messages).toHaveLength(1);
  expect((await owner.api.mail.raw({ id: first.id })).text).toContain(other);
});

test("a ticket that was merged and unmerged goes with its own mail only, and another store keeps its copy of that", async () => {
  const [word, other] = [newWord(), newWord()];
  const next = await newOwner(app);
  const raw = wordy(word);
  const recipients = [owner.supportEmail, next.supportEmail];
  const ids = await app.takeIn({ envelopeFrom: ann, recipients, raw });
  const ticketOf = async (by: Person) => (await by.api.mail.entry({ id: ids.get(by.tenantId) ?? "" })).ticket?.id ?? "";
  const [mine, into] = [await ticketOf(owner), (await comeIn(wordy(other))).ticket_id];
  await owner.api.tickets.merge({ id: mine, into });
  // It is a ticket again after its merge target was deleted.
  await owner.api.tickets.delete({ id: into });
  await untilFolded(app, owner.tenantId);
  expect(await tablesWith(app, other)).toEqual([]);
  await owner.api.tickets.delete({ id: mine });
  expect((await next.api.mail.raw({ id: ids.get(next.tenantId) ?? "" })).text).toContain(word);
  await next.api.tickets.delete({ id: await ticketOf(next) });
  expect(await tablesWith(app, word)).toEqual([]);
});

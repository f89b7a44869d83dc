import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Desk, openDesk } from "../../testing/open-desk.ts";
import { takeMail } from "../../testing/take-mail.ts";
import { customerWrites, reply } from "../../testing/test-desk.ts";
import { newAddress, newOwner, type Person } from "../../testing/test-people.ts";

let app: Desk;
let owner: Person;
beforeAll(async () => {
  app = await openDesk();
  owner = await newOwner(app);
});
afterAll(() => app.stop());

const index = "AQHb9piJBsCGD1GVoU+wxkNV9ElnybQ1RAuA";
const opening = {
  subject: "Lamp 1042",
  headers: [`Thread-Index: ${index}`, "Thread-Topic: =?utf-8?q?L=C3=A4mp?= 1042"],
};
const headersOf = ({ headers }: Awaited<ReturnType<typeof takeMail>>, name: string) =>
  headers.filter((header) => header.name.toLowerCase() === name).map(({ value }) => value.trim());

test("an answer to an Outlook mail continues its Outlook conversation", async () => {
  const from = newAddress("otto");
  const { ticket_id } = await customerWrites(app, owner, { from, ...opening });
  await reply(owner, ticket_id);
  const mail = await takeMail(app, from);
  const [own = ""] = headersOf(mail, "thread-index");
  const bytes = Buffer.from(own, "base64");
  expect(bytes.subarray(0, -5).toString("base64")).toBe(index);
  expect(headersOf(mail, "thread-topic")).toEqual(["=?UTF-8?Q?L=C3=A4mp_1042?="]);
});

test("the answered mail's topic is revealed only to people who had that mail", async () => {
  const from = newAddress("otto");
  const { ticket_id } = await customerWrites(app, owner, { from, ...opening });
  const added = newAddress("sam");
  await owner.api.messages.reply({
    ticketId: ticket_id,
    content: "It is on its way.",
    recipients: { to: [{ email: from }, { email: added }] },
    idempotencyKey: randomUUID(),
    lastSeenMessageId: null,
    sendAnyway: true,
  });
  const mail = await takeMail(app, added);
  expect(headersOf(mail, "thread-index")).toHaveLength(1);
  expect(headersOf(mail, "thread-topic")).toEqual([]);
});

test("an acknowledgement continues the conversation too, and other mails have none", async () => {
  const store = await newOwner(app);
  await store.api.emailSettings.save({ acknowledges: true });
  const [outlook, other] = [newAddress("otto"), newAddress("ann")];
  await customerWrites(app, store, { from: outlook, ...opening });
  await customerWrites(app, store, { from: other });
  expect(headersOf(await takeMail(app, outlook), "thread-index")[0]).toMatch(/^AQHb9piJBsCGD1GVoU\+wxkNV9ElnybQ1RAu/);
  expect(headersOf(await takeMail(app, other), "thread-index")).toEqual([]);
});

test("a forged thread is not passed on, and a deleted ticket's thread is deleted with it", async () => {
  const from = newAddress("eve");
  const forged = await customerWrites(app, owner, { from, headers: ["Thread-Index: eve", "Thread-Topic: Lamp"] });
  await reply(owner, forged.ticket_id);
  const { headers } = await takeMail(app, from);
  expect(headers.map(({ name }) => name.toLowerCase())).not.toContain("thread-topic");
  const { id, ticket_id } = await customerWrites(app, owner, { from: newAddress("otto"), ...opening });
  await owner.api.tickets.delete({ id: ticket_id });
  const sql = "select thread_index, thread_topic from mail_log where id = $1";
  expect(await app.asOwner(sql, [id], owner.tenantId)).toEqual([{ thread_index: null, thread_topic: null }]);
});

test.each<[how: string, head: (id: string) => string[], body: (from: string, id: string) => string[]]>([
  [
    "as an enclosed message",
    () => ["Content-Type: multipart/mixed; boundary=b", `Thread-Index: ${index}`],
    (from, id) => [
      ...["--b", "", "See below.", "--b", "Content-Type: message/rfc822", "", `From: ${from}`, `Message-ID: ${id}`],
      ...["Subject: Lamp", "", "Where is it?", "--b--"],
    ],
  ],
  [
    "in the text, as Gmail and Outlook say",
    (id) => [`In-Reply-To: ${id}`],
    (from) => ["---------- Forwarded message ---------", `From: ${from}`, "Subject: Lamp", "", "Where is it?"],
  ],
  [
    "in the text, as Thunderbird says",
    (id) => [`X-Forwarded-Message-Id: ${id}`],
    (from) => ["-------- Forwarded Message --------", `From: ${from}`, "Subject: Lamp", "", "Where is it?"],
  ],
])(
  "an answer to a mail that a colleague forwarded %s refers to that mail, not to the forward",
  async (_, head, body) => {
    const [from, id] = [newAddress("otto"), `<${randomUUID()}@otto.example>`];
    const { email } = (await owner.api.account.me()).user;
    const own = [
      `From: ${email}`,
      `To: ${owner.supportEmail}`,
      "Subject: Fwd: Lamp",
      `Message-ID: <${randomUUID()}@x.example>`,
    ];
    const raw = [...own, ...head(id), "", ...body(from, id)].join("\r\n");
    await app.takeIn({ envelopeFrom: email, recipients: [owner.supportEmail], raw });
    const [ticket] = (await owner.api.tickets.list({})).items;
    expect(ticket?.customer?.email).toBe(from);
    await reply(owner, ticket?.id ?? "");
    const mail = await takeMail(app, from);
    expect([...headersOf(mail, "in-reply-to"), ...headersOf(mail, "references")]).toEqual([id, id]);
    expect(headersOf(mail, "thread-index")).toEqual([]);
  },
);

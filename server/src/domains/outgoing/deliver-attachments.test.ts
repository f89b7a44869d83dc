import { randomBytes } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { openSmtpMailer } from "../../platform/mailer/smtp-mailer.ts";
import { type AgentAtDesk, agentAtDesk } from "../../testing/agent-at-desk.ts";
import { openDesk } from "../../testing/open-desk.ts";
import { openSmtpSink, type SmtpSink } from "../../testing/smtp-sink.ts";
import { deliverMail } from "./deliver-mail.ts";

let sink: SmtpSink;
let desk: AgentAtDesk;
beforeAll(async () => {
  sink = await openSmtpSink();
  desk = await agentAtDesk(await openDesk({ roles: [], mailer: openSmtpMailer(sink.url) }));
});
afterAll(async () => {
  await desk.stop();
  await sink.close();
});
afterEach(() => {
  sink.mails.length = 0;
});

async function deliver(messageId: string) {
  const { id } = await desk.inTenant((tx) =>
    tx
      .updateTable("outgoing_mails")
      .set({ next_try_at: null })
      .where("message_id", "=", messageId)
      .returning("id")
      .executeTakeFirstOrThrow(),
  );
  return deliverMail(desk.services, { mailId: id, tenantId: desk.tenant });
}

test("a reply carries its files byte by byte under their names, on every try", async () => {
  const ticket = await desk.ticket();
  const names = [
    "Rechnung Größe 42.pdf",
    'a "quoted" \\ name; x=y.txt',
    "two\r\nBcc: evil@example.org\r\n.csv",
    "发票📦.png",
  ];
  const files = [
    { filename: names[0] ?? "", contentType: "application/pdf", bytes: randomBytes(700_001) },
    { filename: names[1] ?? "", contentType: "text/plain", bytes: Buffer.from("Line\nend\r\nlast\r.\n..\n") },
    { filename: names[2] ?? "", contentType: "text/csv", bytes: Buffer.from("\ufefförder;1\n") },
    { filename: names[3] ?? "", contentType: "image/png", bytes: randomBytes(1) },
  ];
  const reply = await desk.reply(ticket.id, "Here they are.", "Sam Agent", await desk.attach(ticket.id, files));
  sink.refusals.push({ code: 451, words: "later" });
  expect((await deliver(reply.id)).failure?.message).toContain("later");
  await deliver(reply.id);
  await desk.bounce(reply.id, "mailbox full");
  await desk.retry(ticket.id, reply.id);
  await deliver(reply.id);
  expect(sink.mails).toHaveLength(2);
  for (const { parsed, envelopeTo, raw } of sink.mails) {
    expect(envelopeTo).toEqual(["jo@example.org"]);
    expect(parsed.text).toContain("Here they are.");
    expect(parsed.html).toContain("Here they are.");
    expect(parsed.attachments.map(({ content }, at) => files[at]?.bytes.equals(content))).toEqual([
      true,
      true,
      true,
      true,
    ]);
    expect(parsed.attachments.map(({ contentType }) => contentType)).toEqual([
      ...["application/pdf", "text/plain", "text/csv", "image/png"],
    ]);
    expect(parsed.attachments.every(({ contentDisposition }) => contentDisposition === "attachment")).toBe(true);
    const given = parsed.attachments.map(({ filename = "" }) => filename);
    expect([given[0], given[1], given[3]]).toEqual([names[0], names[1], names[3]]);
    expect(given[2]).toMatch(/^two\s*Bcc: evil@example.org\s*.csv$/);
    expect(parsed.headers.has("bcc")).toBe(false);
    expect(raw.toString("latin1")).not.toMatch(/^Bcc:/im);
  }
});

test("a mail with an unreadable file is not sent in part, and is retried", async () => {
  const ticket = await desk.ticket();
  const bytes = randomBytes(600_000);
  const reply = await desk.reply(
    ticket.id,
    "Here.",
    "Sam Agent",
    await desk.attach(ticket.id, [{ filename: "a", bytes }]),
  );
  const lost = await desk.inTenant((tx) =>
    tx
      .deleteFrom("file_chunks")
      .where("position", "=", 2)
      .where("file_id", "in", (eb) =>
        eb.selectFrom("ticket_attachments").select("file_id").where("message_id", "=", reply.id),
      )
      .returningAll()
      .executeTakeFirstOrThrow(),
  );
  expect((await deliver(reply.id)).failure?.message).toMatch(/has 524288 bytes instead of 600000/);
  expect(sink.mails).toHaveLength(0);
  const [row] = await desk.inTenant((tx) =>
    tx.selectFrom("outgoing_mails").select(["state", "last_error"]).where("message_id", "=", reply.id).execute(),
  );
  expect(row).toEqual({ state: "queued", last_error: expect.stringContaining("could not be made") });
  await desk.inTenant((tx) => tx.insertInto("file_chunks").values(lost).execute());
  await deliver(reply.id);
  expect(sink.mails[0]?.parsed.attachments[0]?.content.equals(bytes)).toBe(true);
});

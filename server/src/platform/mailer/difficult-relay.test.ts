import { Readable } from "node:stream";
import { afterEach, expect, test } from "vitest";
import { openSmtpSink, type SinkBehaviour, type SmtpSink } from "../../testing/smtp-sink.ts";
import { fail } from "../fail.ts";
import type { Mailer, OutgoingMail } from "./mailer.ts";
import { openSmtpMailer } from "./smtp-mailer.ts";

let sink: SmtpSink;
let mailer: Mailer;
afterEach(async () => {
  mailer.close();
  await sink.close();
});

async function start(behaviour: SinkBehaviour): Promise<void> {
  sink = await openSmtpSink(behaviour);
  mailer = openSmtpMailer(sink.url);
}

const mail = (number: number): OutgoingMail => ({
  messageId: `dh.${number}@mail.example.com`,
  from: { name: "Acme", address: "help@mail.example.com" },
  to: `jo${number}@example.org`,
  returnPath: "bounce@mail.example.com",
  subject: "Lamp",
  text: "Hello",
  html: "<p>Hello</p>",
});

/** Sends this many mails, some concurrently; returns the failures. */
async function sendMany(count: number, atOnce: number): Promise<unknown[]> {
  const failures: unknown[] = [];
  let next = 0;
  const sendOne = async () => {
    while (next < count) await mailer.send(mail(next++)).catch((error: unknown) => failures.push(error));
  };
  await Promise.all(Array.from({ length: atOnce }, sendOne));
  return failures;
}

test("a relay that closes connections after some mails gets all of them, without failures", async () => {
  await start({ mailsPerConnection: 3 });
  expect(await sendMany(60, 4)).toEqual([]);
  expect(new Set(sink.mails.map(({ parsed }) => parsed.messageId)).size).toBe(60);
  expect(sink.mails).toHaveLength(60);
});

test("reports a relay that accepts nothing in its own words", async () => {
  await start({ mailsPerConnection: 0 });
  const [failure] = await sendMany(1, 1);
  expect(failure).toMatchObject({ message: "421 Too many mails over this connection", isCrowded: false });
});

test("tells crowding from refusal at a relay with room for one connection", async () => {
  await start({ mostConnections: 1, thinksMs: 50 });
  // Before its first accepted mail it might accept none.
  expect(await sendMany(1, 1)).toEqual([]);
  const failures = await sendMany(24, 3);
  expect(sink.mails.length + failures.length).toBe(25);
  expect(failures).toContainEqual(expect.objectContaining({ isCrowded: true }));
  for (const failure of failures) expect(failure).toMatchObject({ message: "421 Too many connections" });
});

test("an unreadable file is never the relay's fault", async () => {
  await start({});
  const cause = fail("took_too_long");
  const unreadable = async function* () {
    yield Buffer.from("the first part");
    throw cause;
  };
  const open = () => Readable.from(unreadable());
  const attachments = [{ filename: "a.pdf", contentType: "application/pdf", open }];
  await expect(mailer.send({ ...mail(1), attachments })).rejects.toBe(cause);
  expect(cause.code).toBe("took_too_long");
  expect(sink.mails).toEqual([]);
});

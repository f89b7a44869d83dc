import { pbkdf2 } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { AttachedFile, OutgoingMail } from "./mailer.ts";
import { openOutboxMailer } from "./outbox-mailer.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "deskhand-outbox-"));
});
afterEach(() => rm(folder, { recursive: true }));

function aMail(open: AttachedFile["open"]): OutgoingMail {
  const address = "help+abcdefgh@mail.example.com";
  return {
    messageId: "dh.one@mail.example.com",
    from: { name: "Acme Shop", address },
    to: "jo@example.org",
    returnPath: address,
    subject: "Re: Where is it? [Ticket: 0001]",
    text: "Hello\nthere",
    html: "<p>Hello</p>",
    attachments: [{ filename: "care.txt", contentType: "text/plain", open }],
  };
}

test("keeps a mail as it would be sent, with attachments and CRLF line ends", async () => {
  await openOutboxMailer(folder).send(aMail(() => Readable.from([Buffer.from("Wash cold")])));
  const [name] = await readdir(folder);
  const stored = await readFile(join(folder, name ?? ""), "latin1");
  expect(stored).toContain(Buffer.from("Wash cold").toString("base64"));
  expect(stored).toContain("Hello\r\nthere");
  expect(stored).not.toMatch(/[^\r]\n/);
});

test("refuses and does not keep a mail with an unreadable file, however early that shows", async () => {
  const mailer = openOutboxMailer(folder);
  async function* breaksOff() {
    yield Buffer.from("Wash");
    throw new Error("half a file");
  }
  const because = (why: string) => ({ message: "A file of the mail could not be read", cause: new Error(why) });
  const atOnce = () => new Readable().destroy(new Error("no file"));
  await expect(mailer.send(aMail(atOnce))).rejects.toMatchObject(because("no file"));
  keepDiskBusy();
  await expect(mailer.send(aMail(atOnce))).rejects.toMatchObject(because("no file"));
  await expect(mailer.send(aMail(() => Readable.from(breaksOff())))).rejects.toMatchObject(because("half a file"));
  expect(await readdir(folder)).toEqual([]);
});

/** Delays all disk access for some tenths of a second by occupying Node's four threads. */
function keepDiskBusy(): void {
  for (let thread = 0; thread < 4; thread += 1) pbkdf2("secret", "salt", 400_000, 64, "sha512", () => undefined);
}

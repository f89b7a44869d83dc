import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { OutgoingMail } from "../../../platform/mailer/mailer.ts";
import { listOutbox, outboxFolder, readOutboxFile } from "../../../platform/mailer/outbox-mailer.ts";
import { openMailer } from "../../../platform/mailer/smtp-mailer.ts";
import { readAsOthers } from "../../../testing/take-mail.ts";
import { showMail } from "./show-mail.ts";

const plain: OutgoingMail = {
  messageId: "dh.one@mail.example.com",
  from: { name: "Acme Shop", address: "help+abcdefgh@mail.example.com" },
  to: "jo@example.org",
  replyTo: "help+abcdefgh.t.s@mail.example.com",
  returnPath: "help+abcdefgh.t.s@mail.example.com",
  subject: "Re: Where is it? [Ticket: 0001]",
  text: "It is on its way: https://shop.example/track?a=1&b=2\n\n-- \nAcme",
  html: "<p>It is on its way</p>",
  inReplyTo: "first@example.org",
  references: ["zero@example.org", "first@example.org"],
};

test.each<[what: string, mail: OutgoingMail]>([
  ["as most are", plain],
  [
    "with letters beyond ASCII, and lines that are folded",
    {
      ...plain,
      from: { name: "Müllers Lädchen", address: "help+abcdefgh@mail.example.com" },
      subject: `Ihre Bestellung über ${"schöne Lampen, ".repeat(12)}`,
      text: `Schöne Grüße, ${"eine Zeile ".repeat(40)}\n.\nEnde`,
      html: `<p>Schöne Grüße ${"eine Zeile ".repeat(40)}</p>`,
    },
  ],
])("shows our own mail, %s, as another reader does", async (_, mail) => {
  const dataDir = await mkdtemp(join(tmpdir(), "deskhand-shown-"));
  const mailer = openMailer({ smtpUrl: null, dataDir });
  await mailer.send(mail);
  mailer.close();
  const folder = outboxFolder(dataDir);
  const [file = ""] = await listOutbox(folder, 1);
  const bytes = (await readOutboxFile(folder, file)) ?? Buffer.alloc(0);
  const [own, others] = [await showMail(bytes), await readAsOthers(bytes)];
  const trimmed = (shown: typeof own) => ({
    ...shown,
    from: shown.from.replaceAll('"', ""),
    subject: shown.subject.trim(),
    text: shown.text.trim(),
    html: shown.html.trim(),
  });
  expect(trimmed(own)).toEqual(trimmed(others));
  expect(own.text).toContain(mail.text.slice(0, 20));
  await rm(dataDir, { recursive: true });
});

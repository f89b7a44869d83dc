import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createTransport } from "nodemailer";
import { newId } from "../db/ids.ts";
import { composeMail } from "./compose-mail.ts";
import type { Mailer, OutgoingMail } from "./mailer.ts";
import { writeDurably } from "./write-durably.ts";

/** Keeps mail as files in a folder instead of sending it; names sort by time. */
export function openOutboxMailer(folder: string): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: "windows" });
  let written = 0;
  return {
    async send(mail) {
      const { message } = await transport.sendMail(composeMail(mail));
      if (!Buffer.isBuffer(message)) throw new TypeError("The mail was not built in memory");
      await mkdir(folder, { recursive: true, mode: 0o700 });
      written += 1;
      await writeDurably(join(folder, newFileName(written)), Buffer.concat([envelope(mail), message]));
    },
    close: () => transport.close(),
  };
}

/** The folder of the outbox within the data directory. */
export function outboxFolder(dataDir: string): string {
  return join(dataDir, "outbox");
}

/** The time, then a number for mails of the same millisecond, then an id so that several processes never collide. */
function newFileName(number: number): string {
  const order = String(number % 1_000_000).padStart(6, "0");
  return `${new Date().toISOString().replace(/[:.]/g, "-")}-${order}-${newId()}.eml`;
}

/** What the receiving server would add: the envelope, which is not part of the mail. */
function envelope(mail: OutgoingMail): Buffer {
  return Buffer.from(`Return-Path: <${oneLine(mail.returnPath)}>\r\nDelivered-To: ${oneLine(mail.to)}\r\n`);
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, " ");
}

import { createRandom } from "../data/random.ts";
import { writeText } from "../data/write-text.ts";

const random = createRandom(7);
const run = Date.now().toString(36);
let count = 0;

export type WrittenMail = { from: string; subject: string; raw: string };

/** Writes a new customer's mail as mail programs do, with text and HTML; each call gives a different one. */
export function writeMail(to: string): WrittenMail {
  count += 1;
  const unique = `${run}${count.toString(36)}`;
  const from = `visitor-${unique}@people.example`;
  const subject = `${writeText(random, 5).replace(/[.\n]/g, "")} ${unique}`;
  const text = writeText(random, 80).replaceAll("\n", "\r\n");
  const boundary = `=_${unique}`;
  const raw = [
    `Received: from mx.people.example (mx.people.example [192.0.2.9]) by mail.example; ${new Date().toUTCString()}`,
    `From: Visitor ${count} <${from}>`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Date: ${new Date().toUTCString()}`,
    `Message-ID: <${unique}@people.example>`,
    "MIME-Version: 1.0",
    `Content-Type: multipart/alternative; boundary="${boundary}"`,
    "",
    `--${boundary}`,
    "Content-Type: text/plain; charset=utf-8",
    "",
    text,
    `--${boundary}`,
    "Content-Type: text/html; charset=utf-8",
    "",
    `<html><body><p>${text.replaceAll("\r\n\r\n", "</p>\r\n<p>")}</p></body></html>`,
    `--${boundary}--`,
  ].join("\r\n");
  return { from, subject, raw };
}

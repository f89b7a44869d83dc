import { discardAttachment } from "../parse/collect-part.ts";
import { parseMail } from "../parse/parse-mail.ts";
import { classifyMail, type MailClassification } from "./classify-mail.ts";

/** Sample texts by people and machines in one language, for tests of the classification. */
export type MailLanguage = {
  code: string;
  /** Marks that mail programs put before a subject. */
  reply: string;
  forward: string;
  /** The line above a forwarded message. */
  forwardMark: string;
  /** The mark that programs put before the subject of their answer. */
  automatic: string;
  /** A customer's few words above a bounce. */
  help: string;
  /** A customer's letter about an order. */
  letter: string;
  /** A customer who was away. */
  wasAway: string;
  /** A complaint about an undelivered parcel, not a mail, and its subject. */
  parcelSubject: string;
  parcel: string;
  /** An absence notice. */
  away: string;
  /** A mail system's subject and sentence, with a line break inside. */
  failedSubject: string;
  failed: string;
};

/** A mail of a test table, and its expected kind. */
export type MailCase = {
  name: string;
  kind: MailClassification["kind"];
  headers: string[];
  body: string;
  /** Defaults to the address in From. */
  envelopeFrom?: string;
};

/** Returns a Subject header with these words. */
export function subject(words: string): string {
  return `Subject: =?utf-8?B?${Buffer.from(words).toString("base64")}?=`;
}

/** The content type and body of a message with a text and other parts. */
export const mixedType = "Content-Type: multipart/mixed; boundary=m";
export function mixedBody(words: string, ...parts: string[]): string {
  const all = [`Content-Type: text/plain; charset=utf-8\n\n${words}`, ...parts];
  return `${all.map((part) => `--m\n${part}\n`).join("")}--m--\n`;
}

/** Parses and classifies a case. */
export async function classifyCase(
  { headers, body, envelopeFrom }: MailCase,
  cameToReturnPath: boolean,
): Promise<MailClassification> {
  const raw = `${headers.join("\n")}\n\n${body}`;
  const mail = await parseMail(Buffer.from(raw.replaceAll("\n", "\r\n")), { onAttachment: discardAttachment });
  const path = headers.some((line) => line.startsWith("Return-Path")) ? null : (mail.from?.email ?? null);
  return classifyMail(mail, { envelopeFrom: envelopeFrom ?? path, cameToReturnPath });
}

import { createReadStream } from "node:fs";
import { join } from "node:path";
import { classifyMail, type MailClassification } from "../parse/classify-mail.ts";
import { type AuthorCandidates, findAuthorCandidates } from "../parse/find-author.ts";
import { fingerprintMail } from "../parse/fingerprint-mail.ts";
import { parseMail } from "../parse/parse-mail.ts";
import type { ParsedMail } from "../parse/parsed-mail.ts";
import { spoolInto } from "../parse/spool-attachment.ts";
import { stripQuotedHistory } from "../parse/strip-quotes.ts";

/** All that the intake needs to know of a mail's content; its attachments lie in files. */
export type ReadMail = {
  mail: ParsedMail;
  classification: MailClassification;
  candidates: AuthorCandidates;
  /** The text without the quoted history. */
  newText: string;
  fingerprint: string;
};

/** Reads the raw mail in a file; attachments are put into `folder`. */
export async function readMail(path: string, folder: string, envelopeFrom: string): Promise<ReadMail> {
  const mail = await parseMail(createReadStream(path), { onAttachment: spoolInto(join(folder, "parts")) });
  return {
    mail,
    classification: classifyMail(mail, envelopeFrom),
    candidates: findAuthorCandidates(mail),
    newText: stripQuotedHistory({ kind: "text", input: mail.text }).text,
    fingerprint: await fingerprintMail(createReadStream(path)),
  };
}

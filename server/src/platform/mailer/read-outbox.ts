import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { simpleParser } from "mailparser";
import { ignoreMissing } from "../error-code.ts";

const fileName = /^\d{4}-[\dTZ-]{19}-\d{6}-[0-9a-f-]{36}\.eml$/;

/** Whether a name is one that the outbox gives. */
export function isOutboxFile(name: string): boolean {
  return fileName.test(name);
}

/** A mail of the outbox, read back as a mail program would. */
export type OutboxMail = {
  file: string;
  subject: string;
  from: string;
  to: string;
  date: string;
  text: string;
  html: string;
  headers: { name: string; value: string }[];
  attachments: { filename: string; contentType: string; size: number }[];
};

/** The names of the outbox's mails, newest first, after `before` when given; at most `count`. */
export async function listOutbox(folder: string, count: number, before?: string): Promise<string[]> {
  // Nothing was sent yet when there is no folder yet.
  const names = (await readdir(folder).catch(ignoreMissing)) ?? [];
  const older = names.filter((name) => fileName.test(name) && (!before || name < before));
  return older.sort().reverse().slice(0, count);
}

/** The bytes of one mail, or undefined when there is none of that name. */
export async function readOutboxFile(folder: string, file: string): Promise<Buffer | undefined> {
  // A name that is not of our making could lead out of the folder.
  return fileName.test(file) ? readFile(join(folder, file)).catch(ignoreMissing) : undefined;
}

/** One mail with its parts, or undefined when there is none of that name. */
export async function readOutboxMail(folder: string, file: string): Promise<OutboxMail | undefined> {
  const bytes = await readOutboxFile(folder, file);
  if (!bytes) return undefined;
  const parsed = await simpleParser(bytes, { skipTextToHtml: true, skipImageLinks: true });
  return {
    file,
    subject: parsed.subject ?? "",
    from: parsed.from?.text ?? "",
    to: [parsed.to ?? []]
      .flat()
      .map((to) => to.text)
      .join(", "),
    date: parsed.date?.toISOString() ?? "",
    text: parsed.text ?? "",
    html: parsed.html || "",
    headers: parsed.headerLines.map(({ key, line }) => ({
      name: line.slice(0, key.length),
      value: line
        .slice(key.length + 1)
        .replace(/\r?\n/g, "")
        .trim(),
    })),
    attachments: parsed.attachments.map(({ filename = "", contentType, size }) => ({ filename, contentType, size })),
  };
}

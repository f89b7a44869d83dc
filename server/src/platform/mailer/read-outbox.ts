import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ignoreMissing } from "../error-code.ts";

const fileName = /^\d{4}-[\dTZ-]{19}-\d{6}-[0-9a-f-]{36}\.eml$/;

/** Whether a name is one that the outbox gives. */
export function isOutboxFile(name: string): boolean {
  return fileName.test(name);
}

/** A mail as a mail program shows it. */
export type ShownMail = {
  subject: string;
  from: string;
  to: string;
  date: string;
  text: string;
  html: string;
  headers: { name: string; value: string }[];
  attachments: { filename: string; contentType: string; size: number }[];
};
/** A mail of the outbox, read back. */
export type OutboxMail = ShownMail & { file: string };
/** Reads the bytes of a mail; who sends mail knows nothing of how it is read. */
export type ShowMail = (bytes: Buffer) => Promise<ShownMail>;

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
export async function readOutboxMail(folder: string, file: string, show: ShowMail): Promise<OutboxMail | undefined> {
  const bytes = await readOutboxFile(folder, file);
  return bytes && { ...(await show(bytes)), file };
}

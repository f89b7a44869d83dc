import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { ignoreMissing } from "../error-code.ts";

const fileName = /^\d{4}-[\dTZ-]{19}-\d{6}-[0-9a-f-]{36}\.eml$/;

/** Whether a name has the form of the outbox's files. */
export function isOutboxFile(name: string): boolean {
  return fileName.test(name);
}

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
export type OutboxMail = ShownMail & { file: string };
/** Parses a mail's bytes. Passed in, as code that sends mail does not know how to read it. */
export type ShowMail = (bytes: Buffer) => Promise<ShownMail>;

/** Lists up to `count` names of the outbox's mails, newest first, older than `before` if given. */
export async function listOutbox(folder: string, count: number, before?: string): Promise<string[]> {
  // The folder is missing until something is sent.
  const names = (await readdir(folder).catch(ignoreMissing)) ?? [];
  const older = names.filter((name) => fileName.test(name) && (!before || name < before));
  return older.sort().reverse().slice(0, count);
}

/** Returns a mail's bytes, or undefined if there is none of that name. */
export async function readOutboxFile(folder: string, file: string): Promise<Buffer | undefined> {
  // Any other name could lead out of the folder.
  return fileName.test(file) ? readFile(join(folder, file)).catch(ignoreMissing) : undefined;
}

/** Returns a parsed mail, or undefined if there is none of that name. */
export async function readOutboxMail(folder: string, file: string, show: ShowMail): Promise<OutboxMail | undefined> {
  const bytes = await readOutboxFile(folder, file);
  return bytes && { ...(await show(bytes)), file };
}

import { open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { ignoreMissing } from "../error-code.ts";
import { isOutboxFile } from "./read-outbox.ts";

/** Longer than what we write before a mail's Message-ID. */
const headBytes = 64 * 1024;

/** Removes the mails with these Message-IDs, without angle brackets, from the outbox. */
export async function forgetInOutbox(folder: string, messageIds: readonly string[]): Promise<void> {
  if (messageIds.length === 0) return;
  const wanted = new Set(messageIds);
  // Nothing was sent yet when there is no folder yet.
  for (const name of (await readdir(folder).catch(ignoreMissing)) ?? []) {
    const id = isOutboxFile(name) ? await readMessageId(join(folder, name)) : undefined;
    if (id !== undefined && wanted.has(id)) await rm(join(folder, name), { force: true });
  }
}

async function readMessageId(path: string): Promise<string | undefined> {
  const file = await open(path).catch(ignoreMissing);
  if (!file) return undefined;
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    const [head = ""] = buffer.toString("latin1", 0, bytesRead).split("\r\n\r\n");
    return /^Message-ID:\s*<([^>]+)>/im.exec(head)?.[1];
  } finally {
    await file.close();
  }
}

import { textOf } from "../../lib/address-values.ts";

/** The tab's URL parameters, as they stand there. */
export interface MessagesSearch {
  /** What is listed: a folder of `mailFolders`; all mails without one. */
  folder?: string | undefined;
  /** The search text. */
  q?: string | undefined;
}

/** Reads the tab's URL parameters; it loads before any section, and the folders with theirs. */
export function readMessagesSearch({ folder, q }: Record<string, unknown>): MessagesSearch {
  return { folder: textOf(folder), q: textOf(q) };
}

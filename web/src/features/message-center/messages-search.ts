import { textOf } from "../../lib/address-values.ts";

/** The tab's URL parameters, as they stand there. */
export interface MessagesSearch {
  /** What is listed: a shelf of `mailShelves`; all mails without one. */
  shelf?: string | undefined;
  /** The search text. */
  q?: string | undefined;
}

/** Reads the tab's URL parameters; it loads before any section, and the shelves with theirs. */
export function readMessagesSearch({ shelf, q }: Record<string, unknown>): MessagesSearch {
  return { shelf: textOf(shelf), q: textOf(q) };
}

import { sql } from "kysely";
import type { NewMessage } from "./message-row.ts";

/** The columns of a message's times: a mail stands in the thread where it was accepted, however much later it is added to it. */
export function timesOf({ createdAt, acceptedAt }: Pick<NewMessage, "createdAt" | "acceptedAt">) {
  // The clock's time, not the transaction's, so that what is written here stands in the order in which its ticket was locked.
  const now = sql<string>`clock_timestamp()`;
  if (acceptedAt === undefined) return { created_at: createdAt ?? now };
  return { created_at: acceptedAt, added_at: sql<string>`greatest(${now}, ${acceptedAt}::timestamptz)` };
}

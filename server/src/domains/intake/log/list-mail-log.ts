import type { MailLogEntry } from "@deskhand/contract/mail";
import { timestamp } from "@deskhand/contract/page";
import type { MailState } from "@deskhand/contract/vocabulary";
import * as z from "zod";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { readCursor, writeCursor } from "../../../platform/list-cursor.ts";
import { selectLogPage } from "./log.queries.ts";

const cursorSchema = z.tuple([timestamp, z.uuid()]).transform(([receivedAt, id]) => ({ receivedAt, id }));

/** One page of the mail log, newest first. */
export async function listMailLog(
  tx: TenantTx,
  { cursor, limit, state }: { cursor?: string | undefined; limit: number; state?: MailState | undefined },
): Promise<{ items: MailLogEntry[]; nextCursor: string | null }> {
  const rows = await selectLogPage(tx, state, readCursor(cursor, cursorSchema), limit + 1);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? writeCursor([last.receivedAt, last.id]) : null };
}

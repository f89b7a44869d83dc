import type { MailLogEntry } from "@deskhand/contract/mail";
import type { MailState } from "@deskhand/contract/vocabulary";
import * as z from "zod";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import { type LogPlace, selectLogPage } from "./log.queries.ts";

const place = z.tuple([z.iso.datetime(), z.uuid()]);

/** One page of the mail log, newest first. */
export async function listMailLog(
  tx: TenantTx,
  { cursor, limit, state }: { cursor?: string | undefined; limit: number; state?: MailState | undefined },
): Promise<{ items: MailLogEntry[]; nextCursor: string | null }> {
  const rows = await selectLogPage(tx, state, readLogCursor(cursor), limit + 1);
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: rows.length > limit && last ? writeLogCursor(last) : null };
}

function writeLogCursor({ receivedAt, id }: LogPlace): string {
  return Buffer.from(JSON.stringify([receivedAt, id])).toString("base64url");
}

function readLogCursor(cursor: string | undefined): LogPlace | null {
  if (!cursor) return null;
  try {
    const [receivedAt, id] = place.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
    return { receivedAt, id };
  } catch {
    // Whatever is wrong with it, the caller can only ask for the first page.
    throw fail("input_invalid", { fields: { cursor: ["This is not a cursor of this list"] } });
  }
}

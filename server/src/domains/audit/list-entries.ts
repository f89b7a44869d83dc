import type { AuditEntry, AuditFilter } from "@deskhand/contract/admin/audit";
import { id, timestamp } from "@deskhand/contract/page";
import * as z from "zod";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { fail } from "../../platform/fail.ts";
import { readCursor, writeCursor } from "../../platform/http/list-cursor.ts";
import { isInLog, selectEntries } from "./entries.queries.ts";

type EntryQuery = AuditFilter & { cursor?: string | undefined; limit: number };

const cursorSchema = z.tuple([timestamp, id]).transform(([createdAt, id]) => ({ createdAt, id }));

/** Lists one page of the audit log, newest first. Fails when the filter names a stranger. */
export async function listEntries(
  tx: TenantTx,
  { cursor, limit, ...filter }: EntryQuery,
): Promise<{ items: AuditEntry[]; nextCursor: string | null }> {
  const after = readCursor(cursor, cursorSchema);
  await refuseStranger(tx, filter);
  const found = await selectEntries(tx, { ...filter, after, limit: limit + 1 });
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return {
    items,
    nextCursor: found.length > limit && last ? writeCursor([last.createdAt, last.id]) : null,
  };
}

/** Fails when a filter names a person who neither belongs nor belonged to the store. */
export async function refuseStranger(tx: TenantTx, { userId }: AuditFilter): Promise<void> {
  if (userId !== undefined && !(await isInLog(tx, userId))) throw fail("user_not_found");
}

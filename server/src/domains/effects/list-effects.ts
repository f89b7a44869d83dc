import type { Effect } from "@deskhand/contract/admin/effects";
import { id, timestamp } from "@deskhand/contract/page";
import * as z from "zod";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { readCursor, writeCursor } from "../../platform/http/list-cursor.ts";
import { selectEffects } from "./effects.queries.ts";

const cursorSchema = z.tuple([timestamp, id]).transform(([at, id]) => ({ at, id }));

/** Returns one page of what was done to a target, newest first. */
export async function listEffects(
  tx: TenantTx,
  { targetId, cursor, limit }: { targetId: string; cursor?: string | undefined; limit: number },
): Promise<{ items: Effect[]; nextCursor: string | null }> {
  const found = await selectEffects(tx, { targetId, after: readCursor(cursor, cursorSchema), limit: limit + 1 });
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return { items, nextCursor: found.length > limit && last ? writeCursor([last.createdAt, last.id]) : null };
}

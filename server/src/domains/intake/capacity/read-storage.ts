import type { Storage } from "@deskhand/contract/admin/storage";
import { limits } from "@deskhand/contract/limits";
import type { TenantId, TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import type { Actor } from "../../../platform/http/context.ts";
import type { Services } from "../../../platform/services.ts";
import { record } from "../../audit/index.ts";
import {
  countStorage,
  dropRaw,
  isCountedLately,
  lockRawMailDays,
  markExpiring,
  selectOldRaw,
  selectStorage,
  updateRawMailDays,
} from "./raw.queries.ts";

/** Counting reads every mail and file, so it is not repeated sooner. */
const countedAgainMinutes = 10;

/** Returns how much the store keeps and for how long (docs/product.md#what-is-kept). */
export async function readStorage(tx: TenantTx): Promise<Storage> {
  if (!(await isCountedLately(tx, countedAgainMinutes))) await countStorage(tx);
  const row = await selectStorage(tx);
  const countedAt = row?.countedAt;
  if (!row || !countedAt) throw new Error("What is kept was counted just now");
  return { ...row, countedAt };
}

/** Returns how many days raw mail is kept after its ticket was closed; null for ever. */
export async function rawMailDays(tx: TenantTx): Promise<number | null> {
  const row = await selectStorage(tx);
  return row ? row.rawMailDays : limits.rawMailDays;
}

/** Sets how long raw mail is kept; the same value again changes nothing. */
export async function keepRawMail(tx: TenantTx, actor: Actor, days: number | null): Promise<Storage> {
  const before = await lockRawMailDays(tx);
  if (before !== days) {
    await updateRawMailDays(tx, days);
    const asText = (count: number | null) => (count === null ? "for good" : `${count} days`);
    await record(tx, actor.userId, "settings.raw-mail-kept", null, { from: asText(before), to: asText(days) });
  }
  return readStorage(tx);
}

/** Log entries per transaction, so that none lasts long. */
const pageSize = 200;
const startCursor = { at: "0001-01-01T00:00:00Z", id: "00000000-0000-0000-0000-000000000000" };

/** Announces held mail whose raw bytes expire soon, after which nobody can release it. None expires within a week of this. */
export async function announceExpiring(tx: TenantTx, days: number): Promise<void> {
  const ending = await markExpiring(tx, days);
  if (ending) await emit(tx, "mail.held-ending", ending);
}

/**
 * Removes the raw mail of tickets that were closed more than this many days ago, and returns the number of mails. Their texts
 * and files stay.
 */
export async function dropOldRaw({ db }: Pick<Services, "db">, tenant: TenantId, days: number): Promise<number> {
  let dropped = 0;
  for (let after: typeof startCursor | undefined = startCursor; after; ) {
    const page = { days, after, limit: pageSize };
    after = await db.withTenant(tenant, async (tx) => {
      const found = await selectOldRaw(tx, page);
      const old = found.filter(({ isOver }) => isOver).map(({ id }) => id);
      if (old.length > 0) dropped += (await dropRaw(tx, old, { why: "expired", days })).length;
      const last = found.at(-1);
      return found.length === pageSize && last ? { at: last.at, id: last.id } : undefined;
    });
  }
  return dropped;
}

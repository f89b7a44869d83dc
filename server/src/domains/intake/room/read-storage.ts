import type { Storage } from "@deskhand/contract/admin/storage";
import { limits } from "@deskhand/contract/limits";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import type { Actor } from "../../../platform/http/context.ts";
import { record } from "../../audit/index.ts";
import { countStorage, isCountedLately, lockRawMailDays, selectStorage, updateRawMailDays } from "./storage.queries.ts";

/** Counting looks at every mail and file: nobody is to make it busy. */
const countedAgainMinutes = 10;

/** What the store keeps and for how long (docs/product.md#what-is-kept). */
export async function readStorage(tx: TenantTx): Promise<Storage> {
  if (!(await isCountedLately(tx, countedAgainMinutes))) await countStorage(tx);
  const row = await selectStorage(tx);
  const countedAt = row?.countedAt;
  if (!row || !countedAt) throw new Error("What is kept was counted just now");
  return { ...row, countedAt };
}

/** How many days the store keeps raw mail after its tickets were closed; null for good. */
export async function rawMailDays(tx: TenantTx): Promise<number | null> {
  const row = await selectStorage(tx);
  return row ? row.rawMailDays : limits.rawMailDays;
}

/** Sets how long raw mail is kept; what it was already is no change. */
export async function keepRawMail(tx: TenantTx, actor: Actor, days: number | null): Promise<Storage> {
  const before = await lockRawMailDays(tx);
  if (before !== days) {
    await updateRawMailDays(tx, days);
    const told = (count: number | null) => (count === null ? "for good" : `${count} days`);
    await record(tx, actor.userId, "settings.raw-mail-kept", null, { from: told(before), to: told(days) });
  }
  return readStorage(tx);
}

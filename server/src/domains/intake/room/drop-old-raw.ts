import type { TenantId, TenantTx } from "../../../platform/db/tenant.ts";
import { emit } from "../../../platform/events.ts";
import type { Services } from "../../../platform/services.ts";
import { dropRaw, markEnding, selectOldRaw } from "./raw.queries.ts";

/** So many mails of the log are looked at in one transaction, so that nobody waits for it. */
const together = 200;
const first = { at: "0001-01-01T00:00:00Z", id: "00000000-0000-0000-0000-000000000000" };

/** Tells of held mail whose raw bytes go soon: nobody can release it then. None of it goes before that was told a week ago. */
export async function tellOfEnding(tx: TenantTx, days: number): Promise<void> {
  const ending = await markEnding(tx, days);
  if (ending) await emit(tx, "mail.held-ending", ending);
}

/**
 * Removes the raw mail of tickets that were closed more than so many days ago, and returns of how many mails. Their texts and
 * files stay.
 */
export async function dropOldRaw({ db }: Pick<Services, "db">, tenant: TenantId, days: number): Promise<number> {
  let dropped = 0;
  for (let after: typeof first | undefined = first; after; ) {
    const page = { days, after, limit: together };
    after = await db.withTenant(tenant, async (tx) => {
      const found = await selectOldRaw(tx, page);
      const old = found.filter(({ isOver }) => isOver).map(({ id }) => id);
      if (old.length > 0) dropped += (await dropRaw(tx, old, { why: "expired", days })).length;
      const last = found.at(-1);
      return found.length === together && last ? { at: last.at, id: last.id } : undefined;
    });
  }
  return dropped;
}

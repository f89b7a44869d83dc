import type { TenantTx } from "../../../platform/db/tenant.ts";
import { isSilent } from "./is-silent.ts";
import { selectMailHours, selectNewestMail } from "./silence.queries.ts";

const hourMs = 3_600_000;
/** A quiet hour or two is no reason to look at weeks of mail: fewer hours than these are never a silence. */
const leastHours = 5;
/** What a store got earlier is no longer usual; nor is mail where it got none for as long. */
const weeksDays = 28;

/**
 * Since when a store that usually gets mail has got none, as far as that is longer than its own traffic explains; null where
 * there is nothing to wonder about (docs/product.md#silence).
 */
export async function findSilence(tx: TenantTx, now: Date): Promise<string | null> {
  const usual = { since: new Date(now.getTime() - weeksDays * 24 * hourMs).toISOString() };
  const since = await selectNewestMail(tx, usual);
  if (since === undefined) return null;
  const quietHours = (now.getTime() - Date.parse(since)) / hourMs;
  if (quietHours < leastHours || quietHours > weeksDays * 24) return null;
  const hours = await selectMailHours(tx, usual, since, weeksDays);
  return isSilent(hours, Math.floor(now.getTime() / hourMs)) ? since : null;
}

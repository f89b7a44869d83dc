import type { SenderDomain } from "@deskhand/contract/admin/sending";
import type { TenantId, TenantTx } from "../../../platform/db/tenant.ts";
import type { Actor } from "../../../platform/http/context.ts";
import type { Services } from "../../../platform/services.ts";
import { record } from "../../audit/index.ts";
import { forEachTenant } from "../../tenants/index.ts";
import { senderEmailOf } from "../branding/email-branding.ts";
import {
  checkSenderDomain,
  findSenderDomain,
  prepareSenderDomain,
  readSenderDomain,
} from "../sender-domain/sender-domain.ts";
import type { SenderDomainRow } from "../sender-domain/sender-domains.queries.ts";

/** A check within this time of the last one returns its result. */
const minIntervalMs = 3_000;
/** Concurrent checks; they mostly wait for name servers. */
const maxConcurrent = 5;

/** Returns what the domain of the store's sender address has to publish, and what was found (docs/product.md#a-domain-of-ones-own). */
export async function readOwnDomain(tx: TenantTx, settings: Services["settings"]): Promise<SenderDomain> {
  return readSenderDomain(tx, settings, await senderEmailOf(tx));
}

/** Checks the records of the store's own domain now. */
export async function checkOwnDomain(services: Services, actor: Actor): Promise<SenderDomain> {
  const { db, settings } = services;
  const row = await db.withTenant(actor, async (tx) => prepareSenderDomain(tx, settings, await senderEmailOf(tx)));
  const isDue = row?.checked_at ? Date.now() - Date.parse(row.checked_at) > minIntervalMs : true;
  if (row && isDue) await checkSenderDomain(services, actor.tenantId, row);
  return db.withTenant(actor, async (tx) => {
    if (row && isDue) await record(tx, actor.userId, "settings.sender-domain-checked", null, { domain: row.domain });
    return readOwnDomain(tx, settings);
  });
}

/** Checks the records of every store's domain, as mail must not be signed with a key that was removed. */
export async function checkSenderDomains(services: Services): Promise<void> {
  const { settings, log } = services;
  const faults: unknown[] = [];
  const all: { tenantId: TenantId; row: SenderDomainRow }[] = [];
  try {
    await forEachTenant(services, async (tx) => {
      const row = await findSenderDomain(tx, settings, await senderEmailOf(tx));
      if (row) all.push({ tenantId: tx.tenantId, row });
    });
  } catch (error) {
    // The failing store is logged already; the other domains are still checked.
    faults.push(error);
  }
  const remaining = all.values();
  const checkRemaining = async () => {
    for (const { tenantId, row } of remaining) {
      try {
        await checkSenderDomain(services, tenantId, row);
      } catch (error) {
        // One domain's fault must not stop the others; it is thrown at the end.
        log.error({ err: error, tenantId }, "A sender's domain could not be looked for");
        faults.push(error);
      }
    }
  };
  // Outside of a transaction, as name servers may take long.
  await Promise.all(Array.from({ length: maxConcurrent }, checkRemaining));
  if (faults.length > 0) throw new AggregateError(faults, "Not every sender's domain could be looked for");
}

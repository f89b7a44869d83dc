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

/** Whoever asks again within this time is told what was found just now. */
const restMs = 3_000;
/** Looking for a domain is mostly waiting for its name servers. */
const mostAtOnce = 5;

/** What the domain of the store's sender email has to publish, and what was found (docs/product.md#a-domain-of-ones-own). */
export async function readOwnDomain(tx: TenantTx, settings: Services["settings"]): Promise<SenderDomain> {
  return readSenderDomain(tx, settings, await senderEmailOf(tx));
}

/** Looks for the records of the store's own domain now. */
export async function checkOwnDomain(services: Services, actor: Actor): Promise<SenderDomain> {
  const { db, settings } = services;
  const row = await db.withTenant(actor, async (tx) => prepareSenderDomain(tx, settings, await senderEmailOf(tx)));
  const isRested = row?.checked_at ? Date.now() - Date.parse(row.checked_at) > restMs : true;
  if (row && isRested) await checkSenderDomain(services, actor.tenantId, row);
  return db.withTenant(actor, async (tx) => {
    if (row && isRested) await record(tx, actor.userId, "settings.sender-domain-checked", null, { domain: row.domain });
    return readOwnDomain(tx, settings);
  });
}

/** Looks for the records of every domain that a store would send from: a key that is gone must not be sent with. */
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
    // It has logged for whom it failed; the domains of all others are looked for.
    faults.push(error);
  }
  const rest = all.values();
  const checkInTurn = async () => {
    for (const { tenantId, row } of rest) {
      try {
        await checkSenderDomain(services, tenantId, row);
      } catch (error) {
        // One domain's trouble must not keep the others from being looked for; it is thrown once all had their turn.
        log.error({ err: error, tenantId }, "A sender's domain could not be looked for");
        faults.push(error);
      }
    }
  };
  // Outside of a transaction: name servers may take their time.
  await Promise.all(Array.from({ length: mostAtOnce }, checkInTurn));
  if (faults.length > 0) throw new AggregateError(faults, "Not every sender's domain could be looked for");
}

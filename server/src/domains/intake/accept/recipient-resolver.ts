import type { TenantId } from "../../../platform/db/tenant.ts";
import type { Services } from "../../../platform/services.ts";
import { findActiveTenantOf } from "./accept.queries.ts";
import { findPostmaster } from "./find-postmaster.ts";

const signedAddress = /^(help\+[a-z0-9]{8})\.[^@]*(@.+)$/;
/** Spares a burst of mails the look-up; a suspended store or a new address takes effect after as long. */
const rememberMs = 5_000;
const mostRemembered = 10_000;

/**
 * Finds whose mail an envelope recipient is: `help+{code}@…`, a reply address `help+{code}.{ref}.{signature}@…`, a
 * verified address of a store's own, or a postmaster's. A forged reply address is still the store's: the mail is taken and quarantined.
 */
export type ResolveRecipient = (address: string) => Promise<TenantId | null>;

/** Makes a resolver that remembers what it found for 5 seconds; null where no active store has the address. */
export function recipientResolver({ db, settings }: Pick<Services, "db" | "settings">): ResolveRecipient {
  const remembered = new Map<string, { tenant: TenantId; until: number }>();
  return async (address) => {
    const routed = routedAddress(address);
    const known = remembered.get(routed);
    if (known && known.until > Date.now()) return known.tenant;
    const tenant = (await findActiveTenantOf(db, routed)) ?? (await findPostmaster(db, settings, routed));
    if (remembered.size >= mostRemembered) remembered.clear();
    if (tenant) remembered.set(routed, { tenant, until: Date.now() + rememberMs });
    else remembered.delete(routed);
    return tenant;
  };
}

/** The address a recipient is looked up by: in lower case, a reply address without its reference and signature. */
function routedAddress(address: string): string {
  return address.trim().toLowerCase().slice(0, 400).replace(signedAddress, "$1$2");
}

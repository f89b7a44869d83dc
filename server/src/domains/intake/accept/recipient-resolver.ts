import type { Db, TenantId } from "../../../platform/db/tenant.ts";
import type { Services } from "../../../platform/services.ts";
import type { Settings } from "../../../platform/settings.ts";
import { isWebmailDomain } from "../../tenants/index.ts";
import { findActiveTenantOf, findFirstTenant, findTenantsAt } from "./accept.queries.ts";

const signedAddress = /^(help\+[a-z0-9]{8})\.[^@]*(@.+)$/;
/** Saves a burst of mails repeated look-ups. A suspended store or a new address takes effect after this time. */
const rememberMs = 5_000;
const mostRemembered = 10_000;

/**
 * Finds the tenant of an envelope recipient: `help+{code}@…`, a reply address `help+{code}.{ref}.{signature}@…`, a store's
 * own verified address, or a postmaster address. A forged reply address resolves too: its mail is accepted and quarantined.
 */
export type ResolveRecipient = (address: string) => Promise<TenantId | null>;

/** Makes a resolver that caches results for 5 seconds and returns null if no active store has the address. */
export function recipientResolver({ db, settings }: Pick<Services, "db" | "settings">): ResolveRecipient {
  const remembered = new Map<string, { tenant: TenantId; until: number }>();
  return async (address) => {
    const routed = routedAddress(address);
    const cached = remembered.get(routed);
    if (cached && cached.until > Date.now()) return cached.tenant;
    const tenant = (await findActiveTenantOf(db, routed)) ?? (await findPostmaster(db, settings, routed));
    if (remembered.size >= mostRemembered) remembered.clear();
    if (tenant) remembered.set(routed, { tenant, until: Date.now() + rememberMs });
    else remembered.delete(routed);
    return tenant;
  };
}

/** The address to look up: in lower case, and a reply address without its reference and signature. */
function routedAddress(address: string): string {
  return address.trim().toLowerCase().slice(0, 400).replace(signedAddress, "$1$2");
}

const postmasterForm = /^postmaster(?:@(.+))?$/;

/**
 * Finds the tenant of a postmaster address, which every server must accept (RFC 5321, section 4.5.1). At our own domain, or
 * without a domain, this is the store that the settings name, else the oldest; at another domain, the only store with
 * addresses there. Returns null for any other address, and if there is no such store.
 */
async function findPostmaster(
  db: Db,
  { mailDomain, postmasterStore }: Pick<Settings, "mailDomain" | "postmasterStore">,
  address: string,
): Promise<TenantId | null> {
  const form = postmasterForm.exec(address);
  if (!form) return null;
  const [, domain = mailDomain] = form;
  if (domain === mailDomain) {
    if (postmasterStore === null) return findFirstTenant(db, mailDomain);
    return findActiveTenantOf(db, `help+${postmasterStore}@${mailDomain}`);
  }
  // No store speaks for a webmail provider's domain.
  if (isWebmailDomain(domain)) return null;
  const [only, ...others] = await findTenantsAt(db, domain);
  return only !== undefined && others.length === 0 ? only : null;
}

import type { Db, TenantId } from "../../../platform/db/tenant.ts";
import type { Services } from "../../../platform/services.ts";
import type { Settings } from "../../../platform/settings.ts";
import { isWebmailDomain } from "../../tenants/index.ts";
import { findActiveTenantOf, findFirstTenant, findTenantsAt } from "./accept.queries.ts";

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

const postmasterForm = /^postmaster(?:@(.+))?$/;

/**
 * Whom mail to the postmaster goes to, which every server has to take (RFC 5321, section 4.5.1): at our own domain, or without
 * one, to the store that the settings name, else to the oldest; at another to the one store whose own addresses are there.
 * Null for any other address, and where nobody is that store.
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
  // Of a domain that is everybody's no store is the master.
  if (isWebmailDomain(domain)) return null;
  const [only, ...others] = await findTenantsAt(db, domain);
  return only !== undefined && others.length === 0 ? only : null;
}

import type { Db, TenantId } from "../../../platform/db/tenant.ts";
import type { Settings } from "../../../platform/settings.ts";
import { isWebmailDomain } from "../../tenants/index.ts";
import { findActiveTenantOf, findFirstTenant, findTenantsAt } from "./accept.queries.ts";

const postmasterForm = /^postmaster(?:@(.+))?$/;

/**
 * Whom mail to the postmaster goes to, which every server has to take (RFC 5321, section 4.5.1): at our own domain, or without
 * one, to the store that the settings name, else to the oldest; at another to the one store whose own addresses are there.
 * Null for any other address, and where nobody is that store.
 */
export async function findPostmaster(
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

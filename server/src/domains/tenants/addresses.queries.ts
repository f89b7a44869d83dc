import { bareAddress } from "../../platform/bare-address.ts";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { isAtMailDomain } from "./mail-domain.ts";

/**
 * Whether mail to an address comes to a desk of this installation, where it becomes a ticket: at its own domain, and at an
 * address that a store has proved to be its own, with or without a tag ("+sales", RFC 5233).
 */
export async function isReceivedHere(tx: TenantTx, mailDomain: string, email: string): Promise<boolean> {
  if (isAtMailDomain(mailDomain, email)) return true;
  const address = email.toLowerCase();
  const found = await tx
    .selectFrom("inbound_addresses")
    .select("address")
    .where("address", "in", [address, bareAddress(address)])
    .where("is_verified", "=", true)
    .executeTakeFirst();
  return found !== undefined;
}

import { readDomain } from "@deskhand/contract/addresses/address";
import { getDomain } from "tldts";

/** Normalizes a domain as in DNS: lower case, IDNA-encoded, without the final dot; empty if it is not a domain. */
export function asDomain(text: string): string {
  return readDomain(text.trim()) ?? "";
}

/** Returns the domain of an address, or the text itself if it has no "@"; empty if it is longer than any domain. */
export function domainOf(address: string): string {
  const domain = address.slice(address.lastIndexOf("@") + 1);
  return domain.length > 500 ? "" : asDomain(domain.replace(/[>"\s]+$/, ""));
}

/**
 * Whether two domains belong to one organisation (RFC 7489, section 3.1, relaxed): they are the same, or below the same registered
 * domain. Domains below a public suffix such as co.uk or github.io are strangers.
 */
export function isAligned(one: string, other: string): boolean {
  if (one === "" || other === "") return false;
  if (one === other) return true;
  const organisation = getDomain(one, { allowPrivateDomains: true });
  return organisation !== null && organisation === getDomain(other, { allowPrivateDomains: true });
}

/** Returns the registered domain of an address, or its whole domain if there is none. */
export function organisationOf(address: string): string {
  const domain = domainOf(address);
  return getDomain(domain, { allowPrivateDomains: true }) ?? domain;
}

/** Whether two addresses are the same, ignoring quotes and case, which programs change. */
export function isSameAddress(one: string, other: string): boolean {
  const mailbox = (address: string) => address.slice(0, address.lastIndexOf("@")).replace(/["\\]/g, "").toLowerCase();
  return domainOf(one) === domainOf(other) && mailbox(one) === mailbox(other);
}

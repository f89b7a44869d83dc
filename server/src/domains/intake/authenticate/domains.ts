import { readDomain } from "@deskhand/contract/addresses/address";
import { getDomain } from "tldts";

/** A domain as DNS has it: lower case, letters beyond ASCII encoded, without the dot at its end; empty where it is none. */
export function asDomain(text: string): string {
  return readDomain(text.trim()) ?? "";
}

/** The domain of an address, or the text itself where it holds no @; empty where that is longer than any domain. */
export function domainOf(address: string): string {
  const domain = address.slice(address.lastIndexOf("@") + 1);
  return domain.length > 500 ? "" : asDomain(domain.replace(/[>"\s]+$/, ""));
}

/**
 * Whether two domains belong to one organisation (RFC 7489, section 3.1, relaxed): the same, or both below the same
 * registered one. Below a suffix that many share, as co.uk or github.io, strangers live side by side.
 */
export function isAligned(one: string, other: string): boolean {
  if (one === "" || other === "") return false;
  if (one === other) return true;
  const organisation = getDomain(one, { allowPrivateDomains: true });
  return organisation !== null && organisation === getDomain(other, { allowPrivateDomains: true });
}

/** The registered domain that an address is below, or its whole domain where there is none. */
export function organisationOf(address: string): string {
  const domain = domainOf(address);
  return getDomain(domain, { allowPrivateDomains: true }) ?? domain;
}

/** Whether two addresses are one: quotes and capitals apart, which programs keep or drop as they like. */
export function isSameAddress(one: string, other: string): boolean {
  const mailbox = (address: string) => address.slice(0, address.lastIndexOf("@")).replace(/["\\]/g, "").toLowerCase();
  return domainOf(one) === domainOf(other) && mailbox(one) === mailbox(other);
}

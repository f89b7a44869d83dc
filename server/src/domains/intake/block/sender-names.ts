import { bareAddress, readAddress, readDomain, writeAddress } from "@deskhand/contract/addresses/address";
import { getDomain } from "tldts";
import { isWebmailDomain } from "../../tenants/index.ts";
import { domainOf } from "../authenticate/domains.ts";

/** Longer domains are matched by their last labels and as a whole. */
const mostLabels = 10;

/**
 * Reads what somebody typed as a sender to block: an address, or a domain with or without "@". Returns it as the list stores
 * it; null if it is neither.
 */
export function readSender(typed: string): string | null {
  const text = typed
    .trim()
    .toLowerCase()
    .replace(/^(?:mailto:|\*?@)/, "");
  const address = readAddress(text);
  const domain = address?.domain ?? readDomain(text);
  if (domain === null || !domain.includes(".") || /^[\d.]+$/.test(domain)) return null;
  return address === null ? domain : writeAddress(address);
}

/** The message for input that is neither an address nor a domain. */
export const invalidSender = "Enter an address such as ann@shop.example, or a domain such as shop.example";

/** Whether it is a domain where anybody may have an address: a mail provider's, or a public suffix such as co.uk. */
export function isPublicDomain(sender: string): boolean {
  return isDomain(sender) && (isWebmailDomain(sender) || getDomain(sender, { allowPrivateDomains: true }) === null);
}

/** Whether the result of {@link readSender} is a domain. */
export function isDomain(sender: string): boolean {
  return !sender.includes("@");
}

/**
 * Returns the names of list entries that match an address: the address, the address without its tag ("+sales", RFC 5233), its
 * domain and the domains above. Dots stay: to most servers "a.b" and "ab" are two people.
 */
export function matchingNames(address: string): string[] {
  const email = address.trim().toLowerCase();
  const read = readAddress(email);
  const domain = read?.domain ?? domainOf(email);
  if (domain === "" || !email.includes("@")) return [email];
  const normalized = read === null ? email : writeAddress(read);
  const labels = domain.split(".");
  const above = labels.map((_, at) => labels.slice(at).join(".")).slice(-mostLabels, -1);
  return [...new Set([normalized, bareAddress(normalized), domain, ...above])];
}

import { bareAddress, readAddress, readDomain, writeAddress } from "@deskhand/contract/addresses/address";
import { getDomain } from "tldts";
import { isWebmailDomain } from "../../tenants/index.ts";
import { domainOf } from "../authenticate/domains.ts";

/** Of a domain with more labels only the last ones are looked for, and the whole. */
const mostLabels = 10;

/**
 * What somebody typed as the sender to be blocked: an address, or a domain, which may stand behind an @; as the list keeps it.
 * Null where it is neither.
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

/** What is said of what is neither. */
export const noSender = "Enter an address such as ann@shop.example, or a domain such as shop.example";

/** Whether it is a domain at which everybody may have an address: of a provider, or a suffix that many share, as co.uk. */
export function isEverybodys(sender: string): boolean {
  return isDomain(sender) && (isWebmailDomain(sender) || getDomain(sender, { allowPrivateDomains: true }) === null);
}

/** Whether what {@link readSender} returned is a domain, and not an address. */
export function isDomain(sender: string): boolean {
  return !sender.includes("@");
}

/**
 * What of the list holds back mail of an address: itself, itself without a tag ("+sales", RFC 5233), its domain and those above.
 * Nothing else of it is folded: to most servers "a.b" and "ab" are two people.
 */
export function namesOf(address: string): string[] {
  const email = address.trim().toLowerCase();
  const read = readAddress(email);
  const domain = read?.domain ?? domainOf(email);
  if (domain === "" || !email.includes("@")) return [email];
  const kept = read === null ? email : writeAddress(read);
  const labels = domain.split(".");
  const above = labels.map((_, at) => labels.slice(at).join(".")).slice(-mostLabels, -1);
  return [...new Set([kept, bareAddress(kept), domain, ...above])];
}

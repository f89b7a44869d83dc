import { domainOf, readDomain } from "@deskhand/contract/addresses/address";
import { isWebmailDomain } from "../../tenants/index.ts";

/** The longest name that DNS has (RFC 1035, section 2.3.4), without the dot at its end. */
const longestName = 253;

/** The domain of an address as DNS has it: in lower case, letters beyond ASCII encoded; "" where there is none. */
export function senderDomainOf(address: string): string {
  const domain = readDomain(domainOf(address).trim()) ?? "";
  const labels = domain.split(".").length;
  const isName = domain.length <= longestName && labels > 1 && labels <= 11;
  return isName && !/^[\d.]+$/.test(domain) ? domain : "";
}

/** Why nobody can set up an address's domain to be sent from; null where its owner can. */
export function obstacleTo(domain: string, mailDomain: string): "ours" | "webmail" | "none" | null {
  const own = mailDomain.toLowerCase();
  if (domain === own || domain.endsWith(`.${own}`)) return "ours";
  if (domain === "") return "none";
  return isWebmailDomain(domain) ? "webmail" : null;
}

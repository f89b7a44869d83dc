import { domainToASCII } from "node:url";
import { isWebmailDomain } from "../../tenants/index.ts";

/** The longest name that DNS has (RFC 1035, section 2.3.4), without the dot at its end. */
const longestName = 253;

/** The domain of an address as DNS has it: in lower case, letters beyond ASCII encoded; "" where there is none. */
export function senderDomainOf(address: string): string {
  const domain = address
    .slice(address.lastIndexOf("@") + 1)
    .trim()
    .toLowerCase()
    .replace(/\.$/, "");
  const ascii = domainToASCII(domain);
  const isName = ascii.length <= longestName && /^[a-z0-9_-]{1,63}(?:\.[a-z0-9_-]{1,63}){1,10}$/.test(ascii);
  return isName && !/^[\d.]+$/.test(ascii) ? ascii : "";
}

/** Why nobody can set up an address's domain to be sent from; null where its owner can. */
export function obstacleTo(domain: string, mailDomain: string): "ours" | "webmail" | "none" | null {
  const own = mailDomain.toLowerCase();
  if (domain === own || domain.endsWith(`.${own}`)) return "ours";
  if (domain === "") return "none";
  return isWebmailDomain(domain) ? "webmail" : null;
}

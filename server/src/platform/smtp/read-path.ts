import { isIPv4, isIPv6 } from "node:net";
import { type Address, addressOf, readAddress, writeAddress } from "@deskhand/contract/addresses/address";

/** Blanks, brackets and line ends only in quotes; parameters follow the path. */
const pathForm = /^[ \t]*<(?<path>(?:"(?:[^"\\]|\\.)*"|[^<>"\s])*)>(?<parameters>(?:[ \t].*)?)$/s;
/** A source route, which must be accepted and ignored (RFC 5321, appendix C). */
const route = /^@[^\s,:@"]+(?:,@[^\s,:@"]+)*:/;
const literalForm = /^(?<local>.+)@(?<literal>\[[^\][\\\s@]{1,60}\])$/s;

/**
 * Parses the path of a MAIL or RCPT command (RFC 5321, section 4.1.2) to its canonical address and parameters; null if
 * it is invalid. Accepts dots anywhere in a local part and most characters without quotes, as other servers accept them
 * too.
 */
export function readPath(text: string): { address: string; parameters: string } | null {
  const { path, parameters = "" } = pathForm.exec(text)?.groups ?? {};
  if (path === undefined) return null;
  const withoutRoute = path.replace(route, "");
  // The null path of bounces, and the only mailbox without a domain.
  if (withoutRoute === "" || /^postmaster$/i.test(withoutRoute)) return { address: withoutRoute, parameters };
  const { local, literal } = literalForm.exec(withoutRoute)?.groups ?? {};
  if (local !== undefined && literal !== undefined) {
    const mailbox = isLiteral(literal) ? readMailbox(local, "literal.invalid") : null;
    return mailbox && { address: writeAddress({ ...mailbox, domain: literal }), parameters };
  }
  const at = withoutRoute.lastIndexOf("@");
  const mailbox = at < 0 ? null : readMailbox(withoutRoute.slice(0, at), withoutRoute.slice(at + 1));
  return mailbox && { address: writeAddress(mailbox), parameters };
}

function readMailbox(local: string, domain: string): Address | null {
  if (!local.includes('"')) return local.includes("@") ? null : addressOf(local, domain);
  // Comments exist only in headers.
  return /\(/.test(local.replace(/"(?:[^"\\]|\\.)*"/gs, "")) ? null : readAddress(`${local}@${domain}`);
}

function isLiteral(literal: string): boolean {
  const address = literal.slice(1, -1);
  return isIPv4(address) || (/^ipv6:/i.test(address) && isIPv6(address.slice("ipv6:".length)));
}

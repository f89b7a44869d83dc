import { isIPv4, isIPv6 } from "node:net";
import { type Address, addressOf, readAddress, writeAddress } from "@deskhand/contract/addresses/address";

/** Blanks, brackets and line ends only in quotes; behind the path the parameters. */
const pathForm = /^[ \t]*<(?<path>(?:"(?:[^"\\]|\\.)*"|[^<>"\s])*)>(?<parameters>(?:[ \t].*)?)$/s;
/** What relays the mail was to go through: it has to be taken, and says nothing (RFC 5321, appendix C). */
const route = /^@[^\s,:@"]+(?:,@[^\s,:@"]+)*:/;
const literalForm = /^(?<local>.+)@(?<literal>\[[^\][\\\s@]{1,60}\])$/s;

/**
 * Reads the path in a MAIL or RCPT command (RFC 5321, section 4.1.2), as its address is kept, and what stands behind it; null where
 * it is none. Dots may stand anywhere in a local part, and in one without quotes most signs: what other servers let through names somebody.
 */
export function readPath(text: string): { address: string; parameters: string } | null {
  const { path, parameters = "" } = pathForm.exec(text)?.groups ?? {};
  if (path === undefined) return null;
  const bare = path.replace(route, "");
  // The null path of bounces, and the one mailbox that needs no domain.
  if (bare === "" || /^postmaster$/i.test(bare)) return { address: bare, parameters };
  const { local, literal } = literalForm.exec(bare)?.groups ?? {};
  if (local !== undefined && literal !== undefined) {
    const mailbox = isLiteral(literal) ? readMailbox(local, "literal.invalid") : null;
    return mailbox && { address: writeAddress({ ...mailbox, domain: literal }), parameters };
  }
  const at = bare.lastIndexOf("@");
  const mailbox = at < 0 ? null : readMailbox(bare.slice(0, at), bare.slice(at + 1));
  return mailbox && { address: writeAddress(mailbox), parameters };
}

function readMailbox(local: string, domain: string): Address | null {
  if (!local.includes('"')) return local.includes("@") ? null : addressOf(local, domain);
  // Comments are of headers alone.
  return /\(/.test(local.replace(/"(?:[^"\\]|\\.)*"/gs, "")) ? null : readAddress(`${local}@${domain}`);
}

function isLiteral(literal: string): boolean {
  const address = literal.slice(1, -1);
  return isIPv4(address) || (/^ipv6:/i.test(address) && isIPv6(address.slice("ipv6:".length)));
}

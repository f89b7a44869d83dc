import addressparser from "nodemailer/lib/addressparser";
import type { MailAddress } from "./parsed-mail.ts";

const maxAddresses = 200;

/** The mailboxes of an address header (RFC 5322, groups flattened), those without an address left out, 200 at most. */
export function readAddresses(values: readonly string[] | undefined): MailAddress[] {
  const found: MailAddress[] = [];
  for (const value of values ?? []) {
    if (found.length >= maxAddresses) break;
    const header = value.slice(0, 16_384);
    const read = addressparser(header, { flatten: true }).flatMap(({ name = "", address = "" }) => {
      const email = normaliseEmail(address) ?? normaliseEmail(name);
      return email ? [{ name: cleanName(name, email), email }] : [];
    });
    found.push(...(read.length > 0 ? read : lastInBrackets(header)));
  }
  return found.slice(0, maxAddresses);
}

/** A name with brackets of its own, unquoted, hides the address from the parser: it stands in the last ones. */
function lastInBrackets(header: string): MailAddress[] {
  const open = header.lastIndexOf("<");
  const email = open < 0 ? null : normaliseEmail(header.slice(open).replace(/>.*$/s, ">"));
  return email ? [{ name: cleanName(header.slice(0, open), email), email }] : [];
}

/** An address trimmed, without brackets, its domain in lower case; null where it is no address. */
export function normaliseEmail(value: string): string | null {
  const bare = value.trim().replace(/^(?:mailto:)?[<'"\s]+|[>'"\s]+$/gi, "");
  const at = bare.lastIndexOf("@");
  if (at < 1 || at === bare.length - 1 || bare.length > 254 || /[\s<>()[\],;:]/.test(bare)) return null;
  return bare.slice(0, at + 1) + bare.slice(at + 1).toLowerCase();
}

function cleanName(name: string, email: string): string {
  const clean = name
    .replace(/[\p{Cc}\u200B-\u200F\u202A-\u202E\u2060-\u2069]/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^["']+|["']+$/g, "")
    .trim()
    .slice(0, 200);
  return clean.toLowerCase() === email.toLowerCase() ? "" : clean;
}

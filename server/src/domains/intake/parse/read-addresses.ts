import { domainToASCII } from "node:url";
import addressparser from "nodemailer/lib/addressparser";
import { decodeWords } from "./decode-charset.ts";
import type { MailAddress } from "./parsed-mail.ts";

const maxAddresses = 200;
// What stands for an encoded word while the addresses are parsed: private characters, which no address has.
const wordMark = /\uE000(\d{1,5})\uE001/g;
const encodedWord = /=\?[\w.:+*-]{1,96}\?[bq]\?[^?\s<>@"]{0,2000}\?=/gi;

/**
 * The mailboxes of an address header (RFC 5322, groups flattened), those without an address left out, 200 at most. It is
 * given as it was sent: encoded words belong to names only and are decoded when the addresses are known (RFC 2047,
 * section 5), so that none of them makes an address.
 */
export function readAddresses(values: readonly string[] | undefined): MailAddress[] {
  const found: MailAddress[] = [];
  for (const value of values ?? []) {
    if (found.length >= maxAddresses) break;
    found.push(...readValue(value.slice(0, 16_384)));
  }
  return found.slice(0, maxAddresses);
}

function readValue(value: string): MailAddress[] {
  const words: string[] = [];
  const header = value
    .replace(/[\uE000\uE001]/g, "")
    .replace(encodedWord, (word) => `\uE000${words.push(word) - 1}\uE001`);
  const mailbox = (name: string, address: string): MailAddress[] => {
    const email = normaliseEmail(address);
    if (email === null || /[\uE000\uE001]/.test(email)) return [];
    const raw = name.replace(wordMark, (_, index: string) => words[Number(index)] ?? "");
    return [{ name: cleanName(decodeWords(raw), email), email }];
  };
  const read = addressparser(header, { flatten: true }).flatMap(({ name = "", address = "" }) =>
    mailbox(name, normaliseEmail(address) === null ? name : address),
  );
  if (read.length > 0) return read;
  // A name with brackets of its own, unquoted, hides the address from the parser: it stands in the last ones.
  const open = header.lastIndexOf("<");
  return open < 0 ? [] : mailbox(header.slice(0, open), header.slice(open).replace(/>.*$/s, ">"));
}

/** An address trimmed, without brackets, its domain in lower case and in ASCII (RFC 5890); null where it is no address. */
export function normaliseEmail(value: string): string | null {
  const given = value.trim();
  if (given.length > 500) return null;
  const bare = given.replace(/^[<'"\s]*(?:mailto:)?[<'"\s]*/i, "").replace(/\.?[>'"\s]*$/, "");
  const at = bare.lastIndexOf("@");
  if (at < 1 || at === bare.length - 1 || bare.length > 254 || /[\s<>()[\],;:]|\p{C}/u.test(bare)) return null;
  const domain = bare.slice(at + 1).toLowerCase();
  return `${bare.slice(0, at).normalize("NFC")}@${/[^\0-\x7F]/.test(domain) ? domainToASCII(domain) || domain : domain}`;
}

// Invisible characters would hide an address from the reader of a name, or turn it round.
function cleanName(name: string, email: string): string {
  const clean = name
    .replace(/\p{Default_Ignorable_Code_Point}|\p{Cf}/gu, "")
    .replace(/\p{Cc}/gu, " ")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^(["'])(.*)\1$/, "$2")
    .trim()
    .slice(0, 200);
  return namesOther(clean, email) ? "" : clean;
}

/** Whether a name is an address, or names one that is not the mailbox's own: then it says nothing that can be trusted. */
function namesOther(name: string, email: string): boolean {
  if (name.toLowerCase() === email.toLowerCase()) return true;
  const named = name.normalize("NFKC").match(/[^\s@<>()[\]"',;:]{1,64} {0,2}@ {0,2}[^\s@<>()[\]"',;:]{1,190}/g) ?? [];
  return named
    .map((address) => address.replaceAll(" ", ""))
    .some((address) => /@.*[^.]\.[^.]/.test(address) && normaliseEmail(address)?.toLowerCase() !== email.toLowerCase());
}

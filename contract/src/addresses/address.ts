import { limits } from "../limits.ts";

/**
 * The parts of an address (RFC 5321, section 4.1.2; RFC 5322, section 3.4.1): its local part without quotes, and its domain as
 * DNS has it, in lower case (RFC 5891).
 */
export type Address = { readonly local: string; readonly domain: string };

/** Longer than the path of RFC 5321, section 4.5.3.1.3, because servers accept more. */
const longestAddress = limits.emailAddressLength;
/** RFC 5321, section 4.5.3.1.2. */
const longestDomain = 255;

// A blank or comment, a quoted word, a dot or @, or an atom: each begins with a different character.
const token =
  /(?<blank>[ \t]+|\((?:[^()\\\p{C}]|\\[^\p{C}])*\))|"(?<quoted>(?:[^"\\\p{C}\p{Z}]| |\\[^\p{C}\p{Z}]|\\ )*)"|(?<sign>[.@])|(?<atom>(?:[\w!#$%&'*+/=?^`{|}~-]|[^\0-\x7F\p{C}\p{Z}])+)/uy;

/**
 * Reads one address with nothing around it, even in obsolete forms (RFC 5322, section 4.4) and with the dots that phone addresses have;
 * null if it is none. Blanks and comments may stand only where they have no meaning, so that no two programs read two different mailboxes.
 */
export function readAddress(text: string): Address | null {
  if (text.length > 4 * longestAddress) return null;
  let local: string | null = null;
  let part = "";
  // After a blank that follows a word, only a dot or the @ may come.
  let last: "start" | "word" | "blank" | "sign" = "start";
  for (let at = 0; at < text.length; at = token.lastIndex) {
    token.lastIndex = at;
    const { blank, quoted, sign, atom } = token.exec(text)?.groups ?? {};
    if (blank !== undefined) {
      if (last === "word") last = "blank";
    } else if (sign === "@") {
      if (local !== null) return null;
      [local, part, last] = [part, "", "start"];
    } else if (sign === ".") {
      part += sign;
      last = "sign";
    } else {
      const word = atom ?? (local === null ? quoted?.replace(/\\(.)/gu, "$1") : undefined);
      if (word === undefined || last === "word" || last === "blank") return null;
      part += word;
      last = "word";
    }
  }
  return local === null ? null : addressOf(local, part);
}

/**
 * Joins a local part without quotes and a domain; null if they cannot be an address. Nobody has an address with "<" or ">", where
 * programs see its end even in quotes.
 */
export function addressOf(local: string, domain: string): Address | null {
  const host = readDomain(domain);
  if (host === null || local === "" || /[<>\p{C}]|[^\P{Z} ]/u.test(local)) return null;
  const address = { local: local.normalize("NFC"), domain: host };
  return writeForMail(address).length > longestAddress ? null : address;
}

/** Returns a domain as DNS has it: lower case, encoded beyond ASCII (RFC 5891), without the final dot; null if it is none. */
export function readDomain(text: string): string | null {
  const typed = text.toLowerCase().replace(/\.$/, "");
  if (typed.length > longestDomain || !/^(?:[a-z\d._-]|[^\0-\x7F])+$/.test(typed)) return null;
  const domain = /[^\0-\x7F]/.test(typed) ? (URL.parse(`http://${typed}`)?.hostname ?? "") : typed;
  return domain.length <= longestDomain && /^[a-z\d_-]{1,63}(?:\.[a-z\d_-]{1,63})*$/.test(domain) ? domain : null;
}

const plainLocal = /^(?:[\w!#$%&'*+/=?^`{|}~.-]|[^\0-\x7F])+$/;
const dotAtom = /^(?:[\w!#$%&'*+/=?^`{|}~-]|[^\0-\x7F])+(?:\.(?:[\w!#$%&'*+/=?^`{|}~-]|[^\0-\x7F])+)*$/;

/**
 * Writes an address in the form that is stored, compared and shown: quoted only if it could be read as another address otherwise.
 * Dots may stand anywhere, as in the addresses that people know.
 */
export function writeAddress({ local, domain }: Address): string {
  return `${plainLocal.test(local) ? local : quote(local)}@${domain}`;
}

/** Writes an address for mail headers and envelopes: quoted wherever the grammar requires it. */
export function writeForMail({ local, domain }: Address): string {
  return `${dotAtom.test(local) ? local : quote(local)}@${domain}`;
}

function quote(local: string): string {
  return `"${local.replace(/["\\]/g, "\\$&")}"`;
}

/** Returns an address in its one spelling, whatever its quotes; only the local part's case is kept. Null if it is none. */
export function normalAddress(text: string): string | null {
  const address = readAddress(text);
  return address && writeAddress(address);
}

/** Writes a stored address for mail; a text that is no address stays the same. */
export function addressForMail(email: string): string {
  const address = readAddress(email);
  return address ? writeForMail(address) : email;
}

/** Returns the domain of an address that {@link writeAddress} wrote; the whole text if it has no @. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1);
}

/** Whether a person on the internet can have this address: mail may come from others, but nobody means those when typing one. */
export function isTypedAddress(text: string): boolean {
  return /\.(?!\d+$)[a-z\d-]{2,}$/.test(readAddress(text)?.domain ?? "");
}

/** An address in lower case without what its owner put behind a plus: the mailbox that it stands for. */
export function bareAddress(email: string): string {
  const address = readAddress(email);
  if (address === null) return email.toLowerCase();
  const [local = ""] = address.local.split("+");
  return writeAddress({ ...address, local: local || address.local }).toLowerCase();
}

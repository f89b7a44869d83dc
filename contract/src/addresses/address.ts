import { limits } from "../limits.ts";

/**
 * An address taken apart (RFC 5321, section 4.1.2; RFC 5322, section 3.4.1): what its local part says, without quotes, and its
 * domain in lower case and as DNS has it (RFC 5891).
 */
export type Address = { readonly local: string; readonly domain: string };

/** Longer than a path may be (RFC 5321, section 4.5.3.1.3), as servers take more. */
const longestAddress = limits.emailAddressLength;
/** RFC 5321, section 4.5.3.1.2. */
const longestDomain = 255;

// A blank or a comment, a quoted word, a dot or an @, an atom: each begins with a sign that no other does.
const token =
  /(?<blank>[ \t]+|\((?:[^()\\\p{C}]|\\[^\p{C}])*\))|"(?<quoted>(?:[^"\\\p{C}\p{Z}]| |\\[^\p{C}\p{Z}]|\\ )*)"|(?<sign>[.@])|(?<atom>(?:[\w!#$%&'*+/=?^`{|}~-]|[^\0-\x7F\p{C}\p{Z}])+)/uy;

/**
 * Reads one address with nothing around it, also in the obsolete forms (RFC 5322, section 4.4) and with dots where phones put
 * them; null where it is none. Blanks and comments may stand only where they mean nothing, so that no two programs read two mailboxes.
 */
export function readAddress(text: string): Address | null {
  if (text.length > 4 * longestAddress) return null;
  let local: string | null = null;
  let part = "";
  // Whether a blank stands behind a word: only a dot or the @ may follow it.
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
 * The address of a local part, without quotes, at a domain; null where there can be none. Nobody has one with "<" or ">", in which
 * programs see the end of an address, even in quotes.
 */
export function addressOf(local: string, domain: string): Address | null {
  const host = readDomain(domain);
  if (host === null || local === "" || /[<>\p{C}]|[^\P{Z} ]/u.test(local)) return null;
  const address = { local: local.normalize("NFC"), domain: host };
  return writeForMail(address).length > longestAddress ? null : address;
}

/** A domain as DNS has it: lower case, letters beyond ASCII encoded (RFC 5891), without the dot at its end; null where it is none. */
export function readDomain(text: string): string | null {
  const typed = text.toLowerCase().replace(/\.$/, "");
  if (typed.length > longestDomain || !/^(?:[a-z\d._-]|[^\0-\x7F])+$/.test(typed)) return null;
  const domain = /[^\0-\x7F]/.test(typed) ? (URL.parse(`http://${typed}`)?.hostname ?? "") : typed;
  return domain.length <= longestDomain && /^[a-z\d_-]{1,63}(?:\.[a-z\d_-]{1,63})*$/.test(domain) ? domain : null;
}

const plainLocal = /^(?:[\w!#$%&'*+/=?^`{|}~.-]|[^\0-\x7F])+$/;
const dotAtom = /^(?:[\w!#$%&'*+/=?^`{|}~-]|[^\0-\x7F])+(?:\.(?:[\w!#$%&'*+/=?^`{|}~-]|[^\0-\x7F])+)*$/;

/**
 * An address as it is kept, compared and shown: with quotes only where it could be read as another one without them. Dots may stand
 * anywhere, as people know their addresses.
 */
export function writeAddress({ local, domain }: Address): string {
  return `${plainLocal.test(local) ? local : quote(local)}@${domain}`;
}

/** An address as mail has it, in headers and envelopes: in quotes wherever the grammar asks for them. */
export function writeForMail({ local, domain }: Address): string {
  return `${dotAtom.test(local) ? local : quote(local)}@${domain}`;
}

function quote(local: string): string {
  return `"${local.replace(/["\\]/g, "\\$&")}"`;
}

/** The one spelling of an address, however it is quoted, its local part's case apart; null where it is none. */
export function normalAddress(text: string): string | null {
  const address = readAddress(text);
  return address && writeAddress(address);
}

/** A kept address as mail has it; what is none stays. */
export function addressForMail(email: string): string {
  const address = readAddress(email);
  return address ? writeForMail(address) : email;
}

/** The domain of an address as {@link writeAddress} writes it; the whole text where it holds no @. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf("@") + 1);
}

/** Whether somebody on the internet can have an address: a mail may come from others, which nobody means who types one. */
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

import { linkPages } from "@deskhand/contract/pages";

/** HTML entities for the characters in a link; letters and digits are written by number. */
const entities: Record<string, string> = {
  amp: "&",
  num: "#",
  sol: "/",
  colon: ":",
  period: ".",
  lowbar: "_",
  equals: "=",
  quest: "?",
  percnt: "%",
  ast: "*",
  midast: "*",
  commat: "@",
  shy: "",
  zwnj: "",
  zwj: "",
};
/** Invisible characters that mark where a long word may break. */
const fillers = /[\u00AD\u200B-\u200D\u2060\uFEFF]/g;
/** A line break inside a long link, quoted or not: the next line is nothing but its rest. */
const brokenOff = /(?<=[^\n]{50})\n[>| \t]{0,20}(?=[\w#%*=&?/.:-]{1,300}[>)\].,;"']{0,3}[ \t]{0,20}(?:\n|$))/g;

/**
 * Makes a function that finds this installation's one-time links in a text or HTML (docs/product.md#links-in-mails): written plainly, in
 * HTML's or quoted-printable's encoding, broken into lines, or inside a mail scanner's link. Takes time linear in the text's length.
 */
export function ownLinkFinder(publicUrl: string): (text: string) => boolean {
  const { host, hostname, pathname } = new URL(publicUrl);
  const link = linkTo(`${host}${pathname.replace(/\/$/, "")}`);
  // Checks for part of the host first: scanners may encode its hyphens, or everything else as base64.
  const longest = hostname.split("-").reduce((long, piece) => (piece.length > long.length ? piece : long), "");
  const sign = new RegExp(`${escaped(longest)}|aHR0c`, "i");
  const holds = (text: string) => spellings(text).some((spelling) => link.test(spelling));
  return (text) => {
    const plain = withoutEntities(text);
    return sign.test(plain) && (holds(plain) || holds(fromBase64(plain)));
  };
}

/** A page and its token in a file's name, where programs replace characters that names may not have. */
const inName = new RegExp(`(?:${linkPages.join("|")})[^a-z\\d]{0,3}(?:[#*_]|%23)[\\w-]{43}(?![\\w-])`, "i");

/** Whether a file's name is one of our one-time links, as programs name a saved page or link. */
export function isOwnLinkName(name: string): boolean {
  return inName.test(name);
}

/** A token is 32 bytes as base64url; an address check's is 46 letters and digits (RFC 4648, section 6). */
function linkTo(address: string): RegExp {
  const query = "(?:\\?[^\\s\"'<>#]{0,500})?";
  // One scanner writes a star for the number sign.
  const once = `(?:${linkPages.join("|")})/?${query}[#*][\\w-]{43}(?![\\w-])`;
  const check = "dashboard/admin/?\\?(?:[^\\s\"'<>#]{0,500}&)?confirm=[a-z2-7]{46}(?![\\w-])";
  return new RegExp(`(?<![\\w.-])${escaped(address)}/(?:${once}|${check})`, "i");
}

function escaped(text: string): string {
  return text.replace(/[^\w]/g, "\\$&");
}

function spellings(text: string): string[] {
  // "__;" ends the address in a link of urldefense.com.
  const clean = fromUrlDefense(text.replace(fillers, "").replaceAll("__;", " ;"));
  const written = [
    clean,
    clean.replace(brokenOff, ""),
    clean.replace(/<[^<>]{0,2000}>/g, ""),
    fromQuotedPrintable(clean),
  ];
  return written.flatMap((one) => {
    const opened = [one];
    // Each scanner in a row encodes the previous one's link as a parameter.
    for (let last = one, times = 0; times < 3; times += 1) {
      const next = last.replace(/%([0-7][\da-f])/gi, (_, hex: string) => characterOf(hex));
      if (next === last) break;
      opened.push(withoutEntities(next));
      last = next;
    }
    return opened;
  });
}

function withoutEntities(text: string): string {
  if (!text.includes("&")) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));?/gi, (all, decimal, hex, name) => {
    if (name !== undefined) return entities[name.toLowerCase()] ?? all;
    const code = Number.parseInt(decimal ?? hex, decimal === undefined ? 16 : 10);
    return code < 0x1_00_00 ? String.fromCharCode(code) : all;
  });
}

function fromQuotedPrintable(text: string): string {
  return text.replace(/=\r?\n/g, "").replace(/=([0-7][\da-f])/gi, (_, hex: string) => characterOf(hex));
}

/** Decodes version 2 of Proofpoint's links, which has "_" for "/" and "-" for "%". */
function fromUrlDefense(text: string): string {
  return text.replace(/\bu=https?-3A__[^&\s"'<>]{1,3000}/gi, (address) =>
    address.replaceAll("_", "/").replace(/-([0-7][\da-f])/gi, (_, hex: string) => characterOf(hex)),
  );
}

/** Decodes addresses that are written as base64. */
function fromBase64(text: string): string {
  const found = text.match(/aHR0c[\w+/-]{40,3000}/g) ?? [];
  return found.map((address) => Buffer.from(address, "base64").toString("latin1")).join("\n");
}

function characterOf(hex: string): string {
  return String.fromCharCode(Number.parseInt(hex, 16));
}

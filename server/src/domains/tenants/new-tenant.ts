import { randomInt } from "node:crypto";
import { domainOf } from "@deskhand/contract/addresses/address";
import { isWebmailDomain } from "./mail-domains.ts";

/** Base 32 in lower case without look-alikes (i, l, o, 0, 1). */
const codeAlphabet = "abcdefghjkmnpqrstuvwxyz23456789";
const codeLength = 8;

/** A new random client code: 8 characters, about 39 bits. */
export function newClientCode(): string {
  return Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join("");
}

/** The support address of a new tenant. */
export function supportAddress(clientCode: string, mailDomain: string): string {
  return `help+${clientCode}@${mailDomain}`;
}

/** The store's name until an admin edits it: `owner@acme-shop.com` gives "Acme Shop", a webmail domain "My Store". */
export function storeNameFor(email: string): string {
  const domain = domainOf(email).toLowerCase();
  if (isWebmailDomain(domain)) return "My Store";
  const labels = domain.split(".");
  const isTwoPartSuffix = labels.length > 2 && /^(co|com|net|org|ac|gov)$/.test(labels.at(-2) ?? "");
  const words = (labels.at(isTwoPartSuffix ? -3 : -2) ?? "").split(/[-_]+/).filter(Boolean);
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(" ");
  return name.slice(0, 100) || "My Store";
}

const longest = 64;

/** The time zone a browser names itself in, by its IANA name; UTC for what is none. The database has the last word on it. */
export function readTimeZone(given: unknown): string {
  if (typeof given !== "string" || given.length > longest) return "UTC";
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: given }).resolvedOptions().timeZone;
  } catch {
    // A RangeError: there is no such zone.
    return "UTC";
  }
}

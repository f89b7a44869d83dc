import { randomInt } from "node:crypto";
import { domainOf } from "@deskhand/contract/addresses/address";

/** Base 32 in lower case without look-alikes (i, l, o, 0, 1). */
const codeAlphabet = "abcdefghjkmnpqrstuvwxyz23456789";
const codeLength = 8;

/** Makes a random client code: 8 characters, about 39 bits. */
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

/** The IANA time zone a browser reports; UTC where it is none. The database decides what it accepts. */
export function readTimeZone(value: unknown): string {
  if (typeof value !== "string" || value.length > longest) return "UTC";
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: value }).resolvedOptions().timeZone;
  } catch {
    // A RangeError means that there is no such zone.
    return "UTC";
  }
}

/** Whether an address is at this installation's own domain, where only desks receive mail. */
export function isAtMailDomain(mailDomain: string, email: string): boolean {
  return domainOf(email).toLowerCase() === mailDomain.toLowerCase();
}

const webmailDomains = new Set(
  `gmail.com googlemail.com outlook.com hotmail.com live.com msn.com yahoo.com ymail.com icloud.com me.com
  mac.com aol.com proton.me protonmail.com pm.me gmx.com gmx.de gmx.net web.de mail.com zoho.com fastmail.com
  hey.com tutanota.com yandex.com mail.ru qq.com 163.com 126.com naver.com`.split(/\s+/),
);

/** Whether a domain gives mailboxes to everybody and so says nothing about a store. */
export function isWebmailDomain(domain: string): boolean {
  return webmailDomains.has(domain) || /^(yahoo|hotmail|live|outlook)\.[a-z]{2,3}(\.[a-z]{2})?$/.test(domain);
}

import { createHmac, timingSafeEqual } from "node:crypto";
import { deriveKey } from "../../platform/crypto.ts";
import { fromReference, toBase32, toReference } from "./id-reference.ts";

/**
 * 100 bits: `help+` 5, code 8, reference 26, signature 20, two for how often it was sent again and three dots are the 64
 * characters of a local part (RFC 5321, section 4.5.3.1.1).
 */
const signatureLength = 20;
const clientCode = /^[a-hjkmnp-z2-9]{8}$/;
const addressForm = /^help\+([a-hjkmnp-z2-9]{8})\.(.*)$/s;
const messageIdPrefix = "dh.";

/** The key that signs reply addresses and Message-IDs, derived from the installation's secret. */
export function mailKey(secret: string): Buffer {
  return Buffer.from(deriveKey(secret, "mail-signatures"), "hex");
}

/** Further sendings count as the last of these. */
export const mostResends = 36 ** 2 - 1;

type Addressed = {
  clientCode: string;
  ticketId: string;
  /** Only a return path tells how often its mail was sent again. */
  resends: number;
};

/** The address that answers to a ticket go to: `help+{client code}.{ticket}.{signature}@domain`, all lower-case. */
export function replyAddress(
  key: Buffer,
  mailDomain: string,
  { clientCode: code, ticketId, resends = 0 }: Omit<Addressed, "resends"> & Partial<Addressed>,
): string {
  if (!clientCode.test(code)) throw new TypeError(`Not a client code: ${JSON.stringify(code)}`);
  const named = `${code}.${toReference(ticketId)}`;
  const mark = resends === 0 ? "" : `.${resends.toString(36)}`;
  return `help+${named}.${sign(key, "reply-address", named + mark)}${mark}@${mailDomain.toLowerCase()}`;
}

/** Reads an address back: a ticket of ours, one that claims to be and is not, or any other address. */
export function readReplyAddress(
  key: Buffer,
  mailDomain: string,
  address: string,
): ({ kind: "ours" } & Addressed) | { kind: "forged"; clientCode: string } | { kind: "other" } {
  const form = addressForm.exec(localPartAt(mailDomain, address) ?? "");
  const [, code, rest] = form ?? [];
  if (code === undefined || rest === undefined) return { kind: "other" };
  const [reference = "", signature = "", ...mark] = rest.split(".");
  const isOurs = isSigned(key, "reply-address", [code, reference, ...mark].join("."), signature);
  const ticketId = isOurs ? fromReference(reference) : undefined;
  if (ticketId === undefined) return { kind: "forged", clientCode: code };
  return { kind: "ours", clientCode: code, ticketId, resends: Number.parseInt(mark[0] ?? "0", 36) };
}

/** The Message-ID, without angle brackets, of the mail that carries a message; the same message always gets the same one. */
export function newMailMessageId(key: Buffer, mailDomain: string, messageId: string): string {
  const reference = toReference(messageId);
  return `${messageIdPrefix}${reference}.${sign(key, "message-id", reference)}@${mailDomain.toLowerCase()}`;
}

/** Reads a Message-ID back, with or without angle brackets and whatever its case. */
export function readMailMessageId(
  key: Buffer,
  mailDomain: string,
  id: string,
): { kind: "ours"; messageId: string } | { kind: "forged" } | { kind: "other" } {
  const bare = id.trim().replace(/^<|>$/g, "");
  const local = localPartAt(mailDomain, bare);
  if (!local?.startsWith(messageIdPrefix)) return { kind: "other" };
  const [reference = "", signature = "", ...more] = local.slice(messageIdPrefix.length).split(".");
  const isOurs = more.length === 0 && isSigned(key, "message-id", reference, signature);
  const messageId = isOurs ? fromReference(reference) : undefined;
  return messageId === undefined ? { kind: "forged" } : { kind: "ours", messageId };
}

/** Local part in lower case, when the address is at our domain: we made it, so its case carries nothing. */
function localPartAt(mailDomain: string, address: string): string | undefined {
  const at = address.lastIndexOf("@");
  if (at < 0 || address.slice(at + 1).toLowerCase() !== mailDomain.toLowerCase()) return undefined;
  return address.slice(0, at).toLowerCase();
}

function sign(key: Buffer, purpose: "reply-address" | "message-id", text: string): string {
  const digest = createHmac("sha256", key).update(`${purpose}:${text}`).digest();
  return toBase32(digest).slice(0, signatureLength);
}

function isSigned(key: Buffer, purpose: "reply-address" | "message-id", text: string, signature: string): boolean {
  const expected = Buffer.from(sign(key, purpose, text));
  const given = Buffer.from(signature);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

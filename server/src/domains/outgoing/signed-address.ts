import {
  fromReference,
  isSignedText,
  purposeKey,
  readToken,
  referenceLength,
  signatureLength,
  signText,
  signToken,
  toReference,
} from "../../platform/secrets/sign-ids.ts";

/*
 * `help+` 5, code 8, reference 26, signature 20, two characters for the sending and three dots make the 64 characters of a
 * local part (RFC 5321, section 4.5.3.1.1).
 */
const clientCode = /^[a-hjkmnp-z2-9]{8}$/;
const addressForm = /^help\+([a-hjkmnp-z2-9]{8})\.(.*)$/s;
const messageIdPrefix = "dh.";

/**
 * Returns the key from which the keys of reply addresses, Message-IDs and other marks are derived; itself derived from the installation's
 * secret.
 */
export function mailKey(secret: string): Buffer {
  return purposeKey(secret, "mail-signatures");
}

/** Later resends get this number too. */
export const maxResends = 23;
/** What two characters can express: the recipients of a mail times the sendings to each. */
const maxSendings = 36 ** 2;

/** One sending of a mail: the recipient's position in it, and how often it was sent to them before. */
export type Sending = { place: number; resends: number };

type Addressed = {
  clientCode: string;
  ticketId: string;
  /** The sending whose return path it is; null for the reply address. */
  sending: Sending | null;
};

/**
 * Returns a ticket's reply address, `help+{client code}.{ticket}.{signature}@domain`, all lower-case; with `sending` its return path, to
 * which only mail systems write.
 */
export function replyAddress(
  key: Buffer,
  mailDomain: string,
  { clientCode: code, ticketId, sending = null }: Omit<Addressed, "sending"> & Partial<Addressed>,
): string {
  if (!clientCode.test(code)) throw new TypeError(`Not a client code: ${JSON.stringify(code)}`);
  const ticket = `${code}.${toReference(ticketId)}`;
  const mark = sending === null ? "" : `.${numberOf(sending).toString(36)}`;
  return `help+${ticket}.${sign(key, "reply-address", ticket + mark)}${mark}@${mailDomain.toLowerCase()}`;
}

/** Parses an address: a ticket of ours, one with a wrong signature, or any other address. */
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
  const number = mark[0] ? Number.parseInt(mark[0], 36) : null;
  return { kind: "ours", clientCode: code, ticketId, sending: number === null ? null : sendingOf(number) };
}

function numberOf({ place, resends }: Sending): number {
  const number = place * (maxResends + 1) + Math.min(resends, maxResends);
  if (number >= maxSendings) throw new RangeError(`A mail has no recipient ${place}`);
  return number;
}

function sendingOf(number: number): Sending {
  return { place: Math.floor(number / (maxResends + 1)), resends: number % (maxResends + 1) };
}

/** Returns the Message-ID of the mail that carries a message, without angle brackets; always the same for the same message. */
export function newMailMessageId(key: Buffer, mailDomain: string, messageId: string): string {
  const reference = toReference(messageId);
  return `${messageIdPrefix}${reference}.${sign(key, "message-id", reference)}@${mailDomain.toLowerCase()}`;
}

/**
 * Parses a Message-ID, with or without angle brackets and in any case: ours, one with a wrong signature, one of ours that a program cut
 * or lengthened, or any other.
 */
export function readMailMessageId(
  key: Buffer,
  mailDomain: string,
  id: string,
): { kind: "ours"; messageId: string } | { kind: "forged" | "broken" | "other" } {
  const bare = id.trim().replace(/^<|>$/g, "");
  const local = localPartAt(mailDomain, bare);
  if (!local?.startsWith(messageIdPrefix)) return { kind: "other" };
  const [reference = "", signature = "", ...more] = local.slice(messageIdPrefix.length).split(".");
  const isWhole = reference.length === referenceLength && signature.length === signatureLength && more.length === 0;
  if (!isWhole) return { kind: "broken" };
  const messageId = isSigned(key, "message-id", reference, signature) ? fromReference(reference) : undefined;
  return messageId === undefined ? { kind: "forged" } : { kind: "ours", messageId };
}

/** Returns the value of the loop header, which only this installation's mail has. */
export function loopMark(key: Buffer, mailDomain: string): string {
  return sign(key, "loop", mailDomain.toLowerCase());
}

export function isLoopMark(key: Buffer, mailDomain: string, value: string): boolean {
  return isSigned(key, "loop", mailDomain.toLowerCase(), value);
}

/** Returns the local part in lower case if the address is at our domain; ours never depend on case. */
function localPartAt(mailDomain: string, address: string): string | undefined {
  const at = address.lastIndexOf("@");
  if (at < 0 || address.slice(at + 1).toLowerCase() !== mailDomain.toLowerCase()) return undefined;
  return address.slice(0, at).toLowerCase();
}

/** A probe's mark in a mail that other programs rewrote: in any case, with anything around it. */
const probeForm = /dhtest-([a-z2-7]{26})-([a-z2-7]{20})(?![a-z2-7])/gi;

/** Returns the mark by which a forwarding test is recognized when it comes back: letters, digits and hyphens, which no program changes. */
export function probeMark(key: Buffer, probeId: string): string {
  const reference = toReference(probeId);
  return `dhtest-${reference}-${sign(key, "probe", reference)}`;
}

/** Finds the ids of tests whose marks are in a text; marks without our signature are ignored. */
export function readProbeMarks(key: Buffer, text: string): string[] {
  return [...text.toLowerCase().matchAll(probeForm)].flatMap(([, reference = "", signature = ""]) => {
    const id = isSigned(key, "probe", reference, signature) ? fromReference(reference) : undefined;
    return id === undefined ? [] : [id];
  });
}

/** Returns the secret part of the link that confirms an address, for the mail sent there. */
export function probeLinkToken(key: Buffer, probeId: string): string {
  return signToken(keyFor(key, "probe-link"), "probe-link", probeId);
}

/** Returns the id of the check with this link token; undefined without our signature. */
export function readProbeLinkToken(key: Buffer, token: string): string | undefined {
  const [probeId, ...more] =
    readToken(keyFor(key, "probe-link"), "probe-link", token) ?? readToken(key, "probe-link", token) ?? [];
  return more.length === 0 ? probeId : undefined;
}

type Purpose = "reply-address" | "message-id" | "loop" | "probe" | "probe-link";

/**
 * Returns the key of a purpose. Message-IDs keep the one key that signed everything until November 2026: they are recomputed whenever a
 * message is referred to, and customers' mail programs still have the old ones.
 */
function keyFor(key: Buffer, purpose: Purpose): Buffer {
  if (purpose === "message-id") return key;
  return purposeKey(key, `mail ${purpose}`);
}

function sign(key: Buffer, purpose: Purpose, text: string): string {
  return signText(keyFor(key, purpose), purpose, text);
}

/** Whether a signature is ours; the old common key counts too, as customers still have reply addresses with it. */
function isSigned(key: Buffer, purpose: Purpose, text: string, signature: string): boolean {
  return [keyFor(key, purpose), key].some((by) => isSignedText(by, purpose, text, signature));
}

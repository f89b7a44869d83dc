import type { NodemailerError } from "nodemailer";
import { UnreadableFile } from "./compose-mail.ts";
import { cleanReason, DeliveryDelayed, DeliveryRefused } from "./mailer.ts";

/**
 * Codes that concern the session and not the mail, which the operator must fix: commands the server does not know (500,
 * 502) or allow there (503), and required authentication (RFC 4954, section 6).
 */
const sessionCodes = new Set([500, 502, 503, 530, 534, 535, 538]);

/** Throws unless the final reply says that the mail was accepted; one about the connection (22x) says goodbye. */
export function requireAccepted(answer: string): void {
  if (isReply(answer) && !answer.startsWith("22")) return;
  const words = isReply(answer) ? `The mail server did not say that it took the mail: ${answer}` : noReply;
  throw new DeliveryDelayed(cleanReason(words));
}

/** Converts nodemailer's error to a delivery error; `lastWords` are the server's when it closed earlier connections. */
export function asDeliveryError(error: unknown, lastWords?: string): Error {
  if (error instanceof DeliveryDelayed) return error;
  if (!(error instanceof Error)) return new DeliveryDelayed(cleanReason(String(error)), { cause: error });
  const unreadableFile = unreadableIn(error);
  if (unreadableFile) return unreadableFile.cause instanceof Error ? unreadableFile.cause : unreadableFile;
  if (isUnreadable(error)) return error.cause instanceof Error ? error.cause : error;
  const reply = replyIn(error) ?? lastWords;
  if (isRefused(error, reply)) return new DeliveryRefused(cleanReason(reply ?? error.message), { cause: error });
  return new DeliveryDelayed(cleanReason(reasonOf(error, reply)), { cause: error });
}

const noAnswer = "The mail server did not answer in time";
const noReply = "The mail server answered with what is no SMTP reply";

/** Prefers the server's own reply; nodemailer's sentence around it does not help an agent. */
function reasonOf(error: NodemailerError, reply: string | undefined): string {
  if (reply === undefined) return reasonWithoutReply(error);
  if (!isReply(reply)) return noReply;
  return /^[45]/.test(reply) ? reply : `The mail server answered what it was not asked: ${reply}`;
}

function reasonWithoutReply({ timeoutType, code, command, message }: NodemailerError): string {
  if (timeoutType === "SOCKET_TIMEOUT") return noAnswer;
  // nodemailer's message would only count its tries.
  const isEnded = code === "ECONNECTION" && command === undefined;
  return `The mail server cannot be reached: ${isEnded ? "It closed the connection without a word" : message}`;
}

/** Servers of other protocols may send any bytes. */
function isReply(answer: string): boolean {
  return /^[2-5]\d\d(?!\d)/.test(answer);
}

/** Returns the unreadable file that caused the error, directly or indirectly. */
function unreadableIn(error: unknown): UnreadableFile | null {
  if (error instanceof UnreadableFile) return error;
  return error instanceof Error ? unreadableIn(error.cause) : null;
}

/**
 * Whether an error concerns only the connection: the server did not accept our sign-in, or closes it before the mail is
 * named (RFC 5321, section 3.8).
 */
export function isConnectionFault(error: unknown, isSignedIn: boolean): boolean {
  if (!(error instanceof Error) || unreadableIn(error)) return false;
  return !isSignedIn || (replyIn(error)?.startsWith("421") === true && isBeforeRecipients(error));
}

function isBeforeRecipients({ command }: NodemailerError): boolean {
  return command === "MAIL FROM" || command === "CONN";
}

/** Whether reading the mail failed on our side. */
function isUnreadable(error: NodemailerError): boolean {
  return error.code === "ESTREAM";
}

function replyIn(error: NodemailerError): string | undefined {
  return error.rejectedErrors?.[0]?.response ?? error.response;
}

/**
 * Whether the mail itself was refused. A failed sign-in or greeting concerns the connection, whatever its code: once
 * the operator fixes it, the mail goes out.
 */
function isRefused(error: NodemailerError, reply: string | undefined): boolean {
  if (error.code !== "EENVELOPE" && error.code !== "EMESSAGE") return false;
  // Refused before sending: an invalid address, or larger than the server announced.
  if (reply === undefined) return true;
  // A malfunctioning server has refused nothing.
  if (!isReply(reply) || !reply.startsWith("5") || sessionCodes.has(Number(reply.slice(0, 3)))) return false;
  // Refused before any recipient is named, it is our mail in general that is unwanted, unless the reply is about this
  // mail's size.
  return error.command !== "MAIL FROM" || /^(?:552|5\d\d[ -]5\.3\.4\b)/.test(reply);
}

import type { NodemailerError } from "nodemailer";
import { UnreadableFile } from "./compose-mail.ts";
import { cleanReason, DeliveryDelayed, DeliveryRefused } from "./mailer.ts";

/**
 * What concerns not a mail but how it is sent, wherever it is said, so that an operator mends it: words that the server does not know
 * (500, 502) or not there (503), and that it wants to know who we are (RFC 4954, section 6).
 */
const ofTheSession = new Set([500, 502, 503, 530, 534, 535, 538]);

/** Throws where the answer to a whole mail is not that it was taken: one that speaks of the connection (22x) says goodbye. */
export function refuseUntaken(answer: string): void {
  if (isReply(answer) && !answer.startsWith("22")) return;
  const words = isReply(answer) ? `The mail server did not say that it took the mail: ${answer}` : noReply;
  throw new DeliveryDelayed(cleanReason(words));
}

/** What nodemailer throws, as what becomes of the mail by it; `lastWords` are what the server said when it ended connections before. */
export function asDeliveryError(error: unknown, lastWords?: string): Error {
  if (error instanceof DeliveryDelayed) return error;
  if (!(error instanceof Error)) return new DeliveryDelayed(cleanReason(String(error)), { cause: error });
  const unread = unreadableIn(error);
  if (unread) return unread.cause instanceof Error ? unread.cause : unread;
  if (isUnreadable(error)) return error.cause instanceof Error ? error.cause : error;
  const said = saidBy(error) ?? lastWords;
  if (isFinal(error, said)) return new DeliveryRefused(cleanReason(said ?? error.message), { cause: error });
  return new DeliveryDelayed(cleanReason(reasonOf(error, said)), { cause: error });
}

const noAnswer = "The mail server did not answer in time";
const noReply = "The mail server answered with what is no SMTP reply";

/** The server's words where there are some: nodemailer's own sentence around them says nothing to an agent. */
function reasonOf(error: NodemailerError, said: string | undefined): string {
  if (said === undefined) return unsaidReason(error);
  if (!isReply(said)) return noReply;
  return /^[45]/.test(said) ? said : `The mail server answered what it was not asked: ${said}`;
}

function unsaidReason({ timeoutType, code, command, message }: NodemailerError): string {
  if (timeoutType === "SOCKET_TIMEOUT") return noAnswer;
  // nodemailer says how often it tried.
  const isEnded = code === "ECONNECTION" && command === undefined;
  return `The mail server cannot be reached: ${isEnded ? "It closed the connection without a word" : message}`;
}

/** Whatever speaks something else than SMTP may send any bytes. */
function isReply(answer: string): boolean {
  return /^[2-5]\d\d(?!\d)/.test(answer);
}

/** A file that goes along could not be read, as what wraps the error in the end says or what it wraps. */
function unreadableIn(error: unknown): UnreadableFile | null {
  if (error instanceof UnreadableFile) return error;
  return error instanceof Error ? unreadableIn(error.cause) : null;
}

/**
 * Whether an error concerns the connection alone: the server did not let us in, or says before anything is named of a mail that it closes
 * the connection (RFC 5321, section 3.8).
 */
export function isOfConnection(error: unknown, isLetIn: boolean): boolean {
  if (!(error instanceof Error) || unreadableIn(error)) return false;
  return !isLetIn || (saidBy(error)?.startsWith("421") === true && isBeforeRecipients(error));
}

function isBeforeRecipients({ command }: NodemailerError): boolean {
  return command === "MAIL FROM" || command === "CONN";
}

/** What is read of a mail could not be: not the server broke off, we did. */
function isUnreadable(error: NodemailerError): boolean {
  return error.code === "ESTREAM";
}

function saidBy(error: NodemailerError): string | undefined {
  return error.rejectedErrors?.[0]?.response ?? error.response;
}

/**
 * Whether the mail itself was refused. A failed sign-in or greeting concerns the connection, whatever its code: the operator mends it
 * and the mail goes out.
 */
function isFinal(error: NodemailerError, said: string | undefined): boolean {
  if (error.code !== "EENVELOPE" && error.code !== "EMESSAGE") return false;
  // Refused before it was sent: an address no server takes, or larger than the server announced.
  if (said === undefined) return true;
  // A server that is out of order has refused nothing.
  if (!isReply(said) || !said.startsWith("5") || ofTheSession.has(Number(said.slice(0, 3)))) return false;
  // Before any recipient is named it is us whom it does not want, all customers' mail alike: except for what is said of this mail's size.
  return error.command !== "MAIL FROM" || /^(?:552|5\d\d[ -]5\.3\.4\b)/.test(said);
}

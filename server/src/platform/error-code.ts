import { isLostDatabase } from "./db/lost-database.ts";

/** The code of an error of the system or the database, such as "ENOENT" or "42P01"; undefined for any other. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

/** For `catch`: undefined where a file or folder is not there, which is what was asked; throws any other error again. */
export function ignoreMissing(error: unknown): undefined {
  if (codeOf(error) !== "ENOENT") throw error;
}

/** An error's last line, which says what happened where a program's words come before it; some have no words but their code. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message.trim().split("\n").at(-1) || (codeOf(error) ?? error.name);
}

/** Whether the database did not take a value: too long, forbidden, there already. The others are as well as before. */
export function isOfValues(error: unknown): boolean {
  return /^(?:22|23|54)/.test(codeOf(error) ?? "");
}

/** Whether there was no room for what was to be written: on the database's disk, on ours, or in a quota of ours. */
export function isNoRoom(error: unknown): boolean {
  return ["53100", "ENOSPC", "EDQUOT"].includes(codeOf(error) ?? "");
}

/** What programs say of it, among much else; the job queue hands errors on as plain objects. */
export function saysNoRoom(error: unknown): boolean {
  const words = error instanceof Object && "message" in error ? String(error.message) : "";
  return isNoRoom(error) || /No space left on device|Disk quota exceeded/i.test(words);
}

/** Whether somebody wrote the same at this moment, or waited in a circle: at once again it may go well. */
export function isOfTheMoment(error: unknown): boolean {
  return ["23505", "40001", "40P01"].includes(codeOf(error) ?? "");
}

/** What the system says of itself, and not of what it was asked for. */
const troublesOfTheSystem = new Set([
  ...["ENOSPC", "EDQUOT", "EMFILE", "ENFILE", "ENOMEM", "EIO", "EROFS", "EACCES", "EPERM", "EAGAIN", "EBUSY"],
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "EAI_AGAIN", "ENOTFOUND"],
  // No connection to the database was free.
  "took_too_long",
]);

/**
 * Whether an error is the server's own trouble, which passes, and none of what it was doing: a database that is away, stops, is full
 * or takes too long (classes 08, 25, 40, 53, 55, 57, 58 and XX), a disk, a connection.
 */
export function isOfTheServer(error: unknown): boolean {
  const code = codeOf(error) ?? "";
  return /^(?:08|25|40|53|55|57|58|XX)...$/.test(code) || troublesOfTheSystem.has(code) || isLostDatabase(error);
}

/**
 * An error whose message holds what somebody outside said, or what stands in a mail: people and programs may be shown it, and
 * the log keeps its kind alone.
 */
export class QuotingError extends Error {}

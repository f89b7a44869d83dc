import { isLostDatabase } from "./db/lost-database.ts";

/** Returns the code of a system or database error, such as "ENOENT" or "42P01"; undefined for any other. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

/** For `catch`: returns undefined for a missing file or folder, and rethrows any other error. */
export function ignoreMissing(error: unknown): undefined {
  if (codeOf(error) !== "ENOENT") throw error;
}

/**
 * Returns the last line of an error's message, which says what happened when a program's output precedes it. Falls back
 * to the code or name.
 */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message.trim().split("\n").at(-1) || (codeOf(error) ?? error.name);
}

/** Whether the database rejected a value: too long, forbidden or duplicate. Other values are unaffected. */
export function isInvalidValue(error: unknown): boolean {
  return /^(?:22|23|54)/.test(codeOf(error) ?? "");
}

/** Whether a disk or quota is full, the database's or ours. */
export function isNoRoom(error: unknown): boolean {
  return ["53100", "ENOSPC", "EDQUOT"].includes(codeOf(error) ?? "");
}

/**
 * Whether an error's message mentions a full disk, among much else. The job queue passes errors on as plain objects.
 */
export function mentionsNoRoom(error: unknown): boolean {
  const words = error instanceof Object && "message" in error ? String(error.message) : "";
  return isNoRoom(error) || /No space left on device|Disk quota exceeded/i.test(words);
}

/** Whether the error is a conflict with a concurrent write or a deadlock, so an immediate retry may succeed. */
export function isWriteConflict(error: unknown): boolean {
  return ["23505", "40001", "40P01"].includes(codeOf(error) ?? "");
}

/** System errors that say nothing about the request itself. */
const systemErrorCodes = new Set([
  ...["ENOSPC", "EDQUOT", "EMFILE", "ENFILE", "ENOMEM", "EIO", "EROFS", "EACCES", "EPERM", "EAGAIN", "EBUSY"],
  ...["ECONNREFUSED", "ECONNRESET", "EPIPE", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH", "EAI_AGAIN", "ENOTFOUND"],
  // No database connection was free.
  "took_too_long",
]);

/**
 * Whether an error is a temporary problem of the server and not of the work at hand: a disk, a connection, or a
 * database that is away, stopping, full or slow (classes 08, 25, 40, 53, 55, 57, 58 and XX).
 */
export function isServerTrouble(error: unknown): boolean {
  const code = codeOf(error) ?? "";
  return /^(?:08|25|40|53|55|57|58|XX)...$/.test(code) || systemErrorCodes.has(code) || isLostDatabase(error);
}

/**
 * An error whose message quotes a mail or an outside server. People and programs may see it; the log keeps only its
 * kind.
 */
export class QuotingError extends Error {}

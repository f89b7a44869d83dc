import { codeOf, isNoRoom } from "../error-code.ts";
import { Failure } from "../fail.ts";

/** What errors say of themselves; the job queue hands them on as plain objects. */
type Said = Partial<Record<"code" | "message" | "syscall" | "address" | "port" | "hostname" | "errors", unknown>>;

/** What the database says of itself: it stops, has fallen over, is starting, or is full. */
const statesOfDatabase = new Set(["57P01", "57P02", "57P03", "53300"]);
/** Whether an error is the driver's or the server's word that a connection is gone, or none is to be had. */
const saysDatabase = ({ code, message }: Said) =>
  statesOfDatabase.has(String(code)) ||
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable/.test(
    String(message),
  );

/** A client that goes away and a file that is missing have them too; of a connection of ours they name what it was doing. */
const lostConnectionCodes = new Set(["ECONNRESET", "ENOENT", "EPIPE"]);
const connectionCalls = new Set(["connect", "read", "write"]);

/** The driver's words of one that does not answer, which others of whom something is asked say as well. */
const saysOverdue = ({ message }: Said) => /timeout expired|heartbeat timed out/.test(String(message));

/** Whether the database is what is not reachable, for an error of somebody who asks nobody else. */
export function isLostDatabase(error: unknown): boolean {
  if (!(error instanceof Object)) return false;
  const { code, syscall, errors }: Said = error;
  // Several addresses of one host fail together.
  if (Array.isArray(errors)) return isLostDatabase(errors[0]);
  if (code === "ECONNREFUSED" || saysDatabase(error) || saysOverdue(error)) return true;
  return lostConnectionCodes.has(String(code)) && connectionCalls.has(String(syscall));
}

/** What is logged of an error of somebody who asks nobody else: where the database is what is not reachable, that it is that outage. */
export function ofDatabase(err: unknown): { err: unknown; outage?: "database" } {
  return isLostDatabase(err) ? { err, outage: "database" } : { err };
}

/** Whether it is this database that is not reachable, for an error of anybody, who may ask relays and stores as well. */
export function isLostDatabaseAt(databaseUrl: string | null, error: unknown): boolean {
  if (!(error instanceof Object)) return false;
  const { errors, syscall, address, port, hostname }: Said = error;
  if (Array.isArray(errors)) return isLostDatabaseAt(databaseUrl, errors[0]);
  if (saysDatabase(error)) return true;
  if (syscall === "getaddrinfo") return databaseUrl !== null && hostname === new URL(databaseUrl).hostname;
  if (syscall !== "connect") return false;
  if (typeof port !== "number") return String(address).includes("/.s.PGSQL.");
  return databaseUrl !== null && port === Number(new URL(databaseUrl).port || 5432);
}

/** A statement ran, or a transaction was left waiting, for longer than it may take. */
const overdueCodes = new Set(["57014", "25P03", "25P04"]);

// PostgreSQL broke this transaction off, so that others can go on or because it waited too long for them: nothing of it was done, and it may be asked for again.
const collisionCodes = new Set(["40001", "40P01", "55P03"]);

/** Whether a statement or a transaction took too long. */
export function isOverdue(error: unknown): boolean {
  return overdueCodes.has(codeOf(error) ?? "");
}

/** Whether transactions waited for each other. */
export function isCollision(error: unknown): boolean {
  return collisionCodes.has(codeOf(error) ?? "");
}

/** What we say ourselves where the database has no time, no connection or no room. */
const saidForIt = new Set<string>(["took_too_long", "try_again", "service_unavailable", "no_room"]);

/** Whether the database could not do now what it can do at another time, for an error of somebody who asks nobody else. */
export function isForNow(error: unknown): boolean {
  if (error instanceof Failure) return saidForIt.has(error.code);
  return isOverdue(error) || isCollision(error) || isNoRoom(error) || isLostDatabase(error);
}

import { codeOf, isNoRoom } from "../error-code.ts";
import { Failure } from "../fail.ts";

/** The properties of errors; the job queue passes errors on as plain objects. */
type ErrorProperties = Partial<
  Record<"code" | "message" | "syscall" | "address" | "port" | "hostname" | "errors", unknown>
>;

/** States the database reports: stopping, crashed, starting, full. */
const statesOfDatabase = new Set(["57P01", "57P02", "57P03", "53300"]);
/** Whether the driver or the server says that a connection is lost or unavailable. */
const isConnectionError = ({ code, message }: ErrorProperties) =>
  statesOfDatabase.has(String(code)) ||
  /Connection terminated|timeout exceeded when trying to connect|Query read timeout|not queryable/.test(
    String(message),
  );

/** Clients that disconnect and missing files have these codes too, so the system call must be one of a connection. */
const lostConnectionCodes = new Set(["ECONNRESET", "ENOENT", "EPIPE"]);
const connectionCalls = new Set(["connect", "read", "write"]);

/** The driver's timeout messages, which clients of other services use too. */
const isTimeout = ({ message }: ErrorProperties) => /timeout expired|heartbeat timed out/.test(String(message));

/** Whether the database is unreachable. Only for errors of code that talks to nothing else. */
export function isLostDatabase(error: unknown): boolean {
  if (!(error instanceof Object)) return false;
  const { code, syscall, errors }: ErrorProperties = error;
  // The addresses of a host fail together.
  if (Array.isArray(errors)) return isLostDatabase(errors[0]);
  if (code === "ECONNREFUSED" || isConnectionError(error) || isTimeout(error)) return true;
  return lostConnectionCodes.has(String(code)) && connectionCalls.has(String(syscall));
}

/**
 * Returns the log fields of an error, marked as a database outage where it is one. Only for code that talks to nothing
 * else.
 */
export function ofDatabase(err: unknown): { err: unknown; outage?: "database" } {
  return isLostDatabase(err) ? { err, outage: "database" } : { err };
}

/** Whether this database is unreachable. For errors of any code, which may talk to relays and stores too. */
export function isLostDatabaseAt(databaseUrl: string | null, error: unknown): boolean {
  if (!(error instanceof Object)) return false;
  const { errors, syscall, address, port, hostname }: ErrorProperties = error;
  if (Array.isArray(errors)) return isLostDatabaseAt(databaseUrl, errors[0]);
  if (isConnectionError(error)) return true;
  if (syscall === "getaddrinfo") return databaseUrl !== null && hostname === new URL(databaseUrl).hostname;
  if (syscall !== "connect") return false;
  if (typeof port !== "number") return String(address).includes("/.s.PGSQL.");
  return databaseUrl !== null && port === Number(new URL(databaseUrl).port || 5432);
}

/** A statement ran or a transaction idled for too long. */
const overdueCodes = new Set(["57014", "25P03", "25P04"]);

// PostgreSQL aborted the transaction because of a conflict, a deadlock or a long wait for a lock: nothing was done, and
// it may be retried.
const collisionCodes = new Set(["40001", "40P01", "55P03"]);

/** Whether a statement or a transaction took too long. */
export function isOverdue(error: unknown): boolean {
  return overdueCodes.has(codeOf(error) ?? "");
}

/** Whether transactions collided and may be retried. */
export function isCollision(error: unknown): boolean {
  return collisionCodes.has(codeOf(error) ?? "");
}

/** Our own errors for a database without time, connections or space. */
const ownCodes = new Set<string>(["took_too_long", "try_again", "service_unavailable", "no_room"]);

/** Whether the database may do later what it could not do now. Only for errors of code that talks to nothing else. */
export function isForNow(error: unknown): boolean {
  if (error instanceof Failure) return ownCodes.has(error.code);
  return isOverdue(error) || isCollision(error) || isNoRoom(error) || isLostDatabase(error);
}

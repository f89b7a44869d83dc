import pg from "pg";
import { codeOf, reasonOf } from "../error-code.ts";
import { isLoopback } from "../outside/outer-address.ts";
import { StartFault } from "../start/start-notices.ts";

const reasons: Record<string, string> = {
  ECONNREFUSED: "nothing accepts connections there",
  ENOENT: "there is no such socket",
  ENOTFOUND: "there is no host of that name",
  EAI_AGAIN: "the name of the host cannot be looked up right now",
  ETIMEDOUT: "it does not answer",
  EHOSTUNREACH: "there is no way to that host",
  ENETUNREACH: "there is no way to that network",
};

/** One line for a database that cannot be connected to: which one and why, without its password; at a socket it may be our own. */
export function connectionFault(databaseUrl: string, error: unknown): StartFault {
  // Several addresses of one host fail together, each in its own way; the first says enough.
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const message = first instanceof Error ? first.message : String(first);
  const { hostname, port, pathname, searchParams } = new URL(databaseUrl);
  const address = `${searchParams.get("host") ?? hostname}${port ? `:${port}` : ""}${pathname}`;
  const which = hostname === "" ? `The database ${address}` : `The database that DATABASE_URL names, ${address},`;
  return new StartFault(`${which} is not reachable: ${reasons[codeOf(first) ?? ""] ?? message}`, { cause: error });
}

/** Why the database did not do something, in one line, with what it says of the very row or table. */
export function describeFault(error: unknown): string {
  const { detail, where } = error instanceof pg.DatabaseError ? error : {};
  const further = detail ?? where;
  return [reasonOf(error), ...(further ? [`(${further})`] : [])].join(" ").replace(/\s+/g, " ");
}

/** Whether a database on another machine is spoken to without TLS, by its address. */
export function isPlainConnection(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl);
  const host = searchParams.get("host") ?? decodeURIComponent(hostname);
  // A folder is that of a socket.
  if (host === "" || host.startsWith("/") || isLoopback(host)) return false;
  return ["", "disable"].includes(searchParams.get("sslmode") ?? "") && searchParams.get("ssl") !== "true";
}

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

/**
 * Describes in one line which database is unreachable and why, without its password. Without a host it is a socket,
 * maybe our own.
 */
export function connectionFault(databaseUrl: string, error: unknown): StartFault {
  // The addresses of a host each fail in their own way; the first says enough.
  const first = error instanceof AggregateError ? error.errors[0] : error;
  const message = first instanceof Error ? first.message : String(first);
  const { hostname, port, pathname, searchParams } = new URL(databaseUrl);
  const address = `${searchParams.get("host") ?? hostname}${port ? `:${port}` : ""}${pathname}`;
  const which = hostname === "" ? `The database ${address}` : `The database that DATABASE_URL names, ${address},`;
  return new StartFault(`${which} is not reachable: ${reasons[codeOf(first) ?? ""] ?? message}`, { cause: error });
}

/** Describes in one line why the database failed, with its detail about the row or table. */
export function describeFault(error: unknown): string {
  const { detail, where } = error instanceof pg.DatabaseError ? error : {};
  const context = detail ?? where;
  return [reasonOf(error), ...(context ? [`(${context})`] : [])].join(" ").replace(/\s+/g, " ");
}

/** Whether the connection to a database on another machine is unencrypted. */
export function isPlainConnection(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl);
  const host = searchParams.get("host") ?? decodeURIComponent(hostname);
  // A path is a socket's folder.
  if (host === "" || host.startsWith("/") || isLoopback(host)) return false;
  return ["", "disable"].includes(searchParams.get("sslmode") ?? "") && searchParams.get("ssl") !== "true";
}

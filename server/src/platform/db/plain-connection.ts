import { isLoopback } from "../is-loopback.ts";

/** Whether a database on another machine is spoken to without TLS, by its address. */
export function isPlainConnection(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl);
  const host = searchParams.get("host") ?? decodeURIComponent(hostname);
  // A folder is that of a socket.
  if (host === "" || host.startsWith("/") || isLoopback(host)) return false;
  return ["", "disable"].includes(searchParams.get("sslmode") ?? "") && searchParams.get("ssl") !== "true";
}

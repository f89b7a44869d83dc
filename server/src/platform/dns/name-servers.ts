import { Resolver } from "node:dns/promises";
import { isIP } from "node:net";

/** Name servers to use: the system's, none, or these addresses, each with a port unless it is 53. */
export type NameServers = "system" | "off" | readonly string[];

/** Returns a separate resolver that gives up after `tries` of `timeoutMs` each. */
export function resolverOf(servers: Exclude<NameServers, "off">, timeoutMs: number, tries: number): Resolver {
  const resolver = new Resolver({ timeout: timeoutMs, tries });
  if (servers !== "system") resolver.setServers(servers);
  return resolver;
}

/** How long the system's list of servers is cached. */
const systemMs = 60_000;

/** Returns a function for the current server addresses; the system's are re-read now and then. */
export function serversOf(servers: Exclude<NameServers, "off">): () => readonly string[] {
  if (servers !== "system") return () => servers;
  let known: { servers: readonly string[]; at: number } | null = null;
  return () => {
    if (known === null || performance.now() - known.at > systemMs)
      known = { servers: new Resolver().getServers(), at: performance.now() };
    return known.servers;
  };
}

/** Parses a setting of comma-separated addresses; null if one is invalid. */
export function readNameServers(setting: string): NameServers | null {
  const text = setting.trim().toLowerCase();
  if (text === "off" || text === "system") return text;
  const servers = text.split(",").map((server) => server.trim());
  return servers.every(isServer) ? servers : null;
}

/** Accepts the notation of node:dns: 192.0.2.1, 192.0.2.1:5353, 2001:db8::1, [2001:db8::1]:5353. */
function isServer(server: string): boolean {
  if (isIP(server) !== 0) return true;
  const [, bracketed, plain, port] = /^(?:\[([^\]]{1,50})\]|([^:[\]]{1,50}))(?::(\d{1,5}))?$/.exec(server) ?? [];
  const isAddress = bracketed === undefined ? isIP(plain ?? "") === 4 : isIP(bracketed) === 6;
  return isAddress && (port === undefined || (Number(port) > 0 && Number(port) < 65_536));
}

import { isIP } from "node:net";
import type { FastifyInstance } from "fastify";
import { fail } from "../fail.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Called by programs with their own signature, so cookies do not count. */
    isForPrograms?: boolean;
  }
}

/**
 * Returns a check whether a request comes from our own pages, by its Origin. Pages of other origins could otherwise use
 * a visitor's cookie: SameSite stops other sites, not other hosts and ports of the same site. The Host header is
 * ignored, as any name may resolve to us. Programs send no origin.
 */
export function ownOriginCheck(publicUrl: string): (origin: string | undefined) => boolean {
  const ours = new Set(ownOrigins(publicUrl));
  return (origin) => origin === undefined || ours.has(origin);
}

const loopbackNames = ["localhost", "127.0.0.1", "[::1]"];

/** Returns the origins of our pages: that of `publicUrl` and, if that is this machine, its other local names. */
export function ownOrigins(publicUrl: string): string[] {
  const { protocol, hostname, port, origin } = new URL(publicUrl);
  if (!loopbackNames.includes(hostname)) return [origin];
  return loopbackNames.map((name) => `${protocol}//${name}${port === "" ? "" : `:${port}`}`);
}

/**
 * Returns a check whether a request was sent to one of our names, by its Host. Another site can point its own name at
 * this machine and read the responses (DNS rebinding). Addresses cannot be rebound.
 */
export function ownHostCheck(publicUrl: string): (host: string | undefined) => boolean {
  const ours = new Set([...loopbackNames, new URL(publicUrl).hostname]);
  return (host) => {
    const name = host?.toLowerCase().replace(/:\d*$/, "") ?? "";
    return ours.has(name) || name.endsWith(".localhost") || isIP(name.replace(/^\[|\]$/g, "")) > 0;
  };
}

/** Refuses changing requests from pages of other origins. */
export function refuseOtherOrigins(http: FastifyInstance, publicUrl: string): void {
  const isOwn = ownOriginCheck(publicUrl);
  http.addHook("onRequest", async ({ method, headers, routeOptions }) => {
    if (method === "GET" || method === "HEAD" || routeOptions.config.isForPrograms) return;
    if (!isOwn(headers.origin)) throw fail("origin_not_allowed");
  });
}

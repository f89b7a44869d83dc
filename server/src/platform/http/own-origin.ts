import { isIP } from "node:net";
import type { FastifyInstance } from "fastify";
import { fail } from "../fail.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Called by programs, with a signature of their own: no visitor's cookie counts here. */
    isForPrograms?: boolean;
  }
}

/**
 * Tells whether a request comes from a page of ours, by its Origin. A page of another origin could otherwise use a visitor's
 * cookie: SameSite keeps it from other sites, not from other hosts and ports of the same site. What the Host header says counts for
 * nothing, as any name may lead here. Programs send no origin.
 */
export function ownOriginCheck(publicUrl: string): (origin: string | undefined) => boolean {
  const own = new Set(ownOrigins(publicUrl));
  return (origin) => origin === undefined || own.has(origin);
}

const loopbackNames = ["localhost", "127.0.0.1", "[::1]"];

/**
 * The origins of our pages: that of `publicUrl`, and where it is this machine itself, the same by the machine's other names.
 */
export function ownOrigins(publicUrl: string): string[] {
  const { protocol, hostname, port, origin } = new URL(publicUrl);
  if (!loopbackNames.includes(hostname)) return [origin];
  return loopbackNames.map((name) => `${protocol}//${name}${port === "" ? "" : `:${port}`}`);
}

/**
 * Tells whether a request was sent to a name of ours, by its Host: a page elsewhere can have its own name lead to this machine, and
 * read what is answered to it. An address is no name that anybody can lead elsewhere.
 */
export function ownHostCheck(publicUrl: string): (host: string | undefined) => boolean {
  const own = new Set([...loopbackNames, new URL(publicUrl).hostname]);
  return (host) => {
    const name = host?.toLowerCase().replace(/:\d*$/, "") ?? "";
    return own.has(name) || name.endsWith(".localhost") || isIP(name.replace(/^\[|\]$/g, "")) > 0;
  };
}

/** Refuses whatever may change something and is asked for by a page of another origin. */
export function refuseOtherOrigins(http: FastifyInstance, publicUrl: string): void {
  const isOwn = ownOriginCheck(publicUrl);
  http.addHook("onRequest", async ({ method, headers, routeOptions }) => {
    if (method === "GET" || method === "HEAD" || routeOptions.config.isForPrograms) return;
    if (!isOwn(headers.origin)) throw fail("origin_not_allowed");
  });
}

import type { IncomingHttpHeaders } from "node:http";
import type { FastifyInstance } from "fastify";
import { fail } from "../fail.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Called by programs, with a signature of their own: no visitor's cookie counts here. */
    isForPrograms?: boolean;
  }
}

/**
 * Whether a request comes from a page of ours, by its Origin. A page of another origin could otherwise use a visitor's
 * cookie: SameSite keeps it from other sites, not from other hosts and ports of the same site. Programs send no origin.
 */
export function isOwnOrigin({ origin, host }: IncomingHttpHeaders, publicUrl: string): boolean {
  if (origin === undefined || origin === publicUrl) return true;
  // Sandboxed frames and files say "null", and anybody may say anything.
  return URL.canParse(origin) && new URL(origin).host === host;
}

const loopbackNames = ["localhost", "127.0.0.1", "[::1]"];

/**
 * The origins of our pages: that of `publicUrl`, and where it is this machine itself, the same by the machine's other names. Which
 * of them a request may be of, its Host header says too (`isOwnOrigin`).
 */
export function ownOrigins(publicUrl: string): string[] {
  const { protocol, hostname, port, origin } = new URL(publicUrl);
  if (!loopbackNames.includes(hostname)) return [origin];
  return loopbackNames.map((name) => `${protocol}//${name}${port === "" ? "" : `:${port}`}`);
}

/** Refuses whatever may change something and is asked for by a page of another origin. */
export function refuseOtherOrigins(http: FastifyInstance, publicUrl: string): void {
  http.addHook("onRequest", async ({ method, headers, routeOptions }) => {
    if (method === "GET" || method === "HEAD" || routeOptions.config.isForPrograms) return;
    if (!isOwnOrigin(headers, publicUrl)) throw fail("origin_not_allowed");
  });
}

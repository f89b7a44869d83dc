import type { FastifyRequest } from "fastify";
import type { CalledFrom } from "../db/tenant.ts";

/** From where a request came. */
export function calledFrom({ ip, headers }: Pick<FastifyRequest, "ip" | "headers">): CalledFrom {
  return { ip: plainIp(ip), userAgent: headers["user-agent"] };
}

/** An IPv4 address without what a socket of both families puts before it; null for none. */
export function plainIp(ip: string | null | undefined): string | null {
  return ip?.replace(/^::ffff:(?=[\d.]+$)/, "") || null;
}

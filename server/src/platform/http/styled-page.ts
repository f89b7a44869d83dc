import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";

/** What a page of the server's own may do: show text in the style that it holds, and nothing else but what `more` allows. */
export function stylePolicy(style: string, more = ""): string {
  const hash = createHash("sha256").update(style).digest("base64");
  return `default-src 'none'; style-src 'sha256-${hash}'; ${more}base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

/** Sends a page whose one style element holds `style`, which the policy of all other pages would refuse. */
export function sendStyledPage(reply: FastifyReply, style: string, page: string): FastifyReply {
  return reply.type("text/html; charset=utf-8").header("content-security-policy", stylePolicy(style)).send(page);
}

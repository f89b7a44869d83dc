import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";

/**
 * Returns the policy for a page of the server itself: it may show text in its inline style, and otherwise only what
 * `more` allows.
 */
export function stylePolicy(style: string, more = ""): string {
  const hash = createHash("sha256").update(style).digest("base64");
  return `default-src 'none'; style-src 'sha256-${hash}'; ${more}base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
}

/** Sends a page with `style` as its only style element, which other pages' policy would block. */
export function sendStyledPage(reply: FastifyReply, style: string, page: string): FastifyReply {
  return reply.type("text/html; charset=utf-8").header("content-security-policy", stylePolicy(style)).send(page);
}

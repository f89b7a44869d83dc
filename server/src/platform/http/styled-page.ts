import { createHash } from "node:crypto";
import type { FastifyReply } from "fastify";

/**
 * Returns the policy for a page of the server itself: it may show text in its inline style, and otherwise only what
 * `more` allows, and be sent as a form to `formAction`.
 */
export function stylePolicy(style: string, more = "", formAction: "'none'" | "'self'" = "'none'"): string {
  const hash = createHash("sha256").update(style).digest("base64");
  return `default-src 'none'; style-src 'sha256-${hash}'; ${more}base-uri 'none'; form-action ${formAction}; frame-ancestors 'none'`;
}

/** Sends a page with `style` as its only style element, which other pages' policy would block. */
export function sendStyledPage(reply: FastifyReply, style: string, page: string): FastifyReply {
  return reply.type("text/html; charset=utf-8").header("content-security-policy", stylePolicy(style)).send(page);
}

/**
 * Sends a page with a form that belongs to whoever has its address: no cache keeps it and no search engine lists it. A browser sends the
 * form with its origin, which `no-referrer` would hide, so that our own check refused it. `more` allows its pictures.
 */
export function sendFormPage(reply: FastifyReply, style: string, page: string, more = ""): FastifyReply {
  return reply
    .type("text/html; charset=utf-8")
    .header("content-security-policy", stylePolicy(style, more, "'self'"))
    .header("cache-control", "no-store")
    .header("referrer-policy", "same-origin")
    .header("x-robots-tag", "noindex, nofollow")
    .send(page);
}

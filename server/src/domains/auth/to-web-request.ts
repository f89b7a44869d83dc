import { fromNodeHeaders } from "better-auth/node";
import type { FastifyRequest } from "fastify";

type Given = Pick<FastifyRequest, "url" | "method" | "headers" | "ip">;

/** A request as the sign-in library takes it, with where it really comes from. */
export function toWebRequest(
  { url, method, headers: given, ip }: Given,
  publicUrl: string,
  body: string | null,
): Request {
  const headers = fromNodeHeaders(given);
  headers.set("x-deskhand-client-ip", ip);
  // The body may be another than the one that its length was said of.
  headers.delete("content-length");
  return new Request(new URL(url, publicUrl), { method, headers, body });
}

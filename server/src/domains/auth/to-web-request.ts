import { fromNodeHeaders } from "better-auth/node";
import type { FastifyRequest } from "fastify";
import * as z from "zod";
import { fail } from "../../platform/fail.ts";

type ReceivedRequest = Pick<FastifyRequest, "url" | "method" | "headers" | "ip">;

/** Converts a request for the sign-in library, with its real origin. */
export function toWebRequest(
  { url, method, headers: received, ip }: ReceivedRequest,
  publicUrl: string,
  body: string | null,
): Request {
  const headers = fromNodeHeaders(received);
  headers.set("x-deskhand-client-ip", ip);
  // The body may have another length than declared.
  headers.delete("content-length");
  return new Request(new URL(url, publicUrl), { method, headers, body });
}

const refusal = z.object({ code: z.literal("VALIDATION_ERROR"), message: z.string() });

/** Turns the library's own form of refused input into our failure. */
export async function refuseInput(response: Response): Promise<void> {
  if (response.status !== 400) return;
  const { data } = refusal.safeParse(await response.clone().json());
  if (data) throw fail("input_invalid", { fields: fieldsIn(data.message) });
}

/** Faults by field, from "[body.email] Email is required; [body] …". */
function fieldsIn(message: string): Record<string, string[]> {
  const fields: Record<string, string[]> = {};
  for (const part of message.split(/; (?=\[(?:body|query))/)) {
    const [, name = "", sentence = part] = /^\[(?:body|query)\.?([^\]]{0,200})\] (.*)$/s.exec(part) ?? [];
    fields[name] = [...(fields[name] ?? []), sentence];
  }
  return fields;
}

/**
 * The library's response without the session's token, which it repeats in the body: it belongs in the cookie, which no
 * script reads.
 */
export async function withoutToken(response: Response): Promise<Response> {
  if (!response.headers.get("content-type")?.startsWith("application/json")) return response;
  const { status, headers } = response;
  const text = await response.text();
  const body: unknown =
    text === "" ? "" : JSON.parse(text, (key, value: unknown) => (key === "token" ? undefined : value));
  return new Response(text === "" ? null : JSON.stringify(body), { status, headers });
}

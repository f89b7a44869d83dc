import type { FastifyRequest } from "fastify";
import { fail } from "../../platform/fail.ts";
import type { Settings } from "../../platform/settings.ts";
import { sessionCookieName, tokenIn } from "./actors.ts";
import { sessionKey } from "./create-sign-in.ts";

/** The token of the session that a request comes with. What is one's own is found by it, so nobody else can be meant. */
export function sessionTokenOf(
  { cookies }: Pick<FastifyRequest, "cookies">,
  { publicUrl, secret }: Pick<Settings, "publicUrl" | "secret">,
): string {
  const cookie = cookies[sessionCookieName(publicUrl)];
  const token = cookie && tokenIn(cookie, sessionKey(secret));
  if (!token) throw fail("not_signed_in");
  return token;
}

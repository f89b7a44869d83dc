import { fastifyCookie } from "@fastify/cookie";

/** One cookie's value from a Cookie header. */
export function cookieFrom(header: string | undefined, name: string): string | undefined {
  return header === undefined ? undefined : fastifyCookie.parse(header)[name];
}

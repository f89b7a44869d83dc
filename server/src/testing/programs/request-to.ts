import type { Endpoint } from "@deskhand/contract/endpoint";
import type { Input } from "../isolation/isolation.ts";

/** Makes the request that asks an endpoint for this. */
export function requestTo(
  { method, path }: Endpoint,
  input: Input,
  { body, prefix = "/api" }: { body?: string | undefined; prefix?: string } = {},
): RequestInit & { path: string } {
  const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const rest = Object.fromEntries(Object.entries(input).filter(([name]) => !inPath.includes(name)));
  const address = `${prefix}${path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(input[name])))}`;
  if (method === "GET") {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(rest))
      for (const item of [value].flat()) query.append(Array.isArray(value) ? `${name}[]` : name, String(item));
    return { path: `${address}?${query}` };
  }
  return {
    path: address,
    method,
    headers: { "content-type": "application/json" },
    body: body ?? JSON.stringify(rest),
  };
}

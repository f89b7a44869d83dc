import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";

/** A request, completely read. */
export type Incoming = {
  method: string;
  path: string;
  query: URLSearchParams;
  headers: IncomingMessage["headers"];
  body: string;
};
/** A response. */
export type Outgoing = { status: number; headers?: Record<string, string>; body: string };

const bodyLimit = 10_000_000;

/** Reads a request; null if its body is larger than anything sent here. */
export async function readRequest(request: IncomingMessage): Promise<Incoming | null> {
  const { method = "GET", headers } = request;
  if (Number(headers["content-length"] ?? 0) > bodyLimit) return null;
  const url = new URL(request.url ?? "/", "http://stand-in");
  const body = method === "POST" ? await text(request) : "";
  return { method, path: decodeURIComponent(url.pathname), query: url.searchParams, headers, body };
}

export function send(response: ServerResponse, { status, headers = {}, body }: Outgoing): void {
  response.writeHead(status, { "content-length": Buffer.byteLength(body), ...headers }).end(body);
}

export function json(status: number, value: object, headers: Record<string, string> = {}): Outgoing {
  const body = JSON.stringify(value);
  return { status, headers: { "content-type": "application/json; charset=utf-8", ...headers }, body };
}

export function html(status: number, body: string): Outgoing {
  return { status, headers: { "content-type": "text/html; charset=utf-8", "cache-control": "no-store" }, body };
}

export function redirect(location: string): Outgoing {
  return { status: 302, headers: { location }, body: "" };
}

/** Returns the fields of a form, or of a flat JSON object. */
export function fieldsOf({ headers, body }: Incoming): Record<string, string> {
  if (!headers["content-type"]?.includes("json")) return Object.fromEntries(new URLSearchParams(body));
  const parsed: unknown = parseJson(body);
  if (typeof parsed !== "object" || parsed === null) return {};
  return Object.fromEntries(Object.entries(parsed).map(([name, value]) => [name, String(value)]));
}

/** Parses JSON; null if it is none, which the caller answers as Shopify does. */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    // The answer tells the sender.
    return null;
  }
}

import { once } from "node:events";
import { type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { findPlace, RefusedAddress } from "./outer-address.ts";
import type { Outside } from "./outside.ts";

type Request = { method?: string; headers: Record<string, string>; body?: string; signal: AbortSignal };

/**
 * Sends one request to a URL of strangers and returns the response before its body. Throws RefusedAddress for an inner address, and
 * follows no redirect.
 */
export async function requestOutside(
  outside: Outside,
  url: URL,
  { method = "GET", headers, body, signal }: Request,
): Promise<IncomingMessage> {
  const place = await findPlace(outside, url);
  signal.throwIfAborted();
  // Uses a separate connection, so that one server's response is never taken for another's.
  const options = {
    method,
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, host: url.host },
    agent: false,
    signal,
  };
  const request =
    url.protocol === "https:" ? requestSecure({ ...place, ...options }) : requestPlain({ ...place, ...options });
  const responded = once(request, "response");
  // Errors after the headers also reach the response, whose reader handles them.
  request.on("error", () => undefined);
  request.end(body);
  const [response]: IncomingMessage[] = await responded;
  if (!response) throw new RefusedAddress("No answer");
  return response;
}

/** Reads the beginning of a response as text, and ends it. Where it breaks off or takes too long, what came is returned. */
export async function readStart(response: IncomingMessage, most: number): Promise<string> {
  let text = "";
  try {
    // Leaving the loop closes the connection.
    for await (const piece of response.setEncoding("utf8")) {
      text += piece;
      if (text.length >= most) break;
    }
  } catch {
    // Whoever asked has the status, which says what counts.
  }
  return text.slice(0, most).replaceAll("\0", "").trim();
}

import { once } from "node:events";
import { type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { findPlace, RefusedAddress } from "./outer-address.ts";
import type { Outside } from "./outside.ts";

type Request = { method?: string; headers: Record<string, string>; body?: string; signal: AbortSignal };

/**
 * Sends one request to a URL of strangers and returns the response before its body. Throws RefusedAddress where nothing was sent: for
 * an inner address, or where no connection came about. Follows no redirect.
 */
export async function requestOutside(
  outside: Outside,
  url: URL,
  { method = "GET", headers, body, signal }: Request,
): Promise<IncomingMessage> {
  const place = await unlessUnreached(findPlace(outside, url), () => false);
  signal.throwIfAborted();
  // Uses a separate connection, so that one server's response is never taken for another's.
  const options = {
    method,
    path: `${url.pathname}${url.search}`,
    headers: { ...headers, host: url.host },
    agent: false,
    signal,
  };
  const isSecure = url.protocol === "https:";
  const request = isSecure ? requestSecure({ ...place, ...options }) : requestPlain({ ...place, ...options });
  let isConnected = false;
  request.once("socket", (socket) => {
    socket.once(isSecure ? "secureConnect" : "connect", () => {
      isConnected = true;
    });
  });
  // Without this, a server that answers 101 would be waited for without end.
  const upgraded = new AbortController();
  request.once("upgrade", (_response, socket) => {
    socket.destroy();
    upgraded.abort();
  });
  const responded = once(request, "response", { signal: AbortSignal.any([signal, upgraded.signal]) });
  // Errors after the headers also reach the response, whose reader handles them.
  request.on("error", () => undefined);
  request.end(body);
  const [response]: IncomingMessage[] = await unlessUnreached(responded, () => isConnected);
  if (!response) throw new RefusedAddress("No answer");
  return response;
}

/** Rejects with RefusedAddress where something fails before anything was sent. */
async function unlessUnreached<Result>(work: Promise<Result>, isSent: () => boolean): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof RefusedAddress || isSent()) throw error;
    throw new RefusedAddress("It could not be reached", { cause: error });
  }
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

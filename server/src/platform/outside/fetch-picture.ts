import { once } from "node:events";
import { type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { limits } from "@deskhand/contract/limits";
import { pictureType } from "../pictures/picture-type.ts";
import { findPlace, NoPicture, readAddress } from "./find-place.ts";
import type { Outside } from "./outside.ts";

/** A picture: its type, as its bytes say, and all of them. */
export type Picture = { type: string; bytes: Buffer };

/** More than that, and nobody who looks at a mail waits for it. */
const timeoutMs = 8_000;
const mostRedirects = 3;
const redirects = new Set([301, 302, 303, 307, 308]);
/** All that is told of us: nothing of who looks, where they are, and by what. */
const headers = {
  accept: "image/avif,image/webp,image/png,image/jpeg,image/gif",
  "accept-encoding": "identity",
  "user-agent": "Mozilla/5.0 (compatible; Deskhand)",
};

/**
 * Fetches a picture from where a stranger's mail says it is. Each step of the way is looked at anew, as a redirect leads
 * wherever it wants. Rejects with NoPicture when there is none: unreachable, within, too slow, too large, or something else.
 */
export async function fetchPicture(outside: Outside, address: string, withinMs = timeoutMs): Promise<Picture> {
  const timeout = AbortSignal.timeout(withinMs);
  try {
    return await Promise.race([follow(outside, readAddress(address), timeout), rejectedBy(timeout)]);
  } catch (error) {
    if (error instanceof NoPicture) throw error;
    throw new NoPicture(timeout.aborted ? "It took too long" : "It could not be reached", { cause: error });
  }
}

async function follow(outside: Outside, first: URL, signal: AbortSignal): Promise<Picture> {
  let url = first;
  for (let steps = 0; steps <= mostRedirects; steps += 1) {
    const response = await get(outside, url, signal);
    const { statusCode = 0, headers } = response;
    if (statusCode === 200) return readPicture(response);
    response.destroy();
    if (!redirects.has(statusCode) || headers.location === undefined) throw new NoPicture(`Status ${statusCode}`);
    url = readAddress(headers.location, url);
  }
  throw new NoPicture("Too many redirects");
}

async function get(outside: Outside, url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  const place = await findPlace(outside, url);
  signal.throwIfAborted();
  // A connection of its own, which ends with it: what one picture's server says is never taken for another's.
  const about = { path: `${url.pathname}${url.search}`, headers: { ...headers, host: url.host }, agent: false, signal };
  const request =
    url.protocol === "https:" ? requestSecure({ ...place, ...about }) : requestPlain({ ...place, ...about });
  const answered = once(request, "response");
  // What goes wrong after the head is an error of the response as well, which its reader hears of.
  request.on("error", () => undefined);
  request.end();
  const [response]: IncomingMessage[] = await answered;
  if (!response) throw new NoPicture("No answer");
  return response;
}

async function readPicture(response: IncomingMessage): Promise<Picture> {
  if (Number(response.headers["content-length"] ?? 0) > limits.remoteImageBytes) {
    response.destroy();
    throw new NoPicture("It is too large");
  }
  const pieces: Buffer[] = [];
  let size = 0;
  // Leaving the loop early ends the connection.
  for await (const piece of response) {
    size += piece.length;
    if (size > limits.remoteImageBytes) throw new NoPicture("It is too large");
    pieces.push(piece);
  }
  const bytes = Buffer.concat(pieces);
  const type = pictureType(bytes);
  if (type === null) throw new NoPicture("It is no picture");
  return { type, bytes };
}

function rejectedBy(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
}

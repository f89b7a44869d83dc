import type { IncomingMessage } from "node:http";
import { limits } from "@deskhand/contract/limits";
import type { LimitFunction } from "p-limit";
import pLimit from "p-limit";
import { fail } from "../fail.ts";
import { pictureType } from "../pictures/picture-kinds.ts";
import { RefusedAddress, readAddress } from "./outer-address.ts";
import type { Outside } from "./outside.ts";
import { requestOutside } from "./request-outside.ts";

/** Concurrent fetches by all stores and by each: each may take seconds and is held in memory. */
const mostAtOnce = 16;
const mostOfGroup = 4;
/** Pending requests of one store; more than anybody looks at. */
const mostWaiting = 400;

/** Fetches pictures of strangers' mails, a few at a time, so that slow ones of one store delay no other's. */
export class RemotePictures {
  readonly #outside: Outside;
  readonly #all = pLimit(mostAtOnce);
  readonly #groups = new Map<string, { limit: LimitFunction; count: number }>();

  constructor(outside: Outside) {
    this.#outside = outside;
  }

  /** Fetches a picture for a store; null if it is unavailable or no longer wanted. */
  async fetch(group: string, address: string, isWanted: () => boolean): Promise<Picture | null> {
    const queue = this.#groups.get(group) ?? { limit: pLimit(mostOfGroup), count: 0 };
    if (queue.count >= mostWaiting) throw fail("service_unavailable");
    this.#groups.set(group, queue);
    queue.count += 1;
    try {
      return await queue.limit(() => this.#all(async () => (isWanted() ? await orNull(this.#outside, address) : null)));
    } finally {
      queue.count -= 1;
      if (queue.count === 0) this.#groups.delete(group);
    }
  }
}

async function orNull(outside: Outside, address: string): Promise<Picture | null> {
  try {
    return await fetchPicture(outside, address);
  } catch (error) {
    // The picture's server is to blame; the mail shows it as missing.
    if (error instanceof NoPicture) return null;
    throw error;
  }
}

/** A picture could not be fetched, or may not be. */
class NoPicture extends Error {
  override readonly name = "NoPicture";
}

/** A picture's bytes, with the type found in them. */
type Picture = { type: string; bytes: Buffer };

/** Nobody looking at a mail waits longer. */
const timeoutMs = 8_000;
const mostRedirects = 3;
const redirects = new Set([301, 302, 303, 307, 308]);
/** All we reveal: nothing about who looks, from where, or with what. */
const headers = {
  accept: "image/avif,image/webp,image/png,image/jpeg,image/gif",
  "accept-encoding": "identity",
  "user-agent": "Mozilla/5.0 (compatible; Deskhand)",
};

/**
 * Fetches a picture from a URL in a stranger's mail. Checks every step, as redirects may lead anywhere. Rejects with
 * NoPicture if it is unreachable, internal, too slow, too large or not a picture.
 */
export async function fetchPicture(outside: Outside, address: string, withinMs = timeoutMs): Promise<Picture> {
  const timeout = AbortSignal.timeout(withinMs);
  try {
    return await Promise.race([follow(outside, readAddress(address), timeout), rejectOnAbort(timeout)]);
  } catch (error) {
    if (error instanceof NoPicture) throw error;
    if (error instanceof RefusedAddress) throw new NoPicture(error.message, { cause: error });
    throw new NoPicture(timeout.aborted ? "It took too long" : "It could not be reached", { cause: error });
  }
}

async function follow(outside: Outside, first: URL, signal: AbortSignal): Promise<Picture> {
  let url = first;
  for (let steps = 0; steps <= mostRedirects; steps += 1) {
    const response = await requestOutside(outside, url, { headers, signal });
    const { statusCode = 0 } = response;
    if (statusCode === 200) return readPicture(response);
    response.destroy();
    const { location } = response.headers;
    if (!redirects.has(statusCode) || location === undefined) throw new NoPicture(`Status ${statusCode}`);
    url = readAddress(location, url);
  }
  throw new NoPicture("Too many redirects");
}

async function readPicture(response: IncomingMessage): Promise<Picture> {
  if (Number(response.headers["content-length"] ?? 0) > limits.remoteImageBytes) {
    response.destroy();
    throw new NoPicture("It is too large");
  }
  const pieces: Buffer[] = [];
  let size = 0;
  // Leaving the loop closes the connection.
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

function rejectOnAbort(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason), { once: true }));
}

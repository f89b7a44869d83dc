import { once } from "node:events";
import { type IncomingMessage, request as requestPlain } from "node:http";
import { request as requestSecure } from "node:https";
import { limits } from "@deskhand/contract/limits";
import type { LimitFunction } from "p-limit";
import pLimit from "p-limit";
import { fail } from "../fail.ts";
import { pictureType } from "../pictures/picture-kinds.ts";
import { findPlace, NoPicture, readAddress } from "./outer-address.ts";
import type { Outside } from "./outside.ts";

/** Fetched at once, by all stores and by each of them: each may take seconds and be held whole in memory. */
const mostAtOnce = 16;
const mostOfGroup = 4;
/** Asked for at once in one store: more is more than anybody looks at. */
const mostWaiting = 400;

/** Fetches the pictures of strangers' mails, a few at a time, so that slow ones of one store hold up no other's. */
export class RemotePictures {
  readonly #outside: Outside;
  readonly #all = pLimit(mostAtOnce);
  readonly #groups = new Map<string, { turns: LimitFunction; asked: number }>();

  constructor(outside: Outside) {
    this.#outside = outside;
  }

  /** A picture for somebody of a group; null where there is none to be had, or nobody waits for it any more. */
  async fetch(group: string, address: string, isWanted: () => boolean): Promise<Picture | null> {
    const own = this.#groups.get(group) ?? { turns: pLimit(mostOfGroup), asked: 0 };
    if (own.asked >= mostWaiting) throw fail("service_unavailable");
    this.#groups.set(group, own);
    own.asked += 1;
    try {
      return await own.turns(() => this.#all(async () => (isWanted() ? await orNull(this.#outside, address) : null)));
    } finally {
      own.asked -= 1;
      if (own.asked === 0) this.#groups.delete(group);
    }
  }
}

async function orNull(outside: Outside, address: string): Promise<Picture | null> {
  try {
    return await fetchPicture(outside, address);
  } catch (error) {
    // Its server's doing; whoever looks at the mail sees that it is missing.
    if (error instanceof NoPicture) return null;
    throw error;
  }
}

/** A picture: its type, as its bytes say, and all of them. */
type Picture = { type: string; bytes: Buffer };

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

import pLimit, { type LimitFunction } from "p-limit";
import { fail } from "../fail.ts";
import { fetchPicture, type Picture } from "./fetch-picture.ts";
import { NoPicture } from "./find-place.ts";
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

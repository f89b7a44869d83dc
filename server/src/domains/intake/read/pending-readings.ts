import { orNull } from "../../../platform/bounded-work/within.ts";
import type { ReadMail } from "./read-mail.ts";

/** A mail that was read, with its bytes or the path of its file, and the folder of its files. */
export type Reading = { mail: ReadMail; raw: Uint8Array | string; folder: string };

/** The store and the claimed sender of a mail. */
type MailOwner = { store: string; sender: string };
type PendingReading = MailOwner & { reading: Promise<Reading>; isOver: boolean; isSlow: boolean; askedAt: number };

/** Limits the readings in hand; each holds up to one stored chunk. */
const mostInHand = 256;
/** Limits the slow ones, to leave room for others. */
const mostSlow = { ofStore: 32, ofSender: 8 };
/** A reading that is not asked for within this time was taken over by another process. */
const forgottenMs = 120_000;
/** A finished reading makes room for one mail. Calling two also fills a place that was left free before. */
const mostCalled = 2;

/**
 * Reads mails without blocking the caller: a slow reading continues in the background and is fetched by the mail's id. A reading
 * that nobody fetches is discarded.
 */
export class PendingReadings {
  readonly #patienceMs: number;
  readonly #discard: (folder: string) => Promise<void>;
  readonly #inHand = new Map<string, PendingReading>();
  /** Callbacks of mails that found no room, by store, sender and id; senders take turns. */
  readonly #waiting = new Map<string, Map<string, Map<string, () => void>>>();

  /** `discard` removes the files of a reading that nobody fetched. */
  constructor(discard: (folder: string) => Promise<void>, patienceMs: number) {
    this.#discard = discard;
    this.#patienceMs = patienceMs;
  }

  /**
   * Returns a mail read by `read`; "reading" if that takes long, and "full" if no more mails of its sender or store may be begun. After
   * either, the caller must ask again.
   */
  async of(id: string, owner: MailOwner, read: () => Promise<Reading>): Promise<Reading | "reading" | "full"> {
    this.#waiting.get(owner.store)?.get(owner.sender)?.delete(id);
    const known = this.#inHand.get(id);
    if (known?.isOver) {
      this.#inHand.delete(id);
      return known.reading;
    }
    const pending = known ?? this.#begin(id, owner, read);
    if (pending === null) return "full";
    pending.askedAt = Date.now();
    try {
      // A mail that was put off before is not waited for again.
      const reading = await orNull(known ? 0 : this.#patienceMs, pending.reading);
      if (reading !== null) this.#inHand.delete(id);
      pending.isSlow = true;
      return reading ?? "reading";
    } catch (error) {
      this.#inHand.delete(id);
      throw error;
    }
  }

  /** Calls back as soon as there may be room for the mail; the mail may also come earlier, or find no room again. */
  callWhenRoom(id: string, owner: MailOwner, call: () => void): void {
    if (this.#hasRoom(owner)) {
      call();
      return;
    }
    const ofStore = this.#waiting.get(owner.store) ?? new Map();
    const ofSender = ofStore.get(owner.sender) ?? new Map();
    this.#waiting.set(owner.store, ofStore.set(owner.sender, ofSender.set(id, call)));
  }

  #begin(id: string, owner: MailOwner, read: () => Promise<Reading>): PendingReading | null {
    this.#forget();
    if (!this.#hasRoom(owner)) return null;
    const pending: PendingReading = { ...owner, reading: read(), isOver: false, isSlow: false, askedAt: Date.now() };
    const end = () => {
      pending.isOver = true;
      this.#callNext(owner.store);
    };
    // The caller of `of` gets the failure.
    pending.reading.then(end, end);
    this.#inHand.set(id, pending);
    return pending;
  }

  /** Calls the next mails of a store for which there is room. */
  #callNext(store: string): void {
    const waiting = this.#waiting.get(store);
    let left = mostCalled;
    for (const [sender, ofSender] of waiting ?? []) {
      if (left === 0 || !this.#hasRoom({ store })) break;
      const [next] = ofSender;
      if (next && !this.#hasRoom({ store, sender })) continue;
      waiting?.delete(sender);
      if (next === undefined) continue;
      const [id, call] = next;
      ofSender.delete(id);
      if (ofSender.size > 0) waiting?.set(sender, ofSender);
      left -= 1;
      call();
    }
    if (waiting?.size === 0) this.#waiting.delete(store);
  }

  /** Whether another mail of a store may be begun, and of this sender if given. Finished readings do not count. */
  #hasRoom({ store, sender }: Pick<MailOwner, "store"> & Partial<MailOwner>): boolean {
    const running = [...this.#inHand.values()].filter(({ isOver }) => !isOver);
    const slow = running.filter((one) => one.isSlow && one.store === store);
    const ofSender = slow.filter((one) => one.sender === sender).length;
    return slow.length < mostSlow.ofStore && ofSender < mostSlow.ofSender && running.length < mostInHand;
  }

  /** Discards finished readings that nobody fetches: those that are too old, and the oldest if all places are taken. */
  #forget(): void {
    const over = [...this.#inHand].filter(([, { isOver, isSlow }]) => isOver && isSlow);
    const oldest = over.toSorted(([, one], [, other]) => one.askedAt - other.askedAt);
    let tooMany = this.#inHand.size - mostInHand + 1;
    for (const [id, { reading, askedAt }] of oldest) {
      if (tooMany <= 0 && Date.now() - askedAt < forgottenMs) return;
      tooMany -= 1;
      this.#inHand.delete(id);
      void reading.then(({ folder }) => this.#discard(folder)).catch(() => undefined); // A failed reading has no files.
    }
  }
}

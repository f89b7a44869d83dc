import { orNull } from "../../../platform/bounded-work/within.ts";
import type { ReadMail } from "./read-mail.ts";

/** A mail that was read, with its bytes or the path of its file, and the folder of its files. */
export type Reading = { mail: ReadMail; raw: Uint8Array | string; folder: string };

/** The store and the claimed sender of a mail. */
type Whose = { store: string; sender: string };
type Asked = Whose & { reading: Promise<Reading>; isOver: boolean; isSlow: boolean; askedAt: number };

/** Limits the readings in hand; each holds up to one stored chunk. */
const mostInHand = 256;
/** Limits the slow ones, to leave room for others. */
const mostSlow = { ofStore: 32, ofSender: 8 };
/** A reading that is not asked for within this time was taken over by another process. */
const forgottenMs = 120_000;
/** A reading that ends makes room for one mail; calling two lets a free place be used that was missed before. */
const mostCalled = 2;

/**
 * Reads mails without blocking the caller: a slow reading continues in the background and is fetched by the mail's id. A reading
 * that nobody fetches is discarded.
 */
export class Readings {
  readonly #patienceMs: number;
  readonly #discard: (folder: string) => Promise<void>;
  readonly #inHand = new Map<string, Asked>();
  /** Callbacks of mails that found no room, by store, sender and id; senders take turns. */
  readonly #outside = new Map<string, Map<string, Map<string, () => void>>>();

  /** `discard` removes the files of a reading that nobody fetched. */
  constructor(discard: (folder: string) => Promise<void>, patienceMs: number) {
    this.#discard = discard;
    this.#patienceMs = patienceMs;
  }

  /**
   * Returns a mail read by `read`; "reading" if that takes long, and "full" if no more mails of its sender or store may be begun. After
   * either, the caller must ask again.
   */
  async of(id: string, whose: Whose, read: () => Promise<Reading>): Promise<Reading | "reading" | "full"> {
    this.#outside.get(whose.store)?.get(whose.sender)?.delete(id);
    const known = this.#inHand.get(id);
    if (known?.isOver) {
      this.#inHand.delete(id);
      return known.reading;
    }
    const asked = known ?? this.#begin(id, whose, read);
    if (asked === null) return "full";
    asked.askedAt = Date.now();
    try {
      // A mail that was put off before is not waited for again.
      const reading = await orNull(known ? 0 : this.#patienceMs, asked.reading);
      if (reading !== null) this.#inHand.delete(id);
      asked.isSlow = true;
      return reading ?? "reading";
    } catch (error) {
      this.#inHand.delete(id);
      throw error;
    }
  }

  /** Calls back as soon as there may be room for the mail; the mail may also come earlier, or find no room again. */
  callWhenRoom(id: string, whose: Whose, call: () => void): void {
    if (this.#hasRoom(whose)) {
      call();
      return;
    }
    const ofStore = this.#outside.get(whose.store) ?? new Map();
    const ofSender = ofStore.get(whose.sender) ?? new Map();
    this.#outside.set(whose.store, ofStore.set(whose.sender, ofSender.set(id, call)));
  }

  #begin(id: string, whose: Whose, read: () => Promise<Reading>): Asked | null {
    this.#forget();
    if (!this.#hasRoom(whose)) return null;
    const asked: Asked = { ...whose, reading: read(), isOver: false, isSlow: false, askedAt: Date.now() };
    const end = () => {
      asked.isOver = true;
      this.#callNext(whose.store);
    };
    // The caller of `of` gets the failure.
    asked.reading.then(end, end);
    this.#inHand.set(id, asked);
    return asked;
  }

  /** Calls the next mails of a store for which there is room. */
  #callNext(store: string): void {
    const outside = this.#outside.get(store);
    let left = mostCalled;
    for (const [sender, ofSender] of outside ?? []) {
      if (left === 0 || !this.#hasRoom({ store })) break;
      const [next] = ofSender;
      if (next && !this.#hasRoom({ store, sender })) continue;
      outside?.delete(sender);
      if (next === undefined) continue;
      const [id, call] = next;
      ofSender.delete(id);
      if (ofSender.size > 0) outside?.set(sender, ofSender);
      left -= 1;
      call();
    }
    if (outside?.size === 0) this.#outside.delete(store);
  }

  /** Whether another mail of a store may be begun, and of this sender if given. Finished readings do not count. */
  #hasRoom({ store, sender }: Pick<Whose, "store"> & Partial<Whose>): boolean {
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

import { orNull } from "../../../platform/bounded-work/within.ts";
import type { ReadMail } from "./read-mail.ts";

/** A mail that was read, with its bytes, or the path of the file that holds them, and the folder of its files. */
export type Reading = { mail: ReadMail; raw: Uint8Array | string; folder: string };

/** Whose a mail is; both may be anybody's name. */
type Whose = { store: string; sender: string };
type Asked = Whose & { reading: Promise<Reading>; isOver: boolean; isSlow: boolean; askedAt: number };

/** In hand at once; a mail that waits holds up to one stored chunk. */
const mostInHand = 256;
/** Of those that take long, so that those of others find a place. */
const mostSlow = { ofStore: 32, ofSender: 8 };
/** Whoever does not ask again for so long has let another process take the mail. */
const forgottenMs = 120_000;
/** Whoever leaves makes room for one, and may have found more of it than it took. */
const mostCalled = 2;

/**
 * Readings that hold up nobody who asks for them: what takes long goes on by itself, and is asked for again by the mail's id.
 * A reading that nobody asks for again is thrown away.
 */
export class Readings {
  readonly #patienceMs: number;
  readonly #discard: (folder: string) => Promise<void>;
  readonly #inHand = new Map<string, Asked>();
  /** What calls those that found no place, by store, by sender and by id; senders take turns. */
  readonly #outside = new Map<string, Map<string, Map<string, () => void>>>();

  /** `discard` removes the files of a reading that nobody came for. */
  constructor(discard: (folder: string) => Promise<void>, patienceMs: number) {
    this.#discard = discard;
    this.#patienceMs = patienceMs;
  }

  /**
   * A mail as `read` reads it; "reading" while that takes long, "full" where nothing more of its sender or store may be begun.
   * Then, and only then, it is to be asked for again.
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
      // Whoever was put off once does not wait again.
      const reading = await orNull(known ? 0 : this.#patienceMs, asked.reading);
      if (reading !== null) this.#inHand.delete(id);
      asked.isSlow = true;
      return reading ?? "reading";
    } catch (error) {
      this.#inHand.delete(id);
      throw error;
    }
  }

  /** Calls once there may be room for a mail that found none. It may come without being called, and may find none again. */
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
    // Whoever asks for it is told of a failure.
    asked.reading.then(end, end);
    this.#inHand.set(id, asked);
    return asked;
  }

  /** Calls the next of a store for whom there is room. */
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

  /** Whether a mail of a store may be begun, and of this sender where one is named. What is read and not asked for makes room. */
  #hasRoom({ store, sender }: Pick<Whose, "store"> & Partial<Whose>): boolean {
    const running = [...this.#inHand.values()].filter(({ isOver }) => !isOver);
    const slow = running.filter((one) => one.isSlow && one.store === store);
    const ofSender = slow.filter((one) => one.sender === sender).length;
    return slow.length < mostSlow.ofStore && ofSender < mostSlow.ofSender && running.length < mostInHand;
  }

  /** Throws away what was read and nobody asks for: what is that old, and whoever waits longest where all places are taken. */
  #forget(): void {
    const over = [...this.#inHand].filter(([, { isOver, isSlow }]) => isOver && isSlow);
    const oldest = over.toSorted(([, one], [, other]) => one.askedAt - other.askedAt);
    let tooMany = this.#inHand.size - mostInHand + 1;
    for (const [id, { reading, askedAt }] of oldest) {
      if (tooMany <= 0 && Date.now() - askedAt < forgottenMs) return;
      tooMany -= 1;
      this.#inHand.delete(id);
      void reading.then(({ folder }) => this.#discard(folder)).catch(() => undefined); // It failed, and has no files.
    }
  }
}

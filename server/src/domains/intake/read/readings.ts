import { orNull } from "../../../platform/or-null.ts";
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

/**
 * Readings that hold up nobody who asks for them: what takes long goes on by itself, and is asked for again by the mail's id.
 * A reading that nobody asks for again is thrown away.
 */
export class Readings {
  readonly #patienceMs: number;
  readonly #discard: (folder: string) => Promise<void>;
  readonly #inHand = new Map<string, Asked>();

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
    const known = this.#inHand.get(id);
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

  #begin(id: string, whose: Whose, read: () => Promise<Reading>): Asked | null {
    this.#forget();
    const slow = [...this.#inHand.values()].filter(({ isSlow, store }) => isSlow && store === whose.store);
    const ofSender = slow.filter(({ sender }) => sender === whose.sender).length;
    const isFull = slow.length >= mostSlow.ofStore || ofSender >= mostSlow.ofSender;
    if (isFull || this.#inHand.size >= mostInHand) return null;
    const asked: Asked = { ...whose, reading: read(), isOver: false, isSlow: false, askedAt: Date.now() };
    const end = () => {
      asked.isOver = true;
    };
    // Whoever asks for it is told of a failure.
    asked.reading.then(end, end);
    this.#inHand.set(id, asked);
    return asked;
  }

  #forget(): void {
    for (const [id, { reading, isOver, askedAt }] of this.#inHand) {
      if (!isOver || Date.now() - askedAt < forgottenMs) continue;
      this.#inHand.delete(id);
      void reading.then(({ folder }) => this.#discard(folder)).catch(() => undefined); // It failed, and has no files.
    }
  }
}

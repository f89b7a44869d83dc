import { FairPlaces, type Leave } from "../../../platform/fair-queue.ts";
import type { Mailer } from "../../../platform/mailer/mailer.ts";
import { mostOnTheirWay } from "../../../platform/mailer/smtp-mailer.ts";

/** How many mails are on their way at once (docs/product.md#delivery-states). */
export const slotLimits = {
  /** Slots that mails take turns at, and how many of them one destination may have. */
  quick: 4,
  quickOf: 3,
  /** What has been on its way for so long gives its slot to others, while no more than these do so. */
  slowAfterMs: 5_000,
  slow: mostOnTheirWay - 4,
  slowOf: 4,
  /** As long as a slot is waited for: until those who take long have given theirs. */
  waitsMs: 6_000,
  /** The same where a destination has all that it may have of those, as nothing will change soon. */
  stuckWaitsMs: 500,
} as const;

export type SlotLimits = { readonly [name in keyof typeof slotLimits]: number };

/**
 * Slots for mail on its way. The next server may take five minutes over one mail, and nobody can hurry it: what hangs gives way to the
 * rest, and what goes to one destination never holds all slots.
 */
export class DeliverySlots {
  readonly #limits: SlotLimits;
  readonly #quick: FairPlaces;
  /** By destination, how many mails to it take long. */
  readonly #slow = new Map<string, number>();

  constructor(limits: SlotLimits = slotLimits) {
    this.#limits = limits;
    this.#quick = new FairPlaces({ group: limits.quick, member: limits.quickOf });
  }

  /** Sends a mail to an address in a slot; false, and nothing is done, when there was none for a while. */
  async use(address: string, send: () => Promise<void>): Promise<boolean> {
    const { slowAfterMs, slowOf, waitsMs, stuckWaitsMs } = this.#limits;
    const destination = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
    const isStuck = (this.#slow.get(destination) ?? 0) >= slowOf;
    const patienceMs = isStuck ? stuckWaitsMs : waitsMs;
    const leaveQuick = await this.#quick.enter({ group: "all", member: destination }, patienceMs);
    if (!leaveQuick) return false;
    let leave: Leave = leaveQuick;
    const clock = setInterval(() => {
      if (!this.#makeSlow(destination)) return;
      clearInterval(clock);
      leaveQuick();
      leave = () => this.#endSlow(destination);
    }, slowAfterMs);
    try {
      await send();
      return true;
    } finally {
      clearInterval(clock);
      leave();
    }
  }

  #makeSlow(destination: string): boolean {
    const { slow, slowOf } = this.#limits;
    const all = [...this.#slow.values()].reduce((sum, count) => sum + count, 0);
    const count = this.#slow.get(destination) ?? 0;
    if (all >= slow || count >= slowOf) return false;
    this.#slow.set(destination, count + 1);
    return true;
  }

  #endSlow(destination: string): void {
    const left = (this.#slow.get(destination) ?? 1) - 1;
    if (left > 0) this.#slow.set(destination, left);
    else this.#slow.delete(destination);
  }
}

const slotsByMailer = new WeakMap<Mailer, DeliverySlots>();

/** The slots of a way out, which all kinds of mail share. */
export function slotsOf(mailer: Mailer): DeliverySlots {
  const slots = slotsByMailer.get(mailer) ?? new DeliverySlots();
  slotsByMailer.set(mailer, slots);
  return slots;
}

import { domainOf } from "@deskhand/contract/addresses/address";
import { FairPlaces, type Leave } from "../../../platform/bounded-work/fair-queue.ts";
import type { Mailer, Recall } from "../../../platform/mailer/mailer.ts";
import { mostOnTheirWay } from "../../../platform/mailer/smtp-mailer.ts";

/** Limits on mails that are being sent at the same time (docs/product.md#delivery-states). */
export const slotLimits = {
  /** Quick slots in total, and per destination. */
  quick: 4,
  quickOf: 3,
  /** A mail that has been sending for this long moves to a slow slot, of which there are this many in total and per destination. */
  slowAfterMs: 2_000,
  slow: mostOnTheirWay - 4,
  slowOf: 4,
  /** How long a mail waits for a slot: enough for twelve slow mails, four at a time, to give up theirs. */
  waitsMs: 8_000,
  /** The same for a destination whose slow slots are all taken, as that will not change soon. */
  stuckWaitsMs: 500,
} as const;

type SlotLimits = { readonly [name in keyof typeof slotLimits]: number };

/**
 * Slots for mails that are being sent. The next server may take five minutes for one mail, so a mail that hangs makes way for others, and
 * mail to one destination never holds all slots. If slow mails hold them all, some are aborted for those that wait, and retried later
 * (docs/decisions/0083).
 */
export class DeliverySlots {
  readonly #limits: SlotLimits;
  readonly #quick: FairPlaces;
  /** In the order in which their sending began. */
  readonly #mails = new Set<MailInSlot>();

  constructor(limits: SlotLimits = slotLimits) {
    this.#limits = limits;
    this.#quick = new FairPlaces({ group: limits.quick, member: limits.quickOf });
  }

  /** Sends a mail to an address in a slot; returns false, without sending, if no slot was free in time. */
  async use(address: string, send: (recall: Recall) => Promise<void>): Promise<boolean> {
    const destination = domainOf(address).toLowerCase();
    const leave = await this.#enter(destination);
    if (!leave) return false;
    const mail = new MailInSlot(destination, leave);
    this.#mails.add(mail);
    const clock = setTimeout(() => {
      mail.isLate = true;
      this.#makeRoom();
    }, this.#limits.slowAfterMs);
    try {
      await send(mail.recall);
      return true;
    } finally {
      clearTimeout(clock);
      this.#mails.delete(mail);
      mail.leaveQuick();
      this.#makeRoom();
    }
  }

  #enter(destination: string): Promise<Leave | null> {
    const { slowOf, waitsMs, stuckWaitsMs } = this.#limits;
    const slow = this.#slow(destination);
    const isStuck = slow.length >= slowOf && !slow.some((mail) => mail.mayBeEnded);
    const place = this.#quick.enter({ group: "all", member: destination }, isStuck ? stuckWaitsMs : waitsMs);
    this.#makeRoom();
    return place;
  }

  /** Moves late mails to slow slots; if there are none and others wait, aborts as many as the waiting ones need. */
  #makeRoom(): void {
    for (const mail of this.#mails) if (mail.isLate && !mail.isSlow && this.#maySlow(mail)) mail.leaveQuick();
    const ending = [...this.#mails].filter((mail) => mail.isEnded).length;
    for (const { member } of this.#quick.waiting().slice(ending)) this.#endOneFor(member);
  }

  #endOneFor(destination: string): void {
    const quick = [...this.#mails].filter((mail) => !mail.isSlow);
    const sameDestination = quick.filter((mail) => mail.destination === destination);
    const inTheWay = sameDestination.length < this.#limits.quickOf ? quick : sameDestination;
    // A mail that is not late will finish soon.
    for (const blocked of inTheWay.filter((mail) => mail.isLate && !mail.isEnded)) {
      const mail = this.#findYounger(blocked.destination);
      mail?.end();
      if (mail) break;
    }
  }

  /**
   * Finds the oldest mail that may be aborted to make room beside mail to a destination. The older half of the places is never aborted,
   * however many wait, so that even a server that is always slow gets some mail through.
   */
  #findYounger(destination: string): MailInSlot | undefined {
    const { quick, quickOf, slow, slowOf } = this.#limits;
    const isDestinationFull = this.#slow(destination).length >= slowOf;
    const inTheWay = [...this.#mails].filter((mail) => !isDestinationFull || mail.destination === destination);
    const abortable = inTheWay.filter((mail) => !mail.hasBegun);
    const places = (isDestinationFull ? quickOf + slowOf : quick + slow) - (inTheWay.length - abortable.length);
    return abortable.slice(Math.floor(places / 2)).find((mail) => mail.mayBeEnded);
  }

  #maySlow({ destination }: MailInSlot): boolean {
    const { slow, slowOf } = this.#limits;
    return this.#slow().length < slow && this.#slow(destination).length < slowOf;
  }

  #slow(destination?: string): MailInSlot[] {
    return [...this.#mails].filter(
      (mail) => mail.isSlow && (destination === undefined || mail.destination === destination),
    );
  }
}

const slotsByMailer = new WeakMap<Mailer, DeliverySlots>();

/** Returns the slots of a mailer, shared by all kinds of mail. */
export function slotsOf(mailer: Mailer): DeliverySlots {
  const slots = slotsByMailer.get(mailer) ?? new DeliverySlots();
  slotsByMailer.set(mailer, slots);
  return slots;
}

/** A mail that is being sent, first in a quick slot, later perhaps in a slow one. */
class MailInSlot {
  readonly destination: string;
  readonly recall: Recall;
  /** Whether it takes longer than a quick slot allows. */
  isLate = false;
  readonly #ending = new AbortController();
  readonly #leave: Leave;
  #isSlow = false;
  #hasBegun = false;

  constructor(destination: string, leave: Leave) {
    this.destination = destination;
    this.#leave = leave;
    this.recall = {
      signal: this.#ending.signal,
      contentBegins: () => {
        this.#hasBegun = true;
      },
    };
  }

  get isSlow(): boolean {
    return this.#isSlow;
  }

  /** Whether its content is being transmitted. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  get isEnded(): boolean {
    return this.#ending.signal.aborted;
  }

  /** False once its content is being transmitted: it would be sent twice (docs/decisions/0009). */
  get mayBeEnded(): boolean {
    return this.isLate && !this.#hasBegun && !this.isEnded;
  }

  leaveQuick(): void {
    this.#isSlow = true;
    this.#leave();
  }

  end(): void {
    this.#ending.abort();
  }
}

/** After this time without a refusal one more connection is tried. */
const calmMs = 60_000;

/** Limits the mails that are sent at once to what the relay accepts: one less after each refused connection. */
export class RelayLimit {
  readonly #most: number;
  readonly #now: () => number;
  #limit: number;
  #since = 0;

  constructor(most: number, now = Date.now) {
    this.#most = most;
    this.#limit = most;
    this.#now = now;
  }

  /** Whether one more mail may be sent beside this many. */
  hasRoom(onTheirWay: number): boolean {
    const calm = Math.floor((this.#now() - this.#since) / calmMs);
    if (calm > 0 && this.#limit < this.#most) {
      this.#limit = Math.min(this.#most, this.#limit + calm);
      this.#since = this.#now();
    }
    return this.#limit === this.#most || onTheirWay < this.#limit;
  }

  /** Lowers the limit after one of this many mails was refused a connection. */
  refused(onTheirWay: number): void {
    this.#limit = Math.max(1, Math.min(this.#limit, onTheirWay - 1));
    this.#since = this.#now();
  }
}

import { domainOf } from "@deskhand/contract/addresses/address";
import { FairPlaces, type Leave } from "../../../platform/bounded-work/fair-queue.ts";
import type { Mailer, Recall } from "../../../platform/mailer/mailer.ts";
import { mostOnTheirWay } from "../../../platform/mailer/smtp-mailer.ts";

/** How many mails are on their way at once (docs/product.md#delivery-states). */
export const slotLimits = {
  /** Slots that mails take turns at, and how many of them one destination may have. */
  quick: 4,
  quickOf: 3,
  /** What has been on its way for so long gives its slot to others, while no more than these do so. */
  slowAfterMs: 2_000,
  slow: mostOnTheirWay - 4,
  slowOf: 4,
  /** As long as a slot is waited for: until twelve that take long have given theirs, four after the other, and some to spare. */
  waitsMs: 8_000,
  /** The same where a destination has all that it may have of those, as nothing will change soon. */
  stuckWaitsMs: 500,
} as const;

type SlotLimits = { readonly [name in keyof typeof slotLimits]: number };

/**
 * Slots for mail on its way. The next server may take five minutes over one mail, and nobody can hurry it: what hangs gives way to the
 * rest, and what goes to one destination never holds all slots. Where all are taken by what takes long, some of it is ended for those
 * who wait, and tried again later (docs/decisions/0083).
 */
export class DeliverySlots {
  readonly #limits: SlotLimits;
  readonly #quick: FairPlaces;
  /** In the order in which they left. */
  readonly #mails = new Set<MailInSlot>();

  constructor(limits: SlotLimits = slotLimits) {
    this.#limits = limits;
    this.#quick = new FairPlaces({ group: limits.quick, member: limits.quickOf });
  }

  /** Sends a mail to an address in a slot; false, and nothing is done, when there was none for a while. */
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

  /** Lets what takes long give its slot to others; where it cannot, and others wait, as many are ended as those need. */
  #makeRoom(): void {
    for (const mail of this.#mails) if (mail.isLate && !mail.isSlow && this.#maySlow(mail)) mail.leaveQuick();
    const ending = [...this.#mails].filter((mail) => mail.isEnded).length;
    for (const { member } of this.#quick.waiting().slice(ending)) this.#endOneFor(member);
  }

  #endOneFor(destination: string): void {
    const quick = [...this.#mails].filter((mail) => !mail.isSlow);
    const ofIts = quick.filter((mail) => mail.destination === destination);
    const inTheWay = ofIts.length < this.#limits.quickOf ? quick : ofIts;
    // What is not late leaves soon.
    for (const blocked of inTheWay.filter((mail) => mail.isLate && !mail.isEnded)) {
      const one = this.#findYounger(blocked.destination);
      one?.end();
      if (one) break;
    }
  }

  /**
   * The oldest that may be ended to make room beside mail to a destination. Of the places that are not taken for good the older half
   * keep theirs, however many wait: of a server that is slow with everything something gets done.
   */
  #findYounger(destination: string): MailInSlot | undefined {
    const { quick, quickOf, slow, slowOf } = this.#limits;
    const isByIts = this.#slow(destination).length >= slowOf;
    const inTheWay = [...this.#mails].filter((mail) => !isByIts || mail.destination === destination);
    const open = inTheWay.filter((mail) => !mail.hasBegun);
    const places = (isByIts ? quickOf + slowOf : quick + slow) - (inTheWay.length - open.length);
    return open.slice(Math.floor(places / 2)).find((mail) => mail.mayBeEnded);
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

/** The slots of a way out, which all kinds of mail share. */
export function slotsOf(mailer: Mailer): DeliverySlots {
  const slots = slotsByMailer.get(mailer) ?? new DeliverySlots();
  slotsByMailer.set(mailer, slots);
  return slots;
}

/** A mail that is being sent: in a quick slot, and in a slow one once it has left that. */
class MailInSlot {
  readonly destination: string;
  readonly recall: Recall;
  /** Whether it takes longer than a quick slot is for. */
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

  /** Whether its content goes over. */
  get hasBegun(): boolean {
    return this.#hasBegun;
  }

  get isEnded(): boolean {
    return this.#ending.signal.aborted;
  }

  /** Never once its content goes over: it would be sent twice (docs/decisions/0009). */
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

/** After so long without a refusal one more is tried. */
const calmMs = 60_000;

/** How many mails may be on their way at once, as far as the relay lets us: one less whenever it has no room for one more beside others. */
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

  /** Whether one more may go beside so many. */
  hasRoom(onTheirWay: number): boolean {
    const calm = Math.floor((this.#now() - this.#since) / calmMs);
    if (calm > 0 && this.#limit < this.#most) {
      this.#limit = Math.min(this.#most, this.#limit + calm);
      this.#since = this.#now();
    }
    return this.#limit === this.#most || onTheirWay < this.#limit;
  }

  /** One of so many was refused its connection. */
  refused(onTheirWay: number): void {
    this.#limit = Math.max(1, Math.min(this.#limit, onTheirWay - 1));
    this.#since = this.#now();
  }
}

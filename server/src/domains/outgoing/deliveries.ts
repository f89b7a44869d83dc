import { domainToASCII } from "node:url";
import { domainOf } from "@deskhand/contract/addresses/address";
import { asTenantId, type TenantId } from "../../platform/db/tenant.ts";
import { askNames } from "../../platform/dns/ask-names.ts";
import type { Found } from "../../platform/jobs/seeker.ts";
import { DeliveryDelayed } from "../../platform/mailer/mailer.ts";
import { mostOnTheirWay } from "../../platform/mailer/smtp-mailer.ts";
import type { Services } from "../../platform/services.ts";
import type { Settings } from "../../platform/settings.ts";
import { deliverMail, type MailKey, refuseMail } from "./deliver-mail.ts";
import { type Candidate, type End, nextQuery, selectStoresToSendFor } from "./delivery.queries.ts";
import { type DeliverySlots, RelayLimit } from "./sending/delivery-slots.ts";

/** A mail from when it was chosen until it is sent; it first waits for a slot. */
type Chosen = Candidate & { destination: string; isWaiting: boolean };

/** How often the table is checked for stores with due mail. */
const looksEveryMs = 1_000;
/** How long a destination rests after it found no slot. */
const pauseMs = 15_000;
/** How long a mail rests that another process has, or that changed after it was chosen. */
const restMs = 1_000;

/**
 * Chooses which queued mail is sent next (docs/decisions/0091). Stores take turns, and within a store the oldest and the newest mail take
 * turns, so that a new reply does not wait behind hundreds. Only one mail per destination waits for a slot at a time.
 */
export class Deliveries {
  readonly #services: Services;
  readonly #slots: DeliverySlots;
  readonly #relay = new RelayLimit(mostOnTheirWay);
  /** Stores that may have queued mail, in the order of their turns. */
  readonly #stores = new Set<TenantId>();
  /** Stores whose newest mail is next instead of the oldest. */
  readonly #newestNext = new Set<TenantId>();
  /** Stores whose queued mail only goes to destinations that are waiting or resting. */
  readonly #blocked = new Set<TenantId>();
  readonly #chosen = new Map<string, Chosen>();
  /** By destination and by mail: the time until which it rests. */
  readonly #paused = new Map<string, number>();
  readonly #resting = new Map<string, number>();
  #looksAt = 0;

  constructor(services: Services, slots: DeliverySlots) {
    this.#services = services;
    this.#slots = slots;
  }

  /** Adds a store that has mail to send. */
  add(tenantId: TenantId): void {
    this.#stores.add(tenantId);
  }

  /** Returns the mail to send next; calls `call` when another one may be chosen. */
  async find(call: () => void): Promise<Found | null> {
    if (!this.#relay.hasRoom(this.#chosen.size)) return null;
    await this.#look();
    for (const tenantId of [...this.#stores]) {
      this.#stores.delete(tenantId);
      const mail = await this.#choose(tenantId);
      if (!mail) continue;
      // Its next turn comes after all other stores, at the other end of its queue.
      if (!this.#newestNext.delete(tenantId)) this.#newestNext.add(tenantId);
      this.#stores.delete(tenantId);
      this.#stores.add(tenantId);
      const chosen = { ...mail, destination: domainOf(mail.to).toLowerCase(), isWaiting: true };
      this.#chosen.set(mail.id, chosen);
      return { tenantId, work: () => this.#deliver({ tenantId, mailId: mail.id }, chosen, call) };
    }
    return null;
  }

  async #look(): Promise<void> {
    const now = Date.now();
    if (now - this.#looksAt < looksEveryMs) return;
    this.#looksAt = now;
    for (const rests of [this.#paused, this.#resting])
      for (const [key, until] of rests) if (until <= now) rests.delete(key);
    for (const id of await this.#services.db.withoutTenant(selectStoresToSendFor)) this.add(asTenantId(id));
  }

  async #choose(tenantId: TenantId): Promise<Candidate | undefined> {
    const waiting = [...this.#chosen.values()].filter(({ isWaiting }) => isWaiting);
    const excluded = {
      ids: [...this.#chosen.keys(), ...this.#resting.keys()],
      destinations: [...waiting.map(({ destination }) => destination), ...this.#paused.keys()],
    };
    const { db } = this.#services;
    const ends: End[] = this.#newestNext.has(tenantId) ? ["newest", "oldest"] : ["oldest"];
    for (const end of ends) {
      const [mail] = await db.read(tenantId, nextQuery(end, excluded));
      if (mail) return mail;
    }
    if (excluded.destinations.length > 0) {
      const [blocked] = await db.read(tenantId, nextQuery("oldest", { ...excluded, destinations: [] }));
      if (blocked) this.#blocked.add(tenantId);
    }
    return undefined;
  }

  /** Makes blocked stores eligible again after a slot or destination became free. */
  #release(tenantId: TenantId): void {
    for (const blocked of this.#blocked) this.add(blocked);
    this.#blocked.clear();
    this.add(tenantId);
  }

  async #deliver(mail: MailKey, chosen: Chosen, call: () => void): Promise<void> {
    const { settings, db } = this.#services;
    const { to, destination } = chosen;
    try {
      if (chosen.kind === "acknowledgement" && (await takesNoMail(settings, to))) {
        return await db.withTenant(mail.tenantId, (tx) => refuseMail(tx, mail.mailId, noMailWords(to)));
      }
      const isSlot = await this.#slots.use(to, async (recall) => {
        chosen.isWaiting = false;
        this.#release(mail.tenantId);
        call();
        const { isBegun, failure } = await deliverMail(this.#services, mail, recall);
        if (!isBegun) this.#resting.set(mail.mailId, Date.now() + restMs);
        if (failure instanceof DeliveryDelayed && failure.isCrowded) this.#relay.refused(this.#countOnTheirWay());
      });
      if (isSlot) this.#paused.delete(destination);
      else this.#paused.set(destination, Date.now() + pauseMs);
    } finally {
      this.#chosen.delete(mail.mailId);
      this.#release(mail.tenantId);
    }
  }

  #countOnTheirWay(): number {
    return [...this.#chosen.values()].filter(({ isWaiting }) => !isWaiting).length;
  }
}

/** Whether an address's domain takes no mail, as its name servers say. Mail for the outbox can go to any address. */
async function takesNoMail(
  { nameServers, smtpUrl }: Pick<Settings, "nameServers" | "smtpUrl">,
  address: string,
): Promise<boolean> {
  return smtpUrl !== null && (await askNames(nameServers).takesMail(domainToASCII(domainOf(address)))) === false;
}

/** Says why a mail to such an address is not sent. */
function noMailWords(address: string): string {
  return `Not sent: ${domainOf(address)} takes no mail, or there is no such domain`;
}

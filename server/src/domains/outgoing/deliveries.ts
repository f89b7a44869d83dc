import { domainToASCII } from "node:url";
import { domainOf } from "@deskhand/contract/addresses/address";
import { asTenantId, type TenantId } from "../../platform/db/tenant.ts";
import { askNames } from "../../platform/dns/ask-names.ts";
import type { Found } from "../../platform/jobs/seeker.ts";
import { DeliveryDelayed } from "../../platform/mailer/mailer.ts";
import { mostOnTheirWay } from "../../platform/mailer/smtp-mailer.ts";
import type { Services } from "../../platform/services.ts";
import type { Settings } from "../../platform/settings.ts";
import { deliverMail, type OneMail, refuseMail } from "./deliver-mail.ts";
import { type Candidate, type End, nextQuery, selectStoresToSendFor } from "./delivery.queries.ts";
import { type DeliverySlots, RelayLimit } from "./sending/delivery-slots.ts";

/** What was chosen to be sent, until it is: it waits for a slot first. */
type Chosen = Candidate & { destination: string; isWaiting: boolean };

/** How often the table is asked for stores whose mail's time has come. */
const looksEveryMs = 1_000;
/** A destination for which there was no slot is left alone for so long. */
const pauseMs = 15_000;
/** Likewise a mail that somebody else has, or that has changed since it was chosen. */
const restMs = 1_000;

/**
 * What of the table is sent next (docs/decisions/0091). Stores take turns, and in each the mail that waited longest and the newest, so that nobody's
 * new reply stands behind hundreds that wait. No more than one waits for a slot to a destination: the next is chosen when it has one.
 */
export class Deliveries {
  readonly #services: Services;
  readonly #slots: DeliverySlots;
  readonly #relay = new RelayLimit(mostOnTheirWay);
  /** Stores of which mail may wait, in the order of their turns. */
  readonly #stores = new Set<TenantId>();
  /** Stores whose newest mail is next, and not the one that waited longest. */
  readonly #newestNext = new Set<TenantId>();
  /** Stores of which mail waits to go where no more may be chosen for. */
  readonly #blocked = new Set<TenantId>();
  readonly #chosen = new Map<string, Chosen>();
  /** By destination, or by mail, until when it is left alone. */
  readonly #paused = new Map<string, number>();
  readonly #resting = new Map<string, number>();
  #looksAt = 0;

  constructor(services: Services, slots: DeliverySlots) {
    this.#services = services;
    this.#slots = slots;
  }

  /** A store has mail to send. */
  add(tenantId: TenantId): void {
    this.#stores.add(tenantId);
  }

  /** The mail that is sent next; `call` is called when another may be. */
  async find(call: () => void): Promise<Found | null> {
    if (!this.#relay.hasRoom(this.#chosen.size)) return null;
    await this.#look();
    for (const tenantId of [...this.#stores]) {
      this.#stores.delete(tenantId);
      const mail = await this.#choose(tenantId);
      if (!mail) continue;
      // Its next turn is after all others', at the other end.
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
    for (const until of [this.#paused, this.#resting])
      for (const [one, over] of until) if (over <= now) until.delete(one);
    for (const id of await this.#services.db.withoutTenant(selectStoresToSendFor)) this.add(asTenantId(id));
  }

  async #choose(tenantId: TenantId): Promise<Candidate | undefined> {
    const waiting = [...this.#chosen.values()].filter(({ isWaiting }) => isWaiting);
    const elsewhere = {
      ids: [...this.#chosen.keys(), ...this.#resting.keys()],
      destinations: [...waiting.map(({ destination }) => destination), ...this.#paused.keys()],
    };
    const { db } = this.#services;
    const ends: End[] = this.#newestNext.has(tenantId) ? ["newest", "oldest"] : ["oldest"];
    for (const end of ends) {
      const [mail] = await db.read(tenantId, nextQuery(end, elsewhere));
      if (mail) return mail;
    }
    if (elsewhere.destinations.length > 0) {
      const [blocked] = await db.read(tenantId, nextQuery("oldest", { ...elsewhere, destinations: [] }));
      if (blocked) this.#blocked.add(tenantId);
    }
    return undefined;
  }

  /** Has the stores asked again that wait for what was just given back. */
  #release(tenantId: TenantId): void {
    for (const blocked of this.#blocked) this.add(blocked);
    this.#blocked.clear();
    this.add(tenantId);
  }

  async #deliver(mail: OneMail, chosen: Chosen, call: () => void): Promise<void> {
    const { settings, db } = this.#services;
    const { to, destination } = chosen;
    try {
      if (chosen.kind === "acknowledgement" && (await endsNowhere(settings, to))) {
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

/** Whether the domain of an address takes no mail, as its name servers say. What stays in the outbox goes to any. */
async function endsNowhere(
  { nameServers, smtpUrl }: Pick<Settings, "nameServers" | "smtpUrl">,
  address: string,
): Promise<boolean> {
  return smtpUrl !== null && (await askNames(nameServers).takesMail(domainToASCII(domainOf(address)))) === false;
}

/** Why a mail to such an address is not sent, as a sentence. */
function noMailWords(address: string): string {
  return `Not sent: ${domainOf(address)} takes no mail, or there is no such domain`;
}

import type { AuditAction } from "@deskhand/contract/admin/audit-actions";
import { asTenantId, type Db, enterTenant, noTenant, type TenantId } from "../../../platform/db/tenant.ts";
import { AddressList } from "../../../platform/dns/address-list.ts";
import { Gathering } from "../../../platform/gather.ts";
import type { Services } from "../../../platform/services.ts";
import { MailNotNow } from "../../../platform/smtp/mail-not-now.ts";
import { DiskFull, refuseFullDisk } from "../../../platform/storage/free-space.ts";
import { record } from "../../audit/index.ts";
import { networkOf } from "../../auth/index.ts";
import { hostOf } from "./host-of.ts";
import { countForStore, countHosts, noteRefused, selectIntake } from "./room.queries.ts";

type RoomServices = Pick<Services, "db" | "settings" | "log">;
/** Whose mail it is, from which address it comes, where the door knows that, and its size in bytes. */
type Mail = { tenants: TenantId[]; remoteHost: string | null; size: number };
type Limit = "host" | "store";

/** Whom a limit keeps from bringing more, and which store it is about. */
class LimitReached extends Error {
  readonly limit: Limit;
  readonly tenants: TenantId[];
  constructor(limit: Limit, tenants: TenantId[]) {
    super(limit);
    this.limit = limit;
    this.tenants = tenants;
  }
}

const words: Record<Limit, string> = {
  host: "Your host sent as much mail as it may in a day, try again tomorrow",
  store: "The recipient's store got as much mail as it may in a day, try again tomorrow",
};
const actions: Record<Limit, AuditAction> = {
  host: "mail.host-limit-reached",
  store: "mail.store-limit-reached",
};
/** How long what a burst of mails was told of the day's bytes and of the disk is believed. */
const rememberMs = 2_000;
const mostRemembered = 10_000;

const rooms = new WeakMap<Db["pool"], IntakeRoom>();

/** The room that an installation has for mail; one for all doors of a process. */
export function intakeRoom(services: RoomServices): IntakeRoom {
  const room = rooms.get(services.db.pool) ?? new IntakeRoom(services);
  rooms.set(services.db.pool, room);
  return room;
}

/**
 * How much mail may come (docs/product.md#how-much-mail-may-come): so many bytes of a host and for a store a day, counted in the
 * database, and none while the disk is almost full. Refuses with `MailNotNow`.
 */
export class IntakeRoom {
  readonly #services: RoomServices;
  readonly #relays: AddressList;
  readonly #counted: Gathering<Mail, LimitReached | null>;
  readonly #known = new Map<string, { bytes: number; until: number }>();
  readonly #told = new Set<string>();
  #diskFineUntil = 0;

  constructor(services: RoomServices) {
    this.#services = services;
    const { trustedRelays, unlimitedHosts } = services.settings;
    this.#relays = new AddressList([...trustedRelays, ...unlimitedHosts]);
    this.#counted = new Gathering((key, mails) => this.#count(key, mails), { most: 16, atOnce: 2 });
  }

  /**
   * Refuses a mail that there is no room for, before it is read; `size` is what its sender announces, 0 where they say nothing.
   * Whose it is may not be known yet.
   */
  async expect({ tenants, remoteHost, size }: Mail): Promise<void> {
    await this.#refuseFullDisk();
    const host = this.#hostOf(remoteHost);
    const most = this.#limits();
    for (const tenant of tenants.length > 0 ? tenants : [noTenant]) {
      const known = await this.#spent(tenant, host);
      if (known.host + Math.max(size, 1) > most.host) await this.#refuse(new LimitReached("host", tenants), host);
      if (known.store + Math.max(size, 1) > most.store) await this.#refuse(new LimitReached("store", [tenant]), host);
    }
  }

  /** Counts a mail that was read, or refuses it. */
  async take(mail: Mail): Promise<void> {
    const reached = await this.#counted.add(mail.tenants.toSorted().join(" "), mail);
    if (reached) await this.#refuse(reached, this.#hostOf(mail.remoteHost));
  }

  #limits(): Record<Limit, number> {
    const { hostBytesPerDay: host, storeBytesPerDay: store } = this.#services.settings.intake;
    return { host: host || Number.MAX_SAFE_INTEGER, store: store || Number.MAX_SAFE_INTEGER };
  }

  // A relay of the operator's own brings everybody's mail, and so may others that they name.
  #hostOf(remoteHost: string | null): string | null {
    return remoteHost === null || this.#relays.has(remoteHost) ? null : hostOf(remoteHost);
  }

  async #refuseFullDisk(): Promise<void> {
    if (this.#diskFineUntil > Date.now()) return;
    try {
      await refuseFullDisk(this.#services.settings);
    } catch (error) {
      if (!(error instanceof DiskFull)) throw error;
      throw new MailNotNow(`${error.message}, try again later`);
    }
    this.#diskFineUntil = Date.now() + rememberMs;
  }

  async #spent(tenant: TenantId, host: string | null): Promise<Record<Limit, number>> {
    const remembered = (key: string) => {
      const known = this.#known.get(key);
      return known && known.until > Date.now() ? known.bytes : undefined;
    };
    const known = { host: host === null ? 0 : remembered(host), store: remembered(tenant) };
    if (known.host !== undefined && known.store !== undefined) return { host: known.host, store: known.store };
    const spent = await this.#services.db.withTenant(tenant, (tx) => selectIntake(tx, host));
    if (this.#known.size >= mostRemembered) this.#known.clear();
    const until = Date.now() + rememberMs;
    if (host !== null) this.#known.set(host, { bytes: spent.host, until });
    this.#known.set(tenant, { bytes: spent.store, until });
    return spent;
  }

  async #count(key: string, mails: Mail[]): Promise<(LimitReached | null)[]> {
    const reached = await this.#countAll(key.split(" ").map(asTenantId), mails);
    if (reached === null) return mails.map(() => null);
    if (mails.length === 1) return [reached];
    const each: (LimitReached | null)[] = [];
    for (const mail of mails) each.push(...(await this.#count(key, [mail])));
    return each;
  }

  /** Counts all of them or none. */
  async #countAll(tenants: TenantId[], mails: Mail[]): Promise<LimitReached | null> {
    const most = this.#limits();
    const bytesOf = new Map<string, number>();
    for (const { remoteHost, size } of mails) {
      const host = this.#hostOf(remoteHost);
      if (host !== null) bytesOf.set(host, (bytesOf.get(host) ?? 0) + size);
    }
    const bytes = mails.reduce((sum, { size }) => sum + size, 0);
    const [first] = tenants;
    if (first === undefined) throw new TypeError("A mail is for at least one tenant");
    try {
      await this.#services.db.withTenant(first, async (tx) => {
        if (!(await countHosts(tx, bytesOf, most.host))) throw new LimitReached("host", tenants);
        for (const tenant of tenants) {
          const own = await enterTenant(tx, tenant);
          if (!(await countForStore(own, { bytes, most: most.store }))) throw new LimitReached("store", [tenant]);
        }
      });
      return null;
    } catch (error) {
      // Thrown to undo what was counted with it.
      if (error instanceof LimitReached) return error;
      throw error;
    }
  }

  async #refuse({ limit, tenants }: LimitReached, host: string | null): Promise<never> {
    const mostBytes = this.#limits()[limit];
    for (const tenant of tenants) {
      // However often somebody tries: the log has one entry a day.
      const key = `${limit} ${tenant} ${new Date().toISOString().slice(0, 10)}`;
      if (this.#told.has(key)) continue;
      if (this.#told.size >= mostRemembered) this.#told.clear();
      this.#told.add(key);
      await this.#services.db.withTenant(tenant, async (tx) => {
        if (!(await noteRefused(tx, limit))) return;
        this.#services.log.warn(
          { tenantId: tenant, limit, mostBytes, network: host === null ? null : networkOf(host) },
          "Mail is refused for the rest of the day",
        );
        await record(tx, null, actions[limit], limit === "host" ? { id: null, label: host ?? "" } : null, {
          megabytes: Math.floor(mostBytes / 1024 / 1024),
        });
      });
    }
    throw new MailNotNow(words[limit]);
  }
}

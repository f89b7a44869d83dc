import type { AuditAction } from "@deskhand/contract/admin/audit-actions";
import { Gathering } from "../../../platform/bounded-work/gather.ts";
import { asTenantId, type Db, enterTenant, type TenantId, type TenantTx } from "../../../platform/db/tenant.ts";
import { AddressList } from "../../../platform/dns/address-list.ts";
import type { Services } from "../../../platform/services.ts";
import { MailNotNow } from "../../../platform/smtp/mail-not-now.ts";
import { DiskFull, refuseFullDisk } from "../../../platform/storage/free-space.ts";
import { record } from "../../audit/index.ts";
import { networkOf } from "../../auth/index.ts";
import { type Allowance, allowances, exceedsAllowance, storedBytes } from "./allowances.ts";
import { countForStore, countKnown, countSources, recordRefusal, selectUsage, type Usage } from "./capacity.queries.ts";
import { selectNetworkStanding } from "./known-networks.queries.ts";
import { sourceOf } from "./source-of.ts";

type CapacityServices = Pick<Services, "db" | "settings" | "log">;
/** The tenants of a mail, the address that it comes from, if known, and its size in bytes. */
type Mail = { tenants: TenantId[]; remoteHost: string | null; size: number };
type Limit = "host" | "store" | "strangers" | "known";
/** The origin of a mail as its store sees it. It decides which counters apply besides the store's own. */
type Origin = { host: string | null; network: string | null; isStranger: boolean; isKnown: boolean };

/** The limit that was reached, and the tenants concerned. */
class LimitReached extends Error {
  readonly limit: Limit;
  readonly tenants: TenantId[];
  constructor(limit: Limit, tenants: TenantId[]) {
    super(limit);
    this.limit = limit;
    this.tenants = tenants;
  }
}

const refusals: Record<Limit, string> = {
  host: "Your host sent as much mail as it may for now, try again later",
  store: "The recipient's store got as much mail as it may in a day, try again tomorrow",
  strangers: "The recipient's store got as many mails as it may for now, try again later",
  known: "The recipient's store got as many mails from you as it may for now, try again later",
};
const auditActions: Record<Limit, AuditAction> = {
  host: "mail.host-limit-reached",
  store: "mail.store-limit-reached",
  strangers: "mail.stranger-limit-reached",
  known: "mail.stranger-limit-reached",
};
/** How long a burst of mails reuses a reading of the day's counts and of the disk. */
const rememberMs = 2_000;
const mostRemembered = 10_000;

const capacities = new WeakMap<Db["pool"], IntakeCapacity>();

/** Returns the limiter of an installation, shared by all doors of the process. */
export function intakeCapacity(services: CapacityServices): IntakeCapacity {
  const capacity = capacities.get(services.db.pool) ?? new IntakeCapacity(services);
  capacities.set(services.db.pool, capacity);
  return capacity;
}

/** A newly known network may take this long to count. */
const rememberNetworkMs = 60_000;

/**
 * Limits how much mail may come (docs/product.md#how-much-mail-may-come): bytes and mails of a host, of a network and for a store,
 * counted in the database, and none while the disk is almost full. Refuses with `MailNotNow`.
 */
class IntakeCapacity {
  readonly #services: CapacityServices;
  readonly #relays: AddressList;
  readonly #counted: Gathering<Mail, LimitReached | null>;
  readonly #usage = new Cache<Usage>(rememberMs);
  readonly #origins = new Cache<Origin>(rememberNetworkMs);
  readonly #audited = new Set<string>();
  #diskFineUntil = 0;

  constructor(services: CapacityServices) {
    this.#services = services;
    const { trustedRelays, unlimitedHosts } = services.settings;
    this.#relays = new AddressList([...trustedRelays, ...unlimitedHosts]);
    this.#counted = new Gathering((key, mails) => this.#count(key, mails), { most: 16, atOnce: 2 });
  }

  /**
   * Refuses a mail before it is read if there is no room for it. `size` is the announced size, 0 if unknown. Without tenants
   * only a mail that exceeds every store's limit is refused.
   */
  async expect({ tenants, remoteHost, size }: Mail): Promise<void> {
    await this.#refuseFullDisk();
    const most = this.#most();
    const more = { bytes: storedBytes(Math.max(size, 1)), mails: 1, lately: 1 };
    if (tenants.length === 0 && more.bytes > most.store.bytes)
      await this.#refuse(new LimitReached("store", []), remoteHost);
    for (const tenant of tenants) {
      const origin = await this.#findOrigin(tenant, remoteHost);
      const usage = await this.#usage.of(`${tenant} ${origin.host} ${origin.network}`, () =>
        this.#services.db.withTenant(tenant, (tx) => selectUsage(tx, origin)),
      );
      const reached = limitsFor(origin).find(({ of }) => exceedsAllowance(most[of], usage[of], more));
      if (reached) await this.#refuse(new LimitReached(reached.limit, [tenant]), remoteHost);
    }
  }

  /** Counts a mail that was received, or refuses it. */
  async take(mail: Mail): Promise<void> {
    const reached = await this.#counted.add(mail.tenants.toSorted().join(" "), mail);
    if (reached) await this.#refuse(reached, mail.remoteHost);
  }

  #most(): Record<keyof Usage, Allowance> {
    return allowances(this.#services.settings);
  }

  async #findOrigin(tenant: TenantId, remoteHost: string | null): Promise<Origin> {
    // The operator's own relays, and other hosts that they name, bring everybody's mail.
    if (remoteHost === null || this.#relays.has(remoteHost)) return uncounted;
    return this.#origins.of(`${tenant} ${remoteHost}`, async () => {
      const { host, network, isOuter } = sourceOf(remoteHost);
      if (!isOuter) return { ...uncounted, host };
      const look = (tx: TenantTx) => selectNetworkStanding(tx, network);
      const { isKnown, isProvider } = await this.#services.db.withTenant(tenant, look);
      if (isKnown) return { ...uncounted, network, isKnown };
      return isProvider ? { ...uncounted, isStranger: true } : { host, network, isStranger: true, isKnown };
    });
  }

  async #refuseFullDisk(): Promise<void> {
    if (this.#diskFineUntil > Date.now()) return;
    try {
      await refuseFullDisk(this.#services.settings);
    } catch (error) {
      if (!(error instanceof DiskFull)) throw error;
      throw new MailNotNow(`${error.message}, try again later`, "no_room");
    }
    this.#diskFineUntil = Date.now() + rememberMs;
  }

  async #count(key: string, mails: Mail[]): Promise<(LimitReached | null)[]> {
    const reached = await this.#countAll(key.split(" ").map(asTenantId), mails);
    if (reached === null) return mails.map(() => null);
    if (mails.length === 1) return [reached];
    const each: (LimitReached | null)[] = [];
    for (const mail of mails) each.push(...(await this.#count(key, [mail])));
    return each;
  }

  /** Counts all of the mails or none. */
  async #countAll(tenants: TenantId[], mails: Mail[]): Promise<LimitReached | null> {
    const most = this.#most();
    const [first] = tenants;
    if (first === undefined) throw new TypeError("A mail is for at least one tenant");
    const origins = await Promise.all(
      tenants.map(async (tenant) => {
        const seen = await Promise.all(mails.map(({ remoteHost }) => this.#findOrigin(tenant, remoteHost)));
        return { tenant, seen };
      }),
    );
    const { hosts, networks } = addSources(
      mails,
      origins.map(({ seen }) => seen),
    );
    const bytes = mails.reduce((sum, { size }) => sum + storedBytes(size), 0);
    const count = async (tx: TenantTx) => {
      if (!(await countSources(tx, hosts, most.host)) || !(await countSources(tx, networks, most.network)))
        throw new LimitReached("host", tenants);
      for (const { tenant, seen } of origins) {
        const own = await enterTenant(tx, tenant);
        for (const [network, count] of countKnownNetworks(seen)) {
          if (!(await countKnown(own, network, count, most.known))) throw new LimitReached("known", [tenant]);
        }
        const strangers = seen.filter(({ isStranger }) => isStranger).length;
        if (await countForStore(own, { bytes, mails: mails.length, strangers }, most)) continue;
        const { store } = await selectUsage(own, uncounted);
        const isStoreFull = exceedsAllowance(most.store, store, { bytes, mails: mails.length, lately: 0 });
        throw new LimitReached(isStoreFull ? "store" : "strangers", [tenant]);
      }
    };
    try {
      // A crash may lose the last counts, so the transaction need not wait for the disk.
      await this.#services.db.withTenant(first, count, { plan: "once", commit: "soon" });
      return null;
    } catch (error) {
      // Thrown to roll back the counts of the same transaction.
      if (error instanceof LimitReached) return error;
      throw error;
    }
  }

  async #refuse({ limit, tenants }: LimitReached, remoteHost: string | null): Promise<never> {
    const source = remoteHost === null ? null : sourceOf(remoteHost);
    for (const tenant of tenants) {
      // The log gets one entry a day, however often somebody tries.
      const key = `${limit} ${tenant} ${new Date().toISOString().slice(0, 10)}`;
      if (this.#audited.has(key)) continue;
      if (this.#audited.size >= mostRemembered) this.#audited.clear();
      this.#audited.add(key);
      await this.#services.db.withTenant(tenant, async (tx) => {
        if (!(await recordRefusal(tx, limit))) return;
        const network = remoteHost === null ? null : networkOf(remoteHost);
        this.#services.log.warn({ tenantId: tenant, limit, network }, "Mail is refused for now");
        const label = limit === "known" ? source?.network : limit === "host" ? source?.host : undefined;
        await record(tx, null, auditActions[limit], label === undefined ? null : { id: null, label });
      });
    }
    throw new MailNotNow(refusals[limit]);
  }
}

const uncounted: Origin = { host: null, network: null, isStranger: false, isKnown: false };

/** The limits that apply to a mail, in order of precedence, each with its counter. */
function limitsFor({ host, network, isStranger, isKnown }: Origin): { limit: Limit; of: keyof Usage }[] {
  return [
    ...(host === null ? [] : [{ limit: "host", of: "host" } as const]),
    ...(host === null || network === null || network === host ? [] : [{ limit: "host", of: "network" } as const]),
    { limit: "store", of: "store" },
    ...(isStranger ? [{ limit: "strangers", of: "strangers" } as const] : []),
    ...(isKnown ? [{ limit: "known", of: "known" } as const] : []),
  ];
}

type Sources = Map<string, { bytes: number; mails: number }>;

/** Sums what hosts and networks bring, if at least one of the stores does not know them; a mail to several stores counts once. */
function addSources(mails: Mail[], originsByStore: Origin[][]): { hosts: Sources; networks: Sources } {
  const [hosts, networks]: [Sources, Sources] = [new Map(), new Map()];
  const add = (to: Sources, name: string, bytes: number, mails: number) => {
    const before = to.get(name) ?? { bytes: 0, mails: 0 };
    to.set(name, { bytes: before.bytes + bytes, mails: before.mails + mails });
  };
  for (const [at, { size }] of mails.entries()) {
    const origin = originsByStore.map((each) => each[at]).find((each) => typeof each?.host === "string");
    if (!origin?.host) continue;
    const { host, network, isStranger } = origin;
    const count = isStranger ? 1 : 0;
    add(hosts, host, storedBytes(size), count);
    if (network !== null && network !== host) add(networks, network, storedBytes(size), count);
  }
  return { hosts, networks };
}

/** Counts these mails by network, for networks that the store knows. */
function countKnownNetworks(seen: Origin[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { isKnown, network } of seen) {
    if (isKnown && network !== null) counts.set(network, (counts.get(network) ?? 0) + 1);
  }
  return counts;
}

/** When this many values are cached, all are dropped. */
const most = 10_000;

/** Caches looked-up values for a while, so that a burst looks each up once. */
class Cache<Value> {
  readonly #values = new Map<string, { value: Value; until: number }>();
  readonly #forMs: number;

  constructor(forMs: number) {
    this.#forMs = forMs;
  }

  /** Returns the cached value, or looks it up. */
  async of(name: string, lookUp: () => Promise<Value>): Promise<Value> {
    const cached = this.#values.get(name);
    if (cached && cached.until > Date.now()) return cached.value;
    const value = await lookUp();
    if (this.#values.size >= most) this.#values.clear();
    this.#values.set(name, { value, until: Date.now() + this.#forMs });
    return value;
  }
}

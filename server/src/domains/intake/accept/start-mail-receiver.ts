import type { DoorReason } from "@deskhand/contract/vocabulary";
import { ofDatabase } from "../../../platform/db/lost-database.ts";
import type { TenantId } from "../../../platform/db/tenant.ts";
import type { Services } from "../../../platform/services.ts";
import type { DoorRefusal } from "../../../platform/smtp/count-refusals.ts";
import { loadReceiverKey } from "../../../platform/smtp/receiver-key.ts";
import { type SmtpReceiver, startSmtpReceiver } from "../../../platform/smtp/smtp-receiver.ts";
import type { HeldPort } from "../../../platform/start/claim-ports.ts";
import { isWebmailDomain } from "../../tenants/index.ts";
import { intakeCapacity } from "../capacity/intake-capacity.ts";
import { intakeLimits } from "../intake-limits.ts";
import { addRefusals, findTenantsAt } from "./accept.queries.ts";
import { acceptMail } from "./accept-mail.ts";
import { type ResolveRecipient, recipientResolver } from "./recipient-resolver.ts";

/** Starts the SMTP role. A mail that it answers with 250 is in the mail log. */
export async function startMailReceiver(services: Services, listener?: HeldPort): Promise<SmtpReceiver> {
  const { settings, log } = services;
  const resolve = recipientResolver(services);
  const refusals = new DoorRefusals(services, resolve);
  // The store may have been closed since the setting was made.
  if (settings.postmasterStore !== null && (await resolve("postmaster")) === null)
    log.warn(`POSTMASTER_STORE names no active store: ${settings.postmasterStore}. Mail to the postmaster is refused`);
  const receiver = await startSmtpReceiver({
    host: settings.smtpHost,
    port: settings.smtpPort,
    listener,
    hostname: settings.mailDomain,
    tls: await loadReceiverKey(settings),
    maxBytes: intakeLimits.maxWireBytes,
    unlimitedHosts: [...settings.unlimitedHosts, ...settings.trustedRelays],
    async isRecipient(address, { remoteHost, announced }) {
      const tenant = await resolve(address);
      if (tenant) await intakeCapacity(services).expect({ tenants: [tenant], remoteHost, size: announced });
      return tenant !== null;
    },
    expect: ({ remoteHost, announced }) =>
      intakeCapacity(services).expect({ tenants: [], remoteHost, size: announced }),
    accept: async ({ from, ...mail }) => {
      await acceptMail(services, resolve, { via: "smtp", envelopeFrom: from, ...mail });
    },
    onRefused: (refusal) => refusals.note(refusal),
    onError: (error) => log.error(ofDatabase(error), "A mail could not be taken in"),
  });
  return {
    ...receiver,
    async close() {
      await receiver.close();
      await refusals.flush();
    },
  };
}

const { refusalPauseMs, refusedAddresses } = intakeLimits;
/** The first addresses of a refused mail are enough to find its stores. */
const addressesOfMail = 20;
const addressLength = 400;

type PendingRefusals = DoorRefusal & { times: number };

/**
 * Counts the mail that the SMTP door refuses for each store (docs/product.md#what-is-refused-at-the-door). Counts are
 * buffered, up to a limit, and written together, so no client waits for them. A crash may lose the buffer.
 */
export class DoorRefusals {
  readonly #services: Pick<Services, "db" | "settings" | "log">;
  readonly #resolve: ResolveRecipient;
  #waiting = new Map<string, PendingRefusals>();
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(services: Pick<Services, "db" | "settings" | "log">, resolve: ResolveRecipient) {
    this.#services = services;
    this.#resolve = resolve;
  }

  /** Counts a refusal. Beyond the buffer's limit only the operator's metrics count it. */
  note({ reason, addresses }: DoorRefusal): void {
    const keys = [...new Set(addresses.slice(0, addressesOfMail).map((address) => this.#lookupKey(reason, address)))];
    const usable = keys.filter((address) => address !== "");
    if (usable.length === 0) return;
    const key = [reason, ...usable.sort()].join(" ");
    const waiting = this.#waiting.get(key);
    if (waiting) waiting.times += 1;
    else if (this.#waiting.size < refusedAddresses) {
      this.#waiting.set(key, { reason, addresses: usable, times: 1 });
      this.#timer ??= setTimeout(() => void this.flush(), refusalPauseMs).unref();
    }
  }

  /** Writes the counts so far to the database. */
  flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const waiting = [...this.#waiting.values()];
    this.#waiting = new Map();
    this.#writing = this.#writing.then(() => this.#write(waiting));
    return this.#writing;
  }

  async #write(waiting: PendingRefusals[]): Promise<void> {
    try {
      const byTenant = new Map<TenantId, Map<DoorReason, number>>();
      for (const { reason, addresses, times } of waiting) {
        for (const tenant of await this.#tenantsOf(addresses)) {
          const counts = byTenant.get(tenant) ?? new Map<DoorReason, number>();
          byTenant.set(tenant, counts.set(reason, (counts.get(reason) ?? 0) + times));
        }
      }
      for (const [tenant, counts] of byTenant) {
        await this.#services.db.withTenant(tenant, (tx) => addRefusals(tx, counts), { commit: "soon" });
      }
    } catch (error) {
      // Nothing depends on these counts, and later refusals are counted again.
      this.#services.log.warn({ err: error }, "What the mail receiver refused could not be counted");
    }
  }

  /** The key that finds the tenant of a refused address: the address, or "@domain" if nobody has it; "" if it has no tenant. */
  #lookupKey(reason: DoorReason, address: string): string {
    const text = address.slice(0, addressLength).toLowerCase();
    if (reason !== "unknown_recipient" && reason !== "recipient_address") return text.trim();
    const domain = /@([^@\s<>"]+?)\.?>?\s*$/.exec(text)?.[1] ?? "";
    const { mailDomain } = this.#services.settings;
    if (domain !== mailDomain) return domain === "" || isWebmailDomain(domain) ? "" : `@${domain}`;
    const [code] = /help\+[a-z0-9]{8}(?![a-z0-9])/.exec(text) ?? [];
    return code === undefined || reason === "unknown_recipient" ? "" : `${code}@${mailDomain}`;
  }

  async #tenantsOf(addresses: string[]): Promise<Set<TenantId>> {
    const tenants = new Set<TenantId>();
    for (const address of addresses) {
      const tenant = address.startsWith("@")
        ? await this.#onlyTenantAt(address.slice(1))
        : await this.#resolve(address);
      if (tenant) tenants.add(tenant);
    }
    return tenants;
  }

  async #onlyTenantAt(domain: string): Promise<TenantId | null> {
    const [only, ...others] = await findTenantsAt(this.#services.db, domain);
    return only !== undefined && others.length === 0 ? only : null;
  }
}

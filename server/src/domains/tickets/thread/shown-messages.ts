import type { TenantId } from "../../../platform/db/tenant.ts";
import { fail } from "../../../platform/fail.ts";
import { SeparateWorker, WorkerFault } from "../../../platform/separate-worker.ts";
import type { Services } from "../../../platform/services.ts";
import { keepSafeHtml, selectMessageHtml } from "./frame.queries.ts";

const mostWaiting = 32;

/**
 * Reads the sanitised HTML of messages. It is made as a mail comes in; where a message is older than that, once in a thread
 * apart when it is first asked for, and kept.
 */
export class ShownMessages {
  readonly #services: Pick<Services, "db" | "log">;
  readonly #thread: SeparateWorker<string, string>;
  readonly #underWay = new Map<string, Promise<string>>();

  constructor(services: Pick<Services, "db" | "log">) {
    this.#services = services;
    this.#thread = new SeparateWorker({
      file: new URL("../../../platform/mail-html/safe-html.ts", import.meta.url),
      name: "safeHtml",
      runtime: "worker_threads",
      limitMs: 10_000,
      idleMs: 60_000,
      mostWaiting,
      memoryMb: 192,
      warmUp: { input: "", limitMs: 20_000 },
    });
  }

  /** A message's sanitised HTML; null where it has none. */
  async read(tenant: TenantId, id: string): Promise<string | null> {
    const found = await this.#services.db.withTenant(tenant, (tx) => selectMessageHtml(tx, id));
    if (!found) return null;
    if (found.raw === null) return found.safe;
    const underWay = this.#underWay.get(id) ?? this.#sanitise(tenant, id, found.raw);
    this.#underWay.set(id, underWay);
    return underWay.finally(() => this.#underWay.delete(id));
  }

  close(): Promise<void> {
    return this.#thread.close();
  }

  async #sanitise(tenant: TenantId, id: string, raw: string): Promise<string> {
    const safe = await this.#inThread(id, raw);
    await this.#services.db.withTenant(tenant, (tx) => keepSafeHtml(tx, id, safe));
    return safe;
  }

  async #inThread(id: string, raw: string): Promise<string> {
    try {
      return await this.#thread.run(raw);
    } catch (error) {
      if (!(error instanceof WorkerFault)) throw error;
      if (error.kind === "busy") throw fail("service_unavailable");
      // Nobody is made to wait for it again: what it says stands in the thread as text.
      this.#services.log.warn({ err: error, messageId: id }, "A mail's HTML could not be sanitised");
      return "";
    }
  }
}

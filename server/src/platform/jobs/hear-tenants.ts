import { setTimeout as sleep } from "node:timers/promises";
import { asTenantId, type TenantId } from "../db/tenant.ts";
import type { Listening } from "../realtime/listen.ts";
import { onePerTenant } from "./one-per-tenant.ts";

/** What one tenant does within this time is worked on together. */
const gatherMs = 150;

export type Hearing = { stop(): Promise<void> };

/**
 * Works for each tenant that a channel of the database names, soon after it does and once for many times. What is not heard, as the
 * connection was lost or the work failed, is for upkeep by the clock.
 */
export async function hearTenants(
  listening: Listening,
  channel: string,
  work: (tenantId: TenantId) => Promise<void>,
  onError: (error: Error) => void,
): Promise<Hearing> {
  const workOnce = onePerTenant(work);
  /** By tenant, what is to begin in a moment. */
  const gathering = new Set<string>();
  const going = new Set<Promise<void>>();
  const isOver = new AbortController();

  async function workSoon(name: string): Promise<void> {
    try {
      await sleep(gatherMs, undefined, { signal: isOver.signal });
      gathering.delete(name);
      await workOnce(asTenantId(name));
    } catch (error) {
      // Stopped before it began; anything else is told.
      if (!isOver.signal.aborted) onError(error instanceof Error ? error : new Error(String(error)));
    }
  }

  function onNotice(name: string): void {
    if (gathering.has(name) || isOver.signal.aborted) return;
    gathering.add(name);
    const one = workSoon(name).finally(() => going.delete(one));
    going.add(one);
  }

  const heard = await listening.hear(channel, { onNotice, onGap: () => undefined });
  return {
    async stop() {
      isOver.abort();
      heard.leave();
      await Promise.all(going);
    },
  };
}

import type { TenantId } from "../db/tenant.ts";

/**
 * Does work for one tenant at a time in this process, so that a tenant whose work hangs holds up one job and not all. Who asks
 * while it runs has it done once more by whoever runs it, and need not wait: when that one fails, its job is tried again.
 */
export function onePerTenant(work: (tenantId: TenantId) => Promise<void>): (tenantId: TenantId) => Promise<void> {
  /** Whose work is going on; true when it was asked for again since it began. */
  const running = new Map<TenantId, boolean>();
  return async (tenantId) => {
    if (running.has(tenantId)) {
      running.set(tenantId, true);
      return;
    }
    try {
      do {
        running.set(tenantId, false);
        await work(tenantId);
      } while (running.get(tenantId));
    } finally {
      running.delete(tenantId);
    }
  };
}

import type { TenantTx } from "../../../platform/db/tenant.ts";
import { saveKnownNetworks, selectConversations } from "./known-networks.queries.ts";
import { sourceOf } from "./source-of.ts";

/** A network is known after this many mails of conversations, on this many of the days. */
const history = { days: 30, mails: 10, onDays: 3 } as const;

/**
 * Learns which networks bring mail of the tenant's conversations, and forgets those that no longer do. A ticket alone proves
 * nothing, as anybody can cause one (docs/product.md#how-much-mail-may-come).
 */
export async function learnNetworks(tx: TenantTx): Promise<void> {
  const found = new Map<string, { mails: number; days: Set<string> }>();
  for (const { remoteHost, day, mails } of await selectConversations(tx, history.days)) {
    const { network } = sourceOf(remoteHost ?? "");
    const counts = found.get(network) ?? { mails: 0, days: new Set<string>() };
    found.set(network, { mails: counts.mails + mails, days: counts.days.add(day) });
  }
  const known = [...found].filter(([, { mails, days }]) => mails >= history.mails && days.size >= history.onDays);
  await saveKnownNetworks(
    tx,
    known.map(([network]) => network),
    history.days,
  );
}

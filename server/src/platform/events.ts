import type { EventPayloads, EventType } from "@deskhand/contract/events";
import { newId } from "./db/ids.ts";
import type { TenantTx } from "./db/tenant.ts";

type Subscriber<T extends EventType> = (tx: TenantTx, payload: EventPayloads[T], eventId: string) => Promise<void>;
/** What later domains do about an event, in the transaction that made it. */
export type Subscriptions = { [T in EventType]?: Subscriber<T>[] };

let subscriptions: Subscriptions = {};

/** Sets who subscribes to which events; called once, before anything is served. */
export function setSubscriptions(all: Subscriptions): void {
  subscriptions = all;
}

/**
 * Records an event of the transaction's tenant and calls its subscribers, all in the same transaction. It gets its
 * number at commit and then reaches the tenant's screens.
 */
export async function emit<T extends EventType>(tx: TenantTx, type: T, payload: EventPayloads[T]): Promise<void> {
  const id = newId();
  await tx
    .insertInto("events")
    .values({ id, type, payload: JSON.stringify(payload) })
    .execute();
  for (const subscriber of subscriptions[type] ?? []) await subscriber(tx, payload, id);
}

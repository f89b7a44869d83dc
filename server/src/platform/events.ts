import type { EventPayloads, EventType } from "@deskhand/contract/events";
import { sql } from "kysely";
import { newId } from "./db/ids.ts";
import type { TenantTx } from "./db/tenant.ts";

type Subscriber<T extends EventType> = (tx: TenantTx, payload: EventPayloads[T], eventId: string) => Promise<void>;
/** What a domain does about events of earlier ones, in the transaction that made them. */
export type Subscribers = { [T in EventType]?: Subscriber<T> };

let subscribers: readonly Subscribers[] = [];

/** Sets who subscribes to events, in this order; called once, before anything is served. */
export function setSubscribers(all: readonly Subscribers[]): void {
  subscribers = all;
}

/**
 * Records an event of the transaction's tenant and calls its subscribers, all in the same transaction. It gets its
 * number at commit and then reaches the tenant's screens.
 */
export async function emit<T extends EventType>(tx: TenantTx, type: T, payload: EventPayloads[T]): Promise<void> {
  const id = newId();
  tx.emitted.push({ id, type, payload: JSON.stringify(payload) });
  for (const each of subscribers) await each[type]?.(tx, payload, id);
}

/** Takes what people wrote and a customer is called out of events that tell of these tickets and messages; their numbers stay. */
export async function forgetInEvents(tx: TenantTx, ticketIds: string[], messageIds: string[]): Promise<void> {
  await tx
    .updateTable("events")
    .set({
      payload: sql<string>`payload || jsonb_strip_nulls(jsonb_build_object(
      'subject', case when payload ? 'subject' then '' end, 'authorName', case when payload ? 'authorName' then '' end,
      'from', case when type = 'ticket.order-changed' then '' end, 'to', case when type = 'ticket.order-changed' then '' end))`,
    })
    .where(sql<boolean>`(type = 'ticket.order-changed' or payload ?| array['subject', 'authorName'])`)
    .where(
      sql<boolean>`(payload ->> 'ticketId' = any(${ticketIds}::text[]) or payload ->> 'id' = any(${messageIds}::text[]))`,
    )
    .execute();
}

import type { EventPayloads, EventType, TenantEvent } from "@deskhand/contract/events";
import { sql } from "kysely";
import { newId } from "./db/ids.ts";
import type { TenantTx } from "./db/tenant.ts";

type Subscriber<T extends EventType> = (tx: TenantTx, payload: EventPayloads[T], eventId: string) => Promise<void>;
/** A domain's reactions to events of earlier domains, in the transaction that emitted them. */
export type Subscribers = { [T in EventType]?: Subscriber<T> };

let subscribers: readonly Subscribers[] = [];

/** Sets the subscribers in the order they are called. Called once, before the server serves anything. */
export function setSubscribers(all: readonly Subscribers[]): void {
  subscribers = all;
}

/**
 * Records an event of the transaction's tenant and calls its subscribers in the same transaction. The event gets its
 * number at commit and then reaches the tenant's screens.
 */
export async function emit<T extends EventType>(tx: TenantTx, type: T, payload: EventPayloads[T]): Promise<void> {
  const id = newId();
  tx.emitted.push({ id, type, payload: JSON.stringify(payload) });
  for (const subscriber of subscribers) await subscriber[type]?.(tx, payload, id);
}

/** Removes subjects, names and order labels from the events of these tickets and messages. The events' numbers stay. */
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

/** Returns the number of the tenant's latest event; 0 if there was none. */
export async function selectLastNumber(tx: TenantTx): Promise<number> {
  return (await tx.selectFrom("event_counters").select("last_number").executeTakeFirst())?.last_number ?? 0;
}

/** Selects up to `limit` of the tenant's events after a number, in order. */
export function selectEventsAfter(tx: TenantTx, after: number, limit: number): Promise<TenantEvent[]> {
  return tx
    .selectFrom("events")
    .select(["number", "type", "payload"])
    .where("number", ">", after)
    .orderBy("number")
    .limit(limit)
    .$castTo<TenantEvent>()
    .execute();
}

/** An event with its time, as it is kept. */
export type DatedEvent = { number: number; type: string; at: string; payload: unknown };

/** Selects up to `limit` of the tenant's events after a number, in order, each with its time. */
export function selectDatedEvents(tx: TenantTx, after: number, limit: number): Promise<DatedEvent[]> {
  return tx
    .selectFrom("events")
    .select(["number", "type", "created_at as at", "payload"])
    .where("number", ">", after)
    .orderBy("number")
    .limit(limit)
    .$castTo<DatedEvent>()
    .execute();
}

/**
 * Returns the number just before the first event of the last `ms` milliseconds, or null if there was no event in that time.
 * It looks only at the `limit` latest events.
 */
export async function selectNumberBefore(tx: TenantTx, ms: number, limit: number): Promise<number | null> {
  const latest = tx.selectFrom("events").select(["number", "created_at"]).orderBy("number", "desc").limit(limit);
  const { first } = await tx
    .selectFrom(latest.as("latest"))
    .where("created_at", ">=", sql<string>`clock_timestamp() - make_interval(secs => ${ms / 1000})`)
    .select(({ fn }) => fn.min<number | null>("number").as("first"))
    .executeTakeFirstOrThrow();
  return first === null ? null : first - 1;
}

/** Deletes events that no screen will request any more. */
export async function deleteOldEvents(tx: TenantTx): Promise<void> {
  await tx.deleteFrom("events").where("created_at", "<", sql<string>`now() - interval '7 days'`).execute();
}

import { sql } from "kysely";
import { givenRows } from "../../../platform/db/given-rows.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** How a ticket began, and whether it says anything of others: no automatic mail, no list's, none that was merged. */
export type UnreadTicket = {
  ticketId: string;
  customerId: string | null;
  wroteAt: string;
  subject: string;
  text: string;
  counts: boolean;
};
const charactersRead = 800;

function beginnings(tx: TenantTx) {
  return tx
    .selectFrom("support_tickets as t")
    .select(["t.id as ticketId", "t.customer_id as customerId", "t.created_at as wroteAt", "t.subject"])
    .select([
      sql<string>`left(t.description, ${sql.lit(charactersRead)})`.as("text"),
      sql<boolean>`t.merged_into_id is null and t.customer_id is not null and exists (select from ticket_messages m
        where m.ticket_id = t.id and m.message_type = 'email' and m.is_from_customer and not m.is_automatic
          and m.list_email is null)`.as("counts"),
    ])
    .where("t.source", "=", "email");
}

/** The tickets that mails began since a time and that were not read yet, the oldest first. */
export function selectUnread(tx: TenantTx, since: Date, most: number): Promise<UnreadTicket[]> {
  return beginnings(tx)
    .where("t.created_at", ">", since.toISOString())
    .where(sql<boolean>`not exists (select from incident_signs s where s.ticket_id = t.id)`)
    .orderBy("t.created_at")
    .limit(most)
    .execute();
}

/** The tickets that mails began before a time, the newest first: what is usual is learned from them. */
export function selectPast(
  tx: TenantTx,
  { before, since, most }: { before: string; since: Date; most: number },
): Promise<UnreadTicket[]> {
  return beginnings(tx)
    .where("t.created_at", "<", before)
    .where("t.created_at", ">", since.toISOString())
    .orderBy("t.created_at", "desc")
    .limit(most)
    .execute();
}

/** How far a store's past was read; undefined before it was begun. */
export function selectPastRead(tx: TenantTx) {
  return tx
    .selectFrom("incident_pasts")
    .select(["read_back_to as readBackTo", "finished_at as finishedAt"])
    .executeTakeFirst();
}

/** Notes how far the past was read. */
export async function savePastRead(tx: TenantTx, readBackTo: string, isFinished: boolean): Promise<void> {
  const values = { read_back_to: readBackTo, finished_at: isFinished ? sql<string>`clock_timestamp()` : null };
  await tx
    .insertInto("incident_pasts")
    .values(values)
    .onConflict((conflict) => conflict.column("client_id").doUpdateSet(values))
    .execute();
}

export type SignedTicket = Pick<UnreadTicket, "ticketId" | "wroteAt"> & {
  customerId: string | null;
  orderId: string | null;
  signs: readonly string[];
};

/** Keeps what tickets may share with others. */
export async function insertSigns(tx: TenantTx, tickets: readonly SignedTicket[]): Promise<void> {
  if (tickets.length === 0) return;
  const columns = {
    ticket_id: "uuid",
    customer_id: "uuid",
    wrote_at: "timestamptz",
    order_id: "uuid",
    signs: "text[]",
  } as const;
  const rows = tickets.map((one) => ({
    ticket_id: one.ticketId,
    customer_id: one.customerId,
    wrote_at: one.wroteAt,
    order_id: one.orderId,
    signs: [...one.signs],
  }));
  const given = givenRows(columns, rows);
  const names = ["ticket_id", "customer_id", "wrote_at", "order_id", "signs"] as const;
  await tx
    .insertInto("incident_signs")
    .columns([...names])
    .expression((eb) => eb.selectFrom(given).select(names.map((name) => sql.ref<never>(`given.${name}`).as(name))))
    .onConflict((conflict) => conflict.columns(["client_id", "ticket_id"]).doNothing())
    .execute();
}

/** What the tickets since a time may share, without those that count for nothing. */
export function selectSigned(tx: TenantTx, since: Date) {
  return tx
    .selectFrom("incident_signs as s")
    .innerJoin("support_tickets as t", (join) =>
      join.onRef("t.client_id", "=", "s.client_id").onRef("t.id", "=", "s.ticket_id"),
    )
    .select(["s.ticket_id as ticketId", "s.customer_id as customer", "s.wrote_at as wroteAt", "s.order_id as orderId"])
    .select("s.signs")
    .where("s.wrote_at", ">", since.toISOString())
    .where("s.customer_id", "is not", null)
    .where("t.merged_into_id", "is", null)
    .$narrowType<{ customer: string }>()
    .execute();
}

/** So many weeks say what is usual. */
export const usualWeeks = 8;

/** The hour of the week in which a ticket `g` began, as `hourOfWeek` counts it. */
const hourOf = sql<string>`((extract(isodow from g.wrote_at at time zone 'UTC') - 1) * 24 + extract(hour from g.wrote_at at time zone 'UTC'))::int::text`;

/** Counts what tickets of more than a day ago may share as usual, those of incidents left out; returns how many it took. */
export async function countAsUsual(tx: TenantTx, before: Date, most: number): Promise<number> {
  const { taken } = await tx
    .with("given", (db) =>
      db
        .updateTable("incident_signs as s")
        .set({ is_counted: true })
        .where("s.ticket_id", "in", (eb) =>
          eb
            .selectFrom("incident_signs")
            .select("ticket_id")
            .where("is_counted", "=", false)
            .where("wrote_at", "<=", before.toISOString())
            .orderBy("wrote_at")
            .limit(most)
            .forUpdate()
            .skipLocked(),
        )
        .returning(["s.ticket_id", "s.customer_id", "s.wrote_at", "s.signs"]),
    )
    .with("counted", (db) =>
      db
        .insertInto("incident_usual")
        .columns(["sign", "week", "tickets"])
        .expression((eb) =>
          eb
            .selectFrom([
              "given as g",
              sql<{ sign: string }>`unnest(g.signs || ('hour:' || ${hourOf}))`.as<"one">(sql`one (sign)`),
            ])
            .select(["one.sign", sql<string>`date_trunc('week', g.wrote_at at time zone 'UTC')::date`.as("week")])
            .select(sql<number>`count(*)::int`.as("tickets"))
            .where("g.customer_id", "is not", null)
            .where(
              sql<boolean>`not exists (select from ticket_incidents i where i.ticket_id = g.ticket_id and not i.is_removed)`,
            )
            .groupBy(["one.sign", sql`2`]),
        )
        .onConflict((conflict) =>
          conflict
            .columns(["client_id", "sign", "week"])
            .doUpdateSet({ tickets: sql`incident_usual.tickets + excluded.tickets` }),
        )
        .returning("sign"),
    )
    .selectFrom("given")
    .select(sql<number>`count(*)::int`.as("taken"))
    .executeTakeFirstOrThrow();
  return taken;
}

/** Forgets what was counted, days ago, and weeks that no longer say what is usual. */
export async function forgetOldSigns(tx: TenantTx): Promise<void> {
  await tx
    .deleteFrom("incident_signs")
    .where("is_counted", "=", true)
    .where("wrote_at", "<", sql<string>`now() - interval '4 days'`)
    .execute();
  await tx
    .deleteFrom("incident_usual")
    .where("week", "<", sql<string>`(now() - make_interval(weeks => ${usualWeeks + 2}))::date`)
    .execute();
}

/** How many tickets had these signs in the weeks since a day, all together. */
export async function selectUsual(tx: TenantTx, signs: readonly string[], since: string): Promise<Map<string, number>> {
  const rows = await tx
    .selectFrom("incident_usual")
    .select(["sign", sql<number>`sum(tickets)::int`.as("tickets")])
    .where("sign", "=", sql<string>`any(${signs}::text[])`)
    .where("week", ">=", sql<string>`${since}::date`)
    .groupBy("sign")
    .execute();
  return new Map(rows.map(({ sign, tickets }) => [sign, tickets]));
}

/** What part of the orders of the last two weeks had each of these SKUs. */
export async function selectSold(tx: TenantTx, skus: readonly string[]): Promise<Map<string, number>> {
  if (skus.length === 0) return new Map();
  const recent = sql<string>`now() - interval '14 days'`;
  const rows = await tx
    .with("all_orders", (db) =>
      db
        .selectFrom("shopify_orders")
        .select(sql<number>`count(*)::float8`.as("orders"))
        .where("shopify_created_at", ">", recent),
    )
    .selectFrom("shopify_order_line_items as l")
    .innerJoin("shopify_orders as o", (join) =>
      join.onRef("o.client_id", "=", "l.client_id").onRef("o.id", "=", "l.order_id"),
    )
    .innerJoin("all_orders as a", (join) => join.onTrue())
    .select(["l.sku", sql<number>`count(distinct o.id) / max(a.orders)`.as("part")])
    .where("l.sku", "=", sql<string>`any(${skus}::text[])`)
    .where("o.shopify_created_at", ">", recent)
    .groupBy("l.sku")
    .execute();
  return new Map(rows.map(({ sku, part }) => [sku ?? "", part]));
}

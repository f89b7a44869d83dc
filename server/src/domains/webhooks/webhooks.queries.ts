import { webhookLimits } from "@deskhand/contract/admin/webhook-limits";
import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";

const shownWebhooks = (tx: TenantTx) =>
  tx
    .selectFrom("webhooks as w")
    .leftJoin("users as m", (join) => join.onRef("m.client_id", "=", "w.client_id").onRef("m.id", "=", "w.made_by"))
    .select(["w.id", "w.name", "w.url", "w.created_at as createdAt", "w.paused_at as pausedAt", "m.name as madeBy"]);

/** The store's webhooks by name. */
export function selectWebhooks(tx: TenantTx) {
  return shownWebhooks(tx).orderBy(sql`lower(w.name)`).execute();
}

/** One webhook; undefined if there is none. */
export function selectWebhook(tx: TenantTx, id: string) {
  return shownWebhooks(tx).where("w.id", "=", id).executeTakeFirst();
}
export type WebhookRow = NonNullable<Awaited<ReturnType<typeof selectWebhook>>>;

/** The names of those of these webhooks that are there. */
export async function selectWebhookNames(tx: TenantTx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await tx.selectFrom("webhooks").select(["id", "name"]).where("id", "in", ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Where a webhook's deliveries go, with its sealed secret. */
export function selectReceiver(tx: TenantTx, id: string) {
  return tx
    .selectFrom("webhooks")
    .select(["url", "secret", sql<boolean>`paused_at is not null`.as("isPaused")])
    .where("id", "=", id)
    .executeTakeFirst();
}

/** Pauses a webhook, unless it is gone or it took something lately; returns its name, undefined if nothing changed. */
export async function pauseWebhook(tx: TenantTx, id: string, wantsNoMore: boolean): Promise<string | undefined> {
  const tookLately = sql<boolean>`exists (select from effects e where e.target_id = webhooks.id and e.state = 'done'
    and e.changed_at > clock_timestamp() - make_interval(days => ${webhookLimits.effectTriedDays}::int))`;
  const paused = await tx
    .updateTable("webhooks")
    .set({ paused_at: sql<string>`clock_timestamp()` })
    .where("id", "=", id)
    .where("paused_at", "is", null)
    .$if(!wantsNoMore, (query) => query.where(sql<boolean>`not ${tookLately}`))
    .returning("name")
    .executeTakeFirst();
  return paused?.name;
}

/** Resumes a paused webhook; returns its name, undefined if it was not paused. */
export async function resumeWebhook(tx: TenantTx, id: string): Promise<string | undefined> {
  const resumed = await tx
    .updateTable("webhooks")
    .set({ paused_at: null })
    .where("id", "=", id)
    .where("paused_at", "is not", null)
    .returning("name")
    .executeTakeFirst();
  return resumed?.name;
}

/** Counts the store's webhooks other than one, and whether one of them has a name. */
export async function countOtherWebhooks(
  tx: TenantTx,
  name: string,
  id: string,
): Promise<{ count: number; isTaken: boolean }> {
  const { count, isTaken } = await tx
    .selectFrom("webhooks")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .select(sql<boolean>`coalesce(bool_or(lower(name) = lower(${name})), false)`.as("isTaken"))
    .where("id", "!=", id)
    .executeTakeFirstOrThrow();
  return { count, isTaken };
}

/** Who made a webhook, with its sealed secret; undefined if there is none. */
export function selectWebhookMaker(tx: TenantTx, id: string) {
  return tx.selectFrom("webhooks").select(["made_by as id", "secret"]).where("id", "=", id).executeTakeFirst();
}

type NewWebhook = { id: string; name: string; url: string; secret: Buffer; userId: string | null };

/** Inserts a webhook. */
export async function insertWebhook(tx: TenantTx, { userId, ...webhook }: NewWebhook): Promise<void> {
  await tx
    .insertInto("webhooks")
    .values({ ...webhook, made_by: userId })
    .execute();
}

/** Changes a webhook. */
export async function updateWebhook(
  tx: TenantTx,
  id: string,
  changes: Partial<Pick<NewWebhook, "name" | "url" | "secret">>,
): Promise<void> {
  await tx.updateTable("webhooks").set(changes).where("id", "=", id).execute();
}

/** Deletes a webhook. */
export async function deleteWebhook(tx: TenantTx, id: string): Promise<void> {
  await tx.deleteFrom("webhooks").where("id", "=", id).execute();
}

const textRead = 10_000;

/** What a delivery says of a ticket, as it is now; undefined for one that is gone. */
export function selectTold(tx: TenantTx, ticketId: string) {
  return tx
    .selectFrom("support_tickets as t")
    .leftJoin("customers as c", (join) =>
      join.onRef("c.client_id", "=", "t.client_id").onRef("c.id", "=", "t.customer_id"),
    )
    .leftJoin("users as u", (join) => join.onRef("u.client_id", "=", "t.client_id").onRef("u.id", "=", "t.assigned_to"))
    .select(["t.id", "t.ticket_number as number", "t.subject", "t.status", "t.priority", "t.category"])
    .select(["t.labels as tags", "t.is_archived as isArchived", "t.created_at as createdAt"])
    .select(
      sql<Person | null>`case when c.id is not null then json_build_object('id', c.id, 'name', c.name, 'email', c.email) end`.as(
        "customer",
      ),
    )
    .select(
      sql<Person | null>`case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end`.as(
        "assignee",
      ),
    )
    .select(
      sql<Words | null>`(select json_build_object('id', m.id, 'text', left(m.content, ${textRead}), 'createdAt', m.created_at)
        from ticket_messages m where m.ticket_id = t.id and m.is_from_customer and m.message_type = 'email'
        order by m.created_at desc, m.id desc limit 1)`.as("lastCustomerMessage"),
    )
    .where("t.id", "=", ticketId)
    .executeTakeFirst();
}
type Person = { id: string; name: string | null; email?: string };
type Words = { id: string; text: string; createdAt: string };

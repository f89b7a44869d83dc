import type { RuleActionSet } from "@deskhand/contract/admin/rules";
import type { CannedResponse, CannedResponseInput } from "@deskhand/contract/canned-responses";
import { limits } from "@deskhand/contract/limits";
import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";

/** Who looks: members see the responses of their teams, and who manages teams those of all. */
export type Viewer = { userId: string | null; seesTeams: boolean };

/** Whether a viewer may see a row `r` of responses: the store's, those of their teams, and their own. */
export function isSeenBy({ userId, seesTeams }: Viewer) {
  return sql<boolean>`(r.owner_id = ${userId} or r.owner_id is null and (r.team_id is null or ${seesTeams}::boolean
    or exists (select from team_members m where m.client_id = r.client_id and m.team_id = r.team_id and m.user_id = ${userId})))`;
}

/** Selects the active responses that a person may see. */
function seenBy(tx: TenantTx, viewer: Viewer) {
  return tx
    .selectFrom("canned_responses as r")
    .select(["r.id", "r.title", "r.content", "r.category", "r.tags", "r.team_id as teamId"])
    .select(sql<RuleActionSet[]>`r.actions`.as("actions"))
    .select((eb) => [
      eb("r.owner_id", "is not", null).$castTo<boolean>().as("isOwn"),
      eb
        .selectFrom("canned_response_keys as k")
        .select("k.key")
        .whereRef("k.response_id", "=", "r.id")
        .where("k.user_id", "=", viewer.userId)
        .as("key"),
    ])
    .select(["r.created_at as createdAt", "r.updated_at as updatedAt"])
    .where("r.is_active", "=", true)
    .where(isSeenBy(viewer));
}
export type StoredResponse = Omit<CannedResponse, "uses">;

/** Selects the active responses that a person may see, by category and title. */
export function selectActive(tx: TenantTx, viewer: Viewer): Promise<StoredResponse[]> {
  return seenBy(tx, viewer)
    .orderBy("r.category")
    .orderBy("r.title")
    .orderBy("r.id")
    .limit(limits.cannedResponses + limits.ownResponses)
    .execute();
}

/** Counts the active responses of a person, or for null of the store with all its teams. */
export async function countActive(tx: TenantTx, ownerId: string | null): Promise<number> {
  const { count } = await tx
    .selectFrom("canned_responses")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("is_active", "=", true)
    .where("owner_id", "is not distinct from", ownerId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Selects an active response that a person may see; undefined if there is none, or it was deleted. */
export function selectResponse(tx: TenantTx, viewer: Viewer, id: string): Promise<StoredResponse | undefined> {
  return seenBy(tx, viewer).where("r.id", "=", id).executeTakeFirst();
}

/** Selects the titles of the store's responses by their ids, also of deleted ones. */
export async function selectResponseTitles(
  tx: TenantTx,
  ids: readonly string[],
): Promise<Map<string, { title: string; isDeleted: boolean }>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .selectFrom("canned_responses")
    .select(["id", "title", "is_active"])
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .where("owner_id", "is", null)
    .where("team_id", "is", null)
    .execute();
  return new Map(rows.map(({ id, title, is_active }) => [id, { title, isDeleted: !is_active }]));
}

/** Selects the text of an active response that everybody sees; undefined if there is none. */
export function selectStoreResponse(tx: TenantTx, id: string): Promise<{ content: string } | undefined> {
  return tx
    .selectFrom("canned_responses")
    .select("content")
    .where("id", "=", id)
    .where("is_active", "=", true)
    .where("owner_id", "is", null)
    .where("team_id", "is", null)
    .executeTakeFirst();
}

/** Selects the texts of those of these that are active and everybody's. */
export async function selectStoreResponses(
  tx: TenantTx,
  ids: readonly string[],
): Promise<{ id: string; content: string }[]> {
  if (ids.length === 0) return [];
  return tx
    .selectFrom("canned_responses")
    .select(["id", "content"])
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .where("is_active", "=", true)
    .where("owner_id", "is", null)
    .where("team_id", "is", null)
    .execute();
}

/** Selects the author of a response, deleted or not; undefined if no response ever had this id. */
export function selectMaker(tx: TenantTx, id: string): Promise<{ id: string | null } | undefined> {
  return tx.selectFrom("canned_responses").select("created_by as id").where("id", "=", id).executeTakeFirst();
}

type Written = Omit<CannedResponseInput, "actions"> & { actions: readonly RuleActionSet[] };

/** Inserts a response, unless its id is taken. */
export async function insertResponse(
  tx: TenantTx,
  response: Written & { id: string; createdBy: string | null; ownerId: string | null; teamId: string | null },
): Promise<void> {
  const { createdBy, ownerId, teamId, actions, ...fields } = response;
  await tx
    .insertInto("canned_responses")
    .values({
      ...fields,
      actions: JSON.stringify(actions),
      owner_id: ownerId,
      team_id: teamId,
      created_by: createdBy,
      updated_by: createdBy,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/**
 * Updates an active response that a person may see; false if there is none or it changed since `expectedUpdatedAt`. With a new home it
 * is no longer anybody's own, but a team's, or for null everybody's.
 */
export async function updateResponse(
  tx: TenantTx,
  { id, expectedUpdatedAt, viewer }: { id: string; expectedUpdatedAt: string; viewer: Viewer },
  { actions, home, ...fields }: Written & { home: { teamId: string | null } | undefined },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("canned_responses as r")
    .set({
      ...fields,
      actions: JSON.stringify(actions),
      owner_id: home ? null : sql<string | null>`owner_id`,
      team_id: home ? home.teamId : sql<string | null>`team_id`,
      updated_by: viewer.userId,
      updated_at: sql`clock_timestamp()`,
    })
    .where("id", "=", id)
    .where("is_active", "=", true)
    .where(isSeenBy(viewer))
    .where("updated_at", "=", expectedUpdatedAt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Hides a response that a person may see and forgets its keys; it may be hidden already. Returns false if there is none. */
export async function hideResponse(tx: TenantTx, id: string, viewer: Viewer): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .with("keys", (cte) => cte.deleteFrom("canned_response_keys").where("response_id", "=", id))
    .updateTable("canned_responses as r")
    .set({ is_active: false, updated_by: viewer.userId, updated_at: sql`clock_timestamp()` })
    .where("id", "=", id)
    .where(isSeenBy(viewer))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether a person may make a response a team's; the team is not deleted before the transaction ends. */
export async function isTeamOf(tx: TenantTx, { userId, seesTeams }: Viewer, teamId: string): Promise<boolean> {
  const team = await tx
    .selectFrom("teams as t")
    .select("t.id")
    .where("t.id", "=", teamId)
    .where("t.deleted_at", "is", null)
    .where(
      sql<boolean>`(${seesTeams}::boolean or exists (select from team_members m
        where m.client_id = t.client_id and m.team_id = t.id and m.user_id = ${userId}))`,
    )
    .forKeyShare()
    .executeTakeFirst();
  return team !== undefined;
}

/** Makes the responses of a team everybody's. */
export async function releaseResponses(tx: TenantTx, teamId: string): Promise<void> {
  await tx
    .updateTable("canned_responses")
    .set({ team_id: null, updated_at: sql`clock_timestamp()` })
    .where("team_id", "=", teamId)
    .execute();
}

/** Selects a ticket's facts for placeholders, with its customer and the order number that an agent set. */
export function selectTicketFacts(tx: TenantTx, ticketId: string) {
  return tx
    .selectFrom("support_tickets as t")
    .innerJoin("clients as s", "s.id", "t.client_id")
    .leftJoin("customers as c", "c.id", "t.customer_id")
    .leftJoin("ticket_orders as o", "o.ticket_id", "t.id")
    .select(["t.ticket_number", "t.subject", "t.customer_id", "c.name as customer_name", "c.email as customer_email"])
    .select(["s.store_name", "o.order_number as chosen_number"])
    .where("t.id", "=", ticketId)
    .executeTakeFirst();
}
export type TicketFacts = NonNullable<Awaited<ReturnType<typeof selectTicketFacts>>>;

/** Selects the store's name. */
export function selectStoreName(tx: TenantTx) {
  return tx.selectFrom("clients").select("store_name").where("id", "=", tx.tenantId).executeTakeFirstOrThrow();
}

/** Selects the customer with an address; undefined if nobody has it. */
export function selectPerson(tx: TenantTx, email: string) {
  return tx
    .selectFrom("customer_addresses as a")
    .innerJoin("customers as c", "c.id", "a.customer_id")
    .select(["c.id", "c.name"])
    .where("a.email", "=", email)
    .executeTakeFirst();
}

/** Selects an order's facts for placeholders. */
export function selectOrderFacts(tx: TenantTx, orderId: string) {
  return tx
    .selectFrom("shopify_orders")
    .select(["name as order_name", "total_price", "currency", "fulfillment_status", "shopify_created_at as ordered_at"])
    .where("id", "=", orderId)
    .executeTakeFirst();
}
export type OrderFacts = NonNullable<Awaited<ReturnType<typeof selectOrderFacts>>>;

import type { IncidentAnswer, IncidentRecipient } from "@deskhand/contract/desk/incidents";
import { sql } from "kysely";
import { givenRows } from "../../../platform/db/given-rows.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";

/** The message of a ticket that came last, by mail or as a reply; undefined for none. */
export function selectLastMessage(tx: TenantTx, ticketId: string): Promise<{ id: string } | undefined> {
  return tx
    .selectFrom("ticket_messages")
    .select("id")
    .where("ticket_id", "=", ticketId)
    .where("message_type", "=", "email")
    .orderBy(sql`coalesce(added_at, created_at)`, "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
}

/** A ticket's number and whom it is of; undefined for none. */
export function selectAnsweredTicket(tx: TenantTx, ticketId: string) {
  return tx
    .selectFrom("support_tickets as t")
    .leftJoin("customers as c", (join) =>
      join.onRef("c.client_id", "=", "t.client_id").onRef("c.id", "=", "t.customer_id"),
    )
    .select(["t.ticket_number as ticketNumber", sql<string | null>`coalesce(c.name, c.email)`.as("name")])
    .where("t.id", "=", ticketId)
    .executeTakeFirst();
}

/** Who placed an order: their customer where one is known by a mail address, else the order's own address. */
export function selectBuyer(tx: TenantTx, orderId: string) {
  return tx
    .selectFrom("shopify_orders as o")
    .leftJoin("customers as c", (join) =>
      join.onRef("c.client_id", "=", "o.client_id").onRef("c.id", "=", "o.customer_id").on("c.email", "is not", null),
    )
    .select(["o.name as orderName", "c.id as customerId", sql<string | null>`coalesce(c.email, o.email)`.as("email")])
    .select(
      sql<string | null>`coalesce(c.name, nullif(trim(concat_ws(' ', o.shipping_address ->> 'first_name',
        o.shipping_address ->> 'last_name')), ''))`.as("name"),
    )
    .where("o.id", "=", orderId)
    .executeTakeFirst();
}

/** A ticket that whoever placed an order has begun, on an incident or since a time; undefined for none. */
export function selectWrittenSince(
  tx: TenantTx,
  { orderId, incidentId, since }: { orderId: string; incidentId: string | null; since: string },
) {
  return tx
    .selectFrom("support_tickets as t")
    .innerJoin("shopify_orders as o", (join) => join.onRef("o.client_id", "=", "t.client_id"))
    .select("t.ticket_number as ticketNumber")
    .where("o.id", "=", orderId)
    .where(
      sql<boolean>`t.customer_id in (select o.customer_id union all
        select a.customer_id from customer_addresses a where a.client_id = o.client_id and a.email = o.email)`,
    )
    .where(
      sql<boolean>`(t.created_at > ${since}::timestamptz or t.id in (select i.ticket_id from ticket_incidents i
        where i.incident_id = ${incidentId}::uuid and not i.is_removed))`,
    )
    .orderBy("t.created_at", "desc")
    .limit(1)
    .executeTakeFirst();
}

type NewAnswer = { id: string; incidentId: string | null; content: string; subject: string; writtenBy: string };

/** Inserts an answer; false if there is one with the id. */
export async function insertAnswer(tx: TenantTx, answer: NewAnswer): Promise<boolean> {
  const { id, incidentId, content, subject, writtenBy } = answer;
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto("incident_answers")
    .values({ id, incident_id: incidentId, content, subject, written_by: writtenBy })
    .onConflict((conflict) => conflict.columns(["client_id", "id"]).doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

export type NewRecipient = {
  id: string;
  ticketId: string | null;
  orderId: string | null;
  lastSeenMessageId: string | null;
  digest: string;
};

/** Inserts whom an answer goes to, each once; those that are gone by now are left out. */
export async function insertAnswerRecipients(
  tx: TenantTx,
  answerId: string,
  recipients: readonly NewRecipient[],
): Promise<void> {
  const columns = {
    id: "uuid",
    position: "integer",
    ticket_id: "uuid",
    order_id: "uuid",
    last_seen_message_id: "uuid",
    digest: "text",
  } as const;
  const rows = recipients.map((one, position) => ({
    id: one.id,
    position,
    ticket_id: one.ticketId,
    order_id: one.orderId,
    last_seen_message_id: one.lastSeenMessageId,
    digest: one.digest,
  }));
  const given = givenRows(columns, rows);
  const names = ["id", "position", "ticket_id", "order_id", "last_seen_message_id", "digest"] as const;
  await tx
    .insertInto("incident_recipients")
    .columns(["answer_id", ...names])
    .expression((eb) =>
      eb
        .selectFrom(given)
        .select(sql<string>`${answerId}::uuid`.as("answer_id"))
        .select(names.map((name) => sql.ref<never>(`given.${name}`).as(name)))
        .where(
          sql<boolean>`(given.ticket_id in (select t.id from support_tickets t where t.client_id = current_client_id() and t.id = given.ticket_id)
            or given.order_id in (select o.id from shopify_orders o where o.client_id = current_client_id() and o.id = given.order_id))`,
        ),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Who wrote an answer; undefined if there is none. */
export function selectAnswerWriter(tx: TenantTx, id: string) {
  return tx.selectFrom("incident_answers").select("written_by as id").where("id", "=", id).executeTakeFirst();
}

const shownAnswers = (tx: TenantTx) =>
  tx
    .selectFrom("incident_answers as a")
    .leftJoin("users as u", (join) => join.onRef("u.client_id", "=", "a.client_id").onRef("u.id", "=", "a.written_by"))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom("incident_recipients as r")
          .select([
            sql<number>`count(*) filter (where r.state = 'sent')::int`.as("sent"),
            sql<number>`count(*) filter (where r.state = 'held')::int`.as("held"),
            sql<number>`count(*) filter (where r.state = 'planned')::int`.as("planned"),
          ])
          .whereRef("r.client_id", "=", "a.client_id")
          .whereRef("r.answer_id", "=", "a.id")
          .as("of"),
      (join) => join.onTrue(),
    )
    .select(["a.id", "a.incident_id as incidentId", "a.content", "u.name as writtenBy", "a.created_at as createdAt"])
    .select(["of.sent", "of.held", "of.planned"])
    .select(sql<IncidentAnswer["state"]>`a.state`.as("state"));

/** An answer with how far it is; undefined if there is none. */
export function selectAnswer(tx: TenantTx, id: string): Promise<IncidentAnswer | undefined> {
  return shownAnswers(tx).where("a.id", "=", id).executeTakeFirst();
}

/** The answers of an incident, newest first. */
export function selectAnswersOf(tx: TenantTx, incidentId: string): Promise<IncidentAnswer[]> {
  return shownAnswers(tx).where("a.incident_id", "=", incidentId).orderBy("a.created_at", "desc").limit(20).execute();
}

/** Whom an answer goes to, in order. */
export function selectAnswerRecipients(tx: TenantTx, answerId: string): Promise<IncidentRecipient[]> {
  return tx
    .selectFrom("incident_recipients as r")
    .leftJoin("support_tickets as t", (join) =>
      join.onRef("t.client_id", "=", "r.client_id").onRef("t.id", "=", "r.ticket_id"),
    )
    .leftJoin("shopify_orders as o", (join) =>
      join.onRef("o.client_id", "=", "r.client_id").onRef("o.id", "=", "r.order_id"),
    )
    .leftJoin("customers as c", (join) =>
      join.onRef("c.client_id", "=", "r.client_id").on(sql<boolean>`c.id = coalesce(t.customer_id, o.customer_id)`),
    )
    .select(["r.id", "r.ticket_id as ticketId", "t.ticket_number as ticketNumber", "o.name as orderName", "r.reason"])
    .select([
      sql<string | null>`coalesce(c.name, c.email, o.email)`.as("name"),
      sql<IncidentRecipient["state"]>`r.state`.as("state"),
    ])
    .where("r.answer_id", "=", answerId)
    .orderBy("r.position")
    .execute();
}

/** What is sent of an answer, locked against its end; undefined for one that is no more sent. */
export function lockSending(tx: TenantTx, id: string) {
  return tx
    .selectFrom("incident_answers")
    .select(["id", "incident_id as incidentId", "content", "subject", "written_by as writtenBy"])
    .select("created_at as createdAt")
    .where("id", "=", id)
    .where("state", "=", "sending")
    .forShare()
    .executeTakeFirst();
}
export type Sending = NonNullable<Awaited<ReturnType<typeof lockSending>>>;

/** Takes the next one whom an answer goes to, which nobody else takes meanwhile; undefined when all had their turn. */
export function takeRecipient(tx: TenantTx, answerId: string) {
  return tx
    .selectFrom("incident_recipients")
    .select([
      "id",
      "ticket_id as ticketId",
      "order_id as orderId",
      "last_seen_message_id as lastSeenMessageId",
      "digest",
    ])
    .where("answer_id", "=", answerId)
    .where("state", "=", "planned")
    .orderBy("position")
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
}
export type Taken = NonNullable<Awaited<ReturnType<typeof takeRecipient>>>;

/** Notes that somebody got an answer, on this ticket. */
export async function markAnswerSent(tx: TenantTx, id: string, ticketId: string): Promise<void> {
  await tx
    .updateTable("incident_recipients")
    .set({ state: "sent", ticket_id: ticketId, changed_at: sql`clock_timestamp()` })
    .where("id", "=", id)
    .execute();
}

/** Notes why somebody does not get an answer, unless they got it. */
export async function holdAnswerBack(tx: TenantTx, id: string, reason: string): Promise<void> {
  await tx
    .updateTable("incident_recipients")
    .set({ state: "held", reason: reason.slice(0, 500), changed_at: sql`clock_timestamp()` })
    .where("id", "=", id)
    .where("state", "=", "planned")
    .execute();
}

/** Ends an answer that is sent; true if it was. */
export async function endAnswer(tx: TenantTx, id: string, state: "done" | "stopped"): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("incident_answers")
    .set({ state })
    .where("id", "=", id)
    .where("state", "=", "sending")
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Holds back all of a stopped answer that have not had their turn. */
export async function holdRest(tx: TenantTx, answerId: string, reason: string): Promise<void> {
  await tx
    .updateTable("incident_recipients")
    .set({ state: "held", reason, changed_at: sql`clock_timestamp()` })
    .where("answer_id", "=", answerId)
    .where("state", "=", "planned")
    .execute();
}

/** Answers that are being sent, for those whose job was lost. */
export async function selectForgottenAnswers(tx: TenantTx): Promise<string[]> {
  const rows = await tx
    .selectFrom("incident_answers")
    .select("id")
    .where("state", "=", "sending")
    .where("created_at", "<", sql<string>`now() - interval '2 minutes'`)
    .execute();
  return rows.map(({ id }) => id);
}

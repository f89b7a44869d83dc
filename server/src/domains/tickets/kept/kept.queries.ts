import { sql } from "kysely";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import type { Reply, Writer } from "../thread/send-reply.ts";

type State = "waiting" | "returned" | "gone";

export type KeptId = { id: string; ticketId: string; authorId: string };
export type KeptRow = KeptId & { reply: Reply };

type NewKept = KeptRow & {
  draft: string | null;
  uploadIds: string[];
  /** When it is sent: after some seconds, or at a time that its author chose. */
  sendTime: { inSeconds: number } | { at: string };
};

const idColumns = ["id", "ticket_id as ticketId", "author_id as authorId"] as const;
/** Rounded down to a millisecond, as the column would round up and the job's delay is in whole seconds. */
const inSeconds = (count: number) => sql<string>`date_trunc('milliseconds', now() + make_interval(secs => ${count}))`;

/**
 * Inserts a kept reply; returns false if its key was used before. A reply with an undo time is not sent before its author's earlier ones.
 */
export async function insertKept(tx: TenantTx, kept: NewKept): Promise<boolean> {
  const { id, ticketId, authorId, reply, draft, sendTime, uploadIds } = kept;
  const earliest = sql`(select max(due_at) from kept_replies where ticket_id = ${ticketId} and author_id = ${authorId}
    and state = 'waiting' and not is_later)`;
  const dueAt = "at" in sendTime ? sendTime.at : sql<string>`greatest(${inSeconds(sendTime.inSeconds)}, ${earliest})`;
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("kept_replies")
    .values({
      id,
      ticket_id: ticketId,
      author_id: authorId,
      reply: JSON.stringify(reply),
      draft,
      is_later: "at" in sendTime,
      due_at: dueAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 0n) return false;
  if (uploadIds.length > 0) {
    const rows = uploadIds.map((upload_id, position) => ({ upload_id, kept_reply_id: id, position }));
    await tx
      .insertInto("kept_files")
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns(["client_id", "upload_id"]).doUpdateSet((eb) => ({
          kept_reply_id: eb.ref("excluded.kept_reply_id"),
          position: eb.ref("excluded.position"),
        })),
      )
      .execute();
  }
  return true;
}

/** Counts a person's waiting replies. */
export async function countWaiting(tx: TenantTx, authorId: string): Promise<number> {
  const { count } = await tx
    .selectFrom("kept_replies")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .where("author_id", "=", authorId)
    .where("state", "=", "waiting")
    .executeTakeFirstOrThrow();
  return count;
}

/** Selects kept replies with everything that screens show. */
function selectShown(tx: TenantTx) {
  return tx
    .selectFrom("kept_replies as k")
    .innerJoin("support_tickets as t", "t.id", "k.ticket_id")
    .innerJoin("users as u", "u.id", "k.author_id")
    .leftJoin("users as by", "by.id", "k.returned_by")
    .select(["k.id", "k.ticket_id as ticketId", "t.ticket_number as ticketNumber", "k.author_id as authorId"])
    .select(["u.name as authorName", "k.draft", "k.is_later as isLater", "k.created_at as createdAt"])
    .select(sql<number>`greatest(0, ceil(extract(epoch from k.due_at - now())))::int`.as("secondsToDue"))
    .select([
      "k.due_at as dueAt",
      "k.state",
      "k.reason",
      "k.is_seen as isSeen",
      "by.name as returnedBy",
      sql<unknown>`k.reply`.as("reply"),
    ])
    .select(
      sql<{ id: string; filename: string; fileSize: number }[]>`coalesce((
        select json_agg(json_build_object('id', f.id, 'filename', f.filename, 'fileSize', f.file_size) order by kf.position)
        from kept_files kf join uploads f on f.client_id = kf.client_id and f.id = kf.upload_id
        where kf.client_id = k.client_id and kf.kept_reply_id = k.id), '[]')`.as("files"),
    );
}
export type ShownKept = Awaited<ReturnType<typeof selectKept>> & {};

/** Selects a kept reply in any state. */
export function selectKept(tx: TenantTx, id: string) {
  return selectShown(tx).where("k.id", "=", id).executeTakeFirst();
}

/** Selects a person's waiting and returned replies, in the order in which they were written. */
export function selectOwn(tx: TenantTx, authorId: string) {
  return selectShown(tx)
    .where("k.author_id", "=", authorId)
    .where("k.state", "!=", "gone")
    .orderBy("k.created_at")
    .orderBy("k.id")
    .execute();
}

/** Selects a ticket's waiting replies, in the order in which they will be sent. */
export function selectOfTicket(tx: TenantTx, ticketId: string) {
  return selectShown(tx)
    .where("k.ticket_id", "=", ticketId)
    .where("k.state", "=", "waiting")
    .orderBy("k.due_at")
    .orderBy("k.created_at")
    .orderBy("k.id")
    .execute();
}

/** Whether the message that came last to a ticket is its customer's side's. */
export async function isLastByCustomer(tx: TenantTx, ticketId: string): Promise<boolean> {
  const last = await tx
    .selectFrom("ticket_messages")
    .select("is_from_customer as isFromCustomer")
    .where("ticket_id", "=", ticketId)
    .where("message_type", "=", "email")
    .orderBy(sql`coalesce(added_at, created_at)`, "desc")
    .orderBy("id", "desc")
    .limit(1)
    .executeTakeFirst();
  return last?.isFromCustomer ?? false;
}

/** Deletes and returns the next due reply of a ticket; the caller has locked the ticket. */
export async function takeDue(tx: TenantTx, ticketId: string): Promise<(KeptId & { reply: unknown }) | undefined> {
  const next = await tx
    .selectFrom("kept_replies")
    .select("id")
    .where("ticket_id", "=", ticketId)
    .where("state", "=", "waiting")
    .where("due_at", "<=", sql<string>`clock_timestamp()`)
    .orderBy("due_at")
    .orderBy("created_at")
    .orderBy("id")
    .limit(1)
    .executeTakeFirst();
  if (!next) return undefined;
  // This waits for an undo or a new time in another transaction, and then finds nothing.
  const deleted = await tx
    .deleteFrom("kept_replies")
    .where("id", "=", next.id)
    .where("state", "=", "waiting")
    .where("due_at", "<=", sql<string>`clock_timestamp()`)
    .returning([...idColumns, sql<unknown>`reply`.as("reply")])
    .executeTakeFirst();
  return deleted ?? takeDue(tx, ticketId);
}

/** Passes a reply's status to its author's next waiting reply on the ticket; returns false if there is none. */
export async function passOnStatus(tx: TenantTx, { ticketId, authorId, reply }: KeptRow): Promise<boolean> {
  const { thenStatus, expectedStatus } = reply;
  const status = JSON.stringify({ thenStatus, ...(expectedStatus && { expectedStatus }) });
  // A status that the next reply has with its macro counts, as one that it has by itself does.
  const isOwnStatus = sql`jsonb_path_exists(reply, '$.macro.actions[*] ? (@.action == "set_status")')`;
  const { numUpdatedRows } = await tx
    .updateTable("kept_replies")
    .set({ reply: sql<string>`case when ${isOwnStatus} then reply else ${status}::jsonb || reply end` })
    .where("id", "=", (next) =>
      next
        .selectFrom("kept_replies")
        .select("id")
        .where("ticket_id", "=", ticketId)
        .where("author_id", "=", authorId)
        .where("state", "=", "waiting")
        .orderBy("due_at")
        .orderBy("created_at")
        .orderBy("id")
        .limit(1),
    )
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Selects a reply's author with their current name and role; undefined if they were deactivated. */
export async function selectWriter(tx: TenantTx, userId: string): Promise<Writer | undefined> {
  return tx
    .selectFrom("users")
    .select(["id as userId", "name", "role", sql<"person">`'person'`.as("kind")])
    .where("id", "=", userId)
    .where("is_active", "=", true)
    .executeTakeFirst();
}

type ReturnReason = { reason: string; returnedBy?: string };

function returnWaiting(tx: TenantTx, { reason, returnedBy = undefined }: ReturnReason) {
  return tx
    .updateTable("kept_replies")
    .set({
      state: "returned" satisfies State,
      reason,
      returned_by: returnedBy ?? null,
      ended_at: sql`clock_timestamp()`,
    })
    .where("state", "=", "waiting")
    .returning(idColumns);
}

/** Returns a waiting reply to its author; `authorId`, if given, has to be theirs. */
export function returnOne(
  tx: TenantTx,
  { id, authorId }: { id: string; authorId?: string },
  how: ReturnReason,
): Promise<KeptId | undefined> {
  return returnWaiting(tx, how)
    .where("id", "=", id)
    .$if(authorId !== undefined, (query) => query.where("author_id", "=", authorId ?? ""))
    .executeTakeFirst();
}

/** Returns a due reply that could not be sent, and its author's later ones on the ticket, which make no sense without it. */
export function returnFrom(tx: TenantTx, { id, ticketId, authorId }: KeptId, reason: string): Promise<KeptId[]> {
  return returnWaiting(tx, { reason })
    .where("ticket_id", "=", ticketId)
    .where("author_id", "=", authorId)
    .where(
      sql<boolean>`(created_at, id) >= (select created_at, id from kept_replies where id = ${id} and state = 'waiting')`,
    )
    .execute();
}

/** Returns all waiting replies of a store. */
export function returnAll(tx: TenantTx, reason: string): Promise<KeptId[]> {
  return returnWaiting(tx, { reason }).execute();
}

/** Reschedules a waiting reply of the author. */
export function setTime(tx: TenantTx, authorId: string, id: string, at: string): Promise<KeptId | undefined> {
  return tx
    .updateTable("kept_replies")
    .set({ due_at: at, is_later: true })
    .where("id", "=", id)
    .where("author_id", "=", authorId)
    .where("state", "=", "waiting")
    .returning(idColumns)
    .executeTakeFirst();
}

/** Makes a waiting reply of the author due now, with their earlier ones on the ticket that can still be undone. */
export function makeDue(tx: TenantTx, authorId: string, id: string): Promise<KeptId[]> {
  return tx
    .updateTable("kept_replies as k")
    .from("kept_replies as last")
    .set({ due_at: sql<string>`least(k.due_at, ${inSeconds(0)})` })
    .whereRef("k.ticket_id", "=", "last.ticket_id")
    .where("last.id", "=", id)
    .where("last.state", "=", "waiting")
    .where("last.author_id", "=", authorId)
    .where("k.author_id", "=", authorId)
    .where("k.state", "=", "waiting")
    .where(sql<boolean>`(k.id = last.id or not k.is_later and (k.created_at, k.id) < (last.created_at, last.id))`)
    .returning(["k.id", "k.ticket_id as ticketId", "k.author_id as authorId"])
    .execute();
}

/** Marks the author's returned reply as seen; undefined if there is none. */
export function markReturnedSeen(tx: TenantTx, authorId: string, id: string): Promise<KeptId | undefined> {
  return tx
    .updateTable("kept_replies")
    .set({ is_seen: true })
    .where("id", "=", id)
    .where("author_id", "=", authorId)
    .where("state", "=", "returned")
    .returning(idColumns)
    .executeTakeFirst();
}

/** Clears the content of the author's returned reply and frees its files, which stay for another day; undefined if there is none. */
export async function forgetReturned(tx: TenantTx, authorId: string, id: string): Promise<KeptId | undefined> {
  const cleared = await tx
    .updateTable("kept_replies")
    .set({ state: "gone" satisfies State, reply: "{}", draft: null, ended_at: sql`clock_timestamp()` })
    .where("id", "=", id)
    .where("author_id", "=", authorId)
    .where("state", "!=", "waiting")
    .returning(idColumns)
    .executeTakeFirst();
  if (!cleared) return undefined;
  const files = await tx.deleteFrom("kept_files").where("kept_reply_id", "=", id).returning("upload_id").execute();
  const uploads = files.map(({ upload_id }) => upload_id);
  if (uploads.length > 0) {
    await tx.updateTable("uploads").set({ created_at: sql`clock_timestamp()` }).where("id", "in", uploads).execute();
  }
  return cleared;
}

/** Deletes rows of replies that were cleared a day ago and kept only for their keys. */
export async function deleteForgotten(tx: TenantTx): Promise<void> {
  await tx
    .deleteFrom("kept_replies")
    .where("state", "=", "gone")
    .where("ended_at", "<", sql<string>`now() - interval '1 day'`)
    .execute();
}

/** Lists the tickets with a reply that is overdue by a minute. */
export async function selectOverdue(tx: TenantTx): Promise<string[]> {
  const rows = await tx
    .selectFrom("kept_replies")
    .select("ticket_id")
    .distinct()
    .where("state", "=", "waiting")
    .where("due_at", "<", sql<string>`now() - interval '1 minute'`)
    .execute();
  return rows.map(({ ticket_id }) => ticket_id);
}

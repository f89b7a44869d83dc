import type { LeftOutMail } from "@deskhand/contract/mailboxes/mailboxes";
import { sql } from "kysely";
import type { TenantTx } from "../../platform/db/tenant.ts";
import { healthy, triedAgain } from "./hold.queries.ts";

function shownMailboxes(tx: TenantTx) {
  const mails = (outcomes: readonly string[]) =>
    sql<number>`(select count(*)::int from mailbox_mails mm where mm.mailbox_id = m.id and mm.outcome = any(${outcomes}::text[]))`;
  return tx
    .selectFrom("mailboxes as m")
    .leftJoin("users as u", (join) => join.onRef("u.client_id", "=", "m.client_id").onRef("u.id", "=", "m.made_by"))
    .select(["m.id", "m.address as name", "m.host", "m.port", "m.security", "m.user_name as user", "m.folder"])
    .select(["u.name as madeBy", "m.created_at as createdAt", "m.looked_at as lookedAt"])
    .select(sql<string>`m.taken_from::text`.as("takenFrom"))
    .select(["m.fault", "m.server_said as said", "m.failing_since as failingSince", "m.due_at as dueAt"])
    .select([
      "m.counts as isCounting",
      "m.counted_at as countedAt",
      "m.counted_there as there",
      "m.counted_here as here",
    ])
    .select([
      mails(["taken"]).as("taken"),
      mails(["copy", "own", "too_large"]).as("leftOut"),
      mails(["failing", "unreadable"]).as("unreadable"),
    ]);
}

/** The store's mailboxes by address. */
export function selectMailboxes(tx: TenantTx) {
  return shownMailboxes(tx).orderBy("m.address").orderBy("m.folder").orderBy("m.id").execute();
}

/** One mailbox; undefined if there is none. */
export function selectMailbox(tx: TenantTx, id: string) {
  return shownMailboxes(tx).where("m.id", "=", id).executeTakeFirst();
}
export type MailboxRow = NonNullable<Awaited<ReturnType<typeof selectMailbox>>>;

/** A query for the addresses of the store's mailboxes. */
export function addressesOfMailboxes(tx: TenantTx) {
  return tx.selectFrom("mailboxes").select("address");
}

/** The mailboxes of which the admins were told that they cannot be read. */
export function selectFailedMailboxes(tx: TenantTx): Promise<{ id: string; name: string }[]> {
  return tx
    .selectFrom("mailboxes")
    .select(["id", "address as name"])
    .where("is_told", "=", true)
    .orderBy("address")
    .execute();
}

/** A mailbox's place with its sealed password, and who connected it; undefined if there is none. */
export function selectPlace(tx: TenantTx, id: string) {
  return tx
    .selectFrom("mailboxes")
    .select(["host", "port", "security", "user_name as user", "folder", "password", "made_by as madeBy"])
    .where("id", "=", id)
    .executeTakeFirst();
}

type Place = { host: string; user: string; folder: string };

/** Counts the store's other mailboxes, and whether one of them is the same folder. */
export async function countOtherMailboxes(
  tx: TenantTx,
  { host, user, folder }: Place,
  id: string,
): Promise<{ count: number; isTaken: boolean }> {
  return tx
    .selectFrom("mailboxes")
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .select(
      sql<boolean>`coalesce(bool_or(lower(host) = ${host} and user_name = ${user} and folder = ${folder}), false)`.as(
        "isTaken",
      ),
    )
    .where("id", "!=", id)
    .executeTakeFirstOrThrow();
}

type SavedPlace = Place & {
  address: string;
  port: number;
  security: "tls" | "starttls";
  password: Buffer;
  takenFrom: string;
};

const columnsOf = ({ user, takenFrom, ...same }: SavedPlace) => ({ ...same, user_name: user, taken_from: takenFrom });

/** Inserts a mailbox that is due at once. */
export async function insertMailbox(tx: TenantTx, id: string, userId: string, place: SavedPlace): Promise<void> {
  await tx
    .insertInto("mailboxes")
    .values({ id, made_by: userId, ...columnsOf(place) })
    .execute();
}

/** Whoever holds it can store nothing more, and it is due at once. */
const released = { epoch: sql<number>`epoch + 1`, held_until: null, due_at: sql<string>`clock_timestamp()` };

/**
 * Changes a mailbox. Whoever holds it can store nothing more, and it is due at once. In another place its numbers mean other mails; in the same
 * one all mails are looked at again, as an earlier day may be asked for.
 */
export async function updateMailbox(tx: TenantTx, id: string, place: SavedPlace, isElsewhere: boolean): Promise<void> {
  await tx
    .updateTable("mailboxes")
    .set({
      ...columnsOf(place),
      ...released,
      ...healthy,
      seen_uid: 0,
      counts: true,
      ...(isElsewhere && { uid_validity: null, generation: sql<number>`generation + 1` }),
    })
    .where("id", "=", id)
    .execute();
}

/** Has a mailbox looked at and counted soon, by whoever holds it next, who tries once more what could not be read. */
export async function askForCount(tx: TenantTx, id: string): Promise<void> {
  await tx
    .updateTable("mailboxes")
    .set({ ...released, counts: true })
    .where("id", "=", id)
    .execute();
  await tx
    .updateTable("mailbox_mails")
    .set(triedAgain)
    .where("mailbox_id", "=", id)
    .where("outcome", "in", ["failing", "unreadable"])
    .execute();
}

/** Deletes a mailbox. */
export async function deleteMailbox(tx: TenantTx, id: string): Promise<void> {
  await tx.deleteFrom("mailboxes").where("id", "=", id).execute();
}

type LeftOutPage = { mailboxId: string; after: { at: string; uid: number } | null; limit: number };

/** Returns mails that were not taken after a cursor, the newest first. */
export function selectLeftOut(tx: TenantTx, { mailboxId, after, limit }: LeftOutPage): Promise<LeftOutMail[]> {
  return tx
    .selectFrom("mailbox_mails")
    .select(["uid", "outcome as reason", "size", "seen_at as at"])
    .select(sql<string>`generation || '.' || uid`.as("id"))
    .where("mailbox_id", "=", mailboxId)
    .where(sql<boolean>`outcome <> 'taken'`)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(seen_at, uid) < (${after?.at}::timestamptz, ${after?.uid}::bigint)`),
    )
    .orderBy("seen_at", "desc")
    .orderBy("uid", "desc")
    .limit(limit)
    .$castTo<LeftOutMail>()
    .execute();
}

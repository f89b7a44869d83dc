import { mailboxLimits } from "@deskhand/contract/mailboxes/mailbox-limits";
import type { LeftOutReason, MailboxFault } from "@deskhand/contract/mailboxes/mailboxes";
import { sql } from "kysely";
import type { GlobalTx, TenantTx } from "../../platform/db/tenant.ts";

/** How a mailbox is of which nothing is wrong. */
export const healthy = { fault: null, server_said: null, failing_since: null, failures: 0, is_told: false } as const;

/** Has all of the store's mailboxes counted, and tries once more what could not be read, when they are looked at next. */
export async function askForCounts(tx: TenantTx): Promise<void> {
  await tx.updateTable("mailboxes").set({ counts: true }).execute();
  await tx.updateTable("mailbox_mails").set(triedAgain).where("outcome", "in", ["failing", "unreadable"]).execute();
}

/** What makes a mail that could not be read due. */
export const triedAgain = { outcome: "failing", due_at: sql<string>`clock_timestamp()` } as const;

/** Lists the active stores with a mailbox to connect to. */
export async function selectStoresWithDueMailboxes(tx: GlobalTx): Promise<string[]> {
  const rows = await tx
    .selectFrom(sql<{ id: string }>`stores_with_due_mailboxes()`.as(sql`stores (id)`))
    .select("id")
    .execute();
  return rows.map(({ id }) => id);
}

const now = sql<string>`clock_timestamp()`;

/** So long nobody else holds a mailbox whose holder does not hold on to it. */
const leaseSeconds = 90;
const leaseEnd = sql<string>`clock_timestamp() + make_interval(secs => ${leaseSeconds})`;

/** A mailbox that this process holds: an epoch that is no longer the mailbox's can store nothing. */
export type Held = { id: string; epoch: number };

/** Begins to hold the mailbox that has been due longest; undefined if none is due. */
export function takeDueMailbox(tx: TenantTx) {
  return tx
    .updateTable("mailboxes")
    .set({ epoch: sql<number>`epoch + 1`, held_until: leaseEnd })
    .where("id", "=", (eb) =>
      eb
        .selectFrom("mailboxes")
        .select("id")
        .where("due_at", "<=", now)
        .where((or) => or.or([or("held_until", "is", null), or("held_until", "<=", now)]))
        .orderBy("due_at")
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning([
      "id",
      "epoch",
      "address as name",
      "host",
      "port",
      "security",
      "user_name as user",
      "folder",
      "password",
    ])
    .returning(sql<string>`taken_from::text`.as("takenFrom"))
    .executeTakeFirst();
}
export type HeldMailbox = NonNullable<Awaited<ReturnType<typeof takeDueMailbox>>>;

const ofHolder = (tx: TenantTx, { id, epoch }: Held) =>
  tx.updateTable("mailboxes").where("id", "=", id).where("epoch", "=", epoch);

/** Holds a mailbox for longer; false if somebody else holds it by now, or it was changed or deleted. */
export async function holdOn(tx: TenantTx, held: Held): Promise<boolean> {
  const { numUpdatedRows } = await ofHolder(tx, held).set({ held_until: leaseEnd }).executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Where the reading of a mailbox stands. */
export type Reading = { generation: number; seenUid: number; counts: boolean };

/**
 * Returns where the reading stands, in a folder with this UIDVALIDITY; undefined if it is held by somebody else. Another UIDVALIDITY than
 * before begins anew: the numbers of before mean nothing more.
 */
export function beginReading(tx: TenantTx, held: Held, uidValidity: string): Promise<Reading | undefined> {
  const isOther = sql<boolean>`uid_validity is distinct from ${uidValidity}::bigint`;
  const isChanged = sql<boolean>`uid_validity <> ${uidValidity}::bigint`;
  return ofHolder(tx, held)
    .set({
      generation: sql<number>`generation + case when ${isChanged} then 1 else 0 end`,
      seen_uid: sql<number>`case when ${isOther} then 0 else seen_uid end`,
      uid_validity: sql<number>`${uidValidity}::bigint`,
      held_until: leaseEnd,
    })
    .returning(["generation", "seen_uid as seenUid", "counts"])
    .executeTakeFirst();
}

/** Which mail of which reading something is said of. */
export type MailOfMailbox = { held: Held; generation: number; uidValidity: string; uid: number };

/** What became of a mail. */
export type Fate = {
  outcome: "taken" | LeftOutReason;
  mailLogId?: string;
  sha256?: Buffer;
  size: number | null;
};

/**
 * Notes what became of a mail, and that everything up to it was looked at; false if somebody else holds the mailbox by now or took the mail, so
 * that nothing may be stored.
 */
export async function noteMail(
  tx: TenantTx,
  { held, generation, uidValidity, uid }: MailOfMailbox,
  { outcome, mailLogId, sha256, size }: Fate,
): Promise<boolean> {
  const { numUpdatedRows } = await ofHolder(tx, held)
    .where("generation", "=", generation)
    .set({ seen_uid: sql<number>`greatest(seen_uid, ${uid}::bigint)`, held_until: leaseEnd })
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  const fate = { outcome, mail_log_id: mailLogId ?? null, sha256: sha256 ?? null, size };
  const again = sql<string>`case when ${outcome}::text = 'failing' then
    clock_timestamp() + make_interval(secs => 60 * 2 ^ least(mailbox_mails.tries, 10)) end`;
  const { numInsertedOrUpdatedRows = 0n } = await tx
    .insertInto("mailbox_mails")
    .values({
      ...fate,
      mailbox_id: held.id,
      generation,
      uid,
      uid_validity: sql<number>`${uidValidity}::bigint`,
      due_at: outcome === "failing" ? sql<string>`clock_timestamp() + interval '1 minute'` : null,
    })
    .onConflict((conflict) =>
      conflict
        .columns(["client_id", "mailbox_id", "generation", "uid"])
        .doUpdateSet({
          ...fate,
          tries: sql<number>`mailbox_mails.tries + 1`,
          outcome: sql<Fate["outcome"]>`case when ${outcome}::text = 'failing'
            and mailbox_mails.tries + 1 >= ${mailboxLimits.mailboxMailTries} then 'unreadable' else ${outcome}::text end`,
          due_at: again,
          seen_at: now,
        })
        // What is settled stays.
        .where("mailbox_mails.outcome", "in", ["failing", "unreadable"]),
    )
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Whether the same bytes were taken from this mailbox before, by another number or in another reading. */
export async function hasBytes(
  tx: TenantTx,
  { held, generation, uid }: MailOfMailbox,
  sha256: Buffer,
): Promise<boolean> {
  const found = await tx
    .selectFrom("mailbox_mails")
    .select("uid")
    .where("mailbox_id", "=", held.id)
    .where("sha256", "=", sha256)
    .where((eb) => eb.or([eb("generation", "!=", generation), eb("uid", "!=", uid)]))
    .where(sql<boolean>`outcome = 'taken'`)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}

/** Returns those of these numbers of which nothing is noted. */
export async function selectUnnoted(
  tx: TenantTx,
  mailboxId: string,
  generation: number,
  uids: readonly number[],
): Promise<number[]> {
  const rows = await tx
    .selectFrom("mailbox_mails")
    .select("uid")
    .where("mailbox_id", "=", mailboxId)
    .where("generation", "=", generation)
    .where(sql<boolean>`uid = any(${uids}::bigint[])`)
    .execute();
  const settled = new Set(rows.map(({ uid }) => uid));
  return uids.filter((uid) => !settled.has(uid));
}

/** Returns the mails whose next try is due. */
export async function selectDueMails(tx: TenantTx, mailboxId: string, generation: number): Promise<number[]> {
  const rows = await tx
    .selectFrom("mailbox_mails")
    .select("uid")
    .where("mailbox_id", "=", mailboxId)
    .where("generation", "=", generation)
    .where("outcome", "=", "failing")
    .where("due_at", "<=", now)
    .orderBy("uid")
    .limit(100)
    .execute();
  return rows.map(({ uid }) => uid);
}

/** Notes that everything new was taken. Returns whether that is news: whoever looks at the mailbox sees it. */
export async function noteLook(tx: TenantTx, held: Held): Promise<boolean> {
  const before = await tx
    .selectFrom("mailboxes")
    .select(["fault", "looked_at as lookedAt"])
    .where("id", "=", held.id)
    .executeTakeFirst();
  await ofHolder(tx, held)
    .set({ ...healthy, looked_at: now, held_until: leaseEnd })
    .execute();
  return before !== undefined && (before.fault !== null || before.lookedAt === null);
}

/** Stores a count of both sides: of these numbers in the mailbox, how many are known here. */
export async function saveCount(tx: TenantTx, held: Held, generation: number, uids: readonly number[]): Promise<void> {
  await ofHolder(tx, held)
    .set({
      counts: false,
      counted_at: now,
      counted_there: uids.length,
      counted_here: sql<number>`(select count(*)::int from mailbox_mails mm
        where mm.mailbox_id = ${held.id} and mm.generation = ${generation} and mm.uid = any(${uids}::bigint[])
          and mm.outcome not in ('failing', 'unreadable'))`,
    })
    .execute();
}

/** Ends holding a mailbox that works; it is due again at once, behind others. */
export async function letGo(tx: TenantTx, held: Held): Promise<void> {
  await ofHolder(tx, held).set({ held_until: null, due_at: now }).execute();
}

/** What failed; `alike` are faults that are counted together with it. */
type Failed = { fault: MailboxFault; said: string | null; alike: readonly MailboxFault[] };
/** How a failing mailbox is tried: after these many seconds, each time twice as many, up to the most; told from so many failures on. */
export type Patience = { firstSeconds: number; mostSeconds: number; toldAt: number };

/**
 * Ends holding a mailbox that failed: it is due again later. Returns its address if the admins are to be told now; null if not, and undefined if
 * somebody else holds it.
 */
export async function noteFailure(
  tx: TenantTx,
  held: Held,
  { fault, said, alike }: Failed,
  { firstSeconds, mostSeconds, toldAt }: Patience,
): Promise<string | null | undefined> {
  const before = sql<number>`case when fault = any(${alike}::text[]) then failures else 0 end`;
  const row = await ofHolder(tx, held)
    .set({
      fault,
      server_said: said,
      failing_since: sql<string>`coalesce(failing_since, clock_timestamp())`,
      failures: sql<number>`${before} + 1`,
      held_until: null,
      due_at: sql<string>`clock_timestamp() + make_interval(secs => least(${firstSeconds}::float8 * 2 ^ least(${before}, 20), ${mostSeconds}::float8))`,
    })
    .returning(["address", "failures", "is_told as isTold"])
    .executeTakeFirst();
  if (!row) return undefined;
  if (row.isTold || row.failures < toldAt) return null;
  await ofHolder(tx, held).set({ is_told: true }).execute();
  return row.address;
}

import { limits } from "@deskhand/contract/limits";
import { sql } from "kysely";
import { jsonObjectFrom } from "kysely/helpers/postgres";
import type { TenantTx } from "../../../platform/db/tenant.ts";

export type Purpose = "test" | "check";
export type NewProbe = { id: string; purpose: Purpose; address: string; mailId: string; askedBy: string };

/** Inserts a queued mail whose return is awaited. */
export async function insertProbe(tx: TenantTx, { mailId, askedBy, ...probe }: NewProbe): Promise<void> {
  await tx
    .insertInto("forwarding_probes")
    .values({ ...probe, mail_id: mailId, asked_by: askedBy, created_at: sql<string>`clock_timestamp()` })
    .execute();
}

/**
 * Such mails of the last day, newest first: their age in seconds, and whether the address is known to be the tenant's
 * own.
 */
export function selectSentLately(tx: TenantTx, purpose: Purpose) {
  return tx
    .selectFrom("forwarding_probes as probe")
    .leftJoin("clients as client", "client.custom_support_email", "probe.address")
    .select("probe.address")
    .select([
      sql<boolean>`client.id is not null`.as("isOwn"),
      sql<number>`extract(epoch from clock_timestamp() - probe.created_at)::float`.as("age"),
    ])
    .where("probe.purpose", "=", purpose)
    .where("probe.created_at", ">", sql<string>`now() - interval '24 hours'`)
    .orderBy("probe.created_at", "desc")
    .execute();
}

/** Cancels unverified checks, those `of` an address or of all `but` one; returns how many. */
export async function cancelChecks(tx: TenantTx, { of, but }: { of?: string; but?: string }): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable("forwarding_probes")
    .set({ ended_as: "cancelled" })
    .where("purpose", "=", "check")
    .where(sql<boolean>`(ended_as is null or ended_as = 'taken')`)
    .$if(of !== undefined, (query) => query.where("address", "=", of ?? ""))
    .$if(but !== undefined, (query) => query.where("address", "<>", but ?? ""))
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Locks a probe's row until the transaction ends. */
export function lockProbe(tx: TenantTx, id: string) {
  return tx
    .selectFrom("forwarding_probes")
    .select(["id", "purpose", "address", "asked_by as askedBy", "ended_as as endedAs", "returned_at as returnedAt"])
    .select(["returned_mail_id as returnedMailId", "returned_as as returnedAs"])
    .select(sql<boolean>`created_at < now() - make_interval(hours => ${limits.forwardingTestHours})`.as("isOver"))
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
}

export type Probe = NonNullable<Awaited<ReturnType<typeof lockProbe>>>;

/** Records a probe's first return. */
export async function keepReturn(
  tx: TenantTx,
  id: string,
  { mailLogId, as }: { mailLogId: string; as: "itself" | "forward" },
): Promise<void> {
  await tx
    .updateTable("forwarding_probes")
    .set({ returned_at: sql<string>`clock_timestamp()`, returned_as: as, returned_mail_id: mailLogId, arrivals: 1 })
    .where("id", "=", id)
    .execute();
}

/** Counts another return while it says something about the forwarding: minutes later a person has sent it again. */
export async function countArrival(tx: TenantTx, id: string): Promise<void> {
  await tx
    .updateTable("forwarding_probes")
    .set({ arrivals: sql<number>`arrivals + 1` })
    .where("id", "=", id)
    .where("returned_at", ">", sql<string>`clock_timestamp() - interval '2 minutes'`)
    .execute();
}

/** Records the first report that a mail server did not deliver it. */
export async function keepBounce(tx: TenantTx, id: string, mailLogId: string): Promise<void> {
  await tx
    .updateTable("forwarding_probes")
    .set({ bounced_at: sql<string>`clock_timestamp()`, bounce_mail_id: mailLogId })
    .where("id", "=", id)
    .where("bounced_at", "is", null)
    .execute();
}

/** Whether an outgoing mail is a probe's. */
export async function isMailOfProbe(tx: TenantTx, mailId: string): Promise<boolean> {
  const row = await tx.selectFrom("forwarding_probes").select("id").where("mail_id", "=", mailId).executeTakeFirst();
  return row !== undefined;
}

/** Records how a check ended. */
export async function endCheck(tx: TenantTx, id: string, as: "verified" | "taken" | "inside"): Promise<void> {
  await tx.updateTable("forwarding_probes").set({ ended_as: as }).where("id", "=", id).execute();
}

function probes(tx: TenantTx, purpose: Purpose) {
  return tx
    .selectFrom("forwarding_probes as probe")
    .innerJoin("outgoing_mails as mail", (join) =>
      join.onRef("mail.client_id", "=", "probe.client_id").onRef("mail.id", "=", "probe.mail_id"),
    )
    .select(["probe.id", "probe.address", "probe.created_at as askedAt", "probe.ended_as as endedAs"])
    .select(["mail.state as mailState", "mail.last_error as mailError", "mail.sent_at as sentAt"])
    .select("mail.held_until as heldUntil")
    .where("probe.purpose", "=", purpose)
    .orderBy("probe.created_at", "desc")
    .orderBy("probe.id", "desc")
    .limit(1);
}

/**
 * The newest test with its results. `stopped` is an unrecognised mail from our tests' sender to one of the store's
 * `addresses` since it was sent; `senderCheck` is the verdict on its sender when it returned.
 */
export function selectNewestTest(tx: TenantTx, sender: string, addresses: string[]) {
  return probes(tx, "test")
    .select(["probe.returned_at as returnedAt", "probe.returned_as as returnedAs", "probe.arrivals"])
    .select(["probe.bounced_at as bouncedAt", "probe.elsewhere_at as elsewhereAt"])
    .select((eb) => [
      sql<string>`clock_timestamp()`.as("now"),
      eb
        .selectFrom("mail_log as bounce")
        .select("bounce.reason")
        .whereRef("bounce.id", "=", "probe.bounce_mail_id")
        .as("bounceReason"),
      eb
        .selectFrom("mail_log as returned")
        .select("returned.sender_check")
        .whereRef("returned.id", "=", "probe.returned_mail_id")
        .as("senderCheck"),
      jsonObjectFrom(
        eb
          .selectFrom("mail_log as stopped")
          .select(["stopped.received_at as at", "stopped.state", "stopped.reason"])
          .whereRef("stopped.received_at", ">", "probe.created_at")
          .where("stopped.from_email", "=", sender)
          .where(sql<boolean>`string_to_array(lower(stopped.envelope_to), ', ') && ${addresses}::text[]`)
          .where("stopped.state", "in", ["quarantined", "loop_stopped", "failed"])
          .orderBy("stopped.received_at", "desc")
          .limit(1),
      ).as("stopped"),
    ])
    .executeTakeFirst();
}
export type TestRow = NonNullable<Awaited<ReturnType<typeof selectNewestTest>>>;

/** The newest check of an address, and whether it has expired. */
export function selectNewestCheck(tx: TenantTx) {
  return probes(tx, "check")
    .select(sql<boolean>`probe.created_at < now() - make_interval(hours => ${limits.forwardingTestHours})`.as("isOver"))
    .select("probe.elsewhere_at as elsewhereAt")
    .executeTakeFirst();
}
export type CheckRow = NonNullable<Awaited<ReturnType<typeof selectNewestCheck>>>;

/** Gmail's confirmation requests of the last week, newest first, without mails proven to have another sender. */
export function selectConfirmations(tx: TenantTx) {
  return tx
    .selectFrom("mail_log")
    .select(["forwarding_confirmation as asked", "received_at as receivedAt", "sender_check as senderCheck"])
    .where("forwarding_confirmation", "is not", null)
    .where("sender_check", "<>", "fail")
    .where("received_at", ">", sql<string>`now() - interval '7 days'`)
    .orderBy("received_at", "desc")
    .limit(3)
    .execute();
}

/** Those of the tests of the forwarding that are this tenant's, and whether their time is over. */
export function selectProbes(tx: TenantTx, ids: string[]) {
  return tx
    .selectFrom("forwarding_probes")
    .select(["id", "address", "purpose"])
    .select(sql<boolean>`created_at < now() - make_interval(hours => ${limits.forwardingTestHours})`.as("isOver"))
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .execute();
}

/** Tells the store that sent a mail which tests its forwarding that it came to another one. */
export async function tellElsewhere(tx: TenantTx, probeId: string, isItself: boolean): Promise<void> {
  await tx.selectNoFrom(sql<null>`forwarding_came_elsewhere(${probeId}::uuid, ${isItself})`.as("told")).execute();
}

import type { HeldReason, MailState, MailWait } from "@deskhand/contract/vocabulary";
import { type Expression, sql } from "kysely";
import { storableText } from "../../../platform/db/storable-text.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { Question } from "../../../platform/questions.ts";
import type { OutlookThread, Sending } from "../../outgoing/index.ts";
import { type SenderVerdict, verdictSchema } from "../authenticate/judge-sender.ts";
import type { ForwardingConfirmation } from "../classify/classify-mail.ts";
import { recordHeld } from "../hold/find-limit.ts";
import { withoutLinks } from "../text/withhold-links.ts";
import type { Colleague } from "./find-mail-author.ts";

/** What the intake knows of a mail before reading it. */
export type WaitingMail = {
  id: string;
  rawMailId: string;
  envelopeFrom: string;
  envelopeTo: string;
  attempts: number;
  /** How often reading it took too much time or memory. */
  overruns: number;
  /** How often it let other mail go first, its process died, and it failed by its own fault. */
  yields: number;
  breakOffs: number;
  faults: number;
  /** How long its sender has been looked up, and the result, across processes. */
  lookedUpMs: number;
  verdict: SenderVerdict | null;
  /** The SMTP client's address and HELO name and a webhook provider's checks, if known. */
  remoteHost: string | null;
  helo: string | null;
  providerCheck: string | null;
  /** Whether an admin released it. */
  isReleased: boolean;
  /** When it was accepted. */
  receivedAt: string;
};

/** How a mail ended. */
export type Outcome = {
  state: Exclude<MailState, "received">;
  reason: string;
  ticketId?: string | null;
  /** The ticket that it came to, if that was merged into `ticketId`. */
  cameBy?: string | null;
  messageId?: string | null;
  duplicateOf?: string | null;
  /** Whether it is a copy of a mail whose ticket was deleted, so that nothing of its content is kept. */
  isDeleted?: boolean;
  /** Gmail's request to confirm forwarding, if it is one. */
  confirmation?: ForwardingConfirmation;
  /** The limit that holds it back. A quarantined mail without one took too much time or memory to read. */
  heldBy?: HeldReason | null;
  /** A hash that is equal for mails that say the same. */
  likeness?: Buffer;
};

/** What the log records of a mail's content. */
export type MailNotes = {
  fingerprint: string | null;
  subject: string | null;
  fromEmail: string | null;
  /** Without brackets. */
  mailMessageId: string | null;
  /** Whether the sender now takes part in the ticket. */
  takesPart: boolean;
  /** What is proven of its sender if a program may answer it; "no" if none may. */
  mayAnswer: "proven" | "unproven" | "no";
  /** Null if the mail could not be read. */
  verdict: SenderVerdict | null;
  /** Whether it was sent to another address first. */
  wasForwarded: boolean;
  /** The headers by which Outlook groups a conversation. */
  outlook: OutlookThread | null;
};

/** A mail whose attempt has begun, with its first chunk. */
export type BegunMail = WaitingMail & { start: Buffer | null };

/** Begins an attempt at those of these mails that still wait: counts it, marks the mail as in hand, and returns the mail. */
export async function beginAttempts(tx: TenantTx, ids: string[]): Promise<BegunMail[]> {
  const begun = await tx
    .updateTable("mail_log")
    .set((eb) => ({
      attempts: eb("attempts", "+", 1),
      // If it was in hand already, that process died.
      break_offs: sql<number>`least(break_offs + in_hand::int, 1000)`,
      in_hand: true,
    }))
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .where("state", "=", "received")
    .returning((eb) => [
      "id",
      // A waiting mail has its raw bytes.
      eb.ref("raw_mail_id").$notNull().as("rawMailId"),
      "envelope_from as envelopeFrom",
      "envelope_to as envelopeTo",
      "attempts",
      "overruns",
      "yields",
      "break_offs as breakOffs",
      "faults",
      sql<number>`coalesce(extract(epoch from now() - lookup_since) * 1000, 0)::float8`.as("lookedUpMs"),
      "sender_verdict as verdict",
      "remote_host as remoteHost",
      "helo",
      "provider_check as providerCheck",
      "is_released as isReleased",
      "received_at as receivedAt",
      eb
        .selectFrom("raw_mail_chunks as chunk")
        .select("chunk.bytes")
        .whereRef("chunk.raw_mail_id", "=", "mail_log.raw_mail_id")
        .where("chunk.position", "=", 0)
        .as("start"),
    ])
    .execute();
  return begun.map((mail) => ({ ...mail, verdict: mail.verdict && verdictSchema.parse(mail.verdict) }));
}

/** Locks those of these mails that still wait and returns their ids, as another process may have finished some. */
export async function lockWaiting(tx: TenantTx, ids: string[]): Promise<Set<string>> {
  const rows = await tx
    .selectFrom("mail_log")
    .select("id")
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .where("state", "=", "received")
    .orderBy("id")
    .forUpdate()
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Writes how a mail ended, and counts it if a limit holds it back. */
export async function finishMail(tx: TenantTx, id: string, outcome: Outcome, notes: MailNotes): Promise<void> {
  const { state, likeness = null, heldBy = state === "quarantined" ? "size" : null } = outcome;
  if (heldBy !== null) await recordHeld(tx, heldBy);
  await tx
    .updateTable("mail_log")
    .set({
      state,
      held_by: heldBy,
      likeness,
      reason: storableText(outcome.reason, 1_000),
      ticket_id: outcome.ticketId ?? null,
      merged_from_id: outcome.cameBy ?? null,
      message_id: outcome.messageId ?? null,
      duplicate_of: outcome.duplicateOf ?? null,
      forwarding_confirmation: outcome.confirmation ? JSON.stringify(outcome.confirmation) : null,
      fingerprint: notes.fingerprint,
      ...storedNames(notes),
      from_email: notes.fromEmail,
      takes_part: notes.takesPart,
      may_answer: notes.mayAnswer,
      was_forwarded: notes.wasForwarded,
      thread_index: notes.outlook?.index ?? null,
      thread_topic: notes.outlook?.topic ? storableText(withoutLinks(notes.outlook.topic), 1_000) : null,
      sender_check: notes.verdict?.check ?? null,
      sender_check_reason: notes.verdict ? storableText(notes.verdict.reason, 1_000) : null,
      ...notWaiting,
      finished_at: sql<string>`now()`,
    })
    .where("id", "=", id)
    .execute();
}

/** Returns a message's ticket, and the one that it came to if that was merged into this. */
export function ticketOfMessage(tx: TenantTx, messageId: string) {
  return tx
    .selectFrom("ticket_messages")
    .select(["ticket_id as ticketId", "merged_from_id as cameBy"])
    .where("id", "=", messageId)
    .executeTakeFirst();
}

type StoreRow = {
  clientCode: string;
  addresses: string[];
  claimed: string[];
  staff: Colleague[];
  acknowledges: boolean;
};

/**
 * Returns the tenant's code, its verified and its claimed addresses, its staff, and whether it acknowledges new tickets.
 */
export function selectStore(tx: TenantTx): Promise<StoreRow> {
  return tx
    .selectFrom("clients as c")
    .select("c.client_code as clientCode")
    .select(
      sql<string[]>`array(select address from inbound_addresses where client_id = c.id and is_verified)`.as(
        "addresses",
      ),
    )
    .select(
      sql<
        string[]
      >`array(select address from inbound_addresses where client_id = c.id union ${mailboxAddresses.answer(tx)})`.as(
        "claimed",
      ),
    )
    .select(
      sql<
        Colleague[]
      >`coalesce((select json_agg(json_build_object('id', id, 'name', name, 'email', email)) from users where deleted_at is null), '[]')`.as(
        "staff",
      ),
    )
    .select(sql<boolean>`exists (select from email_settings where acknowledges)`.as("acknowledges"))
    .executeTakeFirstOrThrow();
}

/**
 * Returns a ticket's mails with the return path of this sending, the newest first; mails of several messages may share it. `isSent`
 * says that this was the mail's latest sending and that it succeeded.
 */
export function selectSentBy(tx: TenantTx, ticketId: string, { place, resends }: Sending) {
  return (
    tx
      .selectFrom("ticket_messages as m")
      .innerJoin("outgoing_mails as o", (join) =>
        join.onRef("o.client_id", "=", "m.client_id").onRef("o.message_id", "=", "m.id"),
      )
      .select(["m.id as messageId", "o.to_email as to"])
      .select(sql<boolean>`o.state = 'sent' and o.resends = ${resends}`.as("isSent"))
      // Includes messages of a ticket that was merged since.
      .where((eb) => eb.or([eb("m.ticket_id", "=", ticketId), eb("m.merged_from_id", "=", ticketId)]))
      .where("o.resends", ">=", resends)
      .where(sql<number>`coalesce((o.details ->> 'place')::int, 0)`, "=", place)
      .orderBy("m.created_at", "desc")
      .orderBy("m.id", "desc")
      .execute()
  );
}

/** A test of the forwarding that is this tenant's, and whether its time is over. */
type KnownProbe = { id: string; address: string; purpose: "test" | "check"; isOver: boolean };

/** The addresses of the mailboxes that the store's mail is taken from, as a query with one column. */
export const mailboxAddresses = new Question<(tx: TenantTx) => Expression<{ address: string }>>(
  "which mailboxes mail is taken from",
);

/** What is known of the mails that test a store's forwarding. */
export const probes = new Question<{
  /** Those of them that are this tenant's. */
  select: (tx: TenantTx, ids: string[]) => Promise<KnownProbe[]>;
  /** Tells the store that sent one that it came to another one. */
  tellElsewhere: (tx: TenantTx, probeId: string, isItself: boolean) => Promise<void>;
}>("what is known of tests of the forwarding");

/** The subject of a mail and its Message-ID without brackets. */
type MailNames = { subject: string | null; mailMessageId: string | null };

/** What an unfinished mail waits for. `names` are set if the mail was read and only its sender is being looked up. */
export type Wait = { for: MailWait; names?: MailNames };

/** The columns of a mail that waits for nothing and that no process has in hand. */
export const notWaiting = { waits_for: null, waits_since: null, sender_verdict: null, in_hand: false } as const;

/** The names as the log stores them. */
function storedNames({ subject, mailMessageId }: MailNames) {
  return {
    subject: subject === null ? null : storableText(withoutLinks(subject), 1_000),
    mail_message_id: mailMessageId === null ? null : storableText(mailMessageId, 998),
  };
}

/** Records what a mail waits for. A wait does not count as an attempt. */
export async function recordWait(tx: TenantTx, id: string, { for: wait, names }: Wait): Promise<void> {
  await tx
    .updateTable("mail_log")
    .set({
      attempts: sql<number>`greatest(attempts - 1, 0)`,
      in_hand: false,
      waits_for: wait,
      waits_since: sql<string>`case when waits_for = ${wait} then waits_since else now() end`,
      ...(wait === "mail" && { yields: sql<number>`yields + 1` }),
      ...(names && { lookup_since: sql<string>`coalesce(lookup_since, now())`, ...storedNames(names) }),
    })
    .where("id", "=", id)
    .where("state", "=", "received")
    .execute();
}

/** Saves the verdict on the sender of a mail that still waits. Returns whether it does. */
export async function saveSenderVerdict(tx: TenantTx, id: string, verdict: SenderVerdict): Promise<boolean> {
  const row = await tx
    .updateTable("mail_log")
    .set({ sender_verdict: JSON.stringify(verdict) })
    .where("id", "=", id)
    .where("state", "=", "received")
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts a failed attempt by its cause, and marks the mail as no longer in hand. */
export async function countFailure(
  tx: TenantTx,
  id: string,
  what: "overruns" | "faults" | "break_offs",
): Promise<void> {
  await tx
    .updateTable("mail_log")
    .set((eb) => ({ in_hand: false, [what]: eb(what, "+", 1) }))
    .where("id", "=", id)
    .where("state", "=", "received")
    .execute();
}

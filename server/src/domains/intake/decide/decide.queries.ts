import type { HeldReason, MailState, MailWait } from "@deskhand/contract/vocabulary";
import { sql } from "kysely";
import { storableText } from "../../../platform/db/storable-text.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import { Question } from "../../../platform/questions.ts";
import type { OutlookThread, Sending } from "../../outgoing/index.ts";
import { type SenderVerdict, verdictSchema } from "../authenticate/judge-sender.ts";
import type { ForwardingConfirmation } from "../classify/classify-mail.ts";
import { noteHeld } from "../hold/find-limit.ts";
import { withoutLinks } from "../text/withhold-links.ts";
import type { Colleague } from "./find-mail-author.ts";

/** What the intake knows of a mail before reading it. */
export type WaitingMail = {
  id: string;
  rawMailId: string;
  envelopeFrom: string;
  envelopeTo: string;
  attempts: number;
  /** How often reading it took more time or memory than it may. */
  overruns: number;
  /** How often it let other mail come first, a process ended that had it in hand, and it failed by what it is. */
  yields: number;
  breakOffs: number;
  faults: number;
  /** For how long its sender has been looked up, and what that found, whichever processes did it. */
  lookedUpMs: number;
  verdict: SenderVerdict | null;
  /** The address and the name of the SMTP client, and what a webhook's provider found out, where the door knows them. */
  remoteHost: string | null;
  helo: string | null;
  providerCheck: string | null;
  /** An admin let it out of quarantine. */
  isReleased: boolean;
  /** When it was accepted. */
  receivedAt: string;
};

/** How a mail ended. */
export type Outcome = {
  state: Exclude<MailState, "received">;
  reason: string;
  ticketId?: string | null;
  /** The ticket that it came by, where that was merged into the other. */
  cameBy?: string | null;
  messageId?: string | null;
  duplicateOf?: string | null;
  /** It is a copy of a mail whose ticket was deleted: nothing of what it says is kept. */
  isDeleted?: boolean;
  /** What Gmail asks in it. */
  confirmation?: ForwardingConfirmation;
  /** The limit that holds it back. What is quarantined without a word of it exceeds what a mail may take to be read. */
  heldBy?: HeldReason | null;
  /** What it has in common with others that say the same. */
  likeness?: Buffer;
};

/** What is noted of a mail's content, once it could be read. */
export type MailNotes = {
  fingerprint: string | null;
  subject: string | null;
  fromEmail: string | null;
  /** Without brackets. */
  mailMessageId: string | null;
  /** Whether that address now takes part in the ticket. */
  takesPart: boolean;
  /** Null when it could not be read. */
  verdict: SenderVerdict | null;
  /** Whether it shows that it was sent to another address first. */
  wasForwarded: boolean;
  /** What Outlook groups its conversation by. */
  outlook: OutlookThread | null;
};

/** A mail of which an attempt was begun, with its first chunk. */
export type BegunMail = WaitingMail & { start: Buffer | null };

/** Counts one more attempt at those of these mails that still wait, notes that they are in hand, and reads them. */
export async function beginAttempts(tx: TenantTx, ids: string[]): Promise<BegunMail[]> {
  const begun = await tx
    .updateTable("mail_log")
    .set((eb) => ({
      attempts: eb("attempts", "+", 1),
      // Whoever had it in hand has ended without a word.
      break_offs: sql<number>`least(break_offs + in_hand::int, 1000)`,
      in_hand: true,
    }))
    .where("id", "=", sql<string>`any(${ids}::uuid[])`)
    .where("state", "=", "received")
    .returning((eb) => [
      "id",
      // What waits is still to be read.
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

/** Locks those of these mails that still wait, and returns their ids: another process may have finished some meanwhile. */
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

/** Writes how a mail ended, and notes where a limit holds it back. */
export async function finishMail(tx: TenantTx, id: string, outcome: Outcome, notes: MailNotes): Promise<void> {
  const { state, likeness = null, heldBy = state === "quarantined" ? "size" : null } = outcome;
  if (heldBy !== null) await noteHeld(tx, heldBy);
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
      ...namesOf(notes),
      from_email: notes.fromEmail,
      takes_part: notes.takesPart,
      was_forwarded: notes.wasForwarded,
      thread_index: notes.outlook?.index ?? null,
      thread_topic: notes.outlook?.topic ? storableText(withoutLinks(notes.outlook.topic), 1_000) : null,
      sender_check: notes.verdict?.check ?? null,
      sender_check_reason: notes.verdict ? storableText(notes.verdict.reason, 1_000) : null,
      ...nothingWaitedFor,
      finished_at: sql<string>`now()`,
    })
    .where("id", "=", id)
    .execute();
}

/** The ticket on which one of this tenant's messages stands, and the one that it came by where that was merged into it. */
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
 * The tenant's code, every verified address under which it receives mail, the addresses of its staff, and whether it wants
 * new tickets acknowledged.
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
    .select(sql<string[]>`array(select address from inbound_addresses where client_id = c.id)`.as("claimed"))
    .select(
      sql<
        Colleague[]
      >`coalesce((select json_agg(json_build_object('id', id, 'name', name, 'email', email)) from users), '[]')`.as(
        "staff",
      ),
    )
    .select(sql<boolean>`exists (select from email_settings where acknowledges)`.as("acknowledges"))
    .executeTakeFirstOrThrow();
}

/**
 * The mails of a ticket, the newest first, that went by the return path of this sending, or by it before they were sent again: several
 * messages have the same. `isSent`: its newest sending is that one, and nothing came back of it.
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
      // Also where that ticket was merged into another one since.
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

/** What is known of the mails that test a store's forwarding. */
export const probes = new Question<{
  /** Those of them that are this tenant's. */
  select: (tx: TenantTx, ids: string[]) => Promise<KnownProbe[]>;
  /** Tells the store that sent one that it came to another one. */
  tellElsewhere: (tx: TenantTx, probeId: string, isItself: boolean) => Promise<void>;
}>("what is known of tests of the forwarding");

/** By what a mail is known: its subject, and its Message-ID without brackets. */
type MailNames = { subject: string | null; mailMessageId: string | null };

/** What a mail waits for that was not taken to its end, and what is known by then of one whose sender is looked up. */
export type Wait = { for: MailWait; names?: MailNames };

/** Nothing is waited for, nobody has it in hand. */
export const nothingWaitedFor = { waits_for: null, waits_since: null, sender_verdict: null, in_hand: false } as const;

/** As the log has them. */
function namesOf({ subject, mailMessageId }: MailNames) {
  return {
    subject: subject === null ? null : storableText(withoutLinks(subject), 1_000),
    mail_message_id: mailMessageId === null ? null : storableText(mailMessageId, 998),
  };
}

/** Notes what a mail waits for, which is no attempt at it: that goes on. */
export async function noteWait(tx: TenantTx, id: string, { for: wait, names }: Wait): Promise<void> {
  await tx
    .updateTable("mail_log")
    .set({
      attempts: sql<number>`greatest(attempts - 1, 0)`,
      in_hand: false,
      waits_for: wait,
      waits_since: sql<string>`case when waits_for = ${wait} then waits_since else now() end`,
      ...(wait === "mail" && { yields: sql<number>`yields + 1` }),
      ...(names && { lookup_since: sql<string>`coalesce(lookup_since, now())`, ...namesOf(names) }),
    })
    .where("id", "=", id)
    .where("state", "=", "received")
    .execute();
}

/** Keeps what was found out about the sender of a mail that still waits for it; whether it does. */
export async function keepVerdict(tx: TenantTx, id: string, verdict: SenderVerdict): Promise<boolean> {
  const row = await tx
    .updateTable("mail_log")
    .set({ sender_verdict: JSON.stringify(verdict) })
    .where("id", "=", id)
    .where("state", "=", "received")
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Notes that a try of a mail ended badly, by what, and that nobody has it in hand any more. */
export async function countTrouble(
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

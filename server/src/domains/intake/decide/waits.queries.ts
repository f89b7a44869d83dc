import type { MailWait } from "@deskhand/contract/vocabulary";
import { sql } from "kysely";
import { storableText } from "../../../platform/db/storable-text.ts";
import type { TenantTx } from "../../../platform/db/tenant.ts";
import type { SenderVerdict } from "../authenticate/judge-sender.ts";
import { withoutLinks } from "../text/withhold-links.ts";

/** By what a mail is known: its subject, and its Message-ID without brackets. */
export type MailNames = { subject: string | null; mailMessageId: string | null };

/** What a mail waits for that was not taken to its end, and what is known by then of one whose sender is looked up. */
export type Wait = { for: MailWait; names?: MailNames };

/** Nothing is waited for, nobody has it in hand. */
export const nothingWaitedFor = { waits_for: null, waits_since: null, sender_verdict: null, in_hand: false } as const;

/** As the log has them. */
export function namesOf({ subject, mailMessageId }: MailNames) {
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

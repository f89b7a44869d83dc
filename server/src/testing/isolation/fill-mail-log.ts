import { insertOutgoing, type NewOutgoingMail } from "../../domains/outgoing/outgoing.queries.ts";
import { newId } from "../../platform/db/ids.ts";
import { fromNow } from "../from-now.ts";
import type { Desk } from "../open-desk.ts";
import type { Person } from "../test-people.ts";

export type AddedMail = Pick<NewOutgoingMail, "kind" | "to" | "details"> & Partial<NewOutgoingMail>;

/** Adds an outgoing mail to a store's log, without a job; returns its id. */
export async function addOutgoing(app: Desk, { tenantId }: Pick<Person, "tenantId">, mail: AddedMail): Promise<string> {
  const id = newId();
  const about = { id, messageId: null, mailMessageId: `${id}@a.test`, quota: null, error: null };
  await app.services.db.withTenant(tenantId, (tx) => insertOutgoing(tx, [{ ...about, ...mail }]));
  return id;
}

type LogEnd = {
  state: "quarantined" | "failed" | "loop_stopped" | "reply_added";
  held_by?: "alike";
  ticket_id?: string;
  message_id?: string;
};

/** Adds an incoming mail to a store's log; returns its id. */
export async function logMail(app: Desk, { tenantId }: Person, secret: string, end: LogEnd) {
  const [id, rawId] = [newId(), newId()];
  // Each mail differs from the others: a copy would lose its bytes once both are read.
  const head = `From: x@${secret}.test\r\nMessage-ID: <${id}@${secret}.test>\r\nSubject: ${secret}`;
  const bytes = Buffer.from(`${head}\r\n\r\nRaw ${secret}\r\n`);
  await app.services.db.withTenant(tenantId, async (tx) => {
    await tx.insertInto("raw_mails").values({ id: rawId, size: bytes.length }).execute();
    await tx.insertInto("raw_mail_chunks").values({ raw_mail_id: rawId, position: 0, bytes }).execute();
    const envelope = { envelope_from: `x@${secret}.test`, envelope_to: "help@any.test", subject: secret };
    await tx
      .insertInto("mail_log")
      .values({
        id,
        raw_mail_id: rawId,
        via: "smtp",
        ...envelope,
        ...end,
        reason: secret,
        finished_at: fromNow({}),
      })
      .execute();
    const named = { mail_message_id: `${secret}@elsewhere.test`, author_email: `x@${secret}.test` };
    if (end.ticket_id)
      await tx
        .insertInto("named_mails")
        .values({ ...named, ticket_id: end.ticket_id })
        .execute();
  });
  return id;
}

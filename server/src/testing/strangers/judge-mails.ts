import type { Desk } from "../open-desk.ts";
import type { Scene } from "./open-scenes.ts";

type Tenant = Scene["store"]["id"];

/** More than the number of times that the intake lets a mail wait for others. */
const mostWaits = 10;

/** A mail to send to the store of a scene. */
export type SentMail = { scene: Scene; envelopeFrom: string; recipients: string[]; raw: Buffer };

/** What became of a mail, as the desk shows it. */
export type Judged<Mail extends SentMail> = {
  mail: Mail;
  state: string;
  reason: string | null;
  ticketId: string | null;
  /** The addresses shown as the writer's: the message's, and that of the customer of a ticket it opened. */
  shown: string[];
  content: string | null;
  senderCheck: string | null;
  /** Whether the message says that its sender was not verified. */
  isMarked: boolean;
  /** The ticket that the new ticket says the mail names. */
  names: string | null;
};

/**
 * Sends mails through the real intake, one store beside another, and reads what became of them. `atOnce` of a store's mails
 * arrive together; by default each arrives after the one before is done.
 */
export async function judgeMails<Mail extends SentMail>(
  desk: Desk,
  mails: readonly Mail[],
  atOnce = 1,
): Promise<Judged<Mail>[]> {
  const byStore = Map.groupBy(mails, ({ scene }) => scene.store.id);
  const judged = await Promise.all(
    [...byStore].map(async ([tenant, own]) => {
      const ids: string[] = [];
      for (let start = 0; start < own.length; start += atOnce) {
        ids.push(...(await takeAll(desk, tenant, own.slice(start, start + atOnce))));
      }
      const ends = await readEnds(desk, tenant);
      return own.map((mail, at) => ({ mail, ...(ends.get(ids[at] ?? "") ?? lost) }));
    }),
  );
  return judged.flat();
}

async function takeAll(desk: Desk, tenant: Tenant, mails: readonly SentMail[]): Promise<string[]> {
  const entries = await Promise.all(
    mails.map(({ envelopeFrom, recipients, raw }) => desk.takeIn({ envelopeFrom, recipients, raw })),
  );
  const ids = entries.map((idByTenant) => idByTenant.get(tenant) ?? "");
  if (mails.length === 1) return ids;
  // Processes them again, as a job may run twice: a mail that answers an unknown one waits a few times for others.
  let left = ids;
  for (let time = 0; left.length > 0 && time < mostWaits; time += 1) {
    await Promise.all(left.map((id) => desk.process(tenant, id)));
    left = await findWaiting(desk, tenant, ids);
  }
  return ids;
}

async function findWaiting(desk: Desk, tenant: Tenant, ids: string[]): Promise<string[]> {
  const waiting = await desk.db.withTenant(tenant, (tx) =>
    tx.selectFrom("mail_log").select("id").where("id", "in", ids).where("finished_at", "is", null).execute(),
  );
  return waiting.map(({ id }) => id);
}

const unplaced = { ticketId: null, shown: [], content: null, senderCheck: null, isMarked: false, names: null };
const lost = { state: "lost", reason: null, ...unplaced };

async function readEnds(desk: Desk, tenant: Tenant) {
  const rows = await desk.db.withTenant(tenant, (tx) =>
    tx
      .selectFrom("mail_log as l")
      .leftJoin("ticket_messages as m", "m.id", "l.message_id")
      .leftJoin("support_tickets as t", "t.id", "l.ticket_id")
      .leftJoin("customers as c", "c.id", "t.customer_id")
      .select(["l.id", "l.state", "l.reason", "l.ticket_id", "l.sender_check", "c.email as customer"])
      .select(["m.author_email", "m.content", "m.is_unverified", "t.named_ticket_id"])
      .execute(),
  );
  return new Map(
    rows.map((row) => {
      const shown = row.state === "ticket_created" ? [row.author_email, row.customer] : [row.author_email];
      const { state, reason, content, ticket_id: ticketId, sender_check: senderCheck } = row;
      const marks = { senderCheck, isMarked: row.is_unverified ?? false, names: row.named_ticket_id };
      return [row.id, { state, reason, content, ticketId, ...marks, shown: shown.filter((email) => email !== null) }];
    }),
  );
}

/** Reads what should not change on tickets: their messages, and the delivery states of the colleagues' messages. */
export async function readTickets(desk: Desk, scenes: readonly Scene[]) {
  const all = scenes.map(async ({ store, ticketId }) =>
    desk.db.withTenant(store.id, (tx) =>
      tx
        .selectFrom("ticket_messages as m")
        .innerJoin("support_tickets as t", "t.id", "m.ticket_id")
        .leftJoin("outgoing_mails as o", "o.message_id", "m.id")
        .select(["m.id", "m.content", "o.state", "t.status", "t.customer_id"])
        .where("m.ticket_id", "=", ticketId)
        .orderBy("m.id")
        .execute(),
    ),
  );
  return Promise.all(all);
}

import { randomUUID } from "node:crypto";
import { until } from "../../server/src/testing/take-mail.ts";
import type { Installation, Store } from "./open-installation.ts";
import { openSender } from "./send-mails.ts";

/** Tickets on which a person answers again and again. */
export type Talks = { ids: string[]; customers: string[] };

type Sent = { ticket: string; to: string; id: string; state: string; error: string | null };

/** Has this many customers write to a store, and waits for their tickets. */
export async function beginTalks(at: Installation, store: Store, name: string, count: number): Promise<Talks> {
  const sender = openSender(at, store, 4);
  const customers = Array.from({ length: count }, (_, number) => `t${number}-of-${name}@talks${number % 3}.example`);
  const subject = `${name} talk`;
  await Promise.all(customers.map((from) => sender.send({ from, subject })));
  sender.close();
  const tickets = "select id from support_tickets where client_id = current_client_id() and subject = $1";
  const found = await until(async () => {
    const rows = await at.rows<{ id: string }>(store, tickets, [subject]);
    return rows.length === count && rows;
  });
  return { ids: found.map(({ id }) => id), customers };
}

/** Answers this many times on each ticket, taking tickets in turn. */
export async function answerOn({ ids }: Talks, { browser }: Store, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    for (const ticketId of ids) {
      const how = { idempotencyKey: randomUUID(), lastSeenMessageId: null, sendAnyway: true };
      await browser.api.messages.reply({ ticketId, content: `Answer ${time}`, ...how });
    }
  }
}

/** Returns in words what went wrong with the answers: each has to leave once, and in written order on each ticket. */
export async function findFaultsOfTalks(
  { rows, relay }: Installation,
  store: Store,
  { talks, times, mayCopy }: { talks: Talks; times: number; mayCopy: boolean },
): Promise<string[]> {
  const written = await rows<Sent>(
    store,
    `select m.ticket_id as ticket, o.to_email as to, o.mail_message_id as id, o.state, o.last_error as error
      from ticket_messages m join outgoing_mails o on o.client_id = m.client_id and o.message_id = m.id
      where m.ticket_id = any ($1) and o.kind = 'reply' order by m.created_at, m.id`,
    [talks.ids],
  );
  const faults = written
    .filter(({ state }) => state !== "sent")
    .map(({ ticket, state, error }) => `An answer on ${ticket} is ${state}: ${error}`);
  if (written.length !== talks.ids.length * times) faults.push(`There are ${written.length} answers`);
  const delivered = relay.mails.map(({ parsed, envelopeTo }) => ({
    id: parsed.messageId?.slice(1, -1),
    to: envelopeTo[0],
  }));
  for (const [ticket, answers] of Map.groupBy(written, (answer) => answer.ticket)) {
    const ids = answers.map(({ id }) => id);
    const came = delivered.filter(({ id }) => id !== undefined && ids.includes(id));
    const inOrder = came.filter(({ id }, at) => !mayCopy || id !== came[at - 1]?.id).map(({ id }) => id);
    if (inOrder.join() !== ids.join()) faults.push(`The answers on ${ticket} left as ${inOrder}, written as ${ids}`);
    if (came.some(({ to }) => to !== answers[0]?.to)) faults.push(`An answer on ${ticket} went to somebody else`);
  }
  return faults;
}

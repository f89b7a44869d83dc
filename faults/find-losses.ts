import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { startEmbeddedPostgres } from "../server/src/platform/db/embedded/embedded-postgres.ts";
import type { SmtpSink } from "../server/src/testing/smtp-sink.ts";
import type { Ledger } from "./load-fleet.ts";
import { supportAddress } from "./load-fleet.ts";

type Mail = { state: string; ticketId: string | null };
type Ticket = { id: string; subject: string; email: string; messages: number; notified: number };
type Reply = { key: string; messageId: string; ticketId: string; email: string; outgoing: number; state: string };

/** What became of everything that was sent. */
export type Kept = {
  /** Violations of what is promised, in words. */
  faults: string[];
  mails: number;
  replies: number;
  /** Mails that were stored but had to be sent again, and are logged as copies. */
  copies: number;
  /** Answers that the relay got twice: it accepted them just before their worker, or its database, was killed. */
  twice: number;
};

/** Opens a store of the fleet's database as its owner. */
export async function openLedgers(dataDir: string) {
  const server = await startEmbeddedPostgres({ dataDir });
  const owner = await connect(server.ownerUrl);
  const read = async <Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []) =>
    (await owner.query<Row>(sql, values)).rows;
  const store = "(select client_id::text from inbound_addresses where address = $1)";
  await read(`select set_config('app.client_id', ${store}, false)`, [supportAddress]);
  const waiting = `select (select count(*) from mail_log where state = 'received')::int
    + (select count(*) from outgoing_mails where state = 'queued')::int
    + (select count(*) from kept_replies where state = 'waiting')::int as count`;
  return {
    /** Counts the mails that are still to be read or sent. */
    countWaiting: async () => (await read<{ count: number }>(waiting))[0]?.count ?? 0,
    readLastEvent: async () =>
      (await read<{ last: number }>("select max(number)::int as last from events"))[0]?.last ?? 0,
    findLosses: (ledger: Ledger, relay: SmtpSink) => findLosses(read, ledger, relay),
    async close() {
      await owner.end();
      await server.stop();
    },
  };
}

/** Connects once a connection is free: those that fell silent are freed after a minute. */
async function connect(connectionString: string, tries = 120): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  try {
    await client.connect();
    return client;
  } catch (error) {
    if (tries === 0) throw error; // A connection that is not freed by then is lost.
    await sleep(1_000);
    return connect(connectionString, tries - 1);
  }
}

type Read = <Row extends pg.QueryResultRow>(sql: string) => Promise<Row[]>;

async function findLosses(read: Read, ledger: Ledger, relay: SmtpSink): Promise<Kept> {
  const logged = Map.groupBy(
    await read<Mail & { subject: string }>(`select subject, state, ticket_id as "ticketId" from mail_log`),
    ({ subject }) => subject,
  );
  const tickets = Map.groupBy(
    await read<Ticket>(`select t.id, t.subject, c.email,
      (select count(*)::int from ticket_messages m where m.ticket_id = t.id and m.is_from_customer) as messages,
      (select count(*)::int from notifications n where n.id = 'ticket-' || t.id) as notified
      from support_tickets t join customers c on c.id = t.customer_id where t.subject like 'Mail %'`),
    ({ subject }) => subject,
  );
  const replies = Map.groupBy(
    await read<Reply>(`select m.idempotency_key as key, m.mail_message_id as "messageId", m.ticket_id as "ticketId",
      c.email, (select count(*)::int from outgoing_mails o where o.message_id = m.id) as outgoing,
      (select min(o.state) from outgoing_mails o where o.message_id = m.id) as state
      from ticket_messages m join support_tickets t on t.id = m.ticket_id join customers c on c.id = t.customer_id
      where m.idempotency_key is not null order by m.created_at, m.id`),
    ({ key }) => key,
  );
  const relayed = Map.groupBy(relay.mails, ({ parsed }) => parsed.messageId?.slice(1, -1) ?? "none");
  const notified = Math.max(0, ...[...tickets.values()].flat().map(({ notified }) => notified));
  const kept: Kept = { faults: [...ledger.complaints], mails: 0, replies: 0, copies: 0, twice: 0 };
  const expect = (isSo: boolean, words: string) => void (isSo || kept.faults.push(words));

  for (const [subject, { from }] of ledger.mails) {
    const states = (logged.get(subject) ?? []).map(({ state }) => state);
    const matching = tickets.get(subject) ?? [];
    const created = states.filter((state) => state === "ticket_created").length;
    const copies = states.filter((state) => state === "duplicate").length;
    expect(created === 1 && created + copies === states.length, `${subject} is in the log as ${states.join()}`);
    expect(matching.length === 1 && matching[0]?.messages === 1, `${subject} became ${JSON.stringify(matching)}`);
    expect(matching[0]?.email === from, `${subject} is of somebody else: ${matching[0]?.email}`);
    expect(matching[0]?.notified === notified, `${subject} was notified ${matching[0]?.notified} times of ${notified}`);
    kept.mails += 1;
    kept.copies += copies;
  }
  for (const [key, { ticketId }] of ledger.replies) {
    const [reply, ...more] = replies.get(key) ?? [];
    expect(reply !== undefined && more.length === 0, `Reply ${key} is there ${more.length + (reply ? 1 : 0)} times`);
    if (!reply) continue;
    const { messageId, email } = reply;
    expect(reply.ticketId === ticketId, `Reply ${key} is on another ticket`);
    expect(reply.outgoing === 1 && reply.state === "sent", `Reply ${key} is ${reply.outgoing} times ${reply.state}`);
    const went = relayed.get(messageId) ?? [];
    expect(went.length > 0, `Reply ${key} never left`);
    expect(
      went.every(({ envelopeTo }) => envelopeTo.join() === email),
      `Reply ${key} went to ${went.map(({ envelopeTo }) => envelopeTo.join()).join(" and ")}, not to ${email}`,
    );
    kept.replies += 1;
    kept.twice += went.length > 1 ? 1 : 0;
  }
  const written = Map.groupBy([...replies.values()].flat(), ({ ticketId }) => ticketId);
  const order = [...relay.mails].map(({ parsed }) => parsed.messageId?.slice(1, -1) ?? "none");
  for (const [ticketId, thread] of written) {
    const ids = thread.map(({ messageId }) => messageId);
    const came = order.filter((id) => ids.includes(id)).filter((id, at, all) => id !== all[at - 1]);
    expect(came.join() === ids.join(), `The replies of ${ticketId} left as ${came.join()}, written as ${ids.join()}`);
  }
  for (const key of replies.keys()) expect(ledger.replies.has(key), `Nobody wrote the reply ${key}`);
  const messageIds = new Set([...replies.values()].flat().map(({ messageId }) => messageId));
  for (const id of relayed.keys()) expect(messageIds.has(id), `The relay got ${id}, which is no reply`);
  kept.faults.push(...(await findUnheard(read, ledger)));
  return kept;
}

/** Checks the events: each has a number, is emitted once for each thing, and was heard by the screen that kept reconnecting. */
async function findUnheard(read: Read, { heard, resets, mails, replies }: Ledger): Promise<string[]> {
  const faults: string[] = [];
  const events = await read<{ number: number; type: string; about: string }>(`select number::int, type,
    coalesce(payload ->> 'id', payload ->> 'ticketId') as about from events order by number`);
  for (const [at, { number }] of events.entries())
    if (number !== (events[0]?.number ?? 0) + at) faults.push(`Event ${number} follows ${events[at - 1]?.number}`);
  for (const [type, least] of [
    ["ticket.created", mails.size],
    ["message.created", mails.size + replies.size],
  ] as const) {
    const told = events.filter((event) => event.type === type).map(({ about }) => about);
    if (new Set(told).size !== told.length)
      faults.push(`${type} was told ${told.length} times of ${new Set(told).size}`);
    if (told.length < least) faults.push(`${type} was told ${told.length} times of ${least}`);
  }
  const first = Math.max(Math.min(...heard.keys()), ...resets.map((number) => number + 1));
  const unheard = events.filter(({ number, type }) => number >= first && heard.get(number) !== type);
  if (unheard.length > 0)
    faults.push(`The screen never heard ${unheard.map(({ number, type }) => `${number} ${type}`).join()}`);
  return faults;
}

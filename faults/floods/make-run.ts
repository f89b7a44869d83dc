import { setTimeout as sleep } from "node:timers/promises";
import type { Dice } from "../dice.ts";
import type { Origin, Run } from "./draw-run.ts";
import { type Shown, writeHonestly } from "./honest-mails.ts";
import { killAtLookUps } from "./kill-at-look-ups.ts";
import { domainOfFlood, turnNameServers } from "./name-server-kinds.ts";
import type { Installation, Store } from "./open-installation.ts";
import { openSender, type Written } from "./send-mails.ts";
import { answerOn, beginTalks, findFaultsOfTalks } from "./talks.ts";
import { watchTickets } from "./watch-tickets.ts";

/** The store that the flood hits, and another one. */
export type Stores = { busy: Store; quiet: Store };

type Logged = { subject: string; state: string; reason: string | null; check: string; tries: number } & Times;
/** In milliseconds since 1970. */
type Times = { receivedAt: number; finishedAt: number };

const connections = 16;
const size = { tickets: 6, times: 3 };

const writers: Record<Origin, (flood: string, number: number) => string> = {
  "one address": (flood) => `buyers@${domainOfFlood(flood, 0)}`,
  "one domain": (flood, number) => `c${number}@${domainOfFlood(flood, 0)}`,
  "forty domains": (flood, number) => `c${number}@${domainOfFlood(flood, number % 40)}`,
  "all different domains": (flood, number) => `c${number}@${domainOfFlood(flood, number)}`,
};

/**
 * Sends a flood to a busy store. Meanwhile people write to another store, the busy store's owner answers on tickets through a
 * relay, and workers are killed. Waits until all is done; returns figures, and in words what went wrong.
 */
export async function makeRun(at: Installation, { busy, quiet }: Stores, run: Run, how: { name: string; dice: Dice }) {
  const { name, dice } = how;
  const isLong = process.env.TESTS === "all";
  const talks = await beginTalks(at, busy, name, size.tickets);
  const { asked } = turnNameServers(at.names, name, run.names, dice);
  at.relay.turn(run.relay.behaves(dice, isLong));
  const watch = await watchTickets(at.url, quiet);
  const flood = Array.from({ length: run.mails }, (_, number) => ({
    from: writers[run.from](name, number),
    subject: `${name} flood ${number}`,
  }));
  let isRead = false;
  const isOver = () => isRead;
  const kills = run.kills && killAtLookUps(at, { store: busy, asked, isOver }, run.kills, dice);
  const honest = writeHonestly(at, { store: quiet, watch, name }, isOver);
  const answers = answerOn(talks, busy, size.times);
  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 100) / 10;
  const sent = await sendFlood(at, busy, flood);
  const takenInS = seconds();
  const hurry = !isLong || run.relay.isHurried === true;
  while ((await countWaiting(at, busy)).received > 0) await sleep(50);
  const ticketsInS = seconds();
  isRead = true;
  const [shown, killed] = await Promise.all([honest, kills, answers]);
  while ((await countWaiting(at, busy)).queued > 0) {
    if (hurry) await at.rows(busy, hurryMails);
    await sleep(50);
  }
  const answersInS = seconds();
  await watch.close();
  at.names.treats = () => ({});
  at.relay.turn({});
  const log = { busy: await readLog(at, busy, name), quiet: await readLog(at, quiet, name) };
  const mayCopy = run.relay.mayCopy === true || run.kills !== null;
  const mayRepeat = run.kills !== null;
  const faults = [
    ...(await findFaultsOfMails(at, busy, sent, log.busy, mayRepeat)),
    ...(await findFaultsOfMails(at, quiet, shown, log.quiet, mayRepeat)),
    ...(await findFaultsOfTalks(at, busy, { talks, times: size.times, mayCopy })),
  ];
  const behind = behindHowMany(log.busy, log.quiet);
  const figures = { takenInS, ticketsInS, answersInS, killed: killed ?? 0, asked: asked() };
  return {
    faults,
    behind,
    figures: { ...figures, honest: honestFigures(shown), behind, checks: countChecks(log.busy) },
  };
}

async function sendFlood(at: Installation, store: Store, flood: readonly Omit<Written, "tries">[]): Promise<Written[]> {
  const sender = openSender(at, store, connections);
  const sent = await Promise.all(flood.map((mail) => sender.send(mail)));
  sender.close();
  return sent;
}

const hurryMails = `update outgoing_mails set next_try_at = now() where id in
  (select id from outgoing_mails where client_id = current_client_id() and state = 'queued' and next_try_at > now() for update skip locked)`;

async function countWaiting({ rows }: Installation, store: Store): Promise<{ received: number; queued: number }> {
  const [row] = await rows<{ received: number; queued: number }>(
    store,
    `select (select count(*) from mail_log where client_id = current_client_id() and state = 'received')::int as received,
      (select count(*) from outgoing_mails where client_id = current_client_id() and state = 'queued')::int as queued`,
  );
  return row ?? { received: 0, queued: 0 };
}

function readLog({ rows }: Installation, store: Store, name: string): Promise<Logged[]> {
  const ms = (column: string) => `(extract(epoch from ${column}) * 1000)::float8`;
  return rows<Logged>(
    store,
    `select subject, state, reason, sender_check as check, attempts - overruns - break_offs - faults as tries, ${ms("received_at")} as "receivedAt",
      ${ms("finished_at")} as "finishedAt" from mail_log
      where client_id = current_client_id() and subject like $1 || ' %' and subject not like '% talk'`,
    [name],
  );
}

/** Returns in words what went wrong with the mails: each has to be one ticket of its sender, and a delay may make nobody doubtful. */
async function findFaultsOfMails(
  { rows }: Installation,
  store: Store,
  mails: readonly Written[],
  log: readonly Logged[],
  mayRepeat: boolean,
): Promise<string[]> {
  const faults: string[] = [];
  const tickets = Map.groupBy(
    await rows<{ subject: string; email: string; messages: number }>(
      store,
      `select t.subject, c.email, (select count(*)::int from ticket_messages m where m.ticket_id = t.id and m.is_from_customer) as messages
        from support_tickets t join customers c on c.id = t.customer_id where t.client_id = current_client_id()`,
    ),
    ({ subject }) => subject,
  );
  const logged = Map.groupBy(log, ({ subject }) => subject);
  for (const { subject, from, tries } of mails) {
    const entries = logged.get(subject) ?? [];
    const made = tickets.get(subject) ?? [];
    // A mail that was taken without a reply came again, and is a copy.
    const [entry, ...more] = entries.filter(({ state }) => state !== "duplicate");
    if (more.length > 0 || entry?.state !== "ticket_created" || entries.length > tries)
      faults.push(`${subject} is in the log as ${entries.map(({ state, reason }) => `${state} (${reason})`)}`);
    else if (entry.check === "fail") faults.push(`${subject} is doubted`);
    else if (entry.tries > 1 && !mayRepeat) faults.push(`${subject} took ${entry.tries} tries, for waiting`);
    if (made.length !== 1 || made[0]?.messages !== 1 || made[0].email !== from)
      faults.push(`${subject} of ${from} became ${JSON.stringify(made)}`);
  }
  if (logged.size !== mails.length) faults.push(`Of ${mails.length} mails there are ${logged.size} in the log`);
  return faults;
}

/** Returns how many mails of one store were at most processed while one of the other store's waited. */
function behindHowMany(busy: readonly Times[], quiet: readonly Times[]): number {
  const count = (mail: Times) =>
    busy.filter(({ finishedAt }) => finishedAt > mail.receivedAt && finishedAt < mail.finishedAt).length;
  return Math.max(0, ...quiet.map(count));
}

function honestFigures(shown: readonly Shown[]) {
  const figuresOf = (isKnown: boolean) => {
    const times = shown.filter((mail) => mail.isKnown === isKnown).map(({ ms }) => ms);
    const sorted = times.sort((one, other) => one - other);
    return { mails: sorted.length, middleMs: sorted[Math.floor(sorted.length / 2)], longestMs: sorted.at(-1) };
  };
  return { known: figuresOf(true), new: figuresOf(false) };
}

function countChecks(log: readonly Logged[]): Record<string, number> {
  const checks = Map.groupBy(log, ({ check }) => check);
  return Object.fromEntries([...checks].map(([check, mails]) => [check, mails.length]));
}

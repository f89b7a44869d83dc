import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type Place, presenceLimits } from "../../contract/src/desk/presence.ts";
import { makeStaff } from "../data/make-tenant.ts";
import type { Data } from "../data/open-data.ts";
import { clientCodeOf } from "../data/people.ts";
import { verdict } from "../result.ts";
import { LiveScreen } from "./live-screen.ts";
import type { MailSink } from "./mail-sink.ts";
import { cpuMsOf } from "./process-usage.ts";
import { signIn } from "./sign-in.ts";
import { startServer } from "./start-server.ts";

export const presenceName = "presence";

/** The server's cost of presence: shares of one core in percent, beyond the cost of the same connections without it. */
type PresenceUse = {
  name: string;
  agents: number;
  percent_of_core: number;
  percent_without: number;
  claims_a_second: number;
  news_a_second: number;
  p50_ms: number;
  p95_ms: number;
};

const agents = 200;
const aimPercent = 5;
const measuredMs = 30_000;
const warmUpMs = 8_000;
const tenant = 0;
/** The longest stay at a ticket; agents write during half of the stays, with pauses. */
const stayMs = 40_000;
const stepMs = 250;

/** Lets 200 agents of one store go from ticket to ticket and write, as on a busy day, and measures the server's work. */
export async function measurePresence(
  data: Data,
  sink: MailSink,
  report: (message: string) => void,
): Promise<PresenceUse> {
  const tickets = await prepareStore(data.superuserUrl);
  const server = await startServer(data.dataDir, sink.port, "web");
  const screens: LiveScreen[] = [];
  try {
    report(`Signing ${agents} agents in …`);
    for (let person = 0; person < agents; person += 1) {
      screens.push(await LiveScreen.open(server.httpPort, await signIn(server.httpPort, tenant, person)));
    }
    report("Measuring presence …");
    const share = async () => {
      const [cpu, started] = [cpuMsOf(server.pid), performance.now()];
      await sleep(measuredMs);
      return ((cpuMsOf(server.pid) - cpu) / (performance.now() - started)) * 100;
    };
    await sleep(warmUpMs);
    const without = await share();

    const counts = { claims: 0, news: 0 };
    const day = new AbortController();
    const working = Promise.all(
      screens.map((screen) => {
        screen.onPresence(() => (counts.news += 1));
        return work(screen, tickets, day.signal, () => (counts.claims += 1));
      }),
    );
    await sleep(warmUpMs);
    const before = { ...counts };
    const [first, last] = [screens[0], screens.at(-1)];
    if (!first || !last) throw new Error("No agent is there");
    const [withIt, latencies] = await Promise.all([share(), measureLatency(first, last)]);
    const seconds = measuredMs / 1_000;
    const use = {
      name: presenceName,
      agents,
      percent_of_core: round(withIt - without),
      percent_without: round(without),
      claims_a_second: round((counts.claims - before.claims) / seconds),
      news_a_second: round((counts.news - before.news) / seconds),
      p50_ms: round(latencies[latencies.length >> 1] ?? 0),
      p95_ms: round(latencies[Math.floor(latencies.length * 0.95)] ?? 0),
    };
    day.abort();
    await working;
    return use;
  } finally {
    for (const screen of screens) screen.close();
    await server.stop();
  }
}

/** The result as a sentence, with its aim. */
export function toPresenceLine(use: PresenceUse): string {
  return [
    `\nPresence of ${use.agents} agents: ${use.percent_of_core} % of a core`,
    `(${verdict(use.percent_of_core < aimPercent, `< ${aimPercent} %`)}; without it ${use.percent_without} %),`,
    `${use.claims_a_second} claims and ${use.news_a_second} messages to screens a second,`,
    `seen after ${use.p50_ms} ms (p50), ${use.p95_ms} ms (p95)`,
  ].join(" ");
}

/** Adds the agents to a store; returns the ids of its newest tickets. */
async function prepareStore(superuserUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ id: string }>("select id from clients where client_code = $1", [
      clientCodeOf(tenant),
    ]);
    const id = rows[0]?.id;
    if (!id) throw new Error("The store of the agents is not there");
    // The first three exist already.
    for (let person = 3; person < agents; person += 1) await makeStaff(client, id, tenant, person, "agent");
    const found = await client.query<{ id: string }>(
      "select id from support_tickets where client_id = $1 order by created_at desc limit 300",
      [id],
    );
    return found.rows.map((ticket) => ticket.id);
  } finally {
    await client.end();
  }
}

/** Plays one agent: goes from ticket to ticket, writes for some seconds, thinks for some, until the day is over. */
async function work(screen: LiveScreen, tickets: string[], day: AbortSignal, onClaim: () => void): Promise<void> {
  let at: Place[] = [];
  let saidAt = 0;
  const say = (next: Place[], asksForAll = false) => {
    at = next;
    saidAt = performance.now();
    screen.claim(at, asksForAll);
    onClaim();
  };
  const spend = async (ms: number) => {
    for (const end = performance.now() + ms; performance.now() < end && !day.aborted; ) {
      await sleep(stepMs);
      if (performance.now() > saidAt + presenceLimits.beatMs) say(at);
    }
  };
  await sleep(Math.random() * presenceLimits.beatMs);
  say([], true);
  while (!day.aborted) {
    const ticketId = tickets[Math.floor(Math.random() * tickets.length)] ?? "";
    const [pauses, stay] = [Math.random() < 0.5 ? 3 : 0, Math.random() * stayMs];
    say([{ ticketId, doing: "looking" }]);
    await spend(stay / (pauses + 1));
    for (let pause = 0; pause < pauses; pause += 1) {
      say([{ ticketId, doing: "writing" }]);
      await spend(stay / (2 * pauses));
      say([{ ticketId, doing: "looking" }]);
      await spend(stay / (2 * pauses));
    }
    // The agent is in the list.
    say([]);
    await spend(Math.random() * 5_000);
  }
}

/** Measures how long, in ms and sorted, it takes until one screen shows where another screen's person is. */
async function measureLatency(from: LiveScreen, to: LiveScreen): Promise<number[]> {
  const latencies: number[] = [];
  const end = performance.now() + measuredMs - 1_000;
  for (let count = 0; performance.now() < end; count += 1) {
    const ticketId = `00000000-0000-4000-8000-${count.toString(16).padStart(12, "0")}`;
    const shown = Promise.withResolvers<void>();
    to.onPresence((text) => text.includes(ticketId) && shown.resolve());
    const started = performance.now();
    from.claim([{ ticketId, doing: "looking" }]);
    // The agent may have moved on meanwhile: then this place is never seen.
    await Promise.race([shown.promise.then(() => latencies.push(performance.now() - started)), sleep(2_000)]);
    await sleep(Math.random() * 600);
  }
  return latencies.sort((one, other) => one - other);
}

function round(value: number): number {
  return Number(value.toFixed(2));
}

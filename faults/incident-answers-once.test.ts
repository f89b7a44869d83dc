import { randomUUID } from "node:crypto";
import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fromNow } from "../server/src/testing/from-now.ts";
import { demoAdmin, signInAt } from "../server/src/testing/load-desk.ts";
import type { ApiClient } from "../server/src/testing/open-browser.ts";
import { isLong } from "../server/src/testing/run/is-long.ts";
import { clearDesk, spawnDesk } from "../server/src/testing/spawn-desk.ts";
import { until } from "../server/src/testing/take-mail.ts";
import { killDatabase, openSettled } from "./after-kills.ts";
import { openDice, seedOfRun } from "./dice.ts";

const kills = Number(process.env.KILLS ?? (isLong ? 100 : 2));
/** Whom an answer goes to in a round: tickets, and orders whose customers have not written. */
const most = { tickets: 12, orders: 3 };

let dataDir = "";
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "deskhand-answers-"));
  await chmod(dataDir, 0o711); // PostgreSQL's user has to enter it if this runs as root.
});
afterAll(() => clearDesk(dataDir));

type Asked = Parameters<ApiClient["incidents"]["answer"]>[0] & { isAcknowledged: boolean };

/** Those of whom another round writes to next: it begins again once all had their turn. */
function turnOf<Each>(all: readonly Each[], round: number, count: number): Each[] {
  return Array.from({ length: Math.min(count, all.length) }, (_, at) => all[(round * count + at) % all.length]).filter(
    (each) => each !== undefined,
  );
}

/** Makes an incident of some tickets, writes an answer and looks at what each would get. */
async function prepare(api: ApiClient, round: number): Promise<Asked> {
  const { items } = await api.tickets.list({ view: "active", limit: 100 });
  const tickets = turnOf(items.filter(({ customer }) => customer?.email).toSorted(byNumber), round, most.tickets);
  const orders = turnOf((await api.orders.list({ limit: 100 })).items, round, most.orders);
  const ticketNumbers = tickets.map(({ ticketNumber }) => ticketNumber);
  const made = await api.incidents.make({ name: `Round ${round}`, ticketNumbers, idempotencyKey: randomUUID() });
  const text = { content: `Round ${round}: {{customer.email}} hears of it once.`, subject: `Round ${round}` };
  const to = { ticketIds: tickets.map(({ id }) => id), orderIds: orders.map(({ id }) => id) };
  const shown = await api.incidents.preview({ ...text, ...to });
  const recipients = shown.items
    .filter(({ held }) => held === null)
    .map(({ ticketId, orderId, digest, lastSeenMessageId }) =>
      ticketId === null
        ? { orderId: orderId ?? "", digest, lastSeenMessageId }
        : { ticketId, digest, lastSeenMessageId },
    );
  return { ...text, incidentId: made.id, recipients, idempotencyKey: randomUUID(), isAcknowledged: false };
}

const byNumber = (a: { ticketNumber: number }, b: { ticketNumber: number }) => a.ticketNumber - b.ticketNumber;

/** Sends answers, as a browser does that gets no response: with the same key again. */
async function send(api: ApiClient, all: readonly Asked[]): Promise<void> {
  for (const asked of all.filter(({ isAcknowledged }) => !isAcknowledged)) {
    const { isAcknowledged: _, ...input } = asked;
    try {
      await api.incidents.answer(input);
      asked.isAcknowledged = true;
    } catch {
      // The desk was killed before it answered: asked for again after its start.
      return;
    }
  }
}

/** How often each answer was stored on each ticket, and how many mails it became. */
const written = `select m.content, m.ticket_id as "ticketId", count(distinct m.id)::int as messages, count(o.id)::int as mails
  from ticket_messages m left join outgoing_mails o on o.message_id = m.id
  where m.content like 'Round %' and not m.is_from_customer group by m.content, m.ticket_id`;

// It always uses the embedded database, so one run is enough.
test.skipIf(process.env.TEST_POSTGRES_BIN)(
  `killed ${kills} times while an answer goes to many, each gets it at most once, and nobody is forgotten`,
  async () => {
    const dice = openDice(seedOfRun());
    const all: Asked[] = [];
    const env = { DESKHAND_DATA: dataDir };
    for (let round = 0; round < kills; round += 1) {
      const desk = await spawnDesk({ env });
      const api = await signInAt(desk, demoAdmin);
      await send(api, all);
      all.push(await prepare(api, round));
      const sending = send(api, all);
      // At any moment of an answer to fifteen, which takes a second or two.
      await sleep(dice.throw(2_000));
      if (round % 3 === 1) await killDatabase(dataDir);
      await desk.end("SIGKILL");
      await sending;
    }
    const lastStart = new Date(fromNow({}));
    const desk = await spawnDesk({ env });
    const api = await signInAt(desk, demoAdmin);
    await send(api, all);
    const { read, close } = await openSettled(dataDir, lastStart);
    // What a killed worker began is taken up by a schedule after some minutes; the test does not wait so long.
    await read("update incident_answers set created_at = now() - interval '1 hour' where state = 'sending'");
    await read("insert into pgboss.job (name, data) values ('incidents.send-forgotten', '{}')");
    const left = "select from incident_answers where state = 'sending'";
    await until(async () => (await read(left)).length === 0);
    const ends = await read<{ state: string; reason: string | null }>("select state, reason from incident_recipients");
    const texts = await read<{ content: string; ticketId: string; messages: number; mails: number }>(written);
    await close();
    // Each is one message, which left as one mail.
    expect(texts.filter(({ messages, mails }) => messages !== 1 || mails !== 1)).toEqual([]);
    const sent = ends.filter(({ state }) => state === "sent");
    const held = ends.filter(({ state }) => state === "held");
    expect(texts).toHaveLength(sent.length);
    expect(ends).toHaveLength(all.reduce((sum, asked) => sum + asked.recipients.length, 0));
    expect(sent.length + held.length).toBe(ends.length);
    // Without many that were sent, nothing would have been tried.
    expect(sent.length).toBeGreaterThan(held.length);
    console.log(
      `${kills} kills: ${ends.length} answers, ${sent.length} sent once, ${held.length} held back: ${[...new Set(held.map(({ reason }) => reason))].join("; ")}`,
    );
    expect(await desk.end("SIGTERM")).toBe(0);
  },
  300_000 + kills * 60_000,
);

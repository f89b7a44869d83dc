import { chmod, mkdtemp, readdir, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fromNow } from "../server/src/testing/from-now.ts";
import { demoAgent, type Ledger, loadDesk, repeatMails, signInAt } from "../server/src/testing/load-desk.ts";
import { clearDesk, spawnDesk } from "../server/src/testing/spawn-desk.ts";
import { until } from "../server/src/testing/take-mail.ts";
import { countAcknowledged, killDatabase, openSettled } from "./after-kills.ts";

const kills = Number(process.env.KILLS ?? 2);
const supportAddress = "help+weavery2@deskhand.localhost";

let dataDir = "";
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "deskhand-kills-"));
  await chmod(dataDir, 0o711); // PostgreSQL's user has to enter it if this runs as root.
});
afterAll(() => clearDesk(dataDir));

// It always uses the embedded database, so one run is enough.
test.skipIf(process.env.TEST_POSTGRES_BIN)(
  `killed ${kills} times under load, it loses nothing that was acknowledged and does nothing twice`,
  async () => {
    const ledger: Ledger = { mails: new Map(), replies: new Map() };
    const acknowledged = () => [ledger.mails, ledger.replies].map(countAcknowledged);
    const env = { DESKHAND_DATA: dataDir };
    for (let round = 0; round < kills; round += 1) {
      const desk = await spawnDesk({ env });
      const before = acknowledged();
      const load = loadDesk(desk, await signInAt(desk, demoAgent), supportAddress, ledger);
      // Kills at any moment when there is something to lose.
      const more = 1 + Math.random() * 10;
      await until(async () => acknowledged().every((count, at) => count > (before[at] ?? 0) + more));
      if (round % 3 === 1) await killDatabase(dataDir);
      await desk.end("SIGKILL");
      await load;
    }
    const lastStart = new Date(fromNow({}));
    const desk = await spawnDesk({ env });
    await repeatMails(desk, supportAddress, ledger);
    const { mails, replies } = await settle(lastStart);
    const outbox = await readOutbox();

    const counts = { mails: 0, replies: 0 };
    for (const [subject, { isAcknowledged, isRepeated }] of ledger.mails) {
      const logged = mails.filter((mail) => mail.subject === subject);
      const states = logged.map(({ state }) => state).sort();
      // It was stored before the kill but its 250 was never sent, so the repeated mail is a copy.
      const isCopied = isRepeated && states.length === 2;
      expect([subject, ...states]).toEqual([subject, ...(isCopied ? ["duplicate"] : []), "ticket_created"]);
      expect(logged[0]?.tickets).toBe(1);
      counts.mails += isAcknowledged ? 1 : 0;
    }
    for (const [key, { isAcknowledged }] of ledger.replies) {
      const found = replies.filter((reply) => reply.key === key);
      if (isAcknowledged) expect(found).toHaveLength(1);
      for (const reply of found) {
        expect(reply).toMatchObject({ outgoing: 1, state: "sent" });
        expect(outbox.get(reply.messageId) ?? 0).toBeGreaterThanOrEqual(1);
      }
      counts.replies += isAcknowledged ? 1 : 0;
    }
    // A kill between sending and recording sends a mail again under the same Message-ID: at most the mails of one process.
    const twice = [...outbox.values()].filter((count) => count > 1).length;
    expect(twice).toBeLessThanOrEqual(kills * 4);
    expect(counts.mails).toBeGreaterThan(kills);
    expect(counts.replies).toBeGreaterThan(kills);
    console.log(`${kills} kills: ${counts.mails} mails and ${counts.replies} replies kept, ${twice} sent twice`);
    expect(await desk.end("SIGTERM")).toBe(0);
  },
  300_000 + kills * 60_000,
);

type LoggedMail = { subject: string; state: string; tickets: number };
type SentReply = { key: string; messageId: string; outgoing: number; state: string };

/** Reads what became of everything, once nothing is pending. */
async function settle(lastStart: Date): Promise<{ mails: LoggedMail[]; replies: SentReply[] }> {
  const { read, close } = await openSettled(dataDir, lastStart);
  const mails = await read<LoggedMail>(`select subject, state, (select count(*)::int from support_tickets t
    where t.subject = mail_log.subject) as tickets from mail_log`);
  const replies = await read<SentReply>(`select m.idempotency_key as key, m.mail_message_id as "messageId",
    count(o.id)::int as outgoing, min(o.state) as state
    from ticket_messages m left join outgoing_mails o on o.client_id = m.client_id and o.message_id = m.id
    where m.idempotency_key is not null group by 1, 2`);
  await close();
  return { mails, replies };
}

/** Counts the mails that went out under each Message-ID. */
async function readOutbox(): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  const folder = join(dataDir, "outbox");
  for (const name of await readdir(folder)) {
    if (!name.endsWith(".eml")) continue;
    const id = /^Message-ID:\s*<(.+?)>/im.exec(await readFile(join(folder, name), "utf8"))?.[1] ?? name;
    counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
}

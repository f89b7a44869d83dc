import { randomUUID } from "node:crypto";
import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fromNow } from "../server/src/testing/from-now.ts";
import { demoAdmin, demoAgent, type Ledger, mailDesk, repeatMails, signInAt } from "../server/src/testing/load-desk.ts";
import type { ApiClient } from "../server/src/testing/open-browser.ts";
import { isLong } from "../server/src/testing/run/is-long.ts";
import { clearDesk, spawnDesk } from "../server/src/testing/spawn-desk.ts";
import { until } from "../server/src/testing/take-mail.ts";
import { countAcknowledged, killDatabase, openSettled } from "./after-kills.ts";
import { openDice, seedOfRun } from "./dice.ts";

const kills = Number(process.env.KILLS ?? (isLong ? 100 : 2));
const supportAddress = "help+weavery2@deskhand.localhost";

let dataDir = "";
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "deskhand-rules-"));
  await chmod(dataDir, 0o711); // PostgreSQL's user has to enter it if this runs as root.
});
afterAll(() => clearDesk(dataDir));

type Action = Parameters<ApiClient["rules"]["create"]>[0]["actions"][number];

/** Rules for each mail of the load, one for each kind of effect. */
async function makeRules(api: ApiClient, agentId: string): Promise<void> {
  const actions: Record<string, Action> = {
    Tags: { action: "add_tags", values: ["ruled"] },
    Assigns: { action: "assign", values: [agentId] },
    Notes: { action: "add_note", values: ["A rule was here"] },
    Waits: { action: "set_status", values: ["pending"] },
  };
  for (const [name, action] of Object.entries(actions)) {
    const conditions = [{ field: "subject" as const, comparison: "starts", values: ["Mail "] }];
    const parts = { trigger: "created" as const, conditions };
    await api.rules.create({ ...parts, name, actions: [action], isOn: true, idempotencyKey: randomUUID() });
  }
}

/** What rules did to the ticket of a mail: its state, and how often each effect and each run is recorded. */
type Ruled = {
  subject: string;
  is: string;
  notes: string[] | null;
  steps: string[] | null;
  runs: string[] | null;
  passes: number;
};

const ruled = (agentId: string) => `select t.subject, t.status || ' ' || array_to_string(t.labels, ',')
    || case when t.assigned_to = '${agentId}' then ' assigned' else ' not assigned' end as is,
  (select array_agg(m.author_name order by m.id) from ticket_messages m
    where m.ticket_id = t.id and m.message_type = 'internal') as notes,
  (select array_agg((a.details ->> 'author') || ' ' || a.kind order by a.details ->> 'author', a.kind) from ticket_activities a
    where a.ticket_id = t.id and a.details ->> 'actedBy' = 'rule') as steps,
  (select array_agg(r.name || ' ' || n.outcome order by r.name) from rule_runs n join rules r on r.id = n.rule_id
    where n.ticket_id = t.id) as runs,
  (select count(*)::int from rule_passes p where p.ticket_id = t.id) as passes
  from support_tickets t where t.subject like 'Mail %'`;

// It always uses the embedded database, so one run is enough.
test.skipIf(process.env.TEST_POSTGRES_BIN)(
  `killed ${kills} times while rules run, each rule's effect on each mail is there exactly once`,
  async () => {
    const dice = openDice(seedOfRun());
    const ledger: Ledger = { mails: new Map(), replies: new Map() };
    const env = { DESKHAND_DATA: dataDir };
    let agentId = "";
    for (let round = 0; round < kills; round += 1) {
      const desk = await spawnDesk({ env });
      if (round === 0) {
        agentId = (await (await signInAt(desk, demoAgent)).account.me()).user.id;
        await makeRules(await signInAt(desk, demoAdmin), agentId);
      }
      const before = countAcknowledged(ledger.mails);
      const load = mailDesk(desk, supportAddress, ledger);
      await until(async () => countAcknowledged(ledger.mails) > before + 2);
      // At any moment of what becomes of a mail, which is over within some tenths of a second.
      await sleep(dice.throw(500));
      if (round % 3 === 1) await killDatabase(dataDir);
      await desk.end("SIGKILL");
      await load;
    }
    const lastStart = new Date(fromNow({}));
    const desk = await spawnDesk({ env });
    await repeatMails(desk, supportAddress, ledger);
    const { read, close } = await openSettled(dataDir, lastStart);
    const tickets = Map.groupBy(await read<Ruled>(ruled(agentId)), ({ subject }) => subject);
    await close();
    const once = {
      is: "pending ruled assigned",
      notes: ["Notes"],
      steps: ["Assigns assigned", "Notes note_added", "Tags tags_changed", "Waits status_changed"],
      runs: ["Assigns ran", "Notes ran", "Tags ran", "Waits ran"],
      passes: 1,
    };
    for (const subject of ledger.mails.keys()) expect(tickets.get(subject)).toEqual([{ subject, ...once }]);
    expect(tickets.size).toBe(ledger.mails.size);
    expect(ledger.mails.size).toBeGreaterThan(2 * kills);
    const repeated = [...ledger.mails.values()].filter(({ isRepeated }) => isRepeated).length;
    console.log(`${kills} kills: ${tickets.size} mails, ${repeated} of them sent again, each with 4 rules once`);
    expect(await desk.end("SIGTERM")).toBe(0);
  },
  300_000 + kills * 60_000,
);

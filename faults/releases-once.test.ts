import { randomUUID } from "node:crypto";
import { chmod, mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fromNow } from "../server/src/testing/from-now.ts";
import { demoAdmin, demoAgent, signInAt } from "../server/src/testing/load-desk.ts";
import { isLong } from "../server/src/testing/run/is-long.ts";
import { clearDesk, spawnDesk } from "../server/src/testing/spawn-desk.ts";
import { until } from "../server/src/testing/take-mail.ts";
import { killDatabase, openSettled } from "./after-kills.ts";
import { openDice, seedOfRun } from "./dice.ts";

const kills = Number(process.env.KILLS ?? (isLong ? 20 : 2));
const tickets = 600 * kills;

let dataDir = "";
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "deskhand-releases-"));
  await chmod(dataDir, 0o711); // PostgreSQL's user has to enter it if this runs as root.
});
afterAll(() => clearDesk(dataDir));

// It always uses the embedded database, so one run is enough.
test.skipIf(process.env.TEST_POSTGRES_BIN)(
  `killed ${kills} times while a team and a person leave their tickets, each ticket leaves both exactly once`,
  async () => {
    const dice = openDice(seedOfRun());
    const env = { DESKHAND_DATA: dataDir };
    let start = new Date(fromNow({}));
    let desk = await spawnDesk({ env });
    let admin = await signInAt(desk, demoAdmin);
    const { id: agentId } = (await (await signInAt(desk, demoAgent)).account.me()).user;
    const team = { name: "Released", memberIds: [], givesOut: false, openLimit: null, tellAfterMinutes: null };
    const { id: teamId } = await admin.teams.create({ ...team, idempotencyKey: randomUUID() });
    // Copies of one ticket, for which nobody has to wait.
    let { read, close } = await openSettled(dataDir, start);
    await read(`insert into support_tickets
        (client_id, id, ticket_number, subject, description, preview, source, customer_id, team_id, assigned_to)
      select client_id, gen_random_uuid(), 1000000 + n, 'Released', description, preview, source, customer_id, '${teamId}', '${agentId}'
      from (select * from support_tickets limit 1) t, generate_series(1, ${tickets}) n`);
    await close();
    await admin.teams.remove({ id: teamId });
    await admin.team.delete({ id: agentId });
    const left = async () =>
      (await admin.tickets.releases()).items.reduce((sum, { done, total }) => sum + total - done, 0);
    for (let kill = 0; kill < kills; kill += 1) {
      const wanted = 2 * tickets * (1 - (kill + 1) / (kills + 2));
      await until(async () => (await left()) <= wanted);
      // At any moment of a portion.
      await sleep(dice.throw(60));
      if (kill % 2 === 1) await killDatabase(dataDir);
      await desk.end("SIGKILL");
      start = new Date(fromNow({}));
      desk = await spawnDesk({ env });
      admin = await signInAt(desk, demoAdmin);
      ({ read, close } = await openSettled(dataDir, start));
      // A schedule goes on with them every minute; the test does not wait so long.
      await read("select pg_notify('deskhand_releases', client_id::text) from ticket_releases");
      if (kill < kills - 1) await close();
    }
    await until(async () => (await admin.tickets.releases()).items.length === 0);
    const stepsOf = (kind: string, from: string) =>
      read<{ steps: number; tickets: number }>(
        `select count(*)::int as steps, count(distinct ticket_id)::int as tickets from ticket_activities a
          join support_tickets t on t.client_id = a.client_id and t.id = a.ticket_id
          where t.subject = 'Released' and a.kind = '${kind}' and a.details ->> 'fromId' = '${from}'`,
      );
    const once = [{ steps: tickets, tickets }];
    expect(await stepsOf("team_changed", teamId)).toEqual(once);
    expect(await stepsOf("assigned", agentId)).toEqual(once);
    const remains = `select from support_tickets where team_id = '${teamId}' or assigned_to = '${agentId}'
      union all select from teams where id = '${teamId}' union all select from users where id = '${agentId}'`;
    expect(await read(remains)).toEqual([]);
    await close();
    console.log(`${kills} kills: ${tickets} tickets left a team and a person, each once`);
    // Thousands of tickets are still counted for the reports, for which a stop in order does not wait.
    await desk.end("SIGKILL");
  },
  120_000 + kills * 30_000,
);

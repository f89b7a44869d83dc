import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { afterAll, expect, test } from "vitest";
import { startEmbeddedPostgres } from "../server/src/platform/db/embedded/embedded-postgres.ts";
import { migrate } from "../server/src/platform/db/migrate.ts";
import { withPreparingLock } from "../server/src/platform/db/prepare-database.ts";
import { isLong } from "../server/src/testing/run/is-long.ts";
import { openSmtpSink } from "../server/src/testing/smtp-sink.ts";
import { openDice, seedOfRun } from "./dice.ts";
import { fillTables } from "./fill-tables.ts";
import { openFleet } from "./fleet.ts";
import { loadFleet } from "./load-fleet.ts";
import { settle } from "./settle.ts";

const closers: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closers.reverse()) await close();
});

/** The number of tickets, with five messages each. */
const tickets = Number(process.env.TICKETS ?? (isLong ? 100_000 : 5_000));

/** What migrations do to the busiest tables (CONTRIBUTING.md#add-a-migration): columns, checks, a table, indexes. */
const steps = [
  "alter table ticket_messages add column next_words text",
  "alter table support_tickets add column next_count int not null default 7",
  "create table next_things (client_id uuid not null references clients (id), id uuid not null, primary key (client_id, id))",
  "alter table mail_log add constraint next_checked check (state <> '') not valid",
  "alter table mail_log validate constraint next_checked",
  "create index concurrently next_index on ticket_messages (client_id, left(content, 100))",
  "create index concurrently next_unique on customers (client_id, id, email)",
  "alter table outgoing_mails alter column state set statistics 500",
  "alter table ticket_messages alter column next_words set default ''",
  "drop index concurrently if exists next_index",
];

/** Turns off waiting for the disk: this test is about processes that wait for each other. */
async function waitForNoDisk(superuserUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: superuserUrl });
  await client.connect();
  await client.query("alter system set fsync = off");
  await client.query("select pg_reload_conf()");
  await client.end();
}

test("while the next version migrates, the processes of this one go on with mail and replies, and nobody is refused", async () => {
  const relay = await openSmtpSink({ thinksMs: 20 });
  closers.push(() => relay.close());
  const fleet = await openFleet(relay.url);
  closers.push(() => fleet.close());
  const database = await startEmbeddedPostgres({ dataDir: fleet.dataDir });
  closers.push(() => database.stop());
  await waitForNoDisk(database.superuserUrl);
  const secret = await readFile(join(fleet.dataDir, "secret-key"), "utf8");
  const folder = await mkdtemp(join(tmpdir(), "deskhand-next-"));
  closers.push(() => rm(folder, { recursive: true }));
  await cp(new URL("../db/migrations", import.meta.url), folder, { recursive: true });

  const filling = new URL(database.superuserUrl);
  filling.pathname = new URL(database.ownerUrl).pathname;
  await fillTables(filling.href, tickets);
  const load = await loadFleet(fleet, openDice(seedOfRun()));
  const took: number[] = [];
  for (const [at, sql] of steps.entries()) {
    await sleep(1_000);
    const kind = sql.includes("concurrently") ? "concurrent.sql" : "sql";
    await writeFile(join(folder, `9${String(at).padStart(3, "0")}-next.${kind}`), `${sql};\n`);
    const began = performance.now();
    await withPreparingLock(database.ownerUrl, async (owner) => {
      // As if the text of every function had changed in the next version.
      await owner.query("delete from schema_functions");
      await migrate(owner, secret, { folder: new URL(`file://${folder}/`) });
    });
    took.push(performance.now() - began);
  }
  const { faults, ...kept } = await settle(fleet.dataDir, load, relay, 240_000);
  console.log(JSON.stringify({ ...kept, longestMigration: Math.round(Math.max(...took)) }));
  expect(faults).toEqual([]);
  expect(kept.refusals).toEqual({});
  expect(kept.twice).toBe(0);
  expect(Math.min(kept.mails, kept.replies)).toBeGreaterThan(steps.length);
  expect(await fleet.stop()).toEqual([0, 0, 0, 0, 0, 0]);
});

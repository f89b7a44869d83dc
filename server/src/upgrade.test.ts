import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { migrate, readMigrations, runMigration } from "./platform/db/migrate.ts";
import { prepareDatabase } from "./platform/db/prepare-database.ts";
import { fillSettled } from "./testing/isolation/fill-settled.ts";
import { openDesk } from "./testing/open-desk.ts";
import { isLong } from "./testing/run/is-long.ts";
import { watchLongLocks } from "./testing/store/long-locks.ts";
import { putRows } from "./testing/store/put-rows.ts";
import { type Rows, sampleRows } from "./testing/store/sample-rows.ts";
import { emptyTestDatabase, type TestDatabase, testSecret } from "./testing/test-databases.ts";
import { signIn } from "./testing/test-people.ts";
import { queues } from "./worker.ts";

const databases = inject("testDatabases");
let upgraded: TestDatabase;
let rows: Rows;
let sample = { tenantId: "", code: "", email: "", password: "" };

async function asSuperuser<T>(ownerUrl: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const url = new URL(databases.adminUrl);
  url.pathname = new URL(ownerUrl).pathname;
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  const desk = await openDesk();
  const [{ owner }] = await fillSettled(desk);
  const { tenantId, email, password } = owner;
  rows = await asSuperuser(desk.ownerUrl, (superuser) => sampleRows(superuser, tenantId));
  const code = String(rows.get("clients")?.[0]?.client_code);
  sample = { tenantId, code, email, password };
  await desk.stop();
  upgraded = await emptyTestDatabase(databases);
});
afterAll(() => upgraded.drop());

/** Tables whose present rows have newer kinds, which an earlier version cannot store, and until which migration. */
const unlikeToday: Record<string, string> = {
  forwarding_probes: "0076",
};
/** Tables that a later migration drops. */
const dropped = ["ticket_update_times"];

/** The last migration that may lock a table for as long as its size takes: no later one may. */
const lastLong = "0111";
/** The number of migrations before tickets existed. */
const firstInhabited = 3;

const letters = "abcdefghjkmnpqrstuvwxyz";
/** Copies the store's rows for another store, which joined at the migration with this number. */
function ofStep(step: number): { rows: Rows; tenantId: string; email: string; tail: string } {
  const tail = step.toString(16).padStart(4, "0");
  const renamed = (text: string) =>
    text
      .replace(/\b([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{8})[0-9a-f]{4}\b/g, `$1${tail}`)
      // No two stores have API keys that begin alike.
      .replace(/("public_part":"[0-9a-f]{12})[0-9a-f]{4}/g, `$1${tail}`)
      .replaceAll(sample.code, `${sample.code.slice(0, 6)}${letters[Math.floor(step / 23)]}${letters[step % 23]}`)
      .replace(/\b([\w.-]+)@/g, `$1-${tail}@`);
  const copied: Rows = new Map(JSON.parse(renamed(JSON.stringify([...rows]))));
  return { rows: copied, tenantId: renamed(sample.tenantId), email: renamed(sample.email), tail };
}

/** Counts rows by store and table. */
async function countRows(superuser: pg.Client, tenantId?: string): Promise<Map<string, number>> {
  const { rows: tables } = await superuser.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'client_id'
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and c.relname <> all ($1)`,
    [dropped],
  );
  const filter = tenantId === undefined ? "" : `where client_id = '${tenantId}'`;
  const parts = tables.map(
    ({ name }) => `select '${name}' as name, client_id, count(*)::int from ${name} ${filter} group by client_id`,
  );
  const { rows: counts } = await superuser.query<{ name: string; client_id: string; count: number }>(
    parts.join(" union all "),
  );
  return new Map(counts.map(({ name, client_id, count }) => [`${client_id} ${name}`, count]));
}

/** Reading the rows of all stores needs a superuser, which a server provided for the tests may not grant. */
test.skipIf(process.env.TEST_DATABASE_URL)(
  "rows of every earlier version come through all migrations after it, and its people go on with them",
  async () => {
    const migrations = await readMigrations();
    const before = new Map<string, number>();
    const inhabited: number[] = [];
    await asSuperuser(upgraded.ownerUrl, async (superuser) => {
      const owner = new pg.Client({ connectionString: upgraded.ownerUrl });
      await owner.connect();
      await migrate(owner, testSecret, { until: migrations[0]?.name });
      for (const [step, file] of migrations.entries()) {
        const findLongLocks = await watchLongLocks(owner);
        if (step > 0) await runMigration(owner, file);
        const locks =
          file.name.slice(0, 4) > lastLong ? await findLongLocks(file.name.endsWith(".concurrent.sql")) : [];
        expect([file.name, locks]).toEqual([file.name, []]);
        const store = ofStep(step);
        const { taken, refused } = await putRows(superuser, store.rows, store.tenantId);
        const empty = [...taken].filter(([name, count]) => count === 0 && file.name >= (unlikeToday[name] ?? ""));
        expect(empty.map(([name]) => [file.name, name, refused.get(name)])).toEqual([]);
        for (const [key, count] of await countRows(superuser, store.tenantId)) before.set(key, count);
        if (taken.get("support_tickets")) inhabited.push(step);
      }
      await owner.end();
      await prepareDatabase(upgraded.ownerUrl, testSecret, queues);
      const after = await countRows(superuser);
      expect([...before].filter(([key, count]) => (after.get(key) ?? 0) < count)).toEqual([]);
    });
    expect(inhabited).toHaveLength(migrations.length - firstInhabited);

    const desk = await openDesk({ databases: { ...databases, templateUrl: upgraded.ownerUrl } });
    for (const step of isLong ? inhabited : inhabited.filter((_, at) => at % 5 === 0)) {
      const { email, tail } = ofStep(step);
      const { api } = await signIn(desk, { email, password: sample.password });
      const { items } = await api.tickets.list({});
      expect(items.length).toBeGreaterThan(0);
      const threads = await Promise.all(items.map(({ id }) => api.tickets.get({ id })));
      const ids = threads.flatMap(({ id, messages }) => [id, ...messages.map((message) => message.id)]);
      expect(ids.filter((id) => !id.endsWith(tail))).toEqual([]);
      expect((await api.customers.list({})).items.length).toBeGreaterThan(0);
    }
    await desk.stop();
  },
  240_000,
);

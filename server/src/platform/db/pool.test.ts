import { sql } from "kysely";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { copyTestDatabase, testSecret } from "../../testing/test-databases.ts";
import { openSignInDatabase } from "./pool.ts";
import { urlForRole } from "./roles.ts";

test("a connection lost within a transaction fails the transaction but not the process", async () => {
  const { ownerUrl, drop } = await copyTestDatabase(inject("testDatabases"));
  const url = urlForRole(ownerUrl, "auth", testSecret);
  const faults: Error[] = [];
  const db = openSignInDatabase(url, (error) => faults.push(error));
  const cut = db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx);
    await terminate(url, rows[0]?.pid ?? 0);
    await expect.poll(() => faults.length).toBeGreaterThan(0);
    await sql`select 1`.execute(tx);
  });
  await expect(cut).rejects.toThrow();
  const { rows } = await sql<{ time: unknown }>`select now() as time`.execute(db);
  expect(rows[0]?.time).toBeInstanceOf(Date);
  await db.destroy();
  await drop();
});

async function terminate(url: string, pid: number): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query("select pg_terminate_backend($1)", [pid]);
  await client.end();
}

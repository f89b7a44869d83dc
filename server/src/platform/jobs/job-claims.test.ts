import { randomUUID } from "node:crypto";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { copyTestDatabase, testSecret } from "../../testing/test-databases.ts";
import { urlForRole } from "../db/roles.ts";
import { claimsName, JobClaims } from "./job-claims.ts";

test("who lost the connection takes more jobs, also while another has those in hand that were lost", async () => {
  const { ownerUrl, drop } = await copyTestDatabase(inject("testDatabases"));
  const url = urlForRole(ownerUrl, "app", testSecret);
  const faults: Error[] = [];
  const [first, second] = [new JobClaims(url, (error) => faults.push(error)), new JobClaims(url, () => undefined)];
  const [lost, next] = [randomUUID(), randomUUID()];
  await first.exchange([], [lost]);
  await cut(url);
  await expect.poll(() => faults.length).toBeGreaterThan(0);
  await second.exchange([], [lost]);
  await first.exchange([], [next]);
  await Promise.all([first.close(), second.close()]);
  await drop();
});

async function cut(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1 and datname = current_database()",
    [claimsName],
  );
  await client.end();
}

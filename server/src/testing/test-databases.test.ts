import pg from "pg";
import { expect, inject, test } from "vitest";
import { copyTestDatabase } from "./test-databases.ts";

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: "array" })).rows.flat();
  } finally {
    await client.end();
  }
}

test("each copy has the migrated tables, shares nothing with another, and is gone once dropped", async () => {
  const databases = inject("testDatabases");
  const [one, other] = await Promise.all([copyTestDatabase(databases), copyTestDatabase(databases)]);
  await query(one.ownerUrl, "create table mine ()");
  expect(await query(other.ownerUrl, "select to_regclass('mine'), to_regclass('support_tickets')::text")).toEqual([
    null,
    "support_tickets",
  ]);
  await one.drop();
  await expect(query(one.ownerUrl, "select 1")).rejects.toMatchObject({ code: "3D000" });
  await other.drop();
});

import pg from "pg";
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from "vitest";
import { copyTestDatabase, startTestServer, type TestDatabase, testSecret } from "../../testing/test-databases.ts";
import { prepareDatabase } from "./prepare-database.ts";
import { databaseRoles, earlierUrlForRole, ensureRoles, urlForRole } from "./roles.ts";

let database: TestDatabase;
let neighbour: TestDatabase;
beforeAll(async () => {
  const databases = inject("testDatabases");
  [database, neighbour] = [await copyTestDatabase(databases), await copyTestDatabase(databases)];
});
afterAll(async () => {
  await database.drop();
  await neighbour.drop();
});

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

test("installations on one database server may start concurrently, though they share roles", async () => {
  const owners = await Promise.all([database, neighbour].map(({ ownerUrl }) => connect(ownerUrl)));
  for (let times = 0; times < 20; times += 1) await Promise.all(owners.map((owner) => ensureRoles(owner, testSecret)));
  for (const { ownerUrl } of [database, neighbour])
    await (await connect(urlForRole(ownerUrl, "app", testSecret))).end();
  for (const owner of owners) await owner.end();
});

test("accepts and replaces the passwords that roles had until November 2026", async () => {
  const server = await startTestServer(); // Roles are shared by all tests.
  onTestFinished(() => server.stop());
  const ownerUrl = await server.migrated();
  const owner = await connect(ownerUrl);
  onTestFinished(() => owner.end());
  for (const role of ["app", "auth"] as const) {
    const { password } = new URL(earlierUrlForRole(ownerUrl, role, testSecret));
    await owner.query(`alter role ${databaseRoles[role]} password ${owner.escapeLiteral(password)}`);
  }
  await expect(prepareDatabase(ownerUrl, "another secret, of thirty-two letters", [])).rejects.toThrow(
    "is not the one",
  );
  await (await connect(earlierUrlForRole(ownerUrl, "app", testSecret))).end();
  await prepareDatabase(ownerUrl, testSecret, []);
  for (const role of ["app", "auth"] as const) await (await connect(urlForRole(ownerUrl, role, testSecret))).end();
});

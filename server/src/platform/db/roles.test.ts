import pg from "pg";
import { afterAll, beforeAll, inject, test } from "vitest";
import { copyTestDatabase, type TestDatabase, testSecret } from "../../testing/test-databases.ts";
import { ensureRoles, urlForRole } from "./roles.ts";

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

test("installations whose databases are on one server may start together, as its roles are those of all", async () => {
  const owners = await Promise.all([database, neighbour].map(({ ownerUrl }) => connect(ownerUrl)));
  for (let times = 0; times < 20; times += 1) await Promise.all(owners.map((owner) => ensureRoles(owner, testSecret)));
  for (const { ownerUrl } of [database, neighbour])
    await (await connect(urlForRole(ownerUrl, "app", testSecret))).end();
  for (const owner of owners) await owner.end();
});

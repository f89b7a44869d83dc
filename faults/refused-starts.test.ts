import { createHash } from "node:crypto";
import { once } from "node:events";
import { chmod, lstat, mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startEmbeddedPostgres } from "../server/src/platform/db/embedded/embedded-postgres.ts";
import { prepareDatabase } from "../server/src/platform/db/prepare-database.ts";
import { clearDesk, spawnAndEnd } from "../server/src/testing/spawn-desk.ts";
import { testSecret } from "../server/src/testing/test-databases.ts";

// A data directory of an earlier version: its database has other settings, and if root started it, root owns the folder.
let dataDir = "";
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "deskhand-refused-"));
  await chmod(dataDir, 0o711);
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  await prepareDatabase(server.ownerUrl, testSecret, []);
  await server.stop();
  await writeFile(join(dataDir, "secret-key"), testSecret, { mode: 0o600 });
});
afterAll(() => clearDesk(dataDir));

/** Reads what a start may not change in the database: the migrations that ran, and the roles' passwords. `sql` runs before or after. */
async function held(sql: string, when: "before" | "after"): Promise<unknown> {
  const server = await startEmbeddedPostgres({ dataDir, durable: false });
  const client = new pg.Client(Object.assign(new URL(server.superuserUrl), { pathname: "/deskhand" }).href);
  await client.connect();
  try {
    if (when === "after") await client.query(sql);
    const { rows: ran } = await client.query("select name, sha256, ran_at from schema_migrations order by name");
    const roles = "select rolname, rolpassword from pg_authid where rolname in ('deskhand_app', 'deskhand_auth')";
    const { rows: passwords } = await client.query(`${roles} order by rolname`);
    if (when === "before") await client.query(sql);
    return { ran, passwords };
  } finally {
    await client.end();
    await server.stop();
  }
}

/** Describes the owner, mode and content of all files. Of PostgreSQL's own folder it checks only the configuration. */
async function fingerprint(path = dataDir): Promise<string[]> {
  const found = await lstat(path);
  const name = relative(dataDir, path);
  const line = `${name} ${found.uid}:${found.gid} ${found.mode.toString(8)}`;
  if (/^pg\/(?!.*\.conf$)/.test(name)) return [];
  if (found.isDirectory()) {
    const inside = (await readdir(path)).sort().map((each) => fingerprint(join(path, each)));
    return [line, ...(await Promise.all(inside)).flat()];
  }
  const content = createHash("sha256")
    .update(await readFile(path))
    .digest("hex");
  return [`${line} ${content}`];
}

async function refuse(env: Record<string, string>, args: string[] = []): Promise<string> {
  const { code, output } = await spawnAndEnd({ env: { DESKHAND_DATA: dataDir, ...env }, args });
  expect(code).toBe(1);
  return output;
}

test.each([
  {
    what: "another secret",
    make: "select",
    env: { DESKHAND_SECRET: "another secret, of thirty-two letters" },
    line: /^The secret is not the one/,
  },
  {
    what: "a migration that ran otherwise",
    make: "update schema_migrations set sha256 = 'other ' || sha256 where name = '0002_people.sql'",
    unmake: "update schema_migrations set sha256 = replace(sha256, 'other ', '')",
    line: /^The database was made by a Deskhand between two releases, and nothing in it was changed: .*\n$/,
  },
  {
    what: "a newer database, though a new secret is wanted",
    make: "insert into schema_migrations (name, sha256) values ('9999_later.sql', '')",
    unmake: "delete from schema_migrations where name = '9999_later.sql'",
    env: { DESKHAND_SECRET: "another secret, of thirty-two letters" },
    args: ["--new-secret"],
    line: /^The database belongs to a newer Deskhand: .*\n$/,
  },
])("$what changes nothing of ours", async ({ make, unmake = "select", env = {}, args = [], line }) => {
  const kept = await held(make, "after");
  const before = await fingerprint();
  expect(await refuse(env, args)).toMatch(line);
  expect(await fingerprint()).toEqual(before);
  expect(await held(unmake, "before")).toEqual(kept);
});

test("an absurd setting and a taken port change nothing at all", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => server[Symbol.asyncDispose]());
  await once(server, "listening");
  const before = await fingerprint();
  expect(await refuse({ MAIL_DOMAIN: ".." })).toMatch(/MAIL_DOMAIN/);
  expect(await refuse({ PORT: String((server.address() as AddressInfo).port) })).toMatch(/is already in use/);
  expect(await fingerprint()).toEqual(before);
});

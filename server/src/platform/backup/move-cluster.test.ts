import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { queues } from "../../worker.ts";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "../db/embedded/embedded-postgres.ts";
import { prepareDatabase } from "../db/prepare-database.ts";
import { moveOlderCluster } from "./move-cluster.ts";

const older = "/usr/lib/postgresql/15/bin";
const secret = "a secret for tests, known to everyone";
const logged: string[] = [];
const log = { info: (line: string) => logged.push(line), warn: () => undefined };
const move = (dataDir: string) =>
  moveOlderCluster({ dataDir, secret, queues, jobNames: queues.map(({ name }) => name), log });

async function ask(server: EmbeddedPostgres, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: server.ownerUrl });
  await client.connect();
  try {
    return (await client.query({ text: sql, rowMode: "array" })).rows.flat();
  } finally {
    await client.end();
  }
}

const versionOf = (dataDir: string, folder = "pg") => readFileSync(join(dataDir, folder, "PG_VERSION"), "utf8").trim();

function makeFolder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), "deskhand-test-"));
  chmodSync(dataDir, 0o711);
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

// Creates two clusters and runs every migration twice.
describe.skipIf(!existsSync(older))("a database of PostgreSQL 15", { timeout: 240_000 }, () => {
  test("moves with all its data, stays unchanged aside, and can be moved back", async () => {
    const dataDir = makeFolder();
    const start = async (binDir?: string) => {
      const server = await startEmbeddedPostgres({ dataDir, durable: false, ...(binDir && { binDir }) });
      onTestFinished(() => server.stop());
      return server;
    };
    const before = await start(older);
    await prepareDatabase(before.ownerUrl, secret, queues);
    // A start never replaces the mail-signing key, so its presence shows that it was copied.
    const keySql = "select encode(private_key, 'hex') from installation_keys";
    const key = await ask(before, keySql);
    expect(key).toHaveLength(1);
    await expect(move(dataDir)).rejects.toThrow(/another process uses it: stop that first/);
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/Start Deskhand once, which moves it/);
    await before.stop();

    await move(dataDir);
    expect([versionOf(dataDir), versionOf(dataDir, "pg-15"), existsSync(join(dataDir, "pg-next"))]).toEqual([
      "18",
      "15",
      false,
    ]);
    const after = await start();
    expect(await ask(after, keySql)).toEqual(key);
    expect(logged.at(-1)).toContain(`it is kept in ${join(dataDir, "pg-15")}, with its own`);
    await after.stop();
    // Nothing is left to do.
    await move(dataDir);
    expect(logged).toHaveLength(2);

    // Killed between the renames: the older cluster is aside, and its successor is not in place yet.
    mkdirSync(join(dataDir, "pg-ready"));
    renameSync(join(dataDir, "pg"), join(dataDir, "pg-ready/pg"));
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/There is no database in .*pg, but one in .*pg-/);
    await move(dataDir);
    const restarted = await start();
    expect(await ask(restarted, keySql)).toEqual(key);
    await restarted.stop();

    // Killed before it was complete: a partial copy replaces nothing.
    renameSync(join(dataDir, "pg"), join(dataDir, "pg-18"));
    mkdirSync(join(dataDir, "pg-next/pg"), { recursive: true });
    writeFileSync(join(dataDir, "pg-next/pg/PG_VERSION"), "18\n");
    await move(dataDir);
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/There is no database/);
    renameSync(join(dataDir, "pg-15"), join(dataDir, "pg"));
    expect(await ask(await start(older), keySql)).toEqual(key);
  });

  test("stays unchanged if it cannot move: another secret, missing programs, or an existing target", async () => {
    const dataDir = makeFolder();
    const server = await startEmbeddedPostgres({ dataDir, durable: false, binDir: older });
    await prepareDatabase(server.ownerUrl, "another secret, which nobody knows", queues);
    await server.stop();
    await expect(move(dataDir)).rejects.toThrow(
      /could not be moved from PostgreSQL 15 to PostgreSQL 18: The secret here is not the one.* as it was\.$/,
    );
    expect([versionOf(dataDir), existsSync(join(dataDir, "pg-next"))]).toEqual(["15", false]);
    expect(existsSync(join(dataDir, "pg/postmaster.pid"))).toBe(false);

    mkdirSync(join(dataDir, "pg-15"));
    await expect(move(dataDir)).rejects.toThrow(/there is one already: move it away/);
    rmSync(join(dataDir, "pg-15"), { recursive: true });
    writeFileSync(join(dataDir, "pg/PG_VERSION"), "9\n");
    await expect(move(dataDir)).rejects.toThrow(/where the programs of version 9 are: install them/);
    writeFileSync(join(dataDir, "pg/PG_VERSION"), "99\n");
    await move(dataDir);
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/Use the Deskhand that made it/);
  });
});

test("creates nothing if there is no database", async () => {
  const dataDir = makeFolder();
  await move(dataDir);
  expect(readdirSync(dataDir)).toEqual([]);
});
